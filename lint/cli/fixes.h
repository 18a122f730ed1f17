// Makes the edits of findings, in memory, round by round.
#pragma once

#include "lint/check/finding.h"
#include "lint/cli/project.h"
#include "lint/source/text_edit.h"

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

struct ChosenFixes {
  std::map<std::string, std::vector<source::TextEdit>> edits; // by path
  std::size_t findings = 0;                                   // how many are fixed by them
};

// Takes findings in order; one whose edits would touch what an earlier one changes waits for the
// next round, and so does one that edits a file for which `may_edit` is false (it waits forever). A
// finding's edits are made all or none.
ChosenFixes choose_fixes(std::span<const check::Finding> findings, bool unsafe,
                         const std::function<bool(std::string_view path)> &may_edit);

// Edits the files of one or more projects through their overlays.
class Fixer {
public:
  using ProjectOf =
      std::function<Project *(std::string_view path)>; // null for a path of no project
  Fixer(bool unsafe, ProjectOf project_of) : unsafe(unsafe), project_of(std::move(project_of)) {}

  // Makes what edits of these findings can be made at once; false when there was nothing to make.
  // Edited files are read again, and their projects want to be linked and analysed again. When a
  // file would no longer parse, the whole round is undone, and that file goes back to what it was
  // at the start and stays so.
  bool round(std::span<const check::Finding> findings);

  const std::string &text_of(const std::string &path) const {
    return project_of(path)->overlay.at(path);
  }

  std::map<std::string, std::string> originals; // bytes of every edited file before its first edit
  std::vector<std::string> messages;            // about files left alone
  std::size_t fixed = 0;                        // findings

private:
  // The error when the edits cannot be made.
  std::string edit(Project &project, File &file, const std::vector<source::TextEdit> &edits);

  bool unsafe;
  ProjectOf project_of;
  std::set<std::string, std::less<>> given_up;
};

} // namespace offside::cli
