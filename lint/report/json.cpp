// The JSON report, version 1: a stable interface. One finding per line, so that two reports can be
// compared with diff.
#include "lint/report/json_string.h"
#include "lint/report/report.h"

namespace offside::report {

namespace {

class Writer {
public:
  Writer(std::string &out, const SourceOf &source_of) : out(out), source_of(source_of) {}

  void finding(const check::Finding &finding) {
    const check::RuleInfo *rule = check::find_rule(finding.rule);
    out += "{";
    field("rule", finding.rule);
    field("name", rule ? rule->name : "");
    field("severity", to_string(finding.severity));
    range(finding.path, finding.span);
    field("message", finding.message);
    list("labels", finding.labels, [&](const check::Label &label) {
      range(label.path, label.span);
      field("message", label.message);
    });
    key("help");
    out += '[';
    for (const std::string &help : finding.help) {
      separate('[');
      append_json(out, help);
    }
    out += ']';
    list("edits", finding.edits, [&](const check::Edit &edit) {
      range(edit.path, edit.span);
      field("text", edit.text);
    });
    field("safety", to_string(finding.safety));
    out += "}";
  }

private:
  void separate(char opening) {
    if (out.back() != opening)
      out += ',';
  }
  void key(std::string_view name) {
    separate('{');
    append_json(out, name);
    out += ':';
  }
  void field(std::string_view name, std::string_view value) {
    key(name);
    append_json(out, value);
  }
  void range(const std::string &path, ir::Span span) {
    field("path", path);
    const source::SourceFile *file = source_of(path);
    place("start", file ? file->place(span.begin) : source::Place{});
    place("end", file ? file->place(span.end) : source::Place{});
  }
  void place(std::string_view name, const source::Place &place) {
    key(name);
    out += "{\"line\":" + std::to_string(place.line) +
           ",\"column\":" + std::to_string(place.column) +
           ",\"offset\":" + std::to_string(place.offset);
    if (place.cell)
      out += ",\"cell\":" + std::to_string(place.cell);
    out += '}';
  }
  template <typename T, typename Write>
  void list(std::string_view name, const std::vector<T> &items, Write write) {
    key(name);
    out += '[';
    for (const T &item : items) {
      separate('[');
      out += '{';
      write(item);
      out += '}';
    }
    out += ']';
  }

  std::string &out;
  const SourceOf &source_of;
};

} // namespace

std::string json(const Results &results) {
  std::string out = "{\"version\":1,\"findings\":[";
  Writer writer(out, results.source_of);
  for (const check::Finding &finding : results.findings) {
    out += out.back() == '[' ? "\n" : ",\n";
    writer.finding(finding);
  }
  const Counts counts = count(results.findings);
  out += results.findings.empty() ? "],\n" : "\n],\n";
  out += "\"summary\":{\"files\":" + std::to_string(results.files) +
         ",\"errors\":" + std::to_string(counts.errors) +
         ",\"warnings\":" + std::to_string(counts.warnings) +
         ",\"notes\":" + std::to_string(counts.notes) +
         ",\"fixable\":" + std::to_string(counts.safe) +
         ",\"unsafe_fixable\":" + std::to_string(counts.unsafe) +
         ",\"fixed\":" + std::to_string(results.fixed) + "}}\n";
  return out;
}

} // namespace offside::report
