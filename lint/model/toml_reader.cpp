// Reads rules/models/*.toml (and `--model FILE`, the same form) into drafts.
#include "lint/model/toml_reader.h"

#include "lint/model/vocabulary.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <fstream>
#include <sstream>

namespace offside::model {
namespace {

class Reader {
public:
  Reader(const std::string &path, DraftModel &model) : path(path), model(model) {}

  std::string read(const toml::table &root) {
    for (auto &&[key, node] : root) {
      std::string_view name = key.str();
      if (name == "package" || name == "packages") {
        list(node, name, model.packages);
      } else if (name == "complete") {
        list(node, name, model.complete);
      } else if (name == "functions") {
        section(node, name, Kind::Function);
      } else if (name == "classes") {
        section(node, name, Kind::Class);
      } else if (name == "attributes") {
        section(node, name, Kind::Attribute);
      } else if (name == "aliases") {
        aliases(node, name, false);
      } else if (name == "prefixes") {
        aliases(node, name, true);
      } else if (name == "effects") {
        extra_effects(node);
      } else if (name == "many") {
        groups(node);
      } else {
        fail(key.source(),
             "unknown key '" + std::string(name) +
                 "'; known are package, packages, complete, functions, classes, attributes, "
                 "aliases, prefixes, effects, many");
      }
    }
    return error;
  }

private:
  const std::string &path;
  DraftModel &model;
  std::string error; // the first one

  std::string place(const toml::source_region &source) const {
    return path + ":" + std::to_string(source.begin.line);
  }

  void fail(const toml::source_region &source, const std::string &text) {
    if (error.empty())
      error = place(source) + ": " + text;
  }

  // A string or an array of strings.
  void list(const toml::node &node, std::string_view key, std::vector<std::string> &out) {
    if (auto *text = node.as_string()) {
      out.push_back(text->get());
      return;
    }
    auto *array = node.as_array();
    if (!array)
      return fail(node.source(),
                  "'" + std::string(key) + "' must be a string or a list of strings");
    for (auto &item : *array) {
      auto *text = item.as_string();
      if (!text)
        return fail(item.source(), "'" + std::string(key) + "' must hold strings only");
      out.push_back(text->get());
    }
  }

  void section(const toml::node &node, std::string_view name, Kind kind) {
    auto *table = node.as_table();
    if (!table)
      return fail(node.source(), "'" + std::string(name) + "' must be a table");
    for (auto &&[key, value] : *table) {
      auto *fields = value.as_table();
      if (!fields) {
        fail(value.source(),
             "'" + std::string(key.str()) + "' must be a table { result = \"...\", ... }");
        continue;
      }
      Draft draft;
      draft.name = key.str();
      draft.place = place(key.source());
      draft.kind = kind;
      fill(*fields, draft, false);
      finish(draft);
    }
  }

  void aliases(const toml::node &node, std::string_view name, bool prefix) {
    auto *table = node.as_table();
    if (!table)
      return fail(node.source(), "'" + std::string(name) + "' must be a table");
    for (auto &&[key, value] : *table) {
      auto *target = value.as_string();
      if (!target) {
        fail(value.source(),
             "'" + std::string(key.str()) + "' must be a string: the name it stands for");
        continue;
      }
      model.aliases.push_back({std::string(key.str()), target->get(), place(key.source()), prefix});
    }
  }

  void extra_effects(const toml::node &node) {
    auto *table = node.as_table();
    if (!table)
      return fail(node.source(), "'effects' must be a table");
    for (auto &&[key, value] : *table) {
      DraftExtraEffects extra{std::string(key.str()), place(key.source()), {}};
      effects(value, extra.effects);
      model.extra_effects.push_back(std::move(extra));
    }
  }

  void effects(const toml::node &node, std::vector<DraftEffect> &out) {
    std::vector<std::string> words;
    list(node, "effects", words);
    WordError why;
    for (auto &text : words) {
      DraftEffect effect;
      if (take(parse_effect(text, why), why, node, effect))
        out.push_back(std::move(effect));
    }
  }

