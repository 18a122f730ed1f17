// What the plan has to say under `check`: rules DEV301, 302, 304, 305, 306, 308, 312 and 313.
#include "lint/migrate/plan.h"

#include <algorithm>

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
    f.help.push_back("use the device that the program has chosen: " +
                     quoted("torch.accelerator.current_accelerator()") + " names it");
  } else if (site.rule == "DEV304") {
    f.message = quoted(site.api) + " is deprecated";
    f.help.push_back(quoted(to.empty() ? "torch.amp" : to) + " takes the device type first");
  } else if (site.rule == "DEV305") {
    f.message = quoted(site.api) + " is a tensor type of CUDA alone, and deprecated";
    f.help.push_back("say dtype and device: `torch.tensor(..., dtype=..., device=device)`");
  } else if (site.rule == "DEV306") {
    f.message = site.reason;
    f.help.push_back(to.empty() ? "see `torch.accelerator` for the names there are"
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
  for (const FilePlan &p : plans)
    for (const Site &site : p.sites)
      if (worth_telling(site))
        out.push_back(finding_of(site));
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
