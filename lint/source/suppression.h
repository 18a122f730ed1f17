// Comments that silence findings, and the ones among them that silence nothing.
//
//   # noqa                              every finding on this logical line
//   # noqa: DEV101, DEV102 any text     these
//   # ruff: noqa   # flake8: noqa       every finding in the file (with `: DEV101` these)
//   # offside: ignore[DEV101, mixed-devices] reason      # offside: ignore
//   # offside: ignore-file[DEV101]                       # offside: ignore-file
//
// noqa has ruff's meaning: any letter case, exact codes, a `:` without a valid code after it
// silences nothing. A line comment holds for its whole logical line: all lines of a call in
// brackets, of a triple-quoted string, of a continued line.
#pragma once

#include "lint/source/python_lines.h"
#include "lint/source/text_edit.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::source {

struct UnusedSuppression {
  TextSpan span;                  // of the directive, from its '#'
  std::vector<std::string> codes; // as written; empty: a bare `offside: ignore`
  TextEdit removal;               // the codes, or the comment when nothing else is left in it
};

struct InvalidSuppression { // silences nothing, though someone meant it to
  TextSpan span;
  std::string message;
};

class Suppressions {
public:
  Suppressions() = default;
  explicit Suppressions(std::string_view text);

  bool empty() const { return directives_.empty(); }

  // Whether a comment silences a finding of this rule on the range; remembers every comment that
  // does as used. Either end of the range may be on the comment's logical line.
  bool matches(std::string_view rule_code, std::string_view rule_name, uint32_t begin,
               uint32_t end);

  // Call after all findings were matched. Codes of other tools and a bare `noqa` are none of our
  // business; `was_checked` (code or name as written) keeps codes of rules that did not run. DEV001
  // is what this list is reported as, and never unused itself.
  std::vector<UnusedSuppression>
  unused(const std::function<bool(std::string_view)> &was_checked = {}) const;

  const std::vector<InvalidSuppression> &invalid() const { return invalid_; }

private:
  struct Code {
    TextSpan span;
    std::string text;
    bool used = false;
  };
  struct Directive {
    TextSpan comment, span; // the comment, and from this directive's '#' to its end
    TextSpan lines;         // the logical line
    bool whole_file = false;
    bool ours = false;       // `offside:`: any code in it is meant for us
    bool used = false;       // of a bare one
    std::vector<Code> codes; // empty: everything
  };
  friend class SuppressionReader;

  TextEdit removal(const Directive &directive, const std::vector<const Code *> &kept) const;

  std::string_view text_; // must outlive this object
  bool silences(Directive &directive, std::string_view rule_code, std::string_view rule_name);
  bool matches_at(uint32_t offset, std::string_view rule_code, std::string_view rule_name);

  std::vector<Directive> directives_; // in order of the text
  std::vector<uint32_t> whole_file_;  // those of them that hold everywhere
  std::vector<InvalidSuppression> invalid_;
};

} // namespace offside::source
