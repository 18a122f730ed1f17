// SARIF 2.1.0, for code-scanning services and editors.
#include "lint/report/json_string.h"
#include "lint/report/report.h"

#include <cstdio>
#include <map>
#include <set>

namespace offside::report {

namespace {

// Percent-encodes a path as a relative or file URI.
std::string uri(std::string_view path) {
  static constexpr char hex[] = "0123456789ABCDEF";
  while (path.starts_with("./"))
    path.remove_prefix(2);
  std::string out = path.starts_with("/") ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') || c == '/' || c == '-' || c == '.' ||
                       c == '_' || c == '~';
    if (plain)
      out += c;
    else
      (out += '%') += {hex[byte >> 4], hex[byte & 15]};
  }
  return out;
}

uint64_t fnv1a(std::string_view text, uint64_t hash = 0xcbf29ce484222325u) {
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

class Writer {
public:
  Writer(std::string &out, const Results &results) : out(out), results(results) {}

  void document(std::string_view version) {
    open('{');
    field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    field("version", "2.1.0");
    open("runs", '[');
    open('{');
    open("tool", '{');
    open("driver", '{');
    field("name", "Offside");
    field("semanticVersion", version);
    rules();
    close("}}");
    field("columnKind", "unicodeCodePoints");
    open("results", '[');
    for (const check::Finding &finding : results.findings)
      result(finding);
    close("]}]}");
    out += "\n";
  }

private:
  // Structure. A value after anything but an opening bracket or a colon needs a comma.
  void separate() {
    if (!out.empty() && std::string_view("[{:").find(out.back()) == std::string_view::npos)
      out += ',';
  }
  void key(std::string_view name) {
    separate();
    append_json(out, name);
    out += ':';
  }
  void open(char bracket) {
    separate();
    out += bracket;
  }
  void open(std::string_view name, char bracket) {
    key(name);
    out += bracket;
  }
  void close(std::string_view brackets) { out += brackets; }
  void field(std::string_view name, std::string_view value) {
    key(name);
    append_json(out, value);
  }
  void number(std::string_view name, uint64_t value) {
    key(name);
    out += std::to_string(value);
  }
  void text(std::string_view name, std::string_view value) {
    open(name, '{');
    field("text", value);
    close("}");
  }

  // Rules that found something, with their page as help.
  void rules() {
    std::set<std::string, std::less<>> used;
    for (const check::Finding &finding : results.findings)
      used.insert(finding.rule);
    open("rules", '[');
    for (const std::string &code : used) {
      index_of.emplace(code, index_of.size());
      const check::RuleInfo *rule = check::find_rule(code);
      open('{');
      field("id", code);
      if (rule) {
        field("name", rule->name);
        text("shortDescription", rule->summary);
        open("help", '{');
        field("text", rule->summary);
        field("markdown", rule->page);
        close("}");
        open("defaultConfiguration", '{');
        field("level", to_string(rule->severity));
        close("}");
      }
      close("}");
    }
    close("]");
  }

  void result(const check::Finding &finding) {
    open('{');
    field("ruleId", finding.rule);
    number("ruleIndex", index_of.at(finding.rule));
    field("level", to_string(finding.severity));
    std::string message = finding.message;
    for (const std::string &help : finding.help)
      message += "\nhelp: " + help;
    text("message", message);
    open("locations", '[');
    open('{');
    physical(finding.path, finding.span);
    close("}]");
    open("partialFingerprints", '{');
    field("offsideFinding/v1", fingerprint(finding));
    close("}");
    if (!finding.labels.empty()) {
      open("relatedLocations", '[');
      uint64_t id = 0;
      for (const check::Label &label : finding.labels) {
        open('{');
        number("id", id++);
        physical(label.path, label.span);
        text("message", label.message);
        close("}");
      }
      close("]");
    }
    fixes(finding);
    close("}");
  }

  void physical(const std::string &path, ir::Span span) {
    const source::SourceFile *file = results.source_of(path);
    open("physicalLocation", '{');
    artifact(path);
    // The lines of a notebook's cell are not lines of its file: the cell is named as a logical
    // location instead.
    if (file && !file->is_notebook)
      region("region", *file, span);
    close("}");
    if (file && file->is_notebook) {
      const source::Place place = file->place(span.begin);
      open("logicalLocations", '[');
      open('{');
      field("name", "cell " + std::to_string(place.cell) + ":" + std::to_string(place.line) + ":" +
                        std::to_string(place.column));
      field("kind", "cell");
      close("}]");
    }
  }

  void artifact(const std::string &path) {
    open("artifactLocation", '{');
    field("uri", uri(path));
    close("}");
  }

  void region(std::string_view name, const source::SourceFile &file, ir::Span span) {
    const source::Place begin = file.place(span.begin), end = file.place(span.end);
    open(name, '{');
    number("startLine", begin.line);
    number("startColumn", begin.column);
    number("endLine", end.line);
    number("endColumn", end.column);
    close("}");
  }

  void fixes(const check::Finding &finding) {
    if (finding.edits.empty() || finding.safety == check::Safety::None)
      return;
    std::map<std::string, std::vector<const check::Edit *>> by_file;
    for (const check::Edit &edit : finding.edits) {
      const source::SourceFile *file = results.source_of(edit.path);
      if (!file || file->is_notebook)
        return;
      by_file[edit.path].push_back(&edit);
    }
    open("fixes", '[');
    open('{');
    text("description", finding.help.empty() ? finding.message : finding.help.front());
    open("artifactChanges", '[');
    for (const auto &[path, edits] : by_file) {
      open('{');
      artifact(path);
      open("replacements", '[');
      for (const check::Edit *edit : edits) {
        open('{');
        region("deletedRegion", *results.source_of(path), edit->span);
        text("insertedContent", edit->text);
        close("}");
      }
      close("]}");
    }
    close("]}]");
  }

  // The same finding keeps its fingerprint when lines move: rule, path and the text of its line
  // without its indentation; equal ones in a file are told apart by their order.
  std::string fingerprint(const check::Finding &finding) {
    const source::SourceFile *file = results.source_of(finding.path);
    std::string_view line;
    if (file)
      line = file->line(finding.span.begin);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
      line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t'))
      line.remove_suffix(1);
    uint64_t hash = fnv1a(finding.rule);
    hash = fnv1a(std::string_view("\0", 1), fnv1a(uri(finding.path), hash));
    hash = fnv1a(line, hash);
    if (const std::size_t before = seen[hash]++)
      hash = fnv1a("#" + std::to_string(before), hash);
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
  }

  std::string &out;
  const Results &results;
  std::map<std::string, std::size_t, std::less<>> index_of;
  std::map<uint64_t, std::size_t> seen;
};

} // namespace

std::string sarif(const Results &results) {
  std::string out;
  Writer(out, results).document(results.version);
  return out;
}

} // namespace offside::report
