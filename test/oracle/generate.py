#!/usr/bin/env python3
"""Writes small PyTorch programs in which tensors travel some way before they meet.

    generate.py [--seed S] [-n N] FOLDER

A program makes tensors on the CPU or on the accelerator, lets each pass through up to two *carriers* (a function, an
attribute, a container, a branch, ...) and has them meet in operations. Nothing here knows which meetings are legal:
that is PyTorch's to say. Program I of seed S is the same on every machine.
"""

import argparse
import pathlib
import random

MATRIX, VECTOR, SCALAR, INDEX = "matrix", "vector", "scalar", "index"
FACTORIES = {
    MATRIX: ["torch.ones(4, 4{d})", "torch.rand(4, 4{d})", "torch.eye(4{d})", "torch.full((4, 4), 0.5{d})"],
    VECTOR: ["torch.ones(4{d})", "torch.linspace(0, 1, 4{d})", "torch.tensor([0.1, 0.2, 0.3, 0.4]{d})"],
    SCALAR: ["torch.tensor(0.5{d})", "torch.ones((){d})"],
    INDEX: ["torch.arange(4{d})", "torch.tensor([3, 1, 2, 0]{d})", "torch.randperm(4{d})"],
}
# What meets, and what comes of it.
OPERATIONS = [
    ("{} + {}", [MATRIX, MATRIX], MATRIX),
    ("{} * {}", [MATRIX, VECTOR], MATRIX),
    ("{} - {}", [MATRIX, SCALAR], MATRIX),
    ("{} / ({} + 1.0)", [SCALAR, VECTOR], VECTOR),
    ("{} @ {}", [MATRIX, MATRIX], MATRIX),
    ("torch.mv({}, {})", [MATRIX, VECTOR], VECTOR),
    ("torch.cat([{}, {}])[:4]", [MATRIX, MATRIX], MATRIX),
    ("torch.stack([{}, {}]).mean(0)", [VECTOR, VECTOR], VECTOR),
    ("torch.where({} > 0.4, {}, {})", [MATRIX, MATRIX, SCALAR], MATRIX),
    ("torch.where({} > 0.4, {}, {})", [MATRIX, MATRIX, MATRIX], MATRIX),
    ("{}[{}]", [MATRIX, INDEX], MATRIX),
    ("{}.index_select(0, {})", [MATRIX, INDEX], MATRIX),
    ("torch.nn.functional.embedding({1}, {0})", [MATRIX, INDEX], MATRIX),
    ("torch.nn.functional.linear({}, {}, {})", [MATRIX, MATRIX, VECTOR], MATRIX),
    ("torch.nn.functional.mse_loss({}, {})", [MATRIX, MATRIX], SCALAR),
    ("torch.nn.functional.cross_entropy({}, {})", [MATRIX, INDEX], SCALAR),
    ("torch.maximum({}, {})", [MATRIX, SCALAR], MATRIX),
    ("torch.clamp({}, min={})", [VECTOR, SCALAR], VECTOR),
    ("torch.lerp({}, {}, {})", [MATRIX, MATRIX, SCALAR], MATRIX),
    ("{}.masked_fill({} > 0.5, 0.0)", [MATRIX, MATRIX], MATRIX),
    ("torch.einsum('ij,j->i', {}, {})", [MATRIX, VECTOR], VECTOR),
    ("{}.expand_as({})", [VECTOR, MATRIX], MATRIX),
    ("{}.clone().copy_({})", [MATRIX, MATRIX], MATRIX),
    ("{}.clone().add_({})", [MATRIX, MATRIX], MATRIX),
    ("{}.to({})", [VECTOR, MATRIX], VECTOR),
    ("torch.outer({}, {})", [VECTOR, VECTOR], MATRIX),
]
AFTERWARDS = {
    MATRIX: [
        "{}.relu()",
        "{}.t()",
        "{}.detach()",
        "{} * 2.0",
        "{}.softmax(-1)",
        "torch.tanh({})",
        "{}.contiguous()",
    ],
    VECTOR: ["{}.abs()", "{} + 1", "{}.clone()", "{}.sigmoid()"],
    SCALAR: ["{} * 1.5", "{}.clone()"],
    INDEX: ["{}.clone()", "{}.flip(0)"],
}


