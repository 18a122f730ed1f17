// From the paths a user names to the list of files to check.
#pragma once

#include <string>
#include <vector>

namespace offside::source {

struct ExcludePatterns {          // the `exclude` setting of one configuration file
  std::string folder;             // that the patterns are relative to
  std::vector<std::string> globs; // as in a .gitignore
};

struct DiscoveryOptions {
  bool respect_gitignore = true;
  std::vector<ExcludePatterns> exclude;
};

struct DiscoveryMessage {
  std::string path;
  std::string text;   // "cannot be read: Permission denied"
  bool named = false; // the user named this very path: an error of usage
};

struct Discovered {
  std::vector<std::string> files;         // sorted bytewise, each file once
  std::vector<DiscoveryMessage> messages; // sorted likewise
};

// A named file is taken whatever its suffix and whatever ignores it. A named folder is searched for
// .py, .pyi and .ipynb files whatever ignores the folder itself; inside it these are left out:
// - what .gitignore files (in the folder, above it up to the repository's root, and in
//   .git/info/exclude) and `exclude` say;
// - virtual and conda environments, installed packages, caches, version control, build output.
//   `build` and `dist` are left out only when they are no Python package (no __init__.py), since
//   packages of that name exist;
// - folders behind symbolic links (files behind them are taken, once).
// Paths come out as the user would write them: below the named path, without "./".
Discovered discover(const std::vector<std::string> &paths, const DiscoveryOptions &options = {});

} // namespace offside::source
