// DEV201-203: tensors read on the host.
#include "lint/check/judge.h"

namespace offside::check {

using namespace placement;
using ir::kNone;
using ir::name_text;
using model::Effect;

namespace {

// A symbol somebody named as a device; not the device of a function's inputs, about which nothing
// is claimed.
bool named_symbol(Device d) { return d.is_symbol() && d.identity() != kInputsIdentity; }

} // namespace

void Judge::numpy(const Machine &m, const LibraryCall &c) {
  Value force = m.argument(c.entry, *c.actuals, ir::intern("force"));
  if (force != kUnbound || c.receiver == kUnbound)
    return;
  for (const Alternative &a : m.alternatives(c.receiver)) {
    const Ground &g = m.at(a.value);
    if (g.kind != Kind::Tensor || a.loose)
      continue;
    std::string what = "`" + quote(c.site.program, c.receiver_span) + "`";
    bool sure = g.device().is_accelerator();
    bool grad = g.grad == Tri::Yes && m.grad_mode == Tri::Yes;
    if (sure || (named_symbol(g.device()) && !m.not_given(g.device(), a.guard & m.pc))) {
      Finding f = make(
          "DEV201",
          sure && only_availability(m, a.guard & m.pc) ? Severity::Error : Severity::Warning,
          c.site,
          what + " is on " + device_text(m, g.device()) + "; `.numpy()` needs a tensor on the CPU");
      std::string when = m.guard_text(a.guard);
      if (!when.empty() && !only_availability(m, a.guard))
        f.message += " (when " + when + ")";
      evidence(m, g, what, f.labels);
      calls(m, f.labels);
      std::string insert = grad ? ".detach().cpu()" : ".cpu()";
      f.help.push_back("copy it to the host first: " + quote(c.site.program, c.receiver_span) +
                       insert + ".numpy()");
      fix(f, insert_method(text(c.site.program), c.receiver_span, insert), Safety::Safe);
      add(std::move(f), m, c.site, true, 2);
      return;
    }
    if (grad && g.device().is_cpu()) {
      Finding f =
          make("DEV202", only_availability(m, a.guard & m.pc) ? Severity::Error : Severity::Warning,
               c.site, what + " requires grad; `.numpy()` needs a detached tensor");
      evidence(m, g, what, f.labels);
      calls(m, f.labels);
      f.help.push_back("detach it first: " + quote(c.site.program, c.receiver_span) +
                       ".detach().numpy()");
      fix(f, insert_method(text(c.site.program), c.receiver_span, ".detach()"), Safety::Safe);
      add(std::move(f), m, c.site, true, 1);
      return;
    }
  }
}

void Judge::host_arguments(const Machine &m, const LibraryCall &c) {
  std::string_view full = c.entry->name;
  bool numpy_function = full.starts_with("numpy.");
  for (const model::EffectUse &use : c.entry->effects) {
    if (use.effect != Effect::Host)
      continue;
    for (const Actual &a : *c.actuals) {
      if (a.name == ir::kStarStar)
        continue;
      if (use.arg != kNone && name_text(use.arg) != "*") {
        const Actual *which = nullptr;
        m.argument(c.entry, *c.actuals, use.arg, &which);
        if (which != &a)
          continue;
      }
      // The tensor itself, or a list of tensors.
      std::vector<Value> parts{a.value};
      if (const Object *o = m.object(a.value); o && (o->shape == Shape::List)) {
        parts = o->elements;
        parts.insert(parts.end(), o->children.begin(), o->children.end());
        if (o->summary != kUnbound)
          parts.push_back(o->summary);
      } else if (m.at(a.value).kind == Kind::Tuple) {
        auto t = m.values.tuple(m.at(a.value));
        parts.assign(t.begin(), t.end());
      }
      for (Value v : parts)
        for (const Alternative &alt : m.alternatives(v)) {
          const Ground &g = m.at(alt.value);
          if (g.kind != Kind::Tensor || alt.loose)
            continue;
          bool sure = g.device().is_accelerator();
          bool grad = g.grad == Tri::Yes && m.grad_mode == Tri::Yes;
          std::string what = "`" + quote(c.site.program, a.span) + "`";
          bool element = v != a.value;
          if (!sure && (!named_symbol(g.device()) || m.not_given(g.device(), alt.guard & m.pc))) {
            if (!(grad && g.device().is_cpu()))
              continue;
            Finding f =
                make("DEV202",
                     only_availability(m, alt.guard & m.pc) ? Severity::Error : Severity::Warning,
                     c.site,
                     what + " requires grad and `" + std::string(full) +
                         "` turns it into a numpy array");
            evidence(m, g, what, f.labels);
            calls(m, f.labels);
            f.help.push_back("detach it first: " + quote(c.site.program, a.span) + ".detach()");
            if (!element)
              fix(f, append_method(text(c.site.program), a.span, ".detach()"), Safety::Safe);
            add(std::move(f), m, c.site, true, 1);
            return;
          }
          Severity s =
              sure && only_availability(m, alt.guard & m.pc) ? Severity::Error : Severity::Warning;
          Finding f = make(numpy_function ? "DEV201" : "DEV203", s, c.site,
                           (element ? "an element of " : "") + what + " is on " +
                               device_text(m, g.device()) + "; `" + std::string(full) +
                               "` reads it on the host");
          std::string when = m.guard_text(alt.guard);
          if (!when.empty() && !only_availability(m, alt.guard))
            f.message += " (when " + when + ")";
          evidence(m, g, what, f.labels);
          calls(m, f.labels);
          std::string insert = grad ? ".detach().cpu()" : ".cpu()";
          f.help.push_back(
              element ? "copy the elements to the host first, with `" + insert + "` or `.item()`"
                      : "copy it to the host first: " + quote(c.site.program, a.span) + insert);
          if (!element)
            fix(f, append_method(text(c.site.program), a.span, insert), Safety::Safe);
          add(std::move(f), m, c.site, true, 2);
          return;
        }
    }
  }
}

} // namespace offside::check
