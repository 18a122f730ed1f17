// Reads configuration files.
#include "lint/cli/config.h"

#include "lint/source/ignore_rules.h"

#undef TOML_EXCEPTIONS
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string_view> known_keys = {
    "select",  "ignore",         "extend",   "extend-select", "per-file-ignores",
    "exclude", "extend-exclude", "severity", "torch-version", "models"};

// Reads the keys of one table into settings.
class Reader {
public:
  Reader(std::string path, Settings &settings, std::vector<ConfigError> &errors, int depth)
      : path(std::move(path)), folder(fs::path(this->path).parent_path().string()),
        settings(settings), errors(errors), depth(depth) {}

  void table(const toml::table &table) {
    if (const toml::node *base = table.get("extend"))
      extend(*base);
    SelectionLayer layer;
    for (const auto &[key, node] : table) {
      const std::string_view name = key.str();
      if (name == "select")
        layer.select = selectors(node);
      else if (name == "extend-select")
        layer.extend_select = selectors(node);
      else if (name == "ignore")
        layer.ignore = selectors(node);
      else if (name == "exclude" || name == "extend-exclude")
        excludes(node, name == "exclude");
      else if (name == "per-file-ignores")
        per_file_ignores(node);
      else if (name == "severity")
        severities(node);
      else if (name == "torch-version")
        torch_version(node);
      else if (name == "models")
        models(node);
      else if (name != "extend")
        unknown("key", name, nearest(name, known_keys), key.source().begin);
    }
    settings.layers.push_back(std::move(layer));
    settings.path = path;
  }

private:
  void error(const toml::source_position &at, std::string message) {
    errors.push_back({path, at.line, at.column, std::move(message)});
  }
  void error(const toml::node &node, std::string message) {
    error(node.source().begin, std::move(message));
  }

  void unknown(std::string_view what, std::string_view name, const std::string &near,
               const toml::source_position &at) {
    error(at, "unknown " + std::string(what) + " `" + std::string(name) + "`" +
                  (near.empty() ? "" : "; did you mean `" + near + "`?"));
  }

  std::vector<std::pair<std::string, const toml::node *>> strings(const toml::node &node,
                                                                  std::string_view what) {
    std::vector<std::pair<std::string, const toml::node *>> out;
    const toml::array *array = node.as_array();
    if (!array) {
      error(node, std::string(what) + " wants a list of strings");
      return out;
    }
    for (const toml::node &item : *array) {
      if (const auto *text = item.as_string())
        out.emplace_back(text->get(), &item);
      else
        error(item, std::string(what) + " wants a list of strings");
    }
    return out;
  }

  std::vector<Selector> selectors(const toml::node &node) {
    std::vector<Selector> out;
    for (const auto &[text, item] : strings(node, "a rule selection")) {
      if (const auto selector = parse_selector(text))
        out.push_back(*selector);
      else
        unknown("rule", text, nearest_rule(text), item->source().begin);
    }
    return out;
  }

  void excludes(const toml::node &node, bool replace) {
    if (replace) { // what was extended says nothing more; the order of the two keys in the file
                   // does not matter
      settings.exclude.erase(settings.exclude.begin(),
                             settings.exclude.begin() + static_cast<std::ptrdiff_t>(inherited));
      inherited = 0;
    }
    source::ExcludePatterns patterns{folder, {}};
    for (const auto &[text, item] : strings(node, "an exclusion"))
      patterns.globs.push_back(text);
    settings.exclude.push_back(std::move(patterns));
  }

  void per_file_ignores(const toml::node &node) {
    const toml::table *table = node.as_table();
    if (!table)
      return error(node, "per-file-ignores wants a table of glob = [rules]");
    for (const auto &[key, value] : *table) {
      PerFileIgnore ignore{{folder, {std::string(key.str())}}, {}};
      for (const Selector &selector : selectors(value))
        ignore.rules |= selector.rules;
      settings.per_file_ignores.push_back(std::move(ignore));
    }
  }

