// Looking names up: aliases, prefixes, bases, versions, and a project's own file on top.
#include "lint/model/model.h"
#include "lint/model/tables.h"
#include "lint/model/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <thread>

namespace offside::model {
namespace {

using testing::HasSubstr;

const Entry *find(std::string_view name) { return Model::builtin().find(name); }

TEST(ModelLookup, ByNameAndById) {
  const Entry *entry = find("torch.arange");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->device, Device::Factory);
  EXPECT_EQ(Model::builtin().find(ir::intern("torch.arange")), entry);
  EXPECT_EQ(Model::builtin().find(ir::intern("torch.arange")), entry);
  EXPECT_FALSE(find("torch.no_such_function"));
  EXPECT_FALSE(Model::builtin().find(ir::intern("torch.no_such_function")));
  EXPECT_FALSE(Model::builtin().find(ir::intern("torch.no_such_function")));
}

TEST(ModelLookup, AliasesAndPrefixes) {
  EXPECT_EQ(find("torch.amp.autocast"), find("torch.autocast"));
  EXPECT_EQ(find("torch.nn.modules.linear.Linear"), find("torch.nn.Linear"));
  EXPECT_EQ(find("pytorch_lightning.LightningModule"), find("lightning.LightningModule"));
  EXPECT_EQ(find("torch.utils.data.dataloader.DataLoader"), find("torch.utils.data.DataLoader"));
}

TEST(ModelLookup, MethodsAlongBases) {
  const Entry *linear = find("torch.nn.Linear");
  ASSERT_TRUE(linear);
  const Entry *to = Model::builtin().find_method(*linear, ir::intern("to"));
  ASSERT_TRUE(to);
  EXPECT_EQ(to->name, "torch.nn.Module.to");
  EXPECT_TRUE(to->has(Effect::MovesSelf));
  EXPECT_FALSE(Model::builtin().find_method(*linear, ir::intern("no_such_method")));
  EXPECT_TRUE(Model::builtin().derives(*linear, "torch.nn.Module"));
  EXPECT_FALSE(Model::builtin().derives(*linear, "torch.optim.Optimizer"));
  EXPECT_EQ(find("transformers.BertModel.from_pretrained"),
            find("transformers.PreTrainedModel.from_pretrained"));
}

TEST(ModelLookup, MethodsOfTensorsLackSelf) {
  const Entry *entry = find("torch.Tensor.index_add_");
  ASSERT_TRUE(entry);
  EXPECT_TRUE(entry->has(Effect::InPlace));
  EXPECT_EQ(entry->result, Result::Self);
  ASSERT_GE(entry->params.size(), 3u);
  EXPECT_EQ(ir::name_text(entry->params[0].name), "dim");
  EXPECT_EQ(operand_position(*entry, 1), 2);
  const Entry *function = find("torch.index_add");
  ASSERT_TRUE(function);
  EXPECT_EQ(ir::name_text(function->params[0].name), "input");
  EXPECT_EQ(operand_position(*function, 2), 2);
}

TEST(ModelLookup, TheLongestOverloadNamesThePositions) {
  // x.std(0): the argument is the dimension, though another overload has `unbiased` there.
  const Entry *entry = find("torch.Tensor.std");
  ASSERT_TRUE(entry);
  EXPECT_EQ(ir::name_text(entry->params[0].name), "dim");
}

TEST(ModelLookup, MaxGivesATupleWithADimension) {
  const Entry *entry = find("torch.max");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->result, Result::Tensor);
  EXPECT_EQ(ir::name_text(entry->when), "dim");
  EXPECT_EQ(entry->result_when, Result::Tensors);
  EXPECT_EQ(entry->fields_when, "values,indices");
  EXPECT_EQ(entry->integer_fields_when, 2u);
}

