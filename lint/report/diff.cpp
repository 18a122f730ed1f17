// A unified diff between two texts.
#include "lint/report/diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace offside::report {

namespace {

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

struct Step {
  char kind; // ' ', '-', '+'
  std::string_view line;
};

// Fixes touch a few lines of a long file, so this is Myers' greedy search between the common head
// and tail; beyond `limit` differences it gives up on a small diff and replaces everything.
std::vector<Step> steps(const Lines &a, const Lines &b) {
  constexpr int limit = 2000;
  std::size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head])
    ++head;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  const int n = static_cast<int>(a.size() - head - tail),
            m = static_cast<int>(b.size() - head - tail);
  const auto at_a = [&](int i) { return a[head + static_cast<std::size_t>(i)]; };
  const auto at_b = [&](int i) { return b[head + static_cast<std::size_t>(i)]; };
  std::vector<std::vector<int>> trace; // furthest x per diagonal -d..d after d differences
  bool found = n == 0 && m == 0;
  for (int d = 0; !found && d <= std::min(n + m, limit); ++d) {
    std::vector<int> row(static_cast<std::size_t>(2 * d + 1));
    for (int k = -d; k <= d && !found; k += 2) {
      const auto before = [&](int diagonal) {
        return trace.back()[static_cast<std::size_t>(diagonal + d - 1)];
      };
      int x = 0;
      if (d > 0)
        x = k == -d || (k != d && before(k - 1) < before(k + 1)) ? before(k + 1)
                                                                 : before(k - 1) + 1;
      int y = x - k;
      while (x < n && y < m && at_a(x) == at_b(y)) {
        ++x;
        ++y;
      }
      row[static_cast<std::size_t>(k + d)] = x;
      found = x >= n && y >= m;
    }
    trace.push_back(std::move(row));
  }
  std::vector<Step> middle; // backwards
  if (found) {
    int x = n, y = m;
    for (int d = static_cast<int>(trace.size()) - 1; d > 0; --d) {
      const auto before = [&](int diagonal) {
        return trace[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
      };
      const int k = x - y;
      const bool inserted = k == -d || (k != d && before(k - 1) < before(k + 1));
      const int from_x = inserted ? before(k + 1) : before(k - 1);
      const int from_y = inserted ? from_x - k - 1 : from_x - k + 1;
      const int start_x = inserted ? from_x : from_x + 1;
      while (x > start_x) {
        middle.push_back({' ', at_a(--x)});
        --y;
      }
      middle.push_back(inserted ? Step{'+', at_b(from_y)} : Step{'-', at_a(from_x)});
      x = from_x;
      y = from_y;
    }
    while (x > 0)
      middle.push_back({' ', at_a(--x)});
  } else {
    for (int y = m; y-- > 0;)
      middle.push_back({'+', at_b(y)});
    for (int x = n; x-- > 0;)
      middle.push_back({'-', at_a(x)});
  }
  std::vector<Step> out;
  for (std::size_t i = 0; i < head; ++i)
    out.push_back({' ', a[i]});
  out.insert(out.end(), middle.rbegin(), middle.rend());
  for (std::size_t i = a.size() - tail; i < a.size(); ++i)
    out.push_back({' ', a[i]});
  return out;
}

std::string range(std::size_t first, std::size_t count) {
  return std::to_string(count ? first + 1 : first) +
         (count == 1 ? "" : "," + std::to_string(count));
}

} // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after,
                         bool color) {
  constexpr std::size_t context = 3;
  if (before == after)
    return {};
  const auto paint = [color](const char *code, std::string_view text) {
    return color ? "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m"
                 : std::string(text);
  };
  const Lines a = split(before), b = split(after);
  const std::vector<Step> all = steps(a, b);
  std::string out =
      paint("1", "--- " + std::string(path)) + "\n" + paint("1", "+++ " + std::string(path)) + "\n";
  std::size_t line_a = 0, line_b = 0; // lines before step `at`
  for (std::size_t at = 0; at < all.size();) {
    if (all[at].kind == ' ') {
      ++at, ++line_a, ++line_b;
      continue;
    }
    const std::size_t lead = std::min(at, context);
    std::size_t end = at, quiet = 0; // the hunk ends after enough unchanged lines
    for (std::size_t i = at; i < all.size() && quiet <= 2 * context; ++i) {
      quiet = all[i].kind == ' ' ? quiet + 1 : 0;
      if (quiet == 0)
        end = i + 1;
    }
    const std::size_t stop = std::min(end + context, all.size());
    std::size_t count_a = 0, count_b = 0;
    std::string body;
    for (std::size_t i = at - lead; i < stop; ++i) {
      count_a += all[i].kind != '+';
      count_b += all[i].kind != '-';
      std::string_view text = all[i].line;
      const bool ended = text.ends_with("\n");
      text.remove_suffix(ended);
      const std::string line = all[i].kind + std::string(text);
      body += all[i].kind == ' ' ? line : paint(all[i].kind == '-' ? "31" : "32", line);
      body += ended ? "\n" : "\n\\ No newline at end of file\n";
    }
    out += paint("36", "@@ -" + range(line_a - lead, count_a) + " +" +
                           range(line_b - lead, count_b) + " @@") +
           "\n" + body;
    line_a += count_a - lead;
    line_b += count_b - lead;
    at = stop;
  }
  return out;
}

} // namespace offside::report
