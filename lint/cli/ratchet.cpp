// Reads, compares and prints the ratchet file.
#include "lint/cli/ratchet.h"

#include "lint/report/json_string.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line = before.rfind('\n');
  return std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
         std::to_string(before.size() - (line == before.npos ? 0 : line + 1) + 1);
}

bool is_count(const Json &value) {
  return value.is_number_unsigned() && value.get<std::size_t>() > 0;
}

} // namespace

RatchetRead parse_ratchet(std::string_view json) {
  RatchetRead out;
  Json root;
  try {
    root = Json::parse(json);
  } catch (const Json::parse_error &error) {
    out.error = place_of(json, error.byte > 0 ? error.byte - 1 : 0) + ": is not valid JSON";
    return out;
  }
  if (!root.is_object() || !root.contains("version") || !root.contains("files") ||
      !root["files"].is_object()) {
    out.error = "is no record of `offside migrate --record`: it has no `version` and `files`";
    return out;
  }
  if (root["version"] != 1) {
    out.error = "has version " + root["version"].dump() + "; this program knows version 1";
    return out;
  }
  for (const auto &[file, apis] : root["files"].items()) {
    if (!apis.is_object()) {
      out.error = "wants an object of counts for `" + file + "`";
      return out;
    }
    for (const auto &[api, count] : apis.items()) {
      if (!is_count(count)) {
        out.error = "wants a number above 0 for `" + api + "` of `" + file + "`";
        return out;
      }
      out.counts[file][api] = count.get<std::size_t>();
    }
  }
  return out;
}

std::string print_ratchet(const PlaceCounts &counts) {
  std::string out = "{\n  \"version\": 1,\n  \"files\": {";
  const auto separate = [&](std::string_view indent) {
    out += out.back() == '{' ? "\n" : ",\n";
    out += indent;
  };
  for (const auto &[file, apis] : counts) {
    if (apis.empty())
      continue;
    separate("    ");
    report::append_json(out, file);
    out += ": {";
    for (const auto &[api, count] : apis) {
      separate("      ");
      report::append_json(out, api);
      out += ": " + std::to_string(count);
    }
    out += "\n    }";
  }
  out += out.back() == '{' ? "}\n" : "\n  }\n";
  return out + "}\n";
}

RatchetComparison compare(const PlaceCounts &recorded, const PlaceCounts &present) {
  RatchetComparison out;
  for (const auto &[file, apis] : present) {
    const auto old = recorded.find(file);
    std::map<std::string, RatchetStep> steps;
    if (old != recorded.end())
      for (const auto &[api, count] : old->second)
        steps[api] = {file, api, count, 0};
    for (const auto &[api, count] : apis) {
      RatchetStep &step = steps.try_emplace(api, file, api).first->second;
      step.present = count;
    }
    for (const auto &[api, step] : steps) {
      if (step.present > step.recorded)
        out.more.push_back(step);
      else if (step.present < step.recorded)
        out.fewer.push_back(step);
    }
  }
  return out;
}

std::size_t total(const PlaceCounts &counts) {
  std::size_t sum = 0;
  for (const auto &[file, apis] : counts)
    for (const auto &[api, count] : apis)
      sum += count;
  return sum;
}

std::string default_ratchet(const std::string &folder) {
  std::error_code ignored;
  std::string top;
  for (fs::path at = folder;; at = at.parent_path()) {
    if (fs::is_regular_file(at / ratchet_name, ignored))
      return (at / ratchet_name).string();
    if (top.empty())
      for (const char *mark : {".offside.toml", "offside.toml", "pyproject.toml", "setup.py",
                               "setup.cfg", ".git", ".hg"})
        if (fs::exists(at / mark, ignored))
          top = at.string();
    if (at == at.parent_path())
      break;
  }
  return (fs::path(top.empty() ? folder : top) / ratchet_name).string();
}

std::string ratchet_key(const std::string &ratchet_path, const std::string &file) {
  return fs::path(file).lexically_proximate(fs::path(ratchet_path).parent_path()).generic_string();
}

} // namespace offside::cli
