#include "journal/database.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/rng.h"
#include "journal/kept_runs.h"
#include "tests/support/temporary_folder.h"

namespace heddle::journal {
namespace {

namespace fs = std::filesystem;

class DatabaseTest : public testing::Test {
 protected:
  void fill() const {
    auto database = Database::create(path_);
    ASSERT_TRUE(database);
    ASSERT_TRUE(
        database.value()->append({.keys = "k", .knowledge = "w", .traces = std::string(20'000, 't')}, {{"a", "b"}}));
    ASSERT_TRUE(database.value()->append({.keys = "l", .operations = "o", .traces = "u"}, {}));
  }

  // All keys, and how it ended.
  static std::string keys(Database& database) {
    std::string result;
    const auto error = database.read([&](std::int64_t, const Batch& batch) {
      result += batch.keys;
      return true;
    });
    return error ? error->message : result;
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_.path("explored.db");
};

TEST_F(DatabaseTest, what_was_written_is_there_in_another_session) {
  fill();
  auto database = Database::open(path_);
  ASSERT_TRUE(database) << database.error().text();
  EXPECT_EQ(database.value()->facts().value(), (Facts{{"a", "b"}}));
  EXPECT_EQ(keys(*database.value()), "kl");
  EXPECT_EQ(database.value()->traces(1).value(), std::string(20'000, 't'));
  EXPECT_EQ(database.value()->traces(2).value(), "u");
}

TEST_F(DatabaseTest, a_batch_that_replaces_is_the_only_one) {
  fill();
  auto database = Database::open(path_);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database.value()->replace({.keys = "m"}, {{"a", "c"}}));
  EXPECT_EQ(keys(*database.value()), "m");
  EXPECT_EQ(database.value()->facts().value(), (Facts{{"a", "c"}}));
}

TEST_F(DatabaseTest, one_process_has_it_at_a_time) {
  auto first = Database::create(path_);
  ASSERT_TRUE(first);
  const auto second = Database::open(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message.find("another exploration is writing to it"), 0U) << second.error().text();
}

TEST_F(DatabaseTest, who_has_kept_nothing_has_left_nothing) {
  {
    std::ofstream(path_).flush();
  }
  EXPECT_EQ(Database::open(path_).value(), nullptr);
  {
    auto database = Database::create(path_);
  }
  EXPECT_EQ(Database::open(path_).value(), nullptr);
}

TEST_F(DatabaseTest, damage_is_told_and_not_taken_for_runs) {
  fill();
  std::string good;
  {
    std::ifstream file(path_, std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(file), {});
  }
  base::Rng rng(3);
  for (int i = 0; i < 300; ++i) {
    std::string bad = good;
    if (i % 3 == 0) {
      bad.resize(rng.below(bad.size()));
    } else {
      for (std::size_t n = rng.below(4); n <= 4; ++n) bad[rng.below(bad.size())] = static_cast<char>(rng.next());
    }
    Database::remove(path_);
    std::ofstream(path_, std::ios::binary) << bad;
    const auto database = Database::open(path_);
    if (!database || database.value() == nullptr) continue;
    bool all_good = true;
    const auto error = database.value()->read([&](std::int64_t, const Batch& batch) {
      all_good = all_good && (batch.keys == "k" || batch.keys == "l");
      return true;
    });
    EXPECT_TRUE(all_good);
    const auto traces = database.value()->traces(1);
    if (traces) EXPECT_EQ(traces.value(), std::string(20'000, 't'));
  }
}

TEST_F(DatabaseTest, whatever_is_in_its_place_goes_when_a_new_one_is_made) {
  std::ofstream(path_) << "this is a text, and no database at all, and long enough to be taken for one";
  const auto before = Database::open(path_);
  ASSERT_FALSE(before);
  EXPECT_NE(before.error().message.find("damaged"), std::string::npos) << before.error().text();
  EXPECT_TRUE(Database::create(path_));
}

TEST_F(DatabaseTest, runs_are_found_in_any_order) {
  auto database = Database::create(path_);
  ASSERT_TRUE(database);
  KeptRuns runs;
  for (std::uint64_t batch = 0; batch < 5; ++batch) {
    Batch content;
    for (std::uint64_t i = 0; i < 10; ++i) {
      const std::string trace(i + 1, static_cast<char>('a' + batch));
      content.traces += trace;
      KeptRuns::add_key({batch * 10 + i, 1}, trace.size(), content.keys);
    }
    const auto id = database.value()->append(content, {});
    ASSERT_TRUE(id && runs.learn(id.value(), content.keys));
  }
  base::Rng rng(1);
  for (int n = 0; n < 200; ++n) {
    const std::uint64_t key = rng.below(60);
    const auto run = runs.find({key, 1});
    ASSERT_EQ(run.has_value(), key < 50);
    if (!run) continue;
    const auto trace = runs.trace(*run, *database.value());
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace.value().substr(0, key % 10 + 1), std::string(key % 10 + 1, static_cast<char>('a' + key / 10)));
  }
}

}  // namespace
}  // namespace heddle::journal
