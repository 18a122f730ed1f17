// Reads, lowers and links the files of a run.
#include "lint/cli/project.h"

#include "lint/ir/names.h"
#include "lint/python/known_modules.h"
#include "lint/python/lower.h"
#include "lint/source/parallel.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <numeric>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

// Big files first, so that no thread is left alone with one at the end.
std::vector<std::size_t> by_size(const std::vector<File> &files) {
  std::vector<std::size_t> order(files.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return files[a].size > files[b].size; });
  return order;
}

std::string_view top_of(std::string_view dotted) { return dotted.substr(0, dotted.find('.')); }

} // namespace

bool may_matter(std::string_view text) {
  // Every tensor comes from torch or from a library that returns torch's; the last two are in
  // comments to us.
  for (const std::string_view word :
       {"torch", "transformers", "diffusers", "accelerate", "lightning", "DEV", "offside"})
    if (memmem(text.data(), text.size(), word.data(), word.size()))
      return true;
  return false;
}

void Project::add(const std::string &path, std::optional<std::string> bytes) {
  File &file = files.emplace_back();
  std::error_code error;
  file.path = path;
  file.size = bytes ? bytes->size() : fs::file_size(path, error);
  if (error)
    file.size = 0;
  if (bytes)
    overlay[path] = std::move(*bytes);
}

void Project::sort() {
  std::sort(files.begin(), files.end(),
            [](const File &a, const File &b) { return a.path < b.path; });
}

void Project::load(File &file) {
  const auto bytes = overlay.find(file.path);
  source::LoadResult result = bytes == overlay.end() ? source::load(file.path)
                                                     : source::from_bytes(file.path, bytes->second);
  file.error = result.error;
  file.source = result ? std::make_unique<source::SourceFile>(std::move(*result.file)) : nullptr;
}

void Project::lower(File &file) {
  const std::size_t index = index_of(file);
  python::LowerResult result = python::lower(
      file.source->text, file.path, packages->module_of(index), packages->is_package(index));
  programs[index] = std::move(result.program);
  file.syntax_errors = std::move(result.syntax_errors);
  file.python2 = result.python2;
  file.lowered = true;
}

void Project::read(const Reading &reading) {
  std::vector<std::string> paths;
  for (const File &file : files)
    paths.push_back(file.path);
  packages.emplace(paths);
  programs.resize(files.size());
  std::vector<std::size_t> order = by_size(files);
  if (reading.progress)
    reading.progress->phase("reading", files.size());
  for_each_index(files.size(), reading.threads, [&](std::size_t i) {
    File &file = files[order[i]];
    load(file);
    if (file.source && (reading.every_file || may_matter(file.source->text)))
      lower(file);
    else
      file.source.reset();
    if (reading.progress)
      reading.progress->step();
  });
  // What a file that matters imports matters as well: a package's re-exports, a configuration
  // module. A well-known library that happens to lie beside the importer does not: the model
  // describes it.
  std::erase_if(order, [&](std::size_t i) { return !files[i].lowered; });
  while (!order.empty()) {
    order = not_lowered_but_imported(order);
    for_each_index(order.size(), reading.threads, [&](std::size_t i) {
      File &file = files[order[i]];
      load(file);
      if (file.source)
        lower(file);
    });
    // From there on only re-exports are followed. (Lowered may be false: the file can be gone since
    // the first reading.)
    std::erase_if(order,
                  [&](std::size_t i) { return !files[i].lowered || !packages->is_package(i); });
  }
  for (std::size_t i = 0; i < files.size(); ++i)
    if (!files[i].lowered)
      programs[i] =
          python::lower("", files[i].path, packages->module_of(i), packages->is_package(i)).program;
  link();
}

std::vector<std::size_t>
Project::not_lowered_but_imported(std::span<const std::size_t> importers) const {
  std::vector<bool> wanted(files.size());
  const auto want = [&](std::string_view dotted, std::size_t importer) {
    if (python::is_known_library(top_of(dotted)) &&
        top_of(dotted) != top_of(programs[importer].module))
      return;
    const uint32_t index = packages->resolve(dotted, importer);
    if (index != ir::kNone && !files[index].lowered &&
        files[index].error.kind == source::LoadError::Kind::None)
      wanted[index] = true;
  };
  for (const std::size_t importer : importers)
    for (const ir::Inst &inst : programs[importer].insts) {
      if (inst.op != ir::Op::Import && inst.op != ir::Op::ImportFrom &&
          inst.op != ir::Op::ImportStar)
        continue;
      const bool submodule = inst.op == ir::Op::Import && (inst.flags & ir::kSubmodule);
      const std::string module(ir::name_text(submodule ? inst.c : inst.a));
      want(module, importer);
      if (inst.op == ir::Op::ImportFrom) // a name of the module, or a module in the package
        want(module + (module.ends_with('.') ? "" : ".") + std::string(ir::name_text(inst.b)),
             importer);
      for (std::size_t dot = module.rfind('.'); dot != std::string::npos && dot > 0;
           dot = module.rfind('.', dot - 1))
        want(module.substr(0, dot), importer); // importing a.b.c runs a and a.b too
    }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (wanted[i])
      out.push_back(i);
  return out;
}

void Project::read_again(File &file) {
  load(file);
  if (file.source)
    lower(file);
}

void Project::link() {
  python::link(programs, *packages);
  // An import of a file that was left out leads nowhere, as one of a file outside the project does.
  const auto cut = [&](uint32_t &program) {
    if (program != ir::kNone && !files[program].lowered)
      program = ir::kNone;
  };
  for (ir::Program &program : programs) {
    for (ir::Inst &inst : program.insts)
      if (inst.op == ir::Op::Import)
        cut(inst.b);
      else if (inst.op == ir::Op::ImportFrom || inst.op == ir::Op::ImportStar)
        cut(inst.c);
    for (uint32_t &star : program.star_programs)
      cut(star);
  }
}

const source::SourceFile &Project::source(std::size_t index) const {
  static const source::SourceFile nothing;
  return files[index].source ? *files[index].source : nothing;
}

File *Project::find(std::string_view path) {
  const auto at =
      std::lower_bound(files.begin(), files.end(), path,
                       [](const File &file, std::string_view p) { return file.path < p; });
  return at == files.end() || at->path != path ? nullptr : &*at;
}

} // namespace offside::cli
