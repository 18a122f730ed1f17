// `offside explain`: the page of one rule.
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/cli/selection.h"

namespace offside::cli {

int explain(const ExplainOptions &options) {
  const check::RuleInfo *rule = check::find_rule(options.rule);
  if (!rule) {
    const std::string near = nearest_rule(options.rule);
    complain("there is no rule `" + options.rule + "`" +
             (near.empty() ? "; `offside rules` lists them" : "; did you mean `" + near + "`?"));
    return ExitCode::failure;
  }
  std::string text = "# " + std::string(rule->code) + " " + std::string(rule->name) + "\n\n" +
                     std::string(rule->summary) +
                     ".\n\nSeverity: " + std::string(to_string(rule->severity)) +
                     ". Fix: " + std::string(to_string(rule->fix)) +
                     ". Since: " + std::string(rule->since) + ".\n\n" + std::string(rule->page);
  return write_output("", text) ? ExitCode::clean : ExitCode::failure;
}

} // namespace offside::cli
