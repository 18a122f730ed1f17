// The edits that fixes are made of.
#include "lint/check/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace offside::check {
namespace {

// The text with the edits made; "-" when there are none.
std::string made(std::string_view text, Edits edits) {
  if (edits.empty())
    return "-";
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit &a, const Edit &b) { return a.span.begin > b.span.begin; });
  std::string out(text);
  for (const Edit &edit : edits)
    out.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
  return out;
}

ir::Span span_of(std::string_view text, std::string_view part) {
  const auto at = static_cast<uint32_t>(text.find(part));
  return {at, at + static_cast<uint32_t>(part.size())};
}

std::string with_argument(std::string_view text) {
  return made(text,
              add_argument({"a.py", text}, {0, static_cast<uint32_t>(text.size())}, "device=x"));
}

TEST(Rewrite, AddsAnArgument) {
  EXPECT_EQ(with_argument("f()"), "f(device=x)");
  EXPECT_EQ(with_argument("f(3)"), "f(3, device=x)");
  EXPECT_EQ(with_argument("f((3))"), "f((3), device=x)");
  EXPECT_EQ(with_argument("f(3,)"), "f(3, device=x)");
  EXPECT_EQ(with_argument("f(\n    3,\n)"), "f(\n    3, device=x\n)");
  EXPECT_EQ(with_argument("f(\n    3  # rows\n)"), "-");
  EXPECT_EQ(with_argument("f[3]"), "-");
}

std::string with_method(std::string_view text) {
  return made(text,
              append_method({"a.py", text}, {0, static_cast<uint32_t>(text.size())}, ".cpu()"));
}

TEST(Rewrite, AppendsAMethod) {
  EXPECT_EQ(with_method("x"), "x.cpu()");
  EXPECT_EQ(with_method("a.b[1](c, \")\")"), "a.b[1](c, \")\").cpu()");
  EXPECT_EQ(with_method("[a, b]"), "[a, b].cpu()");
  EXPECT_EQ(with_method("a + b"), "(a + b).cpu()");
  EXPECT_EQ(with_method("-a"), "(-a).cpu()");
  EXPECT_EQ(with_method("await f()"), "(await f()).cpu()");
  EXPECT_EQ(with_method("f(a) + g(b)"), "(f(a) + g(b)).cpu()");
}

TEST(Rewrite, InsertsAMethod) {
  const std::string_view plain = "x.numpy()";
  EXPECT_EQ(made(plain, insert_method({"a.py", plain}, span_of(plain, "x"), ".cpu()")),
            "x.cpu().numpy()");
  const std::string_view bracketed = "(a + b).numpy()";
  EXPECT_EQ(
      made(bracketed, insert_method({"a.py", bracketed}, span_of(bracketed, "a + b"), ".cpu()")),
      "(a + b).cpu().numpy()");
  const std::string_view lines = "(x\n  .numpy())";
  EXPECT_EQ(made(lines, insert_method({"a.py", lines}, span_of(lines, "x"), ".cpu()")),
            "(x\n  .cpu().numpy())");
  const std::string_view call = "f(x)";
  EXPECT_EQ(made(call, insert_method({"a.py", call}, span_of(call, "x"), ".cpu()")), "-");
}

TEST(Rewrite, DropsAMethod) {
  const std::string_view text = "y = f(x).pin_memory()";
  EXPECT_EQ(made(text, drop_method({"a.py", text}, span_of(text, "f(x)"),
                                   span_of(text, "f(x).pin_memory()"))),
            "y = f(x)");
  const std::string_view bracketed = "y = (a + b).pin_memory()";
  EXPECT_EQ(made(bracketed, drop_method({"a.py", bracketed}, span_of(bracketed, "a + b"),
                                        span_of(bracketed, "(a + b).pin_memory()"))),
            "-");
}

TEST(Rewrite, MovesAMethodInside) {
  const std::string_view text = "p = nn.Parameter(a * 2).to(d)";
  EXPECT_EQ(made(text, move_method_inside({"a.py", text}, span_of(text, "a * 2"),
                                          span_of(text, "nn.Parameter(a * 2)"),
                                          span_of(text, "nn.Parameter(a * 2).to(d)"))),
            "p = nn.Parameter((a * 2).to(d))");
}

TEST(Rewrite, RegistersABuffer) {
  const std::string_view text = "self.mean = torch.ones(3)\n";
  EXPECT_EQ(made(text, register_buffer({"a.py", text}, span_of(text, "self.mean"),
                                       span_of(text, "torch.ones(3)"))),
            "self.register_buffer(\"mean\", torch.ones(3), persistent=False)\n");
  const std::string_view chained = "self.mean = self.std = torch.ones(3)\n";
  EXPECT_EQ(made(chained, register_buffer({"a.py", chained}, span_of(chained, "self.mean"),
                                          span_of(chained, "torch.ones(3)"))),
            "-");
  const std::string_view annotated = "self.mean: T = torch.ones(3)\n";
  EXPECT_EQ(made(annotated, register_buffer({"a.py", annotated}, span_of(annotated, "self.mean"),
                                            span_of(annotated, "torch.ones(3)"))),
            "-");
}

TEST(Rewrite, DecoratesAFunction) {
  const std::string_view text = "class A:\r\n    def f(self):\r\n        pass\r\n";
  EXPECT_EQ(made(text, decorate({"a.py", text}, span_of(text, "def f(self):\r\n        pass"),
                                "@torch.no_grad()")),
            "class A:\r\n    @torch.no_grad()\r\n    def f(self):\r\n        pass\r\n");
  const std::string_view first = "def f(): pass";
  EXPECT_EQ(made(first, decorate({"a.py", first}, span_of(first, first), "@g")),
            "@g\ndef f(): pass");
}

TEST(Rewrite, RenamesAnAttribute) {
  const std::string_view text = "torch.accelerator.set_device(0)";
  EXPECT_EQ(made(text, rename_attribute({"a.py", text}, {0, 28}, "set_device", "set_device_index")),
            "torch.accelerator.set_device_index(0)");
  EXPECT_EQ(made(text, rename_attribute({"a.py", text}, {0, 28}, "device", "other")), "-");
}

} // namespace
} // namespace offside::check
