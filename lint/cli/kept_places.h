// The places that a migration leaves as they are on purpose: a comment or the configuration says
// so, or the file is not the project's own.
#pragma once

#include "lint/cli/run_inputs.h"
#include "lint/source/suppression.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace offside::cli {

// Tells vendored files from the project's own by the folders they lie in. A folder that the user
// named is looked into whatever it is called; for a file that was named its whole path counts, from
// the current folder on where the file lies in that.
class VendoredFiles {
public:
  explicit VendoredFiles(const std::vector<std::string> &named_paths);
  // The folder that makes a file a vendored one ("third_party"), or "".
  std::string folder_of(const std::string &path) const;

private:
  std::vector<std::string> roots; // absolute, with a slash at the end
};

// Whether the comments at the top of a file call it generated.
bool is_generated(std::string_view text);

class KeptPlaces {
public:
  // After the files were read. `inputs` must outlive this object, and its texts not change.
  KeptPlaces(RunInputs &inputs, const InputOptions &options, unsigned threads);

  // Why nothing in the file may change; "" when it may.
  const std::string &whole_file(std::string_view path) const;
  // Why a place has to stay; "" when it may change. Threads may call it.
  std::string why(std::string_view path, ir::Span span, std::string_view rule) const;

private:
  struct OfFile {
    std::string reason; // for the whole file
    RuleSet ignored;    // by per-file-ignores
    source::Suppressions comments;
    std::mutex lock; // a question marks the comment as used
  };
  static void look_at(const File &file, const Settings &settings, const VendoredFiles &vendored,
                      OfFile &out);

  std::unordered_map<std::string_view, std::unique_ptr<OfFile>> by_path;
};

} // namespace offside::cli