  // [[many]]: one description for several names; `{}` in `op` stands for the name.
  void groups(const toml::node &node) {
    auto *array = node.as_array();
    if (!array)
      return fail(node.source(), "'many' must be written [[many]]");
    for (auto &item : *array) {
      auto *table = item.as_table();
      if (!table) {
        fail(item.source(), "'many' must be written [[many]]");
        continue;
      }
      Draft common;
      common.place = place(table->source());
      std::string prefix, names;
      for (auto &&[key, value] : *table) {
        std::string_view name = key.str();
        if (name != "prefix" && name != "names" && name != "kind")
          continue;
        auto *text = value.as_string();
        if (!text) {
          fail(value.source(), "'" + std::string(name) + "' must be a string");
        } else if (name == "prefix") {
          prefix = text->get();
        } else if (name == "names") {
          names = text->get();
        } else if (text->get() == "function") {
          common.kind = Kind::Function;
        } else if (text->get() == "class") {
          common.kind = Kind::Class;
        } else if (text->get() == "attribute") {
          common.kind = Kind::Attribute;
        } else {
          fail(value.source(),
               "unknown kind '" + text->get() + "'; known are function, class, attribute");
        }
      }
      fill(*table, common, true);
      if (names.empty())
        fail(table->source(), "[[many]] needs names = \"a b c\"");
      std::istringstream words(names);
      for (std::string name; words >> name;) {
        Draft draft = common;
        draft.name = prefix + name;
        substitute(draft.op, name);
        finish(draft);
      }
    }
  }

  static void substitute(std::string &text, const std::string &name) {
    if (size_t at = text.find("{}"); at != text.npos)
      text.replace(at, 2, name);
  }

  void finish(Draft &draft) {
    // Constructing a class gives an instance of it unless the entry says otherwise.
    if (draft.kind == Kind::Class && draft.result.result == Result::Unknown)
      draft.result.result = Result::Instance;
    if (draft.result.result == Result::Instance && draft.result.type.empty())
      draft.result.type = draft.name;
    model.entries.push_back(std::move(draft));
  }

  template <class T>
  bool take(std::optional<T> parsed, const WordError &why, const toml::node &node, T &out) {
    if (!parsed) {
      fail(node.source(), why.text);
      return false;
    }
    out = std::move(*parsed);
    return true;
  }

  void fill(const toml::table &fields, Draft &draft, bool grouped) {
    for (auto &&[key, node] : fields) {
      std::string_view name = key.str();
      if (grouped && (name == "prefix" || name == "names" || name == "kind"))
        continue;
      if (name == "effects") {
        effects(node, draft.effects);
        continue;
      }
      if (name == "bases") {
        list(node, name, draft.bases);
        continue;
      }
      auto *text = node.as_string();
      if (!text) {
        fail(node.source(), "'" + std::string(name) + "' must be a string");
        continue;
      }
      value(name, text->get(), node, key.source(), draft);
    }
  }

  void value(std::string_view name, const std::string &text, const toml::node &node,
             const toml::source_region &key, Draft &draft) {
    WordError why;
    auto pair = [&](auto parsed, auto &word, std::string &arg) {
      std::pair<std::remove_reference_t<decltype(word)>, std::string> both;
      if (!take(std::move(parsed), why, node, both))
        return;
      word = both.first;
      arg = both.second;
    };
    if (name == "result") {
      take(parse_result(text, why), why, node, draft.result);
    } else if (name == "result_when") {
      take(parse_result(text, why), why, node, draft.result_when);
    } else if (name == "device") {
      pair(parse_device(text, why), draft.device, draft.device_arg);
    } else if (name == "rank") {
      pair(parse_rank(text, why), draft.rank, draft.rank_arg);
    } else if (name == "grad") {
      pair(parse_grad(text, why), draft.grad, draft.grad_arg);
    } else if (name == "params") {
      take(parse_params(text, why), why, node, draft.params);
    } else if (name == "when") {
      draft.when = text;
    } else if (name == "op") {
      draft.op = text;
    } else if (name == "since") {
      take(parse_torch_version(text, why), why, node, draft.since);
    } else if (name == "until") {
      take(parse_torch_version(text, why), why, node, draft.until);
    } else {
      fail(key, "unknown key '" + std::string(name) +
                    "'; known are params, result, device, rank, grad, effects, bases, op, when, "
                    "result_when, "
                    "since, until");
    }
  }
};

} // namespace

std::string read_model_text(std::string_view text, const std::string &path, DraftModel &model) {
  toml::parse_result parsed = toml::parse(text, std::string_view(path));
  if (!parsed) {
    auto &error = parsed.error();
    return path + ":" + std::to_string(error.source().begin.line) + ": " +
           std::string(error.description());
  }
  return Reader(path, model).read(parsed.table());
}

std::string read_model_file(const std::string &path, DraftModel &model) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return path + ": cannot read this file";
  return read_model_text(text.str(), path, model);
}

} // namespace offside::model