  void severities(const toml::node &node) {
    static const std::vector<std::string_view> words = {"off", "note", "warning", "error"};
    const toml::table *table = node.as_table();
    if (!table)
      return error(node,
                   "severity wants a table of rule = \"off\", \"note\", \"warning\" or \"error\"");
    // A prefix first and a whole code after it, so that the narrower one wins wherever it stands.
    std::vector<std::pair<Selector, Level>> levels;
    for (const auto &[key, value] : *table) {
      const auto selector = parse_selector(key.str());
      if (!selector)
        unknown("rule", key.str(), nearest_rule(key.str()), key.source().begin);
      const std::string word = value.is_string() ? value.as_string()->get() : "";
      const auto at = std::find(words.begin(), words.end(), word);
      if (at == words.end())
        error(value, "a severity is \"off\", \"note\", \"warning\" or \"error\"");
      else if (selector)
        levels.emplace_back(*selector, static_cast<Level>(at - words.begin() + 1));
    }
    std::stable_sort(levels.begin(), levels.end(), [](const auto &a, const auto &b) {
      return a.first.specificity < b.first.specificity;
    });
    for (const auto &[selector, level] : levels)
      for (std::size_t rule = 0; rule < max_rules; ++rule)
        if (selector.rules[rule])
          settings.severity[rule] = level;
  }

  void torch_version(const toml::node &node) {
    const auto version =
        node.is_string() ? parse_torch_version(node.as_string()->get()) : std::nullopt;
    if (!version)
      return error(node, "torch-version wants a string such as \"2.6\"");
    settings.torch_version = version;
  }

  void models(const toml::node &node) {
    for (const auto &[text, item] : strings(node, "models")) {
      const fs::path file = fs::path(folder) / text;
      std::error_code ignored;
      if (!fs::is_regular_file(file, ignored))
        error(*item, "no such file: " + text);
      else
        settings.models.push_back(file.lexically_normal().string());
    }
  }

  void extend(const toml::node &node) {
    const auto *text = node.as_string();
    if (!text)
      return error(node, "extend wants the path of one configuration file");
    const fs::path file = (fs::path(folder) / text->get()).lexically_normal();
    std::error_code ignored;
    if (depth > 16)
      return error(node, "these configurations extend each other");
    if (!fs::is_regular_file(file, ignored))
      return error(node, "no such file: " + text->get());
    read(file.string(), settings, errors, depth + 1);
    inherited = settings.exclude.size();
  }

public:
  static void read(const std::string &path, Settings &settings, std::vector<ConfigError> &errors,
                   int depth) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) {
      errors.push_back({path, 0, 0, "cannot be read"});
      return;
    }
    const toml::parse_result result = toml::parse(text.view());
    if (!result) {
      const auto &at = result.error().source().begin;
      errors.push_back({path, at.line, at.column, std::string(result.error().description())});
      return;
    }
    const toml::table *table = &result.table();
    if (fs::path(path).filename() == "pyproject.toml") {
      const toml::node_view<const toml::node> section = result.table()["tool"]["offside"];
      if (section && !section.is_table())
        errors.push_back({path, section.node()->source().begin.line,
                          section.node()->source().begin.column, "tool.offside is a table"});
      table = section.as_table();
    }
    if (table)
      Reader(path, settings, errors, depth).table(*table);
  }

private:
  std::string path, folder;
  Settings &settings;
  std::vector<ConfigError> &errors;
  int depth;
  std::size_t inherited = 0; // patterns in settings.exclude that came by `extend`
};

bool has_section(const fs::path &pyproject) {
  std::ifstream file(pyproject, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (text.view().find("offside") == std::string_view::npos)
    return false;
  const toml::parse_result result = toml::parse(text.view());
  return !result ||
         result.table()["tool"]["offside"]; // a broken one that names us is ours to report
}

std::string config_in(const fs::path &folder) {
  std::error_code ignored;
  for (const char *name : {".offside.toml", "offside.toml"})
    if (fs::is_regular_file(folder / name, ignored))
      return (folder / name).string();
  if (fs::is_regular_file(folder / "pyproject.toml", ignored) &&
      has_section(folder / "pyproject.toml"))
    return (folder / "pyproject.toml").string();
  return {};
}

} // namespace

