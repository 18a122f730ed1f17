// `--verify`.
#include "lint/cli/expectations.h"

#include "lint/check/rules.h"
#include "lint/source/expectation.h"

#include <algorithm>

namespace offside::cli {

std::vector<std::string> compare(const source::SourceFile &file,
                                 std::span<const check::Finding> findings,
                                 const std::function<bool(const check::Finding &)> &hidden) {
  struct Difference {
    uint32_t offset;
    std::string text;
  };
  std::vector<Difference> differences;
  source::Expectations expectations = source::read_expectations(file);
  std::vector<source::Expectation> &expected = expectations.expected;
  for (source::Expectation &expectation : expected)
    if (const check::RuleInfo *rule = check::find_rule(expectation.code))
      expectation.code = rule->code;
  const auto where = [&](uint32_t offset) {
    const source::Place place = file.place(offset);
    const std::string cell = place.cell ? " cell " + std::to_string(place.cell) + ":" : "";
    return file.path + ":" + cell + std::to_string(place.line) + ": ";
  };
  for (const check::Finding &finding : findings) {
    const uint32_t start = file.line_start(finding.span.begin);
    const auto match =
        std::find_if(expected.begin(), expected.end(), [&](const source::Expectation &expectation) {
          return expectation.line_start == start && expectation.code == finding.rule;
        });
    if (match != expected.end())
      expected.erase(match);
    else if (!hidden || !hidden(finding))
      differences.push_back({finding.span.begin, where(finding.span.begin) + "surplus " +
                                                     finding.rule + ": " + finding.message});
  }
  for (const source::Expectation &expectation : expected)
    differences.push_back(
        {expectation.line_start, where(expectation.line_start) + "missing " + expectation.code});
  for (const source::InvalidExpectation &invalid : expectations.invalid)
    differences.push_back({invalid.span.begin, where(invalid.span.begin) + invalid.message});
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference &a, const Difference &b) { return a.offset < b.offset; });
  std::vector<std::string> out;
  for (Difference &difference : differences)
    out.push_back(std::move(difference.text));
  return out;
}

} // namespace offside::cli