class Program:
    def __init__(self, chance):
        self.chance = chance
        self.imports, self.definitions, self.body = {"import torch"}, [], []
        self.counter = 0

    def name(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def define(self, *lines):
        self.definitions.append(lines)

    def write(self, *lines):
        self.body += lines

    def tensor(self, kind, on_accelerator):
        """An expression for a new tensor."""
        pattern = self.chance.choice(FACTORIES[kind])
        if not on_accelerator:
            return pattern.format(d=self.chance.choice(["", "", "", ', device="cpu"']))
        plain = pattern.format(d="")
        return self.chance.choice(
            [pattern.format(d=", device=device"), f"{plain}.to(device)", f"{plain}.to(device=device)"]
        )

    def text(self):
        device = 'device = torch.device("cuda" if torch.cuda.is_available() else "cpu")'
        if self.chance.random() < 0.3:
            device = 'device = "cuda" if torch.cuda.is_available() else "cpu"'
        lines = [*sorted(self.imports, key=lambda line: (line != "import torch", line)), "", device]
        for definition in self.definitions:
            lines += ["", "", *definition]
        lines += ["", "", "def main():", *[f"    {line}" for line in self.body], "", "", "main()"]
        return "\n".join(lines) + "\n"


# Carriers: each takes an expression for a tensor and returns one for the same tensor, or for one on the same device.


def through_variable(p, e, kind):
    name = p.name("x")
    p.write(f"{name} = {e}")
    return name


def through_function(p, e, kind):
    f = p.name("step")
    body = p.chance.choice(AFTERWARDS[kind]).format("value")
    p.define(
        f"def {f}(value, scale=None):",
        "    if scale is not None:",
        "        value = value * scale",
        f"    return {body}",
    )
    return f"{f}({e})"


def through_keywords(p, e, kind):
    inner, outer = p.name("inner"), p.name("outer")
    p.define(f"def {inner}(value, *, flag=False):", "    return value if flag else value.clone()")
    p.define(f"def {outer}(*args, **kwargs):", f"    return {inner}(*args, **kwargs)")
    return f"{outer}({e}, flag={p.chance.choice(['True', 'False'])})"


def through_object(p, e, kind):
    c, o = p.name("Holder"), p.name("holder")
    p.define(
        f"class {c}:",
        "    def __init__(self, value):",
        "        self.value = value",
        "",
        "    def get(self):",
        "        return self.value",
    )
    p.write(f"{o} = {c}({e})")
    return p.chance.choice([f"{o}.value", f"{o}.get()"])


def through_property(p, e, kind):
    c = p.name("Source")
    p.define(
        f"class {c}:",
        "    def __init__(self, value):",
        "        self._value = value",
        "",
        "    @property",
        "    def value(self):",
        "        return self._value",
    )
    return f"{c}({e}).value"


def through_dataclass(p, e, kind):
    c, b = p.name("Batch"), p.name("batch")
    p.imports.add("from dataclasses import dataclass")
    p.define("@dataclass", f"class {c}:", "    value: torch.Tensor", "    name: str = 'b'")
    p.write(f"{b} = {c}(value={e})")
    return f"{b}.value"


def through_inheritance(p, e, kind):
    base, derived = p.name("Base"), p.name("Derived")
    p.define(
        f"class {base}:",
        "    def __init__(self, value):",
        "        self.value = value",
        "",
        "    def read(self):",
        "        return self.value",
    )
    p.define(
        f"class {derived}({base}):",
        "    def read(self):",
        f"        return {p.chance.choice(AFTERWARDS[kind]).format('super().read()')}",
    )
    return f"{derived}({e}).read()"


def through_module(p, e, kind):
    """The tensor stays what it was made as: the module is moved before it gets it."""
    c, m = p.name("Keeper"), p.name("keeper")
    p.imports.add("from torch import nn")
    p.define(
        f"class {c}(nn.Module):",
        "    def __init__(self, value):",
        "        super().__init__()",
        '        self.register_buffer("value", value)',
        "",
        "    def forward(self):",
        "        return self.value",
    )
    p.write(f"{m} = {c}({e})")
    return f"{m}()"


def through_list(p, e, kind):
    name = p.name("items")
    p.write(f"{name} = [{e}]")
    return p.chance.choice([f"{name}[0]", f"{name}[-1]", f"[item for item in {name}][0]"])


def through_dict(p, e, kind):
    name = p.name("table")
    p.write(f'{name} = {{"first": {e}, "name": "t"}}')
    return p.chance.choice(
        [f'{name}["first"]', f'{name}.get("first")', f'{{k: v for k, v in {name}.items()}}["first"]']
    )


def through_unpacking(p, e, kind):
    a, b = p.name("a"), p.name("b")
    p.write(f"{a}, ({b}, _) = 1, ({e}, 2)")
    return b


def through_loop(p, e, kind):
    name = p.name("state")
    p.write(
        f"{name} = {e}",
        "for _ in range(2):",
        f"    {name} = {p.chance.choice(AFTERWARDS[kind]).format(name)}",
    )
    return name


def through_branch(p, e, kind):
    name = p.name("y")
    condition = p.chance.choice(["torch.cuda.is_available()", "torch.cuda.device_count() > 0"])
    p.write(f"if {condition}:", f"    {name} = {e}", "else:", f"    {name} = {p.tensor(kind, False)}")
    return name


def through_choice(p, e, kind):
    name = p.name("z")
    p.write(f"{name} = {e}", f"{name} = {name} if {name}.dim() < 9 else None")
    return name


def through_closure(p, e, kind):
    outer, value = p.name("make"), p.name("kept")
    p.write(f"{value} = {e}", f"{outer} = lambda: {value}")
    return f"{outer}()"


def through_nested(p, e, kind):
    f, value = p.name("nested"), p.name("outer")
    p.write(f"{value} = {e}", f"def {f}():", "    return " + p.chance.choice(AFTERWARDS[kind]).format(value))
    return f"{f}()"


def through_generator(p, e, kind):
    f = p.name("produce")
    p.define(f"def {f}(value):", "    yield value", "    yield value")
    return f"next({f}({e}))"


def through_try(p, e, kind):
    name = p.name("t")
    p.write("try:", f"    {name} = {e}", "finally:", "    pass")
    return name


def through_partial(p, e, kind):
    f, g = p.name("identity"), p.name("bound")
    p.imports.add("import functools")
    p.define(f"def {f}(value, times):", "    return value * times" if kind != INDEX else "    return value")
    p.write(f"{g} = functools.partial({f}, times=1)")
    return f"{g}({e})"


def through_copy(p, e, kind):
    p.imports.add("import copy")
    return p.chance.choice(
        [
            f"copy.deepcopy({e})",
            f"copy.copy({e})",
            f"torch.clone({e})",
            f"({e}).detach().requires_grad_(False)",
        ]
    )


def through_there_and_back(p, e, kind):
    name = p.name("r")
    p.write(f"{name} = {e}")
    return p.chance.choice(
        [f"{name}.cpu().to({name}.device)", f"torch.as_tensor({name}.tolist(), device={name}.device)"]
    )


CARRIERS = [value for key, value in sorted(globals().items()) if key.startswith("through_")]


def name_of(seed, number):
    return f"g{seed}_{number:04}"


def parse(name):
    """(seed, number) of a program's name."""
    return tuple(map(int, name[1:].split("_")))


def build(seed, number):
    chance = random.Random(f"{seed}/{number}")
    p = Program(chance)
    has_mistake = chance.random() < 0.6
    known = []  # (name, kind, on the accelerator)
    operations = chance.randint(1, 3)
    strange = chance.randrange(operations) if has_mistake else None
    for i in range(operations):
        pattern, kinds, result = chance.choice(OPERATIONS)
        home = chance.random() < 0.7
        odd = chance.randrange(len(kinds)) if i == strange else None
        operands = []
        for position, kind in enumerate(kinds):
            place = home != (position == odd)
            before = [name for name, its_kind, its_place in known if (its_kind, its_place) == (kind, place)]
            if before and chance.random() < 0.6:
                operands.append(chance.choice(before))
                continue
            e = p.tensor(kind, place)
            for carrier in chance.sample(CARRIERS, chance.choice([0, 1, 1, 2])):
                e = carrier(p, e, kind)
            operands.append(e)
        name = p.name("out")
        p.write(f"{name} = {pattern.format(*operands)}")
        if i != strange:
            known.append((name, result, home))
    return p.text()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", "--number", type=int, default=100)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(options.number):
        path = options.folder / f"{name_of(options.seed, number)}.py"
        path.write_text(build(options.seed, number), encoding="utf-8")


if __name__ == "__main__":
    main()