TEST(ModelLookup, EveryAcceleratorNameHasItsVersion) {
  Model &model = Model::builtin();
  EXPECT_TRUE(model.lists_all("torch.accelerator"));
  EXPECT_FALSE(model.lists_all("torch.cuda"));
  for (std::string name : {"Graph",
                           "current_accelerator",
                           "current_device_idx",
                           "current_device_index",
                           "current_stream",
                           "device_count",
                           "device_index",
                           "empty_cache",
                           "empty_host_cache",
                           "get_device_capability",
                           "get_memory_info",
                           "is_available",
                           "max_memory_allocated",
                           "max_memory_reserved",
                           "memory",
                           "memory_allocated",
                           "memory_reserved",
                           "memory_stats",
                           "random",
                           "reset_accumulated_memory_stats",
                           "reset_peak_memory_stats",
                           "set_device_idx",
                           "set_device_index",
                           "set_stream",
                           "synchronize"}) {
    const Entry *entry = find("torch.accelerator." + name);
    ASSERT_TRUE(entry) << name;
    EXPECT_GE(entry->since, 206) << name;
  }
  for (std::string name : {"manual_seed", "seed", "default_stream", "Stream", "Event", "device",
                           "set_device", "current_device"})
    EXPECT_FALSE(find("torch.accelerator." + name)) << name;
}

TEST(ModelLookup, RulesOfOlderVersions) {
  Model &model = Model::builtin();
  ASSERT_TRUE(model.find_operator("addcmul"));
  EXPECT_EQ(model.find_operator("addcmul")->args[1], OperandRule::Scalar);
  EXPECT_EQ(model.find_operator("addcmul", 207)->args[1], OperandRule::Scalar);
  EXPECT_EQ(model.find_operator("addcmul", 206)->args[1], OperandRule::Exact);
  EXPECT_EQ(model.find_operator("lerp", 206)->args[1], OperandRule::Scalar);
  EXPECT_EQ(model.find_operator("lerp", 205)->args[1], OperandRule::Exact);
  EXPECT_EQ(model.find_operator("hypot", 206)->input, OperandRule::Exact);
  EXPECT_EQ(model.find_operator("hypot")->input, OperandRule::Scalar);
}

TEST(ModelLookup, OperandNamesFollowTheParameters) {
  const OperatorRule *rule =
      Model::builtin().find_operator("nn.functional.binary_cross_entropy_with_logits");
  ASSERT_TRUE(rule);
  std::set<std::string_view> names;
  for (auto &[name, value] : rule->keywords)
    names.insert(ir::name_text(name));
  EXPECT_TRUE(names.count("target"));
  EXPECT_TRUE(names.count("pos_weight"));
  // `weight` is measured as a keyword and can be given as the third argument.
  ASSERT_GE(rule->args.size(), 2u);
  EXPECT_EQ(rule->args[1], OperandRule::Scalar);
}

// Every operator that an entry names has a rule, every base and instance type an entry.
TEST(ModelLookup, TheCompiledTablesHangTogether) {
  const Tables &tables = builtin_tables();
  Model &model = Model::builtin();
  EXPECT_GT(tables.entries.size(), 5000u);
  for (auto &flat : tables.entries) {
    std::string name(tables.at(flat.name));
    std::string_view op = tables.at(flat.op);
    EXPECT_TRUE(op.empty() || model.find_operator(op)) << name << " names operator " << op;
    for (auto base : tables.bases.subspan(flat.base_first, flat.base_count))
      EXPECT_TRUE(model.find(tables.at(base))) << name << " has base " << tables.at(base);
    bool instance =
        Result(flat.result) == Result::Instance || Result(flat.result_when) == Result::Instance;
    EXPECT_TRUE(!instance || model.find(tables.at(flat.type)))
        << name << " makes " << tables.at(flat.type);
    EXPECT_EQ(model.find(std::string_view(name))->name, name);
  }
}

TEST(ModelLookup, ArgumentsThatWordsNameExist) {
  const Tables &tables = builtin_tables();
  Model &model = Model::builtin();
  for (auto &flat : tables.entries) {
    const Entry *entry = model.find(tables.at(flat.name));
    auto check = [&](ir::Name name, const char *what) {
      std::string_view text = ir::name_text(name);
      if (name == 0xffffffffu || text == "self" || text == "*")
        return;
      for (auto &param : entry->params)
        if (param.name == name)
          return;
      ADD_FAILURE() << entry->name << ": " << what << " names '" << text
                    << "', which is no parameter";
    };
    if (entry->kind != Kind::Attribute) {
      check(entry->result_arg, "result");
      check(entry->device_arg, "device");
      check(entry->rank_arg, "rank");
      check(entry->grad_arg, "grad");
      check(entry->when, "when");
    }
    for (auto &use : entry->effects)
      if (use.effect != Effect::Available)
        check(use.arg, "an effect");
  }
}