std::string to_string(const ConfigError &error) {
  std::string out = error.path + ":";
  if (error.line)
    out += std::to_string(error.line) + ":" + std::to_string(error.column) + ":";
  return out + " error[DEV003]: " + error.message;
}

std::optional<int> parse_torch_version(std::string_view text) {
  int parts[2] = {0, 0};
  std::size_t at = 0;
  for (int part = 0; part < 2; ++part) {
    const std::size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && at - start < 3)
      parts[part] = parts[part] * 10 + (text[at++] - '0');
    if (at == start)
      return std::nullopt;
    if (part == 0 && (at == text.size() || text[at++] != '.'))
      return std::nullopt;
  }
  const std::string_view rest = text.substr(at); // ".1", ".1+cu121", "" but no "x"
  if (!rest.empty() && rest[0] != '.' && rest[0] != '+' && rest[0] != 'a' && rest[0] != 'b' &&
      rest[0] != 'r')
    return std::nullopt;
  if (parts[1] > 99)
    return std::nullopt;
  return parts[0] * 100 + parts[1];
}

Settings read_config(const std::string &path, std::vector<ConfigError> &errors) {
  Settings settings;
  settings.path = path;
  Reader::read(path, settings, errors, 0);
  return settings;
}

RuleSet Settings::ignored_for(std::string_view path) const {
  RuleSet out;
  for (const PerFileIgnore &ignore : per_file_ignores)
    if (matches(ignore.files, path))
      out |= ignore.rules;
  return out;
}

bool Settings::excludes(std::string_view path) const {
  return std::any_of(exclude.begin(), exclude.end(),
                     [&](const auto &patterns) { return matches(patterns, path); });
}

bool matches(const source::ExcludePatterns &patterns, std::string_view path) {
  const source::IgnoreRules rules(patterns.globs);
  std::string_view folder = patterns.folder;
  while (folder.ends_with('/'))
    folder.remove_suffix(1);
  const bool inside = path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
  if (!inside &&
      std::all_of(patterns.globs.begin(), patterns.globs.end(),
                  [](std::string_view glob) { return glob.find('/') < glob.size() - 1; }))
    return false;
  path.remove_prefix(inside ? folder.size() + 1 : path.starts_with('/'));
  for (std::size_t end = 0; end != path.size();) { // the folders from the top, then the file
    end = std::min(path.find('/', end + 1), path.size());
    if (rules.verdict(path.substr(0, end), end != path.size()).value_or(false))
      return true;
  }
  return false;
}

Configurations::Configurations(Mode mode, std::string file) : mode(mode) {
  if (mode == Mode::File) {
    read.push_back(std::make_unique<Settings>(
        read_config(fs::absolute(file).lexically_normal().string(), errors)));
    by_folder.emplace("", read.back().get());
  }
}

const Settings &Configurations::of(const std::string &path) {
  if (mode == Mode::Isolated)
    return defaults;
  if (mode == Mode::File)
    return *by_folder.at("");
  return of_folder(fs::path(path).parent_path().string());
}

const Settings &Configurations::of_folder(const std::string &folder) {
  if (const auto at = by_folder.find(folder); at != by_folder.end())
    return *at->second;
  const Settings *settings = &defaults;
  const fs::path parent = fs::path(folder).parent_path();
  if (const std::string file = config_in(folder); !file.empty()) {
    read.push_back(std::make_unique<Settings>(read_config(file, errors)));
    settings = read.back().get();
  } else if (!folder.empty() && parent.string() != folder) {
    settings = &of_folder(parent.string());
  }
  by_folder.emplace(folder, settings);
  return *settings;
}

} // namespace offside::cli
