// Makes the edits of findings.
#include "lint/cli/fixes.h"

#include <algorithm>

namespace offside::cli {

namespace {

using source::TextEdit;

bool same(const TextEdit &a, const TextEdit &b) {
  return a.begin == b.begin && a.end == b.end && a.text == b.text;
}

// Touching is too close as well: two insertions at one place have no order that is right for sure.
bool collide(const TextEdit &a, const TextEdit &b) { return a.begin <= b.end && b.begin <= a.end; }

} // namespace

ChosenFixes choose_fixes(std::span<const check::Finding> findings, bool unsafe,
                         const std::function<bool(std::string_view path)> &may_edit) {
  ChosenFixes chosen;
  const check::Safety least = unsafe ? check::Safety::Unsafe : check::Safety::Safe;
  for (const check::Finding &finding : findings) {
    if (finding.edits.empty() || finding.safety < least)
      continue;
    // Two findings may ask for the very same edit (`x.to(d)` at both operands of one line): one of
    // them makes it.
    std::vector<std::pair<std::string_view, TextEdit>> fresh;
    const bool possible =
        std::all_of(finding.edits.begin(), finding.edits.end(), [&](const check::Edit &edit) {
          if (!may_edit(edit.path))
            return false;
          const TextEdit wanted{edit.span.begin, edit.span.end, edit.text};
          const auto &taken = chosen.edits[edit.path];
          if (std::any_of(taken.begin(), taken.end(),
                          [&](const TextEdit &other) { return same(other, wanted); }))
            return true;
          fresh.emplace_back(edit.path, wanted);
          return std::none_of(taken.begin(), taken.end(),
                              [&](const TextEdit &other) { return collide(other, wanted); });
        });
    if (!possible)
      continue;
    ++chosen.findings;
    for (auto &[path, edit] : fresh)
      chosen.edits[std::string(path)].push_back(std::move(edit));
  }
  std::erase_if(chosen.edits, [](const auto &file) { return file.second.empty(); });
  return chosen;
}

std::string Fixer::edit(Project &project, File &file, const std::vector<TextEdit> &edits) {
  source::EditResult result = source::apply_edits(*file.source, edits);
  if (!result)
    return result.error;
  originals.try_emplace(file.path, file.source->original());
  project.overlay[file.path] = std::move(result.bytes);
  project.read_again(file);
  return file.source && file.syntax_errors.empty() ? "" : "a fix would break its syntax";
}

bool Fixer::round(std::span<const check::Finding> findings) {
  const ChosenFixes chosen = choose_fixes(findings, unsafe, [&](std::string_view path) {
    Project *project = project_of(path);
    const File *file = project ? project->find(path) : nullptr;
    return file && file->source && file->syntax_errors.empty() && !file->python2 &&
           !given_up.contains(path);
  });
  std::map<std::string, std::string> before;
  bool undo = false;
  for (const auto &[path, edits] : chosen.edits) {
    Project &project = *project_of(path);
    File &file = *project.find(path);
    before.emplace(path, file.source->original());
    const std::string error = edit(project, file, edits);
    if (error.empty())
      continue;
    messages.push_back(path + ": left as it was: " + error);
    given_up.insert(path);
    undo = true;
  }
  if (undo) {
    for (const auto &[path, bytes] : before) {
      Project &project = *project_of(path);
      const auto original = originals.find(path);
      project.overlay[path] =
          given_up.contains(path) && original != originals.end() ? original->second : bytes;
      project.read_again(*project.find(path));
    }
  } else {
    fixed += chosen.findings;
  }
  return !chosen.edits.empty();
}

} // namespace offside::cli