TEST(ModelLookup, KnowsPackages) {
  EXPECT_TRUE(Model::builtin().knows_package("numpy"));
  EXPECT_TRUE(Model::builtin().knows_package("tensorflow"));
  EXPECT_FALSE(Model::builtin().knows_package("my_project"));
}

TEST(ModelLookup, TheVersionNamesTorch) {
  EXPECT_THAT(std::string(Model::builtin().version()), HasSubstr("torch 2.15"));
}

TEST(ModelLookup, ManyThreadsSeeOneEntry) {
  std::vector<const Entry *> seen(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < seen.size(); ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 200; ++k) {
        Model::builtin().find(ir::intern("torch.nn.functional.interpolate"));
        seen[i] = Model::builtin().find(ir::intern("torch.nn.functional.grid_sample"));
      }
    });
  for (auto &thread : threads)
    thread.join();
  for (auto *entry : seen)
    EXPECT_EQ(entry, seen[0]);
}

// Last in this file's order of things: it changes the process-wide model, under names nothing else
// uses.
TEST(ModelLookup, AProjectsOwnFileWins) {
  std::string path = testing::TempDir() + "offside_own_model.toml";
  std::ofstream(path)
      << "package = \"own_lib\"\n[functions]\n"
         "\"own_lib.load\" = { params = \"path\", result = \"tensor\", device = \"cpu\" }\n"
         "[classes]\n\"own_lib.Net\" = { bases = \"torch.nn.Linear\" }\n"
         "[aliases]\n\"own_lib.zeros\" = \"torch.zeros\"\n";
  EXPECT_FALSE(Model::builtin().find(ir::intern("own_lib.load")));
  EXPECT_EQ(Model::builtin().add_file(path), "");
  std::remove(path.c_str());
  const Entry *load = Model::builtin().find(ir::intern("own_lib.load"));
  ASSERT_TRUE(load);
  EXPECT_EQ(load->device, Device::Cpu);
  EXPECT_TRUE(Model::builtin().knows_package("own_lib"));
  EXPECT_EQ(find("own_lib.zeros"), find("torch.zeros"));
  ASSERT_TRUE(find("own_lib.Net"));
  EXPECT_TRUE(Model::builtin().derives(*find("own_lib.Net"), "torch.nn.Module"));
  EXPECT_THAT(std::string(Model::builtin().version()), HasSubstr("+"));
}

TEST(ModelLookup, AWrongOwnFileIsAMessage) {
  std::string path = testing::TempDir() + "offside_wrong_model.toml";
  std::ofstream(path) << "[functions]\n\"x.y\" = { result = \"nope\" }\n";
  EXPECT_THAT(Model::builtin().add_file(path), HasSubstr(":2: unknown word 'nope'"));
  std::ofstream(path) << "[functions]\n\"x.y\" = {}\n[classes]\n\"x.y\" = {}\n";
  EXPECT_THAT(Model::builtin().add_file(path), HasSubstr("'x.y' is already described"));
  std::ofstream(path)
      << "[aliases]\n\"ring.a\" = \"ring.b\"\n\"ring.b\" = \"ring.a\"\n"
         "[classes]\n\"ring.C\" = { bases = \"ring.D\" }\n\"ring.D\" = { bases = \"ring.C\" }\n";
  EXPECT_EQ(Model::builtin().add_file(path), "");
  EXPECT_FALSE(find("ring.a"));
  EXPECT_FALSE(Model::builtin().derives(*find("ring.C"), "torch.nn.Module"));
  EXPECT_FALSE(Model::builtin().find_method(*find("ring.C"), ir::intern("to")));
  std::remove(path.c_str());
}

} // namespace
} // namespace offside::model
