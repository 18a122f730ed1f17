// Makes model entries for every Python name of an aten operator from its overloads, and rules for
// those not measured.
#include "lint/model/operator_entries.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace offside::model {
namespace {

DraftResult result_of(const Schema &schema) {
  DraftResult result;
  auto &outs = schema.results;
  if (outs.empty()) {
    result.result = Result::None;
  } else if (outs.size() == 1) {
    const std::string &type = outs[0].type;
    if (type == "Tensor")
      result.result = Result::Tensor;
    else if (type == "Tensor[]")
      result.result = Result::TensorList;
    else if (type == "bool")
      result.result = Result::Bool;
    else if (type == "int" || type == "SymInt")
      result.result = Result::Int;
    else if (type == "float")
      result.result = Result::Float;
    else if (type == "Scalar")
      result.result = Result::Number;
    else if (type == "ScalarType")
      result.result = Result::Dtype;
    else if (type == "int[]" || type == "SymInt[]")
      result.result = Result::Shape;
  } else if (std::all_of(outs.begin(), outs.end(), [](auto &o) { return o.type == "Tensor"; })) {
    result.result = Result::Tensors;
    result.count = uint8_t(outs.size());
    if (!outs[0].name.empty())
      for (auto &out : outs)
        result.fields += (result.fields.empty() ? "" : ",") + out.name;
  }
  return result;
}

class Builder {
public:
  explicit Builder(DraftModel &model) : model(model) {
    for (auto &entry : model.entries)
      described.insert(entry.name);
    for (auto &alias : model.aliases)
      if (!alias.prefix)
        described.insert(alias.name);
    for (auto &rule : model.rules)
      ruled.insert(rule.op);
  }

  void add(const Operator &op) {
    std::string_view base = op.base;
    auto make = [&](std::string_view package, size_t strip, std::string_view op_prefix,
                    bool method) {
      std::string short_name(base.substr(strip));
      std::string name = std::string(package) + short_name;
      std::string rule = std::string(op_prefix) + short_name;
      if (described.insert(name).second)
        entry(op, name, pick_rule(op, rule, short_name), method);
    };
    for (char flag : op.flags) {
      if (flag == 't')
        make("torch.", 0, "", false);
      if (flag == 'm')
        make("torch.Tensor.", 0, "", true);
      if (flag == 'n')
        make("torch.nn.functional.", 0, "nn.functional.", false);
      if (flag == 'f')
        make("torch.fft.", 4, "fft.", false);
      if (flag == 'l')
        make("torch.linalg.", 7, "linalg.", false);
      if (flag == 's')
        make("torch.special.", 8, "special.", false);
    }
  }

  // Rules say "second further argument"; a call may name that parameter. Both spellings get the
  // same rule. The forward of a module borrows the rule of a functional whose other operands are
  // its parameters, so its names say nothing.
  void complete_keywords() {
    std::unordered_map<std::string, std::vector<const Draft *>> users;
    for (auto &entry : model.entries)
      if (!entry.op.empty() && !entry.name.ends_with(".forward"))
        users[entry.op].push_back(&entry);
    for (auto &rule : model.rules)
      for (auto *entry : users[rule.op])
        complete(rule, *entry);
  }

private:
  DraftModel &model;
  std::unordered_set<std::string> described, ruled;

  // The measured rule under its own name, or as functional; else one from the class, when the class
  // is certain.
  std::string pick_rule(const Operator &op, const std::string &rule,
                        const std::string &short_name) {
    for (auto &name : {rule, short_name, "nn.functional." + short_name})
      if (ruled.count(name))
        return name;
    std::string in_place =
        short_name.ends_with("_") ? short_name.substr(0, short_name.size() - 1) : "";
    std::set<std::string> now, then;
    for (auto &o : op.overloads) {
      if (o.is_out() || o.tensors() < 2)
        continue;
      now.insert(o.class_new);
      then.insert(o.class_old);
    }
    if (now.size() != 1)
      return {};
    auto add_rule = [&](const std::string &letter, int16_t since, int16_t until) {
      DraftRule made;
      made.op = rule;
      OperandRule others = letter == "A" ? OperandRule::Exact : OperandRule::Scalar;
      made.input = in_place.empty() ? others : OperandRule::Exact;
      made.rest = others;
      made.since = since;
      made.until = until;
      model.rules.push_back(made);
      ruled.insert(rule);
    };
    const std::string &letter = *now.begin();
    if (letter != "A" && letter != "T")
      return {};
    const std::string old = then.size() == 1 ? *then.begin() : "-";
    if ((old == "A" || old == "T") && old != letter)
      add_rule(old, 0, 206);
    add_rule(letter, (old == "A" || old == "T") && old != letter ? 207 : 0, 0);
    return rule;
  }

  static bool has_param(const Draft &draft, const std::string &name) {
    for (auto &p : draft.params)
      if (p.name == name)
        return true;
    return false;
  }

