// Decides which places a migration leaves as they are.
#include "lint/cli/kept_places.h"

#include "lint/check/rules.h"
#include "lint/source/parallel.h"
#include "lint/source/python_lines.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 10> vendor_folders = {
    "site-packages", "dist-packages", "third_party", "third-party", "thirdparty",
    "3rdparty",      "vendor",        "vendored",    "_vendor",     "node_modules"};

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char &c : out)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return out;
}

} // namespace

VendoredFiles::VendoredFiles(const std::vector<std::string> &named_paths) {
  std::error_code ignored;
  for (const std::string &named : named_paths)
    if (fs::is_directory(named, ignored))
      roots.push_back(absolute_path(named + "/"));
  // The longest root that holds a file is the one that counts, the current folder only without one.
  std::sort(roots.begin(), roots.end(), [](const std::string &a, const std::string &b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  roots.push_back(absolute_path("./"));
}

std::string VendoredFiles::folder_of(const std::string &path) const {
  const std::string whole = absolute_path(path);
  std::string_view rest = whole;
  for (const std::string &root : roots)
    if (whole.starts_with(root)) {
      rest.remove_prefix(root.size());
      break;
    }
  for (std::size_t slash; (slash = rest.find('/')) != rest.npos; rest.remove_prefix(slash + 1)) {
    const std::string_view folder = rest.substr(0, slash);
    if (std::find(vendor_folders.begin(), vendor_folders.end(), folder) != vendor_folders.end())
      return std::string(folder);
  }
  return {};
}

bool is_generated(std::string_view text) {
  // Generators write their notice before the first statement. A licence of usual length may come
  // first.
  constexpr std::size_t most_bytes = 8000;
  text = text.substr(0, most_bytes);
  std::vector<source::TextSpan> comments;
  for (uint32_t line = 0; line < text.size();) {
    comments.clear();
    const uint32_t end = source::scan_logical_line(text, line, comments);
    std::string_view rest = text.substr(line, end - line);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n\f"), rest.size()));
    if (!rest.empty() && rest.front() != '#')
      return false;
    for (const source::TextSpan &comment : comments) {
      const std::string words = lower_case(text.substr(comment.begin, comment.end - comment.begin));
      if (words.find("@generated") != words.npos || words.find("do not edit") != words.npos)
        return true;
    }
    line = end;
  }
  return false;
}

KeptPlaces::KeptPlaces(RunInputs &inputs, const InputOptions &options, unsigned threads) {
  const VendoredFiles vendored(options.paths);
  for (const Part &part : inputs.parts) {
    std::vector<OfFile *> of_files;
    for (const File &file : part.project.files) {
      auto entry = std::make_unique<OfFile>();
      of_files.push_back(entry.get());
      by_path.emplace(file.path, std::move(entry));
    }
    for_each_index(of_files.size(), threads, [&](std::size_t i) {
      if (part.project.files[i].source)
        look_at(part.project.files[i], *part.settings[i], vendored, *of_files[i]);
    });
  }
}

void KeptPlaces::look_at(const File &file, const Settings &settings, const VendoredFiles &vendored,
                         OfFile &out) {
  if (file.python2)
    out.reason = "the file is Python 2";
  else if (!file.syntax_errors.empty())
    out.reason = "the file has a syntax error in line " +
                 std::to_string(file.source->place(file.syntax_errors.front().begin).line);
  else if (const std::string folder = vendored.folder_of(file.path); !folder.empty())
    out.reason = "the file is vendored: it lies in `" + folder + "`";
  else if (is_generated(file.source->text))
    out.reason = "the file is generated: the comment at its top says so";
  out.ignored = settings.ignored_for(absolute_path(file.path));
  out.comments = source::Suppressions(file.source->text);
}

const std::string &KeptPlaces::whole_file(std::string_view path) const {
  static const std::string nothing;
  const auto at = by_path.find(path);
  return at == by_path.end() ? nothing : at->second->reason;
}

std::string KeptPlaces::why(std::string_view path, ir::Span span, std::string_view rule) const {
  const auto at = by_path.find(path);
  if (at == by_path.end())
    return {};
  OfFile &file = *at->second;
  if (!file.reason.empty())
    return file.reason;
  if (const auto index = rule_index(rule); index && file.ignored[*index])
    return "`per-file-ignores` of the configuration leaves " + std::string(rule) + " out here";
  if (file.comments.empty())
    return {};
  const check::RuleInfo *info = check::find_rule(rule);
  const std::lock_guard guard(file.lock);
  return file.comments.matches(rule, info ? info->name : "", span.begin, span.end)
             ? "a comment in the line keeps it"
             : "";
}

} // namespace offside::cli
