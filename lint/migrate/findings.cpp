// What the plan has to say under `check`: rules DEV301, 302, 304, 305, 306, 308, 312 and 313.
#include "lint/migrate/plan.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace offside::migrate {

namespace {

std::string quoted(const std::string &text) { return "`" + text + "`"; }

check::Finding finding_of(const Site &site) {
  check::Finding f;
  f.rule = site.rule;
  f.path = site.path;
  f.span = site.span;
  f.severity = site.rule == "DEV305" || site.rule == "DEV308" ? check::Severity::Warning
               : site.rule == "DEV306"                        ? check::Severity::Error
                                                              : check::Severity::Note;
  const Row *row = Catalogue::builtin().match(site.api);
  const std::string to = row ? std::string(row->to) : "";
  if (site.rule == "DEV301") {
    f.message = quoted(site.api) + " works on CUDA only";
    f.help.push_back(site.outcome == Outcome::Rewritten && to.empty() ? site.reason
                     : to.empty()                                     ? "it goes: " + site.reason
                                  : quoted(to) + " works on whichever accelerator there is");
  } else if (site.rule == "DEV302") {
    f.message = site.api == "device choice" ? "this choice of a device knows CUDA only"
                : site.api == ".cuda()" ? "`.cuda()` moves to CUDA, whichever device the rest uses"
                                        : "the device is written out as " +
                                              quoted(site.api == "\"nccl\"" ? "nccl" : "cuda");
    f.help.push_back(site.api == "device choice"
                         ? quoted("torch.accelerator.current_accelerator(check_available=True) or "
                                  "torch.device(\"cpu\")") +
                               " takes whichever there is"
                         : "use the device that the program has chosen: " +
                               quoted("torch.accelerator.current_accelerator()") + " names it");
  } else if (site.rule == "DEV304") {
    f.message = quoted(site.api) + " is deprecated";
    f.help.push_back(quoted(to.empty() ? "torch.amp" : to) + " takes the device type first");
  } else if (site.rule == "DEV305") {
    const bool whole = row && row->how == How::DefaultType;
    f.message = quoted(site.api) + (whole ? " makes a type of CUDA the default, and is deprecated"
                                          : " is a tensor type of CUDA alone, and deprecated");
    f.help.push_back(whole ? "say each: `torch.set_default_dtype(...)` and "
                             "`torch.set_default_device(device)`"
                           : "say dtype and device: `torch.tensor(..., dtype=..., device=device)`");
  } else if (site.rule == "DEV306") {
    const bool exists = row && !row->missing;
    f.message = exists ? site.reason : quoted(site.api) + " does not exist";
    f.help.push_back(exists       ? "give it by position"
                     : to.empty() ? site.suggestion.empty()
                                        ? "see `torch.accelerator` for the names there are"
                                        : site.suggestion
                     : site.outcome == Outcome::Rewritten && !to.starts_with("torch.accelerator")
                         ? site.reason
                         : "it is called " + quoted(to));
  } else if (site.rule == "DEV308") {
    f.message = quoted(site.api) + " raises on a host without an accelerator";
    f.help.push_back("ask first: `if torch.accelerator.is_available():`");
  } else if (site.rule == "DEV312") {
    f.message = "the device type is fixed to \"cuda\"";
    f.help.push_back("use the device's own type: `torch.autocast(device_type=device.type)`");
  } else if (site.rule == "DEV313") {
    f.message = "`DataParallel` splits every batch over the GPUs of one process";
    f.help.push_back("`DistributedDataParallel` with one process per device is faster and works on "
                     "every backend");
  }
  f.edits = site.edits;
  f.safety = site.edits.empty() ? check::Safety::None : site.safety;
  return f;
}

bool worth_telling(const Site &site) {
  if (site.rule.empty() || site.of_check || site.outcome == Outcome::Portable ||
      site.outcome == Outcome::Kept)
    return false;
  if (site.outcome == Outcome::Rewritten)
    return true;
  // What stays for a person is told where it is a mistake, or a device that is written out.
  return site.rule == "DEV305" || site.rule == "DEV306" || site.rule == "DEV313" ||
         (site.rule == "DEV302" && (site.api == ".cuda()" || site.api == "\"cuda\""));
}

} // namespace

std::vector<check::Finding> findings(const std::vector<check::Input> &inputs,
                                     const check::Options &options) {
  Options all;
  all.torch_version = options.torch_version;
  all.threads = options.threads;
  all.unsafe_fixes = true;
  std::vector<check::Finding> out;
  const std::vector<FilePlan> plans = plan(inputs, all, out);
  // A place that `check` tells of already keeps that finding, with the edits of the plan when it
  // has none of its own.
  std::map<std::string_view, std::vector<size_t>> told;
  for (size_t k = 0; k < out.size(); ++k)
    if (out[k].rule == "DEV306" || out[k].rule == "DEV312")
      told[out[k].path].push_back(k);
  std::vector<check::Finding> fresh;
  for (const FilePlan &p : plans)
    for (const Site &site : p.sites) {
      if (!worth_telling(site))
        continue;
      check::Finding f = finding_of(site);
      check::Finding *same = nullptr;
      if (const auto it = told.find(p.path); it != told.end())
        for (const size_t k : it->second)
          if (out[k].rule == f.rule && out[k].span.begin < f.span.end &&
              f.span.begin < out[k].span.end)
            same = &out[k];
      if (!same) {
        fresh.push_back(std::move(f));
      } else if (same->edits.empty()) {
        same->edits = std::move(f.edits);
        same->help = std::move(f.help);
        same->safety = f.safety;
      }
    }
  std::move(fresh.begin(), fresh.end(), std::back_inserter(out));
  const auto key = [](const check::Finding &f) {
    return std::tie(f.path, f.span.begin, f.span.end, f.rule);
  };
  std::stable_sort(out.begin(), out.end(), [&](const check::Finding &a, const check::Finding &b) {
    return key(a) < key(b);
  });
  out.erase(std::unique(
                out.begin(), out.end(),
                [&](const check::Finding &a, const check::Finding &b) { return key(a) == key(b); }),
            out.end());
  return out;
}

} // namespace offside::migrate
