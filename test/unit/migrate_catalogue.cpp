// The migration catalogue: look-ups, what must hold in every row, and what a wrong file says.
#include "lint/ir/names.h"
#include "lint/migrate/catalogue.h"
#include "lint/migrate/catalogue_reader.h"
#include "lint/migrate/catalogue_table.h"
#include "lint/migrate/catalogue_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace offside::migrate {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Row *find(std::string_view name) { return Catalogue::builtin().find(name); }
const Row *match(std::string_view name) { return Catalogue::builtin().match(name); }

TEST(MigrateCatalogue, FindsARow) {
  const Row *row = find("torch.cuda.mem_get_info");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->category, Category::Same);
  EXPECT_EQ(row->how, How::Rename);
  EXPECT_EQ(row->to, "torch.accelerator.get_memory_info");
  EXPECT_EQ(row->since, 210);
  ASSERT_EQ(row->params.size(), 1u);
  EXPECT_EQ(ir::name_text(row->params[0].from), "device");
  EXPECT_EQ(ir::name_text(row->params[0].to), "device_index");
  EXPECT_TRUE(row->params[0].positional);
  EXPECT_FALSE(find("torch.cuda.no_such_name"));
  EXPECT_FALSE(find(""));
}

TEST(MigrateCatalogue, ParametersOfTheEvent) {
  const Row *row = find("torch.cuda.Event");
  ASSERT_TRUE(row && row->params.size() == 4);
  EXPECT_TRUE(row->params[0].keyword);
  EXPECT_FALSE(row->params[0].positional);
  EXPECT_EQ(row->params[3].to, ir::kNone); // external
  EXPECT_FALSE(row->takes_more);
  EXPECT_TRUE(find("torch.cuda.Stream")->takes_more);
}

TEST(MigrateCatalogue, MatchesTheNearestRow) {
  EXPECT_EQ(match("torch.cuda.nvtx.range"), find("torch.cuda.nvtx.range"));
  EXPECT_EQ(match("torch.cuda.nvtx.something")->name, "torch.cuda.nvtx.*");
  EXPECT_EQ(match("torch.cuda.something")->name, "torch.cuda.*");
  EXPECT_EQ(match("torch.cuda.some.thing")->name, "torch.cuda.*");
  EXPECT_EQ(match("torch.cuda.Event.record"), find("torch.cuda.Event"));
  EXPECT_EQ(match("torch.backends.cudnn.benchmark")->category, Category::None);
  EXPECT_FALSE(match("torch.nn.Linear"));
  EXPECT_FALSE(match("torch"));
  EXPECT_FALSE(match("numpy.cuda.stream"));
  EXPECT_FALSE(match("torch.cudax"));
}

TEST(MigrateCatalogue, TwinsAndFurtherModules) {
  const Row *cuda = find("torch.cuda.max_memory_allocated");
  for (std::string_view name :
       {"torch.xpu.max_memory_allocated", "torch.mtia.max_memory_allocated",
        "torch.npu.max_memory_allocated", "torch.cuda.memory.max_memory_allocated"}) {
    const Row *twin = find(name);
    ASSERT_TRUE(twin) << name;
    EXPECT_EQ(twin->to, cuda->to);
    EXPECT_EQ(twin->on_cpu, "0");
    EXPECT_EQ(twin->twin_of, cuda->name);
  }
  EXPECT_EQ(cuda->twin_of, "");
  EXPECT_EQ(find("torch.xpu.current_device")->how, How::CurrentDevice);
}

TEST(MigrateCatalogue, NamesThatDoNotExist) {
  EXPECT_EQ(find("torch.accelerator.set_device")->to, "torch.accelerator.set_device_index");
  EXPECT_TRUE(find("torch.accelerator.set_device")->missing);
  EXPECT_TRUE(find("torch.accelerator.get_device_name")->missing);
  EXPECT_FALSE(find("torch.accelerator.set_device_index")->missing);
  EXPECT_FALSE(find("torch.accelerator.set_device_idx")->missing); // deprecated, but there
}

