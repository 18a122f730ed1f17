// What the command line said, one struct per verb, and the verbs themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

enum ExitCode : int { clean = 0, findings = 1, failure = 2 };

enum class Format : uint8_t { Text, Json, Github, Sarif };
enum class Color : uint8_t { Auto, Always, Never };

// What a run works on, for every verb that reads a project.
struct InputOptions {
  std::vector<std::string> paths;
  std::string config;
  bool isolated = false, force_exclude = false;
  std::string torch_version;
  std::vector<std::string> models;
  unsigned threads = 0;
  std::string stdin_filename;
};

struct CheckOptions : InputOptions {
  Format format = Format::Text;
  std::string output; // "" is standard output
  std::vector<std::string> select, ignore, extend_select;
  bool has_select = false;
  bool fix = false, unsafe_fixes = false, diff = false;
  bool exit_zero = false, statistics = false, verify = false, quiet = false, show_notes = false;
  Color color = Color::Auto;
};

enum class ReportFormat : uint8_t { Markdown, Json, Csv, Html };

struct MigrateOptions : InputOptions {
  bool write = false, mark = false, unsafe_fixes = false, support_older = false;
  bool table = false, quiet = false;
  std::optional<ReportFormat> report;
  std::string output; // "" is standard output
  // "" when not asked for, "true" for the project's own ratchet file, else the file.
  std::string check, record;
  bool asks_ratchet() const { return !check.empty() || !record.empty(); }
  bool allow_increase = false;
  Color color = Color::Auto;
};

struct DumpOptions {
  enum class What : uint8_t { Ir, Placement, Parse } what = What::Ir;
  std::vector<std::string> paths;
  std::string torch_version;
  unsigned threads = 0;
};

struct ExplainOptions {
  std::string rule;
};

struct RulesOptions {
  bool json = false;
};

// Each returns the exit code.
int check(const CheckOptions &options);
int migrate(const MigrateOptions &options);
int dump(const DumpOptions &options);
int explain(const ExplainOptions &options);
int list_rules(const RulesOptions &options);

std::string version_text(); // several lines
std::string_view version(); // "0.1.0"

} // namespace offside::cli
