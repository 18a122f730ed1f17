// The ratchet of a migration: how many CUDA-only places each file is known to have, by API. The
// numbers can only go down.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

inline constexpr std::string_view ratchet_name = "offside-migrate.json";

// Counts by file, from the ratchet's folder on and with `/` between folders, and API.
using PlaceCounts = std::map<std::string, std::map<std::string, std::size_t>>;

struct RatchetRead {
  PlaceCounts counts;
  std::string error; // "3:7: expected a number", "cannot be read: ..."; empty: all went well
};

RatchetRead parse_ratchet(std::string_view json);
std::string print_ratchet(const PlaceCounts &counts); // sorted, one count per line

// A file and API that have another number of places than recorded.
struct RatchetStep {
  std::string file, api;
  std::size_t recorded = 0, present = 0;
};

struct RatchetComparison {
  std::vector<RatchetStep> more, fewer; // sorted
};

// Compares the files of a run. What is recorded for other files is not looked at.
RatchetComparison compare(const PlaceCounts &recorded, const PlaceCounts &present);

std::size_t total(const PlaceCounts &counts);

// The file to use when none is named: the nearest one in or above `folder`; else one in the top
// folder of the project, which is the nearest with a configuration, a pyproject.toml, a setup file
// or a repository; else one in `folder` itself.
std::string default_ratchet(const std::string &folder);

// What a file is called in the ratchet at `ratchet_path`. Both paths are absolute.
std::string ratchet_key(const std::string &ratchet_path, const std::string &file);

} // namespace offside::cli
