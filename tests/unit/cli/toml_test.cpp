#include "cli/toml.h"

#include <gmock/gmock.h>

namespace heddle::cli {
namespace {

using testing::ElementsAre;

TEST(toml, has_tables_keys_and_values_of_all_kinds) {
  const auto entries =
      parse_toml("a = 1_000 # so many\n\n[test]\nb-c = \"x\\t#\\\"\"\nd = ['\\n', true,\n -2.5]\n", "f");
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries.value().size(), 3u);
  EXPECT_EQ(entries.value()[0].table, "");
  EXPECT_EQ(entries.value()[1].table, "test");
  EXPECT_EQ(entries.value()[1].line, 4u);
  EXPECT_THAT(entries.value()[0].values, ElementsAre("1000"));
  EXPECT_THAT(entries.value()[1].values, ElementsAre("x\t#\""));
  EXPECT_THAT(entries.value()[2].values, ElementsAre("\\n", "true", "-2.5"));
}

TEST(toml, names_the_line_of_a_mistake) {
  for (const char* text :
       {"a = 1\nb\n", "a = 1\n[b\n", "a = 1\nb = c\n", "a = 1\nb = \"c\n", "a = 1\na = 1\n", "\nb = 1 2"})
    EXPECT_EQ(parse_toml(text, "f").error().place.substr(0, 3), "f:2") << text;
}

TEST(toml, that_ends_anywhere_is_a_mistake_or_less) {
  const std::string text = "[t]\nkey = [\"a\\\"\", 'b', 3]\n";
  for (std::size_t i = 0; i <= text.size(); ++i) parse_toml(text.substr(0, i), "f");
}

}  // namespace
}  // namespace heddle::cli
