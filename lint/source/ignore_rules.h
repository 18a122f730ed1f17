// Patterns of .gitignore files and of the `exclude` setting: parsing and matching.
//
// The semantics are git's: the last pattern that matches wins, `!` re-includes, a `/` before the
// end anchors a pattern to its folder, a `/` at the end restricts it to folders, `*` stops at `/`,
// `**` between slashes spans folders.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::source {

// `text` against a glob of one path segment or, with `/` in both, of several.
bool glob_matches(std::string_view glob, std::string_view text);

class IgnoreRules {
public:
  // Reads lines as git does: comments, trailing blanks, `\#`, a BOM, CRLF.
  explicit IgnoreRules(std::string_view file_text);
  explicit IgnoreRules(const std::vector<std::string> &patterns);

  // True: ignored; false: re-included; nothing: no pattern says anything about it. `path` is
  // relative to the folder of the patterns, with '/' between segments and none at the ends.
  std::optional<bool> verdict(std::string_view path, bool is_folder) const;

  // Someone named `path` explicitly: when it is ignored, forgets the patterns that match it; and in
  // any case `path/**` and `path/*`, unless the rules re-include something in it.
  void allow(std::string_view path);

  bool empty() const { return patterns_.empty(); }

private:
  struct Pattern {
    std::string glob; // without `!` and outer slashes
    bool negated = false, anchored = false, folders_only = false, literal = false;
  };
  void add(std::string_view line);
  static bool matches(const Pattern &pattern, std::string_view path, bool is_folder);

  std::vector<Pattern> patterns_;
};

} // namespace offside::source
