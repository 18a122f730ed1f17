// What the command line said, one struct per verb, and the verbs themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

enum ExitCode : int { clean = 0, findings = 1, failure = 2 };

enum class Format : uint8_t { Text, Json, Github, Sarif };
enum class Color : uint8_t { Auto, Always, Never };

struct CheckOptions {
  std::vector<std::string> paths;
  Format format = Format::Text;
  std::string output; // "" is standard output
  std::vector<std::string> select, ignore, extend_select;
  bool has_select = false;
  std::string config;
  bool isolated = false, force_exclude = false;
  std::string torch_version;
  std::vector<std::string> models;
  bool fix = false, unsafe_fixes = false, diff = false;
  bool exit_zero = false, statistics = false, verify = false, quiet = false, show_notes = false;
  unsigned threads = 0;
  std::string stdin_filename;
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
int dump(const DumpOptions &options);
int explain(const ExplainOptions &options);
int list_rules(const RulesOptions &options);

std::string version_text(); // several lines
std::string_view version(); // "0.1.0"

} // namespace offside::cli