  // Position by position the name that the longest overload gives it (x.std(0) is the one with
  // `dim`); names of other overloads can still be given by keyword.
  static void merge_params(const Operator &op, bool method, Draft &draft) {
    std::vector<DraftParam> by_keyword;
    size_t shortest = size_t(-1);
    bool out = false;
    std::vector<const Overload *> overloads;
    for (auto &o : op.overloads)
      if (o.is_out())
        out |= !method;
      else
        overloads.push_back(&o);
    std::stable_sort(overloads.begin(), overloads.end(),
                     [](auto *a, auto *b) { return a->positional() > b->positional(); });
    for (auto *overload : overloads) {
      const Overload &o = *overload;
      size_t position = 0, required = 0;
      for (auto &p : o.schema.params) {
        std::string name = p.name;
        if (name == "self") {
          if (method)
            continue;
          name = "input";
        }
        if (p.keyword_only) {
          by_keyword.push_back({name, ParamKind::KeywordOnly, true});
          continue;
        }
        if (!p.optional)
          ++required;
        if (position == draft.params.size() && !has_param(draft, name))
          draft.params.push_back({name, ParamKind::Normal, true});
        else if (position >= draft.params.size() || draft.params[position].name != name)
          by_keyword.push_back({name, ParamKind::KeywordOnly, true});
        ++position;
      }
      shortest = std::min(shortest, required);
    }
    for (size_t i = 0; i < draft.params.size() && i < shortest; ++i)
      draft.params[i].optional = false;
    if (out)
      by_keyword.push_back({"out", ParamKind::KeywordOnly, true});
    for (auto &p : by_keyword)
      if (!has_param(draft, p.name))
        draft.params.push_back(std::move(p));
    mark_numbers(overloads, method, draft);
  }

  // Where no overload takes a tensor, PyTorch reads one that is given as a number, from any device.
  static void mark_numbers(const std::vector<const Overload *> &overloads, bool method,
                           Draft &draft) {
    for (size_t i = 0; i < draft.params.size(); ++i) {
      auto &param = draft.params[i];
      bool by_name = param.kind == ParamKind::KeywordOnly;
      param.number = param.name != "out";
      for (auto *o : overloads) {
        size_t position = 0;
        for (auto &p : o->schema.params) {
          if (method && p.name == "self")
            continue;
          bool same = by_name ? p.name == param.name : !p.keyword_only && position == i;
          if (same && p.is_tensor())
            param.number = false;
          ++position;
        }
      }
    }
  }

  void entry(const Operator &op, const std::string &name, const std::string &rule, bool method) {
    const Overload *first = nullptr;
    for (auto &o : op.overloads)
      if (!first && !o.is_out())
        first = &o;
    if (!first)
      first = &op.overloads.front();
    Draft draft;
    draft.name = name;
    draft.place = first->place;
    draft.op = rule;
    merge_params(op, method, draft);
    draft.result = result_of(first->schema);
    for (auto &o : op.overloads) {
      if (o.is_out() || draft.result.result != Result::Tensor)
        continue;
      DraftResult other = result_of(o.schema);
      bool dim = std::any_of(o.schema.params.begin(), o.schema.params.end(),
                             [](auto &p) { return p.name == "dim"; });
      if (other.result == Result::Tensors && dim) {
        draft.when = "dim";
        draft.result_when = other;
      }
    }
    bool tensors = false, device = false;
    for (auto &o : op.overloads) {
      if (o.is_out())
        continue;
      tensors |= o.tensors() > 0;
      for (auto &p : o.schema.params)
        device |= p.name == "device";
    }
    bool has_result = draft.result.result == Result::Tensor ||
                      draft.result.result == Result::Tensors ||
                      draft.result.result == Result::TensorList;
    const std::string receiver = method ? "self" : "input";
    if (has_result) {
      draft.device = tensors && device ? Device::Like : tensors ? Device::Common : Device::Factory;
      if (draft.device == Device::Like)
        draft.device_arg = receiver;
    }
    switch (first->rank) {
    case 'b':
      draft.rank = Rank::Broadcast;
      break;
    case 'r':
      draft.rank = Rank::Reduce;
      break;
    case '0':
      draft.rank = Rank::Zero;
      break;
    case 'n':
      draft.rank = Rank::NonZero;
      break;
    case 's':
      draft.rank = Rank::Same;
      draft.rank_arg = receiver;
      break;
    default:
      break;
    }
    if (first->grad == 'n')
      draft.grad = Grad::No;
    if (name.ends_with("_") && !name.ends_with("__")) {
      draft.effects.push_back({Effect::InPlace, {}});
      if (method)
        draft.result = DraftResult{Result::Self, 0, {}, {}, {}};
    }
    model.entries.push_back(std::move(draft));
  }

  static void complete(DraftRule &rule, const Draft &entry) {
    size_t shift = entry.name.starts_with("torch.Tensor.") ? 1 : 0;
    auto known = [&](const std::string &name) {
      for (auto &[keyword, value] : rule.keywords)
        if (keyword == name)
          return true;
      return false;
    };
    for (size_t i = 0; i < entry.params.size(); ++i) {
      auto &p = entry.params[i];
      if (p.number && !known(p.name))
        rule.keywords.emplace_back(p.name, OperandRule::Free);
      if (p.kind == ParamKind::KeywordOnly || p.kind == ParamKind::Keywords)
        continue;
      size_t position = i + shift;
      if (p.number && position > rule.args.size()) {
        rule.args.resize(position, rule.rest);
        rule.args[position - 1] = OperandRule::Free;
      }
      if (position == 0)
        continue;
      if (position <= rule.args.size()) {
        if (!known(p.name))
          rule.keywords.emplace_back(p.name, rule.args[position - 1]);
        continue;
      }
      for (auto &[keyword, value] : rule.keywords)
        if (keyword == p.name) {
          rule.args.resize(position, rule.rest);
          rule.args[position - 1] = value;
        }
    }
  }
};

} // namespace

void add_operator_entries(const std::vector<Operator> &operators, DraftModel &model) {
  Builder builder(model);
  for (auto &op : operators)
    builder.add(op);
  builder.complete_keywords();
}

} // namespace offside::model
