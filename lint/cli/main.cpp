// The command line: names, help texts, and which verb to run.
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/cli/selection.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

using namespace offside::cli;

namespace {

// An option that takes one of a few words. (CLI11's own transformer prints its table into the help
// text.)
template <typename T>
CLI::Option *add_choice(CLI::App &verb, const char *name, T &target,
                        std::vector<std::pair<std::string, T>> choices, const char *help) {
  std::string words;
  for (const auto &[word, value] : choices)
    words += (words.empty() ? "" : "|") + word;
  return verb
      .add_option_function<std::string>(
          name,
          [&target, choices, name, words](const std::string &given) {
            for (const auto &[word, value] : choices)
              if (word == given) {
                target = value;
                return;
              }
            throw CLI::ValidationError(name, "`" + given + "` is none of " + words);
          },
          help)
      ->type_name(words);
}

void add_color(CLI::App &verb, Color &color) {
  add_choice<Color>(verb, "--color", color,
                    {{"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}},
                    "Use colours")
      ->group("Output");
}

// Which configuration holds: for every verb that reads a project.
void add_configuration(CLI::App &verb, InputOptions &options) {
  CLI::Option *config =
      verb.add_option("--config", options.config, "Use this configuration file for every path")
          ->type_name("FILE")
          ->group("Configuration");
  verb.add_flag("--isolated", options.isolated, "Read no configuration file")
      ->excludes(config)
      ->group("Configuration");
  verb.add_flag("--force-exclude", options.force_exclude,
                "Leave out what the configuration excludes even when it is named (for pre-commit)")
      ->group("Configuration");
  verb.add_option("--torch-version", options.torch_version,
                  "The oldest torch the code is meant for; else what the project declares, else "
                  "the newest known")
      ->type_name("X.Y")
      ->group("Configuration");
  verb.add_option("--model", options.models, "Add a file that describes a library's functions")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group("Configuration");
}

void add_running(CLI::App &verb, InputOptions &options) {
  verb.add_option("-j,--jobs", options.threads,
                  "Threads; as many as the machine has when not given")
      ->check(CLI::Range(1u, 1024u))
      ->type_name("N")
      ->group("Running");
  verb.add_option("--stdin-filename", options.stdin_filename,
                  "The name that standard input is checked under")
      ->type_name("NAME")
      ->group("Running");
}

void add_check(CLI::App &app, CheckOptions &options, int &code) {
  CLI::App *verb =
      app.add_subcommand("check", "Report device-placement mistakes in files and folders");
  verb->add_option("paths", options.paths,
                   "Files and folders to check; `-` is standard input, and the current folder when "
                   "none is given")
      ->type_name("");
  add_choice<Format>(*verb, "--format", options.format,
                     {{"text", Format::Text},
                      {"json", Format::Json},
                      {"github", Format::Github},
                      {"sarif", Format::Sarif}},
                     "How to print findings");
  verb->add_option("--output,-o", options.output, "Write the report to a file")->type_name("FILE");

  const auto rules = [&](const char *name, std::vector<std::string> &target, const char *help) {
    return verb->add_option(name, target, help)
        ->delimiter(',')
        ->type_name("RULES")
        ->allow_extra_args(false)
        ->group("Rules");
  };
  CLI::Option *select = rules(
      "--select", options.select,
      "Only these: codes (DEV101), prefixes (DEV1), names (mixed-devices), ALL; commas between");
  rules("--ignore", options.ignore, "Not these");
  rules("--extend-select", options.extend_select, "These beside what is selected already");
  verb->add_flag("--show-notes", options.show_notes,
                 "Show notes in text output (other formats always hold them)")
      ->group("Rules");

  add_configuration(*verb, options);

  verb->add_flag("--fix", options.fix, "Apply safe fixes, then report what is left")
      ->group("Fixes");
  verb->add_flag("--unsafe-fixes", options.unsafe_fixes,
                 "With --fix or --diff: also fixes that need a second look")
      ->group("Fixes");
  verb->add_flag("--diff", options.diff, "Print what --fix would change and change nothing")
      ->group("Fixes");

  verb->add_flag("--exit-zero", options.exit_zero, "Exit with 0 even when there are findings")
      ->group("Output");
  verb->add_flag("--statistics", options.statistics,
                 "Print how often each rule fired, not the findings")
      ->group("Output");
  verb->add_flag("-q,--quiet", options.quiet, "Print findings only: no summary, no progress")
      ->group("Output");
  add_color(*verb, options.color);

  verb->add_flag("--verify", options.verify,
                 "Compare findings with `# expect: CODE` comments; exit with 1 on a difference")
      ->group("Running");
  add_running(*verb, options);
  verb->footer("Exit status: 0 when nothing was found, 1 when there are errors or warnings, 2 when "
               "something went wrong.");
  verb->callback([&options, &code, select] {
    options.has_select = select->count() > 0;
    code = check(options);
  });
}

void add_migrate(CLI::App &app, MigrateOptions &options, int &code) {
  CLI::App *verb = app.add_subcommand(
      "migrate", "Rewrite torch.cuda code for any accelerator: print a diff, or --write it");
  verb->add_option("paths", options.paths,
                   "Files and folders to rewrite; `-` is standard input, and the current folder "
                   "when none is given")
      ->type_name("");

  verb->add_flag("--write", options.write, "Make the edits; without it a diff shows them")
      ->group("Rewriting");
  verb->add_flag("--unsafe-fixes", options.unsafe_fixes,
                 "Also edits that need a second look, such as a new device variable")
      ->group("Rewriting");
  verb->add_flag("--support-older", options.support_older,
                 "Also forms that the oldest torch lacks, behind a `hasattr` test")
      ->group("Rewriting");
  verb->add_flag("--mark", options.mark,
                 "Also add a `# TODO(offside): reason` comment where a person has to decide")
      ->group("Rewriting");

  // Flags with an optional value, so that `--check src/` does not take the folder for the file.
  verb->add_flag("--check", options.check,
                 "Print CUDA-only places beyond the recorded ones; exit with 1 when there are "
                 "any (--check=FILE: recorded in that file)")
      ->group("Ratchet");
  verb->add_flag("--record", options.record,
                 "Record how many places are left, in offside-migrate.json of the project or "
                 "in the file of --record=FILE; numbers can only go down")
      ->group("Ratchet");
  verb->add_flag("--allow-increase", options.allow_increase, "With --record: numbers may go up")
      ->group("Ratchet");

  add_choice<std::optional<ReportFormat>>(*verb, "--report", options.report,
                                          {{"md", ReportFormat::Markdown},
                                           {"json", ReportFormat::Json},
                                           {"csv", ReportFormat::Csv},
                                           {"html", ReportFormat::Html}},
                                          "Print what is rewritten, what is left and why")
      ->group("Output");
  verb->add_option("--output,-o", options.output, "Write the diff, report or list to a file")
      ->type_name("FILE")
      ->group("Output");
  verb->add_flag("--table", options.table, "Print what each API becomes, as Markdown")
      ->group("Output");
  verb->add_flag("-q,--quiet", options.quiet, "No summary, no progress")->group("Output");
  add_color(*verb, options.color);

  add_configuration(*verb, options);
  add_running(*verb, options);
  verb->footer("Exit status: 0 when all went well, 1 when --check finds more than is recorded or "
               "--record would have to record more, 2 when something went wrong.");
  verb->callback([&options, &code] { code = migrate(options); });
}

void add_dump(CLI::App &app, DumpOptions &options, int &code) {
  CLI::App *verb = app.add_subcommand("dump", "Show what the tool sees in a file, for bug reports");
  verb->require_subcommand(1);
  const auto add = [&](const char *name, const char *help, DumpOptions::What what) {
    CLI::App *kind = verb->add_subcommand(name, help);
    kind->add_option("paths", options.paths,
                     "Files (placement: the first one; the rest are its project)")
        ->required()
        ->type_name("FILE");
    kind->callback([&options, &code, what] {
      options.what = what;
      code = dump(options);
    });
    return kind;
  };
  add("ir", "The intermediate representation", DumpOptions::What::Ir);
  add("placement", "The device of every value", DumpOptions::What::Placement)
      ->add_option("--torch-version", options.torch_version, "As for check")
      ->type_name("X.Y");
  CLI::App *parse =
      add("parse", "Parse only: what a check is measured against", DumpOptions::What::Parse);
  parse->group("");
  parse->add_option("-j,--jobs", options.threads, "Threads")->check(CLI::Range(1u, 1024u));
}

int run(int argc, char **argv) {
  int code = ExitCode::clean;
  CLI::App app("Finds device-placement mistakes in PyTorch code before it runs.", "offside");
  app.set_version_flag("--version", version_text());
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  CheckOptions check_options;
  MigrateOptions migrate_options;
  DumpOptions dump_options;
  ExplainOptions explain_options;
  RulesOptions rules_options;
  add_check(app, check_options, code);
  add_migrate(app, migrate_options, code);
  CLI::App *explain_verb = app.add_subcommand("explain", "Print the page of a rule");
  explain_verb->add_option("rule", explain_options.rule, "Its code or name")
      ->required()
      ->type_name("RULE");
  explain_verb->callback([&] { code = explain(explain_options); });
  CLI::App *rules_verb = app.add_subcommand("rules", "List the rules");
  add_choice<bool>(*rules_verb, "--format", rules_options.json, {{"text", false}, {"json", true}},
                   "How to print them");
  rules_verb->callback([&] { code = list_rules(rules_options); });
  add_dump(app, dump_options, code);
  app.failure_message([](const CLI::App *, const CLI::Error &error) {
    return "offside: " + std::string(error.what()) + "\nTry --help.\n";
  });
  if (argc < 2) {
    std::fputs(app.help().c_str(), stderr);
    return ExitCode::failure;
  }
  if (const std::string verb = argv[1];
      !verb.starts_with("-") &&
      app.get_subcommands([&](CLI::App *known) { return known->get_name() == verb; }).empty()) {
    const std::string near = nearest(verb, {"check", "migrate", "explain", "rules", "dump"});
    complain("there is no command `" + verb + "`" +
             (near.empty() ? "; try --help" : "; did you mean `" + near + "`?"));
    return ExitCode::failure;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? ExitCode::clean : ExitCode::failure;
  }
  return code;
}

} // namespace

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    complain(std::string("internal error: ") + error.what());
  } catch (...) {
    complain("internal error");
  }
  return ExitCode::failure;
}
