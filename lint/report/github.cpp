// GitHub Actions annotations, one workflow command per finding.
#include "lint/report/report.h"

namespace offside::report {

namespace {

// Escapes as the Actions runner undoes them; a property also ends at ',' and ':'.
std::string escape(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%')
      out += "%25";
    else if (c == '\r')
      out += "%0D";
    else if (c == '\n')
      out += "%0A";
    else if (property && c == ':')
      out += "%3A";
    else if (property && c == ',')
      out += "%2C";
    else
      out += c;
  }
  return out;
}

std::string_view command(check::Severity severity) {
  return severity == check::Severity::Note ? "notice" : to_string(severity);
}

} // namespace

std::string github(const Results &results) {
  std::string out;
  for (const check::Finding &finding : results.findings) {
    const source::SourceFile *file = results.source_of(finding.path);
    const source::Place begin = file ? file->place(finding.span.begin) : source::Place{};
    const source::Place end = file ? file->place(finding.span.end) : source::Place{};
    out += "::";
    out += command(finding.severity);
    out += " title=" + escape("offside (" + finding.rule + ")", true) +
           ",file=" + escape(finding.path, true);
    // Lines of a notebook cell are no lines of the file GitHub shows, and columns are only allowed
    // within one line.
    if (begin.cell == 0) {
      out += ",line=" + std::to_string(begin.line);
      if (begin.line == end.line)
        out += ",col=" + std::to_string(begin.column);
      out += ",endLine=" + std::to_string(end.line);
      if (begin.line == end.line)
        out += ",endColumn=" + std::to_string(end.column);
    }
    std::string message = finding.rule + " " + finding.message;
    if (begin.cell)
      message = "cell " + std::to_string(begin.cell) + ", line " + std::to_string(begin.line) +
                ": " + message;
    for (const check::Label &label : finding.labels) {
      const source::SourceFile *other = results.source_of(label.path);
      const source::Place place = other ? other->place(label.span.begin) : source::Place{};
      message += "\n" + label.path + ":" + std::to_string(place.line) + ": " + label.message;
    }
    for (const std::string &help : finding.help)
      message += "\nhelp: " + help;
    out += "::" + escape(message, false) + "\n";
  }
  return out;
}

} // namespace offside::report
