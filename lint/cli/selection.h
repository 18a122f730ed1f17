// Which rules are on. Selectors are codes (DEV101), code prefixes (DEV1), names (mixed-devices) and
// ALL; layers (a configuration file, its extensions, the command line) refine one another, and in a
// layer the more specific selector wins, so that `select = ["DEV1"], ignore = ["DEV101"]` and
// `ignore = ["DEV1"], extend-select = ["DEV101"]` both do what they say.
#pragma once

#include "lint/check/rules.h"

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

inline constexpr std::size_t max_rules = 256;
using RuleSet = std::bitset<max_rules>; // by index in check::rules()

struct Selector {
  RuleSet rules;
  int specificity = 0; // 0 for ALL, more for longer prefixes, most for a whole code or a name
};

// What a selector covers; nothing when it matches no rule.
std::optional<Selector> parse_selector(std::string_view text);

// The nearest rule code, rule name or word of `choices` to a misspelt one, for a "did you mean"; ""
// when none is near.
std::string nearest(std::string_view text, const std::vector<std::string_view> &choices);
std::string nearest_rule(std::string_view text);

struct SelectionLayer {
  std::optional<std::vector<Selector>> select; // replaces what the layers before chose
  std::vector<Selector> extend_select, ignore;
};

struct Selection {
  RuleSet enabled;
  RuleSet asked_for; // by anything narrower than ALL: their notes are shown without --show-notes

  bool operator==(const Selection &) const = default;
};

Selection resolve(const std::vector<SelectionLayer> &layers);

// Index of a rule in check::rules(), or nothing for a code that is not in the table.
std::optional<std::size_t> rule_index(std::string_view code);

} // namespace offside::cli
