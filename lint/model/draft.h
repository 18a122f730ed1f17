// A model entry as written: words already checked, names still text. What the readers produce and
// the packer consumes.
#pragma once

#include "lint/model/model.h"

#include <string>
#include <vector>

namespace offside::model {

struct DraftParam {
  std::string name;
  ParamKind kind = ParamKind::Normal;
  bool optional = false;
  bool number = false; // the schema takes no tensor here; one that is given is read with item()
};

struct DraftEffect {
  Effect effect;
  std::string arg;
};

// One "result" word with what follows its colon.
struct DraftResult {
  Result result = Result::Unknown;
  uint8_t count = 0;
  std::string fields; // Tensors
  std::string arg;    // Argument, Element, List
  std::string type;   // Instance
};

struct Draft {
  std::string name;
  std::string place; // "torch.toml:12", for messages
  Kind kind = Kind::Function;
  DraftResult result, result_when;
  Device device = Device::None;
  Rank rank = Rank::Maybe;
  Grad grad = Grad::Any;
  std::string device_arg, rank_arg, grad_arg, when, op;
  std::vector<DraftParam> params;
  std::vector<DraftEffect> effects;
  std::vector<std::string> bases;
  int16_t since = 0, until = 0;
};

struct DraftAlias {
  std::string name, target, place;
  bool prefix = false; // everything below `name` is found below `target` too
};

struct DraftRule {
  std::string op;
  OperandRule input = OperandRule::Exact, rest = OperandRule::Exact;
  std::vector<OperandRule> args;
  std::vector<std::pair<std::string, OperandRule>> keywords;
  uint8_t cpu_scalars = 1;
  bool out_exact = true;
  int16_t since = 0, until = 0;
};

// Effects added to an entry that another file or table describes.
struct DraftExtraEffects {
  std::string name, place;
  std::vector<DraftEffect> effects;
};

struct DraftModel {
  std::vector<Draft> entries;
  std::vector<DraftExtraEffects> extra_effects;
  std::vector<DraftAlias> aliases;
  std::vector<DraftRule> rules;
  std::vector<std::string> packages; // top-level import names
  std::vector<std::string> complete; // modules whose public names are all listed
};

} // namespace offside::model
