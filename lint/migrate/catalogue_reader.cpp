// Reads rules/migrations/*.toml into rows.
#include "lint/migrate/catalogue_reader.h"

#include "lint/migrate/catalogue_words.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

namespace offside::migrate {
namespace {

constexpr std::string_view kTwinned = "torch.cuda"; // the module whose rows can have twins
constexpr std::string_view kBackends[] = {"cuda", "xpu", "mtia", "mps", "npu", "hpu", "musa"};

std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;)
    words.push_back(std::move(word));
  return words;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

bool is_identifier(std::string_view text) {
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  auto part = [&](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || digit(c);
  };
  return !text.empty() && !digit(text[0]) && std::all_of(text.begin(), text.end(), part);
}

std::optional<int16_t> version_of(std::string_view text) {
  unsigned major = 0, minor = 0;
  const char *end = text.data() + text.size();
  auto first = std::from_chars(text.data(), end, major);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.')
    return std::nullopt;
  auto second = std::from_chars(first.ptr + 1, end, minor);
  if (second.ec != std::errc() || second.ptr != end || major >= 100 || minor >= 100)
    return std::nullopt;
  return int16_t(major * 100 + minor);
}

// "device -> device_index /": see torch_cuda.toml.
std::optional<RowParam> param_of(std::string_view text) {
  RowParam param;
  text = trimmed(text);
  param.positional = text.ends_with(" /");
  param.keyword = text.ends_with(" *");
  if (param.positional || param.keyword)
    text = trimmed(text.substr(0, text.size() - 2));
  const size_t arrow = text.find("->");
  std::string_view from = trimmed(text.substr(0, arrow));
  std::string_view to = arrow == text.npos ? from : trimmed(text.substr(arrow + 2));
  const bool dropped = to == "-";
  if (!is_identifier(from) || !(dropped || is_identifier(to)) ||
      (dropped && (param.positional || param.keyword)))
    return std::nullopt;
  param.from = from;
  param.to = dropped ? std::string_view() : to;
  return param;
}

void replace_all(std::string &text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
}

// One table: what its rows have in common, and the names they are for.
struct Entry {
  RowText row;
  std::vector<std::string> names, also, twins;
  bool has_names = false, has_category = false, has_how = false;
};

class Reader {
public:
  Reader(const std::string &path, std::vector<RowText> &rows) : path(path), rows(rows) {}

  std::string read(const toml::table &root) {
    for (auto &&[key, node] : root) {
      const std::string module(key.str());
      auto *array = node.as_array();
      if (!array || !array->is_homogeneous(toml::node_type::table)) {
        fail(key.source(), "'" + module + "' must be written [[\"" + module + "\"]]");
        continue;
      }
      for (auto &item : *array)
        entry(*item.as_table(), module);
    }
    return error;
  }

private:
  const std::string &path;
  std::vector<RowText> &rows;
  std::string error; // the first one

  std::string place(const toml::source_region &source) const {
    return path + ":" + std::to_string(source.begin.line);
  }

  void fail(const toml::source_region &source, const std::string &text) {
    if (error.empty())
      error = place(source) + ": " + text;
  }

  void entry(const toml::table &fields, const std::string &module) {
    Entry e;
    e.row.place = place(fields.source());
    for (auto &&[key, node] : fields) {
      std::string_view name = key.str();
      if (name == "missing") {
        flag(node, e.row.missing);
      } else if (name == "backends") {
        for (const std::string &backend : backends(node, name))
          e.row.backends.append(e.row.backends.empty() ? "" : " ").append(backend);
      } else if (name == "twins") {
        e.twins = backends(node, name);
      } else if (auto *text = node.as_string()) {
        value(name, text->get(), node, key.source(), e);
      } else {
        fail(node.source(), "'" + std::string(name) + "' must be a string");
      }
    }
    check(fields.source(), e, module);
    if (error.empty())
      expand(e, module);
  }

  void flag(const toml::node &node, bool &out) {
    auto *value = node.as_boolean();
    if (!value || !value->get())
      fail(node.source(), "'missing' can only be true");
    out = true;
  }

  std::vector<std::string> backends(const toml::node &node, std::string_view key) {
    std::vector<std::string> out;
    auto *array = node.as_array();
    if (!array) {
      fail(node.source(), "'" + std::string(key) + "' must be a list of strings");
      return out;
    }
    for (auto &item : *array) {
      auto *text = item.as_string();
      if (text && std::count(std::begin(kBackends), std::end(kBackends), text->get())) {
        out.push_back(text->get());
        continue;
      }
      fail(item.source(), "unknown backend in '" + std::string(key) +
                              "'; known are cuda, xpu, mtia, mps, npu, hpu, musa");
    }
    return out;
  }