TEST(MigrateCatalogue, EveryRowKeepsItsPromises) {
  std::string_view before;
  for (const Row &row : Catalogue::builtin().rows()) {
    SCOPED_TRACE(row.name);
    EXPECT_LT(before, row.name);
    before = row.name;
    EXPECT_EQ(match(row.name), &row);
    EXPECT_THAT(row.name, StartsWith("torch."));
    EXPECT_TRUE(row.to.empty() ? !needs_target(row.how) : row.to.starts_with("torch."));
    // The memory functions of torch.accelerator are what raises where those of torch.cuda do not.
    bool raises =
        row.how == How::Rename && !row.on_cpu.empty() && row.to.starts_with("torch.accelerator.");
    EXPECT_EQ(row.category == Category::Guard, raises);
    if (row.category >= Category::Meaning || row.missing) {
      EXPECT_NE(row.why, "");
    }
    if (row.to.starts_with("torch.accelerator")) {
      EXPECT_GE(row.since, 206);
    }
    EXPECT_LE(row.since, 215);
    EXPECT_EQ(row.dtype.empty(), row.how != How::TypedTensor);
    EXPECT_EQ(row.backends.empty(), row.how != How::Module);
    for (std::string_view text : {row.why, row.suggestion, row.to})
      EXPECT_THAT(text, testing::Not(HasSubstr("{}")));
    EXPECT_FALSE(row.why.ends_with('.'));
    if (!row.twin_of.empty()) {
      EXPECT_TRUE(find(row.twin_of));
    }
  }
}

TEST(MigrateCatalogue, TheTableHasALineForEachName) {
  EXPECT_THAT(catalogue_table(),
              HasSubstr("| `empty_cache` | guard | `torch.accelerator.empty_cache` | 2.9 | | "
                        "`None` | `torch.cuda.memory`, "));
}

TEST(MigrateCatalogue, WordsBothWays) {
  for (int c = 0; c <= int(Category::None); ++c)
    EXPECT_EQ(category_of(category_name(Category(c))), Category(c));
  for (int h = 0; h <= int(How::Graph); ++h)
    EXPECT_EQ(how_of(how_name(How(h))), How(h));
  EXPECT_FALSE(category_of("exact"));
  EXPECT_FALSE(how_of(""));
}

std::vector<RowText> rows_of(std::string_view text) {
  std::vector<RowText> rows;
  EXPECT_EQ(read_catalogue(text, "mine.toml", rows), "");
  return rows;
}

TEST(MigrateCatalogue, ReadsATable) {
  std::vector<RowText> rows = rows_of(R"(
[["torch.cuda"]]
names = "a b"
also = "torch.cuda.memory"
twins = ["xpu"]
category = "guard"
how = "rename"
to = "torch.accelerator.{}"
since = "2.9"
on_cpu = "0"
params = "x, y -> z /, k *, gone -> -, ..."
why = "{module} has {}"
)");
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[3].name, "torch.cuda.memory.b");
  EXPECT_EQ(rows[5].name, "torch.xpu.b");
  EXPECT_EQ(rows[5].to, "torch.accelerator.b");
  EXPECT_EQ(rows[5].why, "torch.xpu has b");
  EXPECT_EQ(rows[5].twin_of, "torch.cuda.b");
  EXPECT_EQ(rows[5].since, 209);
  ASSERT_EQ(rows[0].params.size(), 4u);
  EXPECT_EQ(rows[0].params[1].to, "z");
  EXPECT_TRUE(rows[0].params[1].positional);
  EXPECT_TRUE(rows[0].params[2].keyword);
  EXPECT_EQ(rows[0].params[3].to, "");
  EXPECT_TRUE(rows[0].takes_more);
}

// What a file says that holds `fields` besides a correct name, category and how.
std::string error_of(std::string_view fields, std::string_view module = "torch.cuda",
                     std::string_view start = "name = \"a\"\ncategory = \"same\"\n") {
  std::vector<RowText> rows;
  std::string text = "[[\"" + std::string(module) + "\"]]\n" + std::string(start);
  return read_catalogue(text + std::string(fields) + "\n", "mine.toml", rows);
}

