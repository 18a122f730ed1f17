// Which rules are on.
#include "lint/cli/selection.h"

#include <algorithm>
#include <cctype>

namespace offside::cli {

namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return out;
}

// Edits (insert, delete, replace, swap of neighbours) from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = std::min({replace, d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

constexpr int whole = 100; // specificity of a code or a name

void apply(const SelectionLayer &layer, Selection &selection) {
  if (layer.select)
    selection = {};
  for (int level = 0; level <= whole; ++level) {
    const auto add = [&](const std::vector<Selector> &selectors) {
      for (const Selector &selector : selectors)
        if (selector.specificity == level) {
          selection.enabled |= selector.rules;
          if (level > 0)
            selection.asked_for |= selector.rules;
        }
    };
    if (layer.select)
      add(*layer.select);
    add(layer.extend_select);
    for (const Selector &selector : layer.ignore)
      if (selector.specificity == level) {
        selection.enabled &= ~selector.rules;
        selection.asked_for &= ~selector.rules;
      }
  }
}

} // namespace

std::optional<std::size_t> rule_index(std::string_view code) {
  const auto rules = check::rules();
  const auto at = std::lower_bound(
      rules.begin(), rules.end(), code,
      [](const check::RuleInfo &rule, std::string_view c) { return rule.code < c; });
  if (at == rules.end() || at->code != code)
    return std::nullopt;
  return static_cast<std::size_t>(at - rules.begin());
}

std::optional<Selector> parse_selector(std::string_view text) {
  const std::string wanted = upper(text);
  Selector out;
  const auto rules = check::rules();
  if (wanted == "ALL") {
    for (std::size_t i = 0; i < rules.size(); ++i)
      out.rules.set(i);
    return out;
  }
  const bool prefix = wanted.size() >= 3 && wanted.starts_with("DEV");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].code == wanted || upper(rules[i].name) == wanted) {
      out.rules.reset();
      out.rules.set(i);
      out.specificity = whole;
      return out;
    }
    if (prefix && rules[i].code.starts_with(wanted))
      out.rules.set(i);
  }
  out.specificity = static_cast<int>(wanted.size());
  if (out.rules.none())
    return std::nullopt;
  return out;
}

std::string nearest(std::string_view text, const std::vector<std::string_view> &choices) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, text.size() / 3) + 1;
  for (const std::string_view choice : choices)
    if (const std::size_t d = distance(text, choice); d < least) {
      least = d;
      best = choice;
    }
  return std::string(best);
}

std::string nearest_rule(std::string_view text) {
  std::vector<std::string_view> names, codes;
  for (const check::RuleInfo &rule : check::rules()) {
    names.push_back(rule.name);
    codes.push_back(rule.code);
  }
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  const std::string name = nearest(lower, names);
  return name.empty() ? nearest(upper(text), codes) : name;
}

Selection resolve(const std::vector<SelectionLayer> &layers) {
  Selection selection;
  for (std::size_t i = 0; i < check::rules().size(); ++i)
    selection.enabled.set(i);
  for (const SelectionLayer &layer : layers)
    apply(layer, selection);
  return selection;
}

} // namespace offside::cli