  void value(std::string_view key, const std::string &text, const toml::node &node,
             const toml::source_region &at, Entry &e) {
    RowText &row = e.row;
    if (key == "name" || key == "names") {
      if (e.has_names)
        fail(at, "a row takes name or names, not both");
      e.has_names = true;
      e.names = key == "name" ? std::vector<std::string>{text} : words_of(text);
      if (e.names.empty() || e.names[0].empty())
        fail(node.source(), "'" + std::string(key) + "' holds no name");
    } else if (key == "category") {
      e.has_category = true;
      if (auto word = category_of(text))
        row.category = *word;
      else
        fail(node.source(), "unknown category '" + text + "'; known are " + category_words());
    } else if (key == "how") {
      e.has_how = true;
      if (auto word = how_of(text))
        row.how = *word;
      else
        fail(node.source(), "unknown how '" + text + "'; known are " + how_words());
    } else if (key == "since") {
      if (auto version = version_of(text))
        row.since = *version;
      else
        fail(node.source(), "bad version '" + text + "'; write \"MAJOR.MINOR\"");
    } else if (key == "params") {
      params(text, node, row);
    } else if (key == "also") {
      e.also = words_of(text);
    } else if (std::string *field = text_field(key, row)) {
      *field = text;
    } else {
      fail(at, "unknown key '" + std::string(key) +
                   "'; known are name, names, category, how, to, since, on_cpu, params, backends, "
                   "dtype, missing, why, suggestion, also, twins");
    }
  }

  static std::string *text_field(std::string_view key, RowText &row) {
    return key == "to"           ? &row.to
           : key == "on_cpu"     ? &row.on_cpu
           : key == "dtype"      ? &row.dtype
           : key == "why"        ? &row.why
           : key == "suggestion" ? &row.suggestion
                                 : nullptr;
  }

  void params(std::string_view text, const toml::node &node, RowText &row) {
    while (!text.empty()) {
      const size_t comma = text.find(',');
      std::string_view one = trimmed(text.substr(0, comma));
      text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
      if (one == "..." && text.empty()) {
        row.takes_more = true;
      } else if (auto param = param_of(one)) {
        row.params.push_back(std::move(*param));
      } else {
        return fail(node.source(), "cannot read the parameter '" + std::string(one) +
                                       "'; write NAME, NAME -> NEW, NAME -> -, a last / or *, or "
                                       "... at the end");
      }
    }
  }

  // What must hold between the keys of a row.
  void check(const toml::source_region &at, const Entry &e, const std::string &module) {
    const RowText &row = e.row;
    if (!e.has_names || !e.has_category || !e.has_how)
      fail(at, "a row needs name (or names), category and how");
    if (needs_target(row.how) && row.to.empty())
      fail(at, "how = \"" + std::string(how_name(row.how)) + "\" needs 'to'");
    if (row.how == How::Keep && !row.to.empty() && row.to != module + ".{}" &&
        !(e.names.size() == 1 && row.to == module + "." + e.names[0]))
      fail(at, "how = \"keep\" takes 'to' only for a name that stays");
    if ((row.how == How::TypedTensor) != !row.dtype.empty())
      fail(at, "'dtype' goes with how = \"typed-tensor\", and only with it");
    if ((row.how == How::Module) != !row.backends.empty())
      fail(at, "'backends' goes with how = \"module\", and only with it");
    if (row.category == Category::Guard && row.on_cpu.empty())
      fail(at, "category = \"guard\" needs 'on_cpu'");
    if (row.category == Category::None && row.how != How::Keep && row.how != How::Graph)
      fail(at, "category = \"none\" goes with how = \"keep\" or \"graph\" only");
    if ((row.category >= Category::Meaning || row.missing) && row.why.empty())
      fail(at,
           "a row whose category is " + std::string(category_name(row.category)) + " needs 'why'");
    if (row.missing && !row.why.starts_with("does not exist"))
      fail(at, "the 'why' of a missing name begins with \"does not exist\"");
    if (!e.twins.empty() && !module.starts_with(kTwinned))
      fail(at, "only a row of torch.cuda can have twins");
  }

  void expand(const Entry &e, const std::string &module) {
    std::vector<std::string> modules{module};
    modules.insert(modules.end(), e.also.begin(), e.also.end());
    for (const std::string &backend : e.twins)
      modules.push_back("torch." + backend + module.substr(kTwinned.size()));
    for (const std::string &its_module : modules)
      for (const std::string &name : e.names) {
        RowText row = e.row;
        row.name = its_module + "." + name;
        if (its_module != module)
          row.twin_of = module + "." + name;
        for (std::string *text : {&row.to, &row.why, &row.suggestion}) {
          replace_all(*text, "{}", name);
          replace_all(*text, "{module}", its_module);
        }
        rows.push_back(std::move(row));
      }
  }
};

} // namespace

std::string read_catalogue(std::string_view text, const std::string &path,
                           std::vector<RowText> &rows) {
  toml::parse_result parsed = toml::parse(text, std::string_view(path));
  if (!parsed) {
    auto &error = parsed.error();
    return path + ":" + std::to_string(error.source().begin.line) + ": " +
           std::string(error.description());
  }
  return Reader(path, rows).read(parsed.table());
}

std::string sort_catalogue(std::vector<RowText> &rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const RowText &a, const RowText &b) { return a.name < b.name; });
  for (size_t i = 1; i < rows.size(); ++i)
    if (rows[i].name == rows[i - 1].name)
      return rows[i].place + ": '" + rows[i].name + "' has a row already, of " + rows[i - 1].place;
  return {};
}

} // namespace offside::migrate
