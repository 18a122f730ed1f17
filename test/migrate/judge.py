"""What must hold between a program and its migration, told from the two texts alone."""

import ast
import builtins
import re
import symtable

# The torch version that brought a name of torch.accelerator, or an argument.
SINCE = {
    (2, 6): "device_count is_available current_accelerator set_device_index current_device_index set_stream"
    " current_stream synchronize",
    (2, 8): "device_index",
    (2, 9): "empty_cache memory_stats memory_allocated max_memory_allocated memory_reserved max_memory_reserved"
    " reset_accumulated_memory_stats reset_peak_memory_stats memory",
    (2, 10): "get_memory_info",
    (2, 12): "Graph empty_host_cache get_device_capability",
    (2, 14): "random",
}
VERSION_OF = {name: version for version, names in SINCE.items() for name in names.split()}
CHECKED_CURRENT = (2, 7)


def scopes(table):
    yield table
    for child in table.get_children():
        yield from scopes(child)


def module_names(source):
    """(names that the module binds, names that it or a function in it takes from there)"""
    top = symtable.symtable(source, "program", "exec")
    bound = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}
    read = set()
    for scope in scopes(top):
        for symbol in scope.get_symbols():
            is_free = symbol.is_global() or scope is top
            if symbol.is_declared_global() and symbol.is_assigned():
                bound.add(symbol.get_name())
            elif is_free and symbol.is_referenced():
                read.add(symbol.get_name())
    return bound | set(dir(builtins)) | {"__file__", "__name__"}, read


def imports(tree):
    """(bound name, what it stands for) for every import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.split(".")[0], alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def read_names(tree):
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def undefined(source):
    bound, read = module_names(source)
    return (read | exported(ast.parse(source))) - bound


def exported(tree):
    """The names in `__all__`."""
    lists = [n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"]
    return {node.value for value in lists for node in ast.walk(value) if isinstance(node, ast.Constant)}


def unused_imports(tree):
    read = read_names(tree) | exported(tree)
    return {(name, origin) for name, origin in imports(tree) if name not in read}


def accelerator_names(tree):
    """Names of torch.accelerator, read from it or imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            if isinstance(owner, ast.Attribute) and owner.attr == "accelerator":
                yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "torch.accelerator":
            yield from (alias.name for alias in node.names)


def checks_availability(tree):
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(ast.unparse(c.func).endswith("current_accelerator") and (c.args or c.keywords) for c in calls)


def strings(tree):
    """Texts outside f-strings; an f-string's fixed parts change with the calls in it."""
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
    }
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return {n.value for n in nodes if id(n) not in inside}


def comments(text):
    """Comments that stand on lines of their own."""
    return re.findall(r"^[ \t]*(#.*)$", text, re.MULTILINE)


def problems(before, after, version):
    """Sentences about what is wrong with a migration."""
    old, new = ast.parse(before), ast.parse(after)
    floor = tuple(int(part) for part in version.split("."))
    written = set(accelerator_names(new)) - set(accelerator_names(old))
    for name in sorted(written):
        if VERSION_OF.get(name, (99,)) > floor:
            yield f"torch.accelerator.{name} is not in torch {version}"
    if floor < CHECKED_CURRENT and checks_availability(new) and not checks_availability(old):
        yield f"current_accelerator() takes no argument in torch {version}"
    for name in sorted(undefined(after) - undefined(before)):
        yield f"{name} is not defined"
    for name, origin in sorted(unused_imports(new) - unused_imports(old)):
        yield f"{origin} is imported as {name} and not used"
    longer = [text for text in strings(old) if " " in text or "\n" in text]
    for text in sorted(set(longer) - strings(new)):
        yield f"a text has changed: {text[:60]!r}"
    kept = comments(after.decode("latin-1"))
    for comment in comments(before.decode("latin-1")):
        if comment not in kept:
            yield f"a comment is gone: {comment}"
