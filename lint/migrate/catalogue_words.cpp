// The words of rules/migrations and the enumerators they stand for, both ways.
#include "lint/migrate/catalogue_words.h"

namespace offside::migrate {
namespace {

// In the order of the enumerators.
constexpr std::string_view kCategories[] = {"same", "guard", "meaning", "person", "none"};
constexpr std::string_view kHows[] = {
    "keep",        "rename",         "available",      "module",       "seed",           "stream",
    "event",       "stream-context", "device-context", "set-device",   "current-device", "autocast",
    "grad-scaler", "custom-amp",     "typed-tensor",   "default-type", "graph"};

template <class T, size_t N>
std::optional<T> find(const std::string_view (&words)[N], std::string_view word) {
  for (size_t i = 0; i < N; ++i)
    if (words[i] == word)
      return T(i);
  return std::nullopt;
}

template <size_t N> std::string joined(const std::string_view (&words)[N]) {
  std::string text;
  for (std::string_view word : words)
    text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

} // namespace

std::string_view category_name(Category c) { return kCategories[size_t(c)]; }
std::string_view how_name(How h) { return kHows[size_t(h)]; }
std::optional<Category> category_of(std::string_view word) {
  return find<Category>(kCategories, word);
}
std::optional<How> how_of(std::string_view word) { return find<How>(kHows, word); }
std::string category_words() { return joined(kCategories); }
std::string how_words() { return joined(kHows); }

bool needs_target(How how) {
  switch (how) {
  case How::Rename:
  case How::Available:
  case How::Seed:
  case How::Stream:
  case How::Event:
  case How::DeviceContext:
  case How::SetDevice:
  case How::CurrentDevice:
  case How::Autocast:
  case How::GradScaler:
  case How::CustomAmp:
    return true;
  case How::Keep:
  case How::Module:
  case How::StreamContext:
  case How::TypedTensor:
  case How::DefaultType:
  case How::Graph:
    return false;
  }
  return false;
}

} // namespace offside::migrate
