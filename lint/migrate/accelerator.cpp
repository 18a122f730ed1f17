// Uses of torch.accelerator itself, and names in annotations.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

namespace {

// Take their device by position only.
constexpr std::string_view kPositionalOnly[] = {"synchronize",
                                                "current_stream",
                                                "set_device_index",
                                                "memory_allocated",
                                                "max_memory_allocated",
                                                "memory_reserved",
                                                "max_memory_reserved",
                                                "memory_stats",
                                                "reset_peak_memory_stats",
                                                "reset_accumulated_memory_stats",
                                                "get_memory_info",
                                                "get_device_capability"};

bool word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }

} // namespace

void Planner::accelerator_calls() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op != Op::Call || in.a >= r || is_consumed(in.span))
        continue;
      const std::string_view dotted = view.dotted({f, in.a});
      if (!dotted.starts_with("torch.accelerator.") || view.through_variable({f, in.a}))
        continue;
      const bool told = std::any_of(drafts.begin(), drafts.end(), [&](const Draft &d) {
        return d.site.span.begin <= in.span.begin && in.span.begin < d.site.span.end &&
               !d.site.api.empty();
      });
      if (told)
        continue;
      const std::string_view last = dotted.substr(18);
      const bool strict = std::find(std::begin(kPositionalOnly), std::end(kPositionalOnly), last) !=
                          std::end(kPositionalOnly);
      if (strict && in.c == 1 && view.program.args[in.b].name < kStarStar) {
        Draft d = draft(p, in.span, std::string(dotted), "DEV306");
        d.site.category = Category::Same;
        d.site.reason = "`" + std::string(dotted) + "` takes its argument by position only";
        const std::vector<Span> spans = argument_spans(p);
        if (spans.size() == 1)
          d.edits.push_back(
              edit({spans[0].begin, view.at({f, view.program.args[in.b].reg}).span.begin}, ""));
        add(std::move(d));
        continue;
      }
      const Row *twin = catalogue.find("torch.cuda." + std::string(last));
      if (twin && twin->category == Category::Guard && !twin->on_cpu.empty() &&
          !facts.available(p) && meant_for_cpu() && reached_untested(f)) {
        Draft d = draft(p, in.span, std::string(dotted), "DEV308");
        d.site.category = Category::Guard;
        d.site.reason = "`" + std::string(dotted) + "` raises on a host without an accelerator";
        d.guard = Guarded::Yes;
        d.fallback = twin->on_cpu;
        add(std::move(d));
        continue;
      }
      Draft d = draft(p, in.span, std::string(dotted), "");
      d.site.outcome = Outcome::Portable;
      d.site.category = Category::Same;
      d.site.safety = Safety::None;
      drafts.push_back(std::move(d));
    }
}

// Names in annotations are no instructions: they are found in the text.
void Planner::annotations() {
  const std::string_view text = view.text;
  std::set<uint32_t> known;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r)
      if (const Op op = view.at({f, r}).op;
          op == Op::LoadSlot || op == Op::LoadGlobal || op == Op::LoadOuter)
        known.insert(view.at({f, r}).span.begin);
  const std::string torch = view.torch_at({0, view.function(0).count - 1});
  if (torch.empty())
    return;
  const std::string start = torch + ".cuda.";
  for (size_t at = 0; at < text.size();) {
    if (in_quiet(uint32_t(at))) {
      const auto it = std::upper_bound(quiet.begin(), quiet.end(), uint32_t(at),
                                       [](uint32_t o, const Span &q) { return o < q.end; });
      at = it->end;
      continue;
    }
    const char c = text[at];
    if (!word(c)) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() &&
           (word(text[end]) || (text[end] == '.' && end + 1 < text.size() && word(text[end + 1]))))
      ++end;
    const std::string_view chain = text.substr(at, end - at);
    const bool member = at > 0 && text[at - 1] == '.';
    const Span span{uint32_t(at), uint32_t(end)};
    at = end;
    if (member || !chain.starts_with(start) || known.contains(span.begin) || is_consumed(span))
      continue;
    const std::string dotted = "torch" + std::string(chain.substr(torch.size()));
    const Row *row = catalogue.find(dotted);
    // In an import statement it is the import's.
    const std::string_view line =
        text.substr(line_start(span.begin), span.begin - line_start(span.begin));
    const size_t first = line.find_first_not_of(" \t");
    if (first != line.npos &&
        (line.substr(first).starts_with("from ") || line.substr(first).starts_with("import ")))
      continue;
    Draft d = draft(Place{}, span, dotted, "DEV301", row);
    if (!row || row->to.empty()) {
      review(d, row ? "" : "a name of CUDA in an annotation");
    } else if (known_version(d, row->since, row->to)) {
      if (row->how == How::Stream || row->how == How::Event) {
        if (stream_group == kNone)
          stream_group = new_group();
        d.group = stream_group;
        d.annotation = true;
      }
      d.edits.push_back(edit(span, torch + std::string(row->to.substr(5))));
    }
    d.harmless = true;
    add(std::move(d));
  }
}

} // namespace offside::migrate