TEST(MigrateCatalogue, AWrongFileSaysWhereAndWhat) {
  EXPECT_EQ(error_of("how = \"keep\"\ncolour = \"red\""),
            "mine.toml:5: unknown key 'colour'; known are name, names, category, how, to, since, "
            "on_cpu, params, backends, dtype, missing, why, suggestion, also, twins");
  EXPECT_THAT(error_of("how = \"guess\""),
              StartsWith("mine.toml:4: unknown how 'guess'; known are keep, rename, "));
  EXPECT_THAT(error_of("how = \"keep\"", "torch.cuda", "name = \"a\"\ncategory = \"exact\"\n"),
              StartsWith("mine.toml:3: unknown category 'exact'; known are same, guard, "));
  EXPECT_EQ(error_of("how = \"rename\""), "mine.toml:1: how = \"rename\" needs 'to'");
  EXPECT_EQ(error_of("how = \"keep\"\nsince = \"new\""),
            "mine.toml:5: bad version 'new'; write \"MAJOR.MINOR\"");
  EXPECT_THAT(error_of("how = \"keep\"\nparams = \"a b\""),
              StartsWith("mine.toml:5: cannot read the parameter 'a b'"));
  EXPECT_THAT(error_of("how = \"keep\"\nparams = \"a, ..., b\""),
              StartsWith("mine.toml:5: cannot read the parameter '...'"));
  EXPECT_THAT(error_of("how = \"keep\"\nwhy = 3"), "mine.toml:5: 'why' must be a string");
  EXPECT_THAT(error_of("how = \"keep\"\ntwins = [\"tpu\"]"),
              StartsWith("mine.toml:5: unknown backend in 'twins'"));
  EXPECT_EQ(error_of("how = \"keep\"\ntwins = [\"xpu\"]", "torch.backends"),
            "mine.toml:1: only a row of torch.cuda can have twins");
  EXPECT_EQ(error_of("how = \"typed-tensor\""),
            "mine.toml:1: 'dtype' goes with how = \"typed-tensor\", and only with it");
  EXPECT_EQ(error_of("", "torch.cuda", "name = \"a\"\n"),
            "mine.toml:1: a row needs name (or names), category and how");
  EXPECT_EQ(error_of("how = \"keep\"\nmissing = true\nwhy = \"gone\""),
            "mine.toml:1: the 'why' of a missing name begins with \"does not exist\"");
  EXPECT_EQ(error_of("how = \"keep\"\nto = \"torch.b\""),
            "mine.toml:1: how = \"keep\" takes 'to' only for a name that stays");
  EXPECT_THAT(error_of("how = "), StartsWith("mine.toml:"));
  std::vector<RowText> rows;
  EXPECT_EQ(read_catalogue("cuda = 1\n", "mine.toml", rows),
            "mine.toml:1: 'cuda' must be written [[\"cuda\"]]");
}

TEST(MigrateCatalogue, AGuardNeedsWhatTheOldCallGives) {
  EXPECT_EQ(error_of("how = \"rename\"\nto = \"torch.b\"", "torch.cuda",
                     "name = \"a\"\ncategory = \"guard\"\n"),
            "mine.toml:1: category = \"guard\" needs 'on_cpu'");
  EXPECT_EQ(error_of("how = \"keep\"", "torch.cuda", "name = \"a\"\ncategory = \"person\"\n"),
            "mine.toml:1: a row whose category is person needs 'why'");
}

TEST(MigrateCatalogue, ANameHasOneRow) {
  std::vector<RowText> rows = rows_of(R"([["torch.cuda"]]
names = "a"
category = "same"
how = "keep"
[["torch.cuda"]]
names = "b a"
category = "same"
how = "keep"
)");
  EXPECT_EQ(sort_catalogue(rows), "mine.toml:5: 'torch.cuda.a' has a row already, of mine.toml:1");
}

} // namespace
} // namespace offside::migrate
