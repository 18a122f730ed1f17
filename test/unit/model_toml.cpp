// Model files: what is read, and what a wrong word, key or parameter list says with its line.
#include "lint/model/toml_reader.h"
#include "lint/model/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace offside::model {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view text) {
  DraftModel model;
  return read_model_text(text, "mine.toml", model);
}

TEST(ModelToml, ReadsEverySection) {
  DraftModel model;
  std::string error = read_model_text(R"(
package = "mine"
complete = ["mine.devices"]
[functions]
"mine.make" = { params = "size, *, dtype=, device=", result = "tensor", device = "factory", rank = "size", grad = "arg", since = "2.8" }
"mine.top" = { params = "x, k", result = "tensors:values,indices", device = "same:x", effects = ["sync", "host:x"] }
[classes]
"mine.Net" = { bases = "torch.nn.Module" }
[attributes]
"mine.Net.scale" = { result = "tensor", device = "module" }
[aliases]
"mine.build" = "mine.make"
[prefixes]
"mine.sub" = "mine"
[effects]
"torch.add" = "sync"
[[many]]
prefix = "mine."
names = "a b"
result = "tensor"
op = "nn.functional.{}"
)",
                                      "mine.toml", model);
  EXPECT_EQ(error, "");
  EXPECT_EQ(model.packages, std::vector<std::string>{"mine"});
  EXPECT_EQ(model.complete, std::vector<std::string>{"mine.devices"});
  ASSERT_EQ(model.entries.size(), 6u);
  auto entry = [&](std::string_view name) -> const Draft & {
    for (auto &e : model.entries)
      if (e.name == name)
        return e;
    ADD_FAILURE() << name;
    return model.entries[0];
  };
  const Draft &make = entry("mine.make");
  EXPECT_EQ(make.device, Device::Factory);
  EXPECT_EQ(make.since, 208);
  ASSERT_EQ(make.params.size(), 3u);
  EXPECT_EQ(make.params[2].name, "device");
  EXPECT_EQ(make.params[2].kind, ParamKind::KeywordOnly);
  EXPECT_TRUE(make.params[2].optional);
  EXPECT_FALSE(make.params[0].optional);
  const Draft &top = entry("mine.top");
  EXPECT_EQ(top.result.count, 2);
  EXPECT_EQ(top.result.fields, "values,indices");
  EXPECT_EQ(top.device_arg, "x");
  EXPECT_EQ(top.effects[1].arg, "x");
  EXPECT_EQ(entry("mine.Net").result.type, "mine.Net");
  EXPECT_EQ(entry("mine.b").op, "nn.functional.b");
  ASSERT_EQ(model.aliases.size(), 2u);
  EXPECT_EQ(model.extra_effects.size(), 1u);
}

TEST(ModelToml, NamesFileAndLineOfAMistake) {
  EXPECT_THAT(error_of("\n\n[functions]\n\"m.f\" = { result = \"tensr\" }\n"),
              HasSubstr("mine.toml:4: unknown word 'tensr'"));
  EXPECT_THAT(error_of("[functions]\n\"m.f\" = { results = \"tensor\" }\n"),
              HasSubstr("mine.toml:2: unknown key 'results'"));
  EXPECT_THAT(error_of("functons = 1\n"), HasSubstr("mine.toml:1: unknown key 'functons'"));
  EXPECT_THAT(error_of("[functions]\n\"m.f\" = \"tensor\"\n"),
              HasSubstr("mine.toml:2: 'm.f' must be a table"));
  EXPECT_THAT(error_of("[functions]\n\"m.f\" = { effects = [\"sink\"] }\n"),
              HasSubstr("mine.toml:2: unknown word 'sink'"));
  EXPECT_THAT(error_of("[functions]\n\"m.f\" = { result = 3 }\n"),
              HasSubstr("mine.toml:2: 'result' must be a string"));
  EXPECT_THAT(error_of("[functions\n"), HasSubstr("mine.toml:1:"));
  EXPECT_THAT(error_of("[[many]]\nprefix = \"m.\"\n"), HasSubstr("[[many]] needs names"));
  EXPECT_THAT(error_of("[[many]]\nkind = \"klass\"\nnames = \"a\"\n"),
              HasSubstr("mine.toml:2: unknown kind"));
}

TEST(ModelToml, ListsTheKnownWords) {
  EXPECT_THAT(error_of("[functions]\n\"m.f\" = { device = \"gpu\" }\n"),
              HasSubstr("factory, cpu, cuda"));
}

TEST(ModelToml, ANameBelongsToSomeWordsOnly) {
  WordError error;
  EXPECT_FALSE(parse_device("same", error));
  EXPECT_THAT(error.text, HasSubstr("needs a name"));
  EXPECT_FALSE(parse_device("cpu:x", error));
  EXPECT_THAT(error.text, HasSubstr("takes no"));
  EXPECT_TRUE(parse_device("arg", error));
  EXPECT_FALSE(parse_result("tensors:0", error));
  EXPECT_FALSE(parse_result("tensors:99", error));
}

TEST(ModelToml, ParameterLists) {
  WordError error;
  auto params = parse_params("a, /, b=, *rest, c, **more", error);
  ASSERT_TRUE(params);
  ASSERT_EQ(params->size(), 5u);
  EXPECT_EQ((*params)[0].kind, ParamKind::Positional);
  EXPECT_EQ((*params)[1].kind, ParamKind::Normal);
  EXPECT_EQ((*params)[2].kind, ParamKind::Variadic);
  EXPECT_EQ((*params)[3].kind, ParamKind::KeywordOnly);
  EXPECT_EQ((*params)[4].kind, ParamKind::Keywords);
  EXPECT_FALSE(parse_params("a, a", error));
  EXPECT_FALSE(parse_params("a b", error));
  EXPECT_FALSE(parse_params("a: int", error));
}

TEST(ModelToml, Versions) {
  WordError error;
  EXPECT_EQ(parse_torch_version("2.15", error), 215);
  EXPECT_FALSE(parse_torch_version("2", error));
  EXPECT_FALSE(parse_torch_version("2.x", error));
}

TEST(ModelToml, AMissingFileIsAMessage) {
  DraftModel model;
  EXPECT_THAT(read_model_file("no/such/model.toml", model), HasSubstr("cannot read"));
}

} // namespace
} // namespace offside::model
