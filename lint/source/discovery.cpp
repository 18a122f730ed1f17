// The folder walk: one stack of folders, each with the ignore rules that hold in it.
#include "lint/source/discovery.h"

#include "lint/source/ignore_rules.h"
#include "lint/source/source_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <tuple>

namespace offside::source {
namespace {

constexpr std::array<std::string_view, 26> kSkippedFolders = {".git",
                                                              ".hg",
                                                              ".svn",
                                                              ".bzr",
                                                              ".tox",
                                                              ".nox",
                                                              ".venv",
                                                              "venv",
                                                              "node_modules",
                                                              "site-packages",
                                                              "__pycache__",
                                                              ".mypy_cache",
                                                              ".ruff_cache",
                                                              ".pytest_cache",
                                                              ".pytype",
                                                              ".eggs",
                                                              ".direnv",
                                                              ".pyenv",
                                                              ".hypothesis",
                                                              "__pypackages__",
                                                              "buck-out",
                                                              ".pants.d",
                                                              ".ipynb_checkpoints",
                                                              ".git-rewrite",
                                                              "dist-packages",
                                                              ".pixi"};

bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

bool is_checked_suffix(std::string_view name) {
  return ends_with(name, ".py") || ends_with(name, ".pyi") || ends_with(name, ".ipynb");
}

bool is_skipped_name(std::string_view name) {
  return std::find(kSkippedFolders.begin(), kSkippedFolders.end(), name) != kSkippedFolders.end() ||
         ends_with(name, ".egg-info");
}

std::string join(std::string_view folder, std::string_view name) {
  if (folder.empty())
    return std::string(name);
  std::string path(folder);
  if (path.back() != '/')
    path += '/';
  return path += name;
}

std::string_view parent_of(std::string_view absolute) {
  const size_t slash = absolute.rfind('/');
  return slash == 0 ? absolute.substr(0, 1) : absolute.substr(0, slash);
}

// `path` relative to `folder`, both canonical; nothing when it is not below.
std::optional<std::string_view> below(std::string_view folder, std::string_view path) {
  if (folder == "/")
    return path.size() > 1 ? std::optional(path.substr(1)) : std::nullopt;
  if (path.size() > folder.size() + 1 && path.substr(0, folder.size()) == folder &&
      path[folder.size()] == '/')
    return path.substr(folder.size() + 1);
  return std::nullopt;
}

// As people write it: no "./" in front, no doubled or trailing slashes; "" for the current folder.
std::string tidy(std::string_view path) {
  std::string out;
  for (char c : path)
    if (c != '/' || out.empty() || out.back() != '/')
      out += c;
  while (out.substr(0, 2) == "./")
    out.erase(0, 2);
  if (out == ".")
    out.clear();
  while (out.size() > 1 && out.back() == '/')
    out.pop_back();
  while (ends_with(out, "/."))
    out.resize(out.size() > 2 ? out.size() - 2 : 1);
  return out;
}

std::optional<std::string> canonical(const std::string &path) {
  char *resolved = ::realpath(path.empty() ? "." : path.c_str(), nullptr);
  if (!resolved)
    return std::nullopt;
  std::string result = resolved;
  std::free(resolved);
  return result;
}

bool exists(const std::string &path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

// Ignore rules with the canonical folder they are relative to, and the rules they take precedence
// over.
struct RuleSet {
  std::string folder;
  IgnoreRules rules;
  std::shared_ptr<const RuleSet> outer;
};
using Rules = std::shared_ptr<const RuleSet>;

bool is_ignored(const Rules &innermost, std::string_view path, bool is_folder) {
  for (const RuleSet *set = innermost.get(); set; set = set->outer.get())
    if (const auto relative = below(set->folder, path))
      if (const auto verdict = set->rules.verdict(*relative, is_folder))
        return *verdict;
  return false;
}

class Walk {
public:
  explicit Walk(const DiscoveryOptions &options) : options_(options) {
    for (const ExcludePatterns &patterns : options.exclude)
      if (const auto folder = canonical(patterns.folder))
        exclude_.push_back({*folder, IgnoreRules(patterns.globs), nullptr});
  }

  void take(const std::string &named) {
    const std::string path = tidy(named);
    struct stat info {};
    if (::stat(path.empty() ? "." : path.c_str(), &info) != 0)
      return say(named, true, errno);
    const auto real = canonical(path);
    if (!real)
      return say(named, true, errno);
    if (S_ISDIR(info.st_mode))
      return search(path, *real);
    keep(*real, path);
  }

  Discovered finish() {
    Discovered result;
    for (auto &[real, shown] : found_)
      result.files.push_back(std::move(shown));
    std::sort(result.files.begin(), result.files.end());
    std::sort(messages_.begin(), messages_.end(), [](const auto &a, const auto &b) {
      return std::tie(a.path, a.text) < std::tie(b.path, b.text);
    });
    result.messages = std::move(messages_);
    return result;
  }

private:
  struct Folder {
    std::string shown, real;
    Rules git;
    bool is_root;
  };
  struct Entry {
    std::string name;
    enum Kind : uint8_t { File, Directory, Link } kind;
  };

  void say(const std::string &path, bool named, int code) {
    messages_.push_back(
        {path.empty() ? "." : path, std::string("cannot be read: ") + std::strerror(code), named});
  }

  // Of two names of one file the first that was found stays.
  void keep(const std::string &real, const std::string &shown) { found_.emplace(real, shown); }

  void search(const std::string &shown, const std::string &real) {
    excluded_here_ = exclude_;
    for (RuleSet &set : excluded_here_)
      if (const auto relative = below(set.folder, real))
        allow_path(set.rules, *relative);
    std::vector<Folder> stack{{shown, real, outer_rules(real), true}};
    while (!stack.empty()) {
      const Folder folder = std::move(stack.back());
      stack.pop_back();
      visit(folder, stack);
    }
  }

  static void allow_path(IgnoreRules &rules, std::string_view relative) {
    for (size_t end = 0; end != relative.npos;) {
      end = relative.find('/', end + 1);
      rules.allow(relative.substr(0, end));
    }
  }

  // Rules of the repository from its root down to the folder above `real`. The patterns that would
  // ignore the named folder are forgotten; the others hold inside it.
  Rules outer_rules(const std::string &real) {
    if (!options_.respect_gitignore)
      return nullptr;
    std::vector<std::string> above; // innermost first
    std::string folder = real;
    bool in_repository = exists(join(folder, ".git"));
    if (in_repository)
      return nullptr; // the folder's own files are read when it is visited
    while (folder != "/" && !in_repository) {
      folder = parent_of(folder);
      above.push_back(folder);
      in_repository = exists(join(folder, ".git"));
    }
    if (!in_repository)
      return nullptr;
    Rules rules;
    for (auto at = above.rbegin(); at != above.rend(); ++at)
      rules = with_own_rules(*at, rules, at == above.rbegin());
    std::vector<RuleSet> kept;
    for (const RuleSet *set = rules.get(); set; set = set->outer.get())
      kept.push_back({set->folder, set->rules, nullptr});
    Rules result;
    for (auto set = kept.rbegin(); set != kept.rend(); ++set) {
      if (const auto relative = below(set->folder, real))
        allow_path(set->rules, *relative);
      result = std::make_shared<RuleSet>(RuleSet{set->folder, set->rules, result});
    }
    return result;
  }

  // The rules that hold inside a folder: its .gitignore before the outer ones; a repository's root
  // begins anew with .git/info/exclude.
  Rules with_own_rules(const std::string &real, Rules outer, bool is_repository) {
    auto add = [&](const std::string &file) {
      const BytesResult read = read_bytes(file);
      if (read.error.kind == LoadError::Kind::Unreadable)
        messages_.push_back({file, read.error.message, false});
      const IgnoreRules rules{std::string_view(read.bytes)};
      if (!rules.empty())
        outer = std::make_shared<RuleSet>(RuleSet{real, rules, outer});
    };
    if (is_repository) {
      outer = nullptr;
      add(join(real, ".git/info/exclude"));
    }
    add(join(real, ".gitignore"));
    return outer;
  }

  std::optional<std::vector<Entry>> list(const Folder &folder) {
    DIR *handle = ::opendir(folder.shown.empty() ? "." : folder.shown.c_str());
    if (!handle) {
      say(folder.shown, folder.is_root, errno);
      return std::nullopt;
    }
    std::vector<Entry> entries;
    while (true) {
      errno = 0;
      const dirent *entry = ::readdir(handle);
      if (!entry) {
        if (errno != 0)
          say(folder.shown, folder.is_root, errno);
        break;
      }
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..")
        continue;
      unsigned char type = entry->d_type;
      if (type == DT_UNKNOWN) { // some file systems do not tell
        struct stat info {};
        if (::lstat(join(folder.shown, name).c_str(), &info) == 0)
          type = S_ISDIR(info.st_mode)   ? DT_DIR
                 : S_ISLNK(info.st_mode) ? DT_LNK
                 : S_ISREG(info.st_mode) ? DT_REG
                                         : DT_UNKNOWN;
      }
      if (type == DT_DIR)
        entries.push_back({std::string(name), Entry::Directory});
      else if (type == DT_REG)
        entries.push_back({std::string(name), Entry::File});
      else if (type == DT_LNK)
        entries.push_back({std::string(name), Entry::Link});
    }
    ::closedir(handle);
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return a.name < b.name; });
    return entries;
  }

