// From the engine's findings to the ones a user sees.
#include "lint/cli/shown_findings.h"

#include "lint/check/rules.h"
#include "lint/source/suppression.h"

#include <algorithm>
#include <tuple>

namespace offside::cli {

namespace {

using check::Finding;
using check::Severity;

Finding about_file(const File &file, std::string_view rule, ir::Span span, std::string message) {
  Finding finding;
  finding.rule = rule;
  finding.path = file.path;
  finding.span = span;
  finding.message = std::move(message);
  const check::RuleInfo *info = check::find_rule(rule);
  finding.severity = info ? info->severity : Severity::Error;
  return finding;
}

uint32_t lines_of(const File &file, const ir::Span &span) {
  return file.source->text_line(span.end > span.begin ? span.end - 1 : span.end) -
         file.source->text_line(span.begin) + 1;
}

// One finding per file, however many errors the parser met: the first says where, the message what
// is left out.
void add_syntax_error(const File &file, const ir::Program &program,
                      std::vector<Finding> &findings) {
  if (file.python2) {
    Finding &finding = findings.emplace_back(about_file(
        file, "DEV002", file.syntax_errors.empty() ? ir::Span{} : file.syntax_errors.front(),
        "this file is Python 2; nothing in it was checked"));
    finding.help = {"convert it to Python 3, or exclude it"};
    return;
  }
  if (file.syntax_errors.empty())
    return;
  std::string message = "this is not valid Python";
  if (const std::size_t more = file.syntax_errors.size() - 1)
    message +=
        ", here and in " + std::to_string(more) + (more == 1 ? " more place" : " more places");
  uint32_t lines = 0;
  for (const ir::Span &span : program.broken)
    lines += lines_of(file, span);
  message += lines == 0   ? "; findings near it are withheld"
             : lines == 1 ? "; findings in 1 line are withheld"
                          : "; findings in " + std::to_string(lines) + " lines are withheld";
  findings.push_back(about_file(file, "DEV002", file.syntax_errors.front(), std::move(message)));
}

void add_unused_suppressions(const File &file, const FileRules &rules,
                             const source::Suppressions &suppressions,
                             std::vector<Finding> &findings) {
  const auto was_checked = [&](std::string_view word) {
    const check::RuleInfo *rule = check::find_rule(word);
    return !rule || rules.enabled[*rule_index(rule->code)];
  };
  for (const source::UnusedSuppression &unused : suppressions.unused(was_checked)) {
    std::string codes;
    for (const std::string &code : unused.codes)
      codes += (codes.empty() ? "`" : ", `") + code + "`";
    Finding finding =
        about_file(file, "DEV001", {unused.span.begin, unused.span.end},
                   codes.empty() ? "this suppression silences nothing"
                                 : "this suppression of " + codes + " silences nothing");
    finding.help = {"remove it"};
    finding.edits = {{file.path, {unused.removal.begin, unused.removal.end}, unused.removal.text}};
    finding.safety = check::Safety::Safe;
    findings.push_back(std::move(finding));
  }
  for (const source::InvalidSuppression &invalid : suppressions.invalid())
    findings.push_back(
        about_file(file, "DEV001", {invalid.span.begin, invalid.span.end}, invalid.message));
}

} // namespace

FileRules rules_for(const std::string &absolute_path, const Settings &settings,
                    const SelectionLayer &command_line) {
  std::vector<SelectionLayer> layers = settings.layers;
  layers.push_back(command_line);
  const Selection selection = resolve(layers);
  FileRules rules{selection.enabled, selection.asked_for, &settings};
  rules.enabled &= ~settings.ignored_for(absolute_path);
  for (std::size_t rule = 0; rule < max_rules; ++rule)
    if (settings.severity[rule] == Level::Off)
      rules.enabled.reset(rule);
  return rules;
}

std::vector<Finding> shown(const File &file, const ir::Program &program, const FileRules &rules,
                           std::vector<Finding> findings) {
  if (!file.lowered) // not read, or nothing of ours in it: no findings, and no comments to look for
    return findings;
  add_syntax_error(file, program, findings);
  const auto enabled = [&](std::string_view code) {
    const auto rule = rule_index(code);
    return !rule || rules.enabled[*rule]; // a code without a page cannot be switched off
  };
  std::erase_if(findings, [&](const Finding &finding) { return !enabled(finding.rule); });
  source::Suppressions suppressions(file.source->text);
  std::erase_if(findings, [&](const Finding &finding) {
    const check::RuleInfo *rule = check::find_rule(finding.rule);
    return suppressions.matches(finding.rule, rule ? rule->name : "", finding.span.begin,
                                finding.span.end);
  });
  // Behind a syntax error findings are missing, and what they would have used is not unused.
  if (file.syntax_errors.empty() && !file.python2 && enabled("DEV001"))
    add_unused_suppressions(file, rules, suppressions, findings);
  for (Finding &finding : findings)
    if (const auto rule = rule_index(finding.rule); rule && rules.settings) {
      const Level level = rules.settings->severity[*rule];
      if (level > Level::Off)
        finding.severity =
            static_cast<Severity>(static_cast<int>(level) - static_cast<int>(Level::Note));
    }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) {
    return std::tie(a.span.begin, a.rule, a.span.end) < std::tie(b.span.begin, b.rule, b.span.end);
  });
  return findings;
}

} // namespace offside::cli
