// Matching of ignore patterns. Both levels of wildcards (`*` in a segment, `**` over segments)
// backtrack to the latest one only, so the time is bounded by pattern length × path length.
#include "lint/source/ignore_rules.h"

#include <algorithm>
#include <cstdint>

namespace offside::source {
namespace {

bool in_named_class(std::string_view name, unsigned char c) {
  const bool digit = c >= '0' && c <= '9';
  const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';
  const bool alpha = lower || upper, printable = c > 0x20 && c < 0x7f;
  if (name == "alpha")
    return alpha;
  if (name == "digit")
    return digit;
  if (name == "alnum")
    return alpha || digit;
  if (name == "lower")
    return lower;
  if (name == "upper")
    return upper;
  if (name == "space")
    return c == ' ' || (c >= '\t' && c <= '\r');
  if (name == "blank")
    return c == ' ' || c == '\t';
  if (name == "punct")
    return printable && !alpha && !digit;
  if (name == "xdigit")
    return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  if (name == "graph")
    return printable;
  if (name == "print")
    return printable || c == ' ';
  if (name == "cntrl")
    return c < 0x20 || c == 0x7f;
  return false;
}

// The set that begins at `glob[i] == '['`; moves `i` behind it. An unclosed set matches nothing.
bool set_matches(std::string_view glob, size_t &i, char character) {
  const auto c = static_cast<unsigned char>(character);
  size_t p = i + 1;
  const bool negated = p < glob.size() && (glob[p] == '!' || glob[p] == '^');
  p += negated;
  bool matched = false;
  for (bool first = true; p < glob.size() && (first || glob[p] != ']'); first = false) {
    if (glob[p] == '[' && p + 1 < glob.size() && glob[p + 1] == ':') {
      const size_t close = glob.find(":]", p + 2);
      if (close != glob.npos) {
        matched |= in_named_class(glob.substr(p + 2, close - p - 2), c);
        p = close + 2;
        continue;
      }
    }
    if (glob[p] == '\\' && p + 1 < glob.size())
      ++p;
    const auto low = static_cast<unsigned char>(glob[p++]);
    unsigned char high = low;
    if (p + 1 < glob.size() && glob[p] == '-' && glob[p + 1] != ']') {
      p += glob[p + 1] == '\\' && p + 2 < glob.size() ? 2 : 1;
      high = static_cast<unsigned char>(glob[p++]);
    }
    matched |= low <= c && c <= high;
  }
  if (p >= glob.size()) {
    i = glob.size();
    return false;
  }
  i = p + 1;
  return matched != negated;
}

bool segment_matches(std::string_view glob, std::string_view text) {
  size_t g = 0, t = 0, star = glob.npos, resume = 0;
  while (t < text.size()) {
    bool matched = false;
    size_t next = g;
    if (g < glob.size()) {
      if (glob[g] == '*') {
        star = g++;
        resume = t;
        continue;
      }
      if (glob[g] == '?') {
        matched = true;
        next = g + 1;
      } else if (glob[g] == '[') {
        matched = set_matches(glob, next, text[t]);
      } else {
        const size_t at = g + (glob[g] == '\\' && g + 1 < glob.size());
        matched = glob[at] == text[t];
        next = at + 1;
      }
    }
    if (matched) {
      g = next;
      ++t;
    } else if (star != glob.npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> segments;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    segments.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return segments;
}

} // namespace

bool glob_matches(std::string_view glob, std::string_view text) {
  if (glob.find('/') == glob.npos && glob != "**")
    return text.find('/') == text.npos && segment_matches(glob, text);
  const std::vector<std::string_view> globs = split(glob), segments = split(text);
  size_t g = 0, s = 0, star = SIZE_MAX, resume = 0;
  while (s < segments.size()) {
    if (g < globs.size() && globs[g] == "**") {
      if (g + 1 == globs.size())
        return true; // everything inside: at least this one segment
      star = g++;
      resume = s;
    } else if (g < globs.size() && segment_matches(globs[g], segments[s])) {
      ++g;
      ++s;
    } else if (star != SIZE_MAX) {
      g = star + 1;
      s = ++resume;
    } else {
      return false;
    }
  }
  return g == globs.size();
}

IgnoreRules::IgnoreRules(std::string_view file_text) {
  if (file_text.substr(0, 3) == "\xef\xbb\xbf")
    file_text.remove_prefix(3);
  while (!file_text.empty()) {
    const size_t end = std::min(file_text.find('\n'), file_text.size());
    add(file_text.substr(0, end));
    file_text.remove_prefix(std::min(end + 1, file_text.size()));
  }
}

IgnoreRules::IgnoreRules(const std::vector<std::string> &patterns) {
  for (const std::string &pattern : patterns)
    add(pattern);
}

void IgnoreRules::add(std::string_view line) {
  if (!line.empty() && line.back() == '\r')
    line.remove_suffix(1);
  while (!line.empty() && line.back() == ' ' && !(line.size() > 1 && line[line.size() - 2] == '\\'))
    line.remove_suffix(1);
  if (line.empty() || line[0] == '#')
    return;
  Pattern pattern;
  if (line[0] == '!') {
    pattern.negated = true;
    line.remove_prefix(1);
  }
  if (!line.empty() && line.back() == '/') {
    pattern.folders_only = true;
    line.remove_suffix(1);
  }
  if (!line.empty() && line[0] == '/') {
    pattern.anchored = true;
    line.remove_prefix(1);
  }
  if (line.empty())
    return;
  pattern.anchored |= line.find('/') != line.npos;
  pattern.literal = line.find_first_of("*?[\\") == line.npos;
  pattern.glob = line;
  patterns_.push_back(std::move(pattern));
}

bool IgnoreRules::matches(const Pattern &pattern, std::string_view path, bool is_folder) {
  if (pattern.folders_only && !is_folder)
    return false;
  const std::string_view subject =
      pattern.anchored ? path : path.substr(path.rfind('/') + 1); // npos + 1 is 0
  if (pattern.literal)
    return subject == pattern.glob;
  return pattern.anchored ? glob_matches(pattern.glob, subject)
                          : segment_matches(pattern.glob, subject);
}

std::optional<bool> IgnoreRules::verdict(std::string_view path, bool is_folder) const {
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern)
    if (matches(*pattern, path, is_folder))
      return !pattern->negated;
  return std::nullopt;
}

void IgnoreRules::allow(std::string_view path) {
  const bool ignored = verdict(path, true).value_or(false);
  // `x/**` or `x/*` where `x` matches the path.
  auto stem_matches = [&](const std::string &glob) {
    const size_t slash = glob.rfind('/');
    return slash != glob.npos && slash + 1 < glob.size() &&
           glob.find_first_not_of('*', slash + 1) == glob.npos &&
           glob_matches(std::string_view(glob).substr(0, slash), path);
  };
  const std::string inside = std::string(path) + "/";
  const bool selective = std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern &p) {
    return p.negated && p.glob.compare(0, inside.size(), inside) == 0;
  });
  auto forget = [&](const Pattern &pattern) {
    if (pattern.negated)
      return false;
    return (ignored && matches(pattern, path, true)) || (!selective && stem_matches(pattern.glob));
  };
  patterns_.erase(std::remove_if(patterns_.begin(), patterns_.end(), forget), patterns_.end());
}

} // namespace offside::source
