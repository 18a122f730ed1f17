// The migration catalogue as a page: `offside migrate --table` and docs/migration-catalogue.md.
#include "lint/migrate/catalogue_table.h"

#include "lint/ir/names.h"
#include "lint/migrate/catalogue.h"

#include <map>
#include <vector>

namespace offside::migrate {
namespace {

constexpr std::string_view kIntroduction =
    R"(# Migration catalogue

What `offside migrate` makes of each name, written by `offside migrate --table` from
[rules/migrations](../rules/migrations), where the words are explained.

**same**: the same wherever there is an accelerator. **guard**: harmless on a host without one, where the replacement
raises, so a rewrite asks first. **meaning**: changes meaning. **person**: only a person can decide. **none**: no
equivalent; stays.

*arguments* are the parameters of the name: `a -> b` has another name in the replacement, `a -> -` has none, `a /` is
taken by position only, `a *` by keyword only. *without one* is what the name gives on a host without an accelerator;
where it is empty, the name raises there. *also* are further modules that have the name, with the same facts. `*` stands
for every name of the module that has no line.
)";
constexpr std::string_view kHeader =
    "| name | category | becomes | since | arguments | without one | also | why | instead |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

std::string_view module_of(const Row &row) { return row.name.substr(0, row.name.rfind('.')); }

std::string code(std::string_view text) {
  return text.empty() ? std::string() : "`" + std::string(text) + "`";
}

// What Markdown would take for the end of a cell.
std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '|')
      out += '\\';
    out += c;
  }
  return out;
}

std::string version(int since) {
  return since ? std::to_string(since / 100) + "." + std::to_string(since % 100) : std::string();
}

// As in the TOML files: "device -> device_index /".
std::string arguments(const Row &row) {
  std::string text;
  for (const Param &param : row.params) {
    text.append(text.empty() ? "" : ", ").append(ir::name_text(param.from));
    if (param.to != param.from)
      text.append(" -> ").append(param.to == ir::kNone ? "-" : ir::name_text(param.to));
    text.append(param.positional ? " /" : param.keyword ? " *" : "");
  }
  if (row.takes_more)
    text.append(text.empty() ? "..." : ", ...");
  return code(text);
}

// A replacement, if there is one.
std::string becomes(const Row &row) {
  switch (row.how) {
  case How::Module: // and where
    return code("torch.get_device_module(device)." +
                std::string(row.name.substr(row.name.rfind('.') + 1))) +
           " on " + std::string(row.backends);
  case How::StreamContext:
    return "`with stream`";
  case How::TypedTensor:
    return "`dtype=" + std::string(row.dtype) + "`";
  case How::DefaultType:
    return "`torch.set_default_dtype`, `torch.set_default_device`";
  default:
    return row.to == row.name ? "stays" : code(row.to);
  }
}

void print(std::string &out, const Row &row, std::string_view module,
           const std::vector<const Row *> &twins) {
  std::string_view name = row.name.substr(module.size() + 1);
  std::string also;
  for (const Row *twin : twins)
    also.append(also.empty() ? "" : ", ").append(code(module_of(*twin)));
  out.append("| ").append(code(name));
  for (const std::string &text :
       {std::string(category_name(row.category)), becomes(row), version(row.since), arguments(row),
        code(row.on_cpu), also, std::string(row.why), std::string(row.suggestion)})
    out.append(text.empty() ? " |" : " | ").append(cell(text));
  out += " |\n";
}

} // namespace

std::string catalogue_table() {
  std::map<std::string_view, std::vector<const Row *>> twins, modules;
  for (const Row &row : Catalogue::builtin().rows()) {
    if (!row.twin_of.empty())
      twins[row.twin_of].push_back(&row);
    else
      modules[module_of(row)].push_back(&row);
  }
  std::string out(kIntroduction);
  for (auto &[module, rows] : modules) {
    out.append("\n## ").append(module).append("\n\n").append(kHeader);
    for (const Row *row : rows)
      print(out, *row, module, twins[row->name]);
  }
  return out;
}

} // namespace offside::migrate