  static bool is_environment(const std::vector<Entry> &entries) {
    return has(entries, "pyvenv.cfg") || has(entries, "conda-meta");
  }
  static bool has(const std::vector<Entry> &entries, std::string_view name) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const Entry &entry) { return entry.name == name; });
  }

  void visit(const Folder &folder, std::vector<Folder> &stack) {
    const auto entries = list(folder);
    if (!entries)
      return;
    if (!folder.is_root) {
      if (is_environment(*entries))
        return;
      const std::string_view name =
          std::string_view(folder.real).substr(folder.real.rfind('/') + 1);
      if ((name == "build" || name == "dist" || name == "_build") && !has(*entries, "__init__.py"))
        return;
    }
    Rules git = folder.git;
    if (options_.respect_gitignore) {
      const bool is_repository = has(*entries, ".git");
      if (is_repository || has(*entries, ".gitignore"))
        git = with_own_rules(folder.real, git, is_repository);
    }
    for (const Entry &entry : *entries) {
      const bool is_folder = entry.kind == Entry::Directory;
      if (is_folder ? is_skipped_name(entry.name) : !is_checked_suffix(entry.name))
        continue;
      const std::string real = join(folder.real, entry.name);
      if (is_ignored(git, real, is_folder) || is_excluded(real, is_folder))
        continue;
      const std::string shown = join(folder.shown, entry.name);
      if (is_folder)
        stack.push_back({shown, real, git, false});
      else if (entry.kind == Entry::File)
        keep(real, shown);
      else
        take_link(shown);
    }
  }

  void take_link(const std::string &shown) {
    struct stat info {};
    if (::stat(shown.c_str(), &info) != 0)
      return say(shown, false, errno);
    if (!S_ISREG(info.st_mode))
      return;
    if (const auto real = canonical(shown))
      links_.emplace_back(*real, shown);
  }

  bool is_excluded(std::string_view real, bool is_folder) const {
    for (const RuleSet &set : excluded_here_)
      if (const auto relative = below(set.folder, real))
        if (set.rules.verdict(*relative, is_folder).value_or(false))
          return true;
    return false;
  }

public:
  // Links last, so that a file that also has a plain name is shown under that.
  void take_links() {
    std::sort(links_.begin(), links_.end());
    for (const auto &[real, shown] : links_)
      keep(real, shown);
    links_.clear();
  }

private:
  const DiscoveryOptions &options_;
  std::vector<RuleSet> exclude_, excluded_here_;
  std::map<std::string, std::string> found_; // canonical path → path to show
  std::vector<std::pair<std::string, std::string>> links_;
  std::vector<DiscoveryMessage> messages_;
};

} // namespace

Discovered discover(const std::vector<std::string> &paths, const DiscoveryOptions &options) {
  Walk walk(options);
  for (const std::string &path : paths)
    walk.take(path);
  walk.take_links();
  return walk.finish();
}

} // namespace offside::source
