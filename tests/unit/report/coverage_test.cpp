#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "report/coverage_plot.h"
#include "report/lcov.h"
#include "report/open_branches.h"

namespace heddle::report {
namespace {

using State = explore::BranchCoverage::State;

// Two decisions in line 7, one of them half covered, and one in another file.
explore::BranchCoverage example() {
  explore::BranchCoverage c;
  c.covered = {3, 0, 1};
  c.open = 2;
  c.branches = {
      {"/p/a.c", 7, 9, 1, State::kCovered, 2, 0.5}, {"/p/a.c", 7, 3, 0, State::kCovered, 0, 0.1},
      {"/p/a.c", 7, 3, 1, State::kUnreachable},     {"/p/a.c", 7, 9, 0, State::kCovered, 0, 0.1},
      {"/p/b.c", 2, 1, 1, State::kCovered, 0, 0.2}, {"/p/b.c", 2, 1, 0, State::kBound},
  };
  return c;
}

// Reads it as lcov does, and adds up what the tests contain: BRDA and DA; checks the sums of each record.
class Lcov {
 public:
  explicit Lcov(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) read(line);
    EXPECT_TRUE(file_.empty()) << "a record has no end";
  }

  // By file, line, block and branch: how often it was taken.
  std::map<std::tuple<std::string, int, int, int>, int> branches;
  std::map<std::pair<std::string, int>, int> lines;
  std::map<std::string, int> taken_by_test;
  std::vector<std::string> comments;

 private:
  void read(const std::string& line) {
    if (line.starts_with("#")) return comments.push_back(line);
    if (line == "end_of_record") return finish();
    const std::string key = line.substr(0, line.find(':'));
    const std::string value = line.substr(line.find(':') + 1);
    if (key == "TN") {
      test_ = value;
    } else if (key == "SF") {
      file_ = value;
    } else {
      read_numbers(key, value);
    }
  }

  void read_numbers(const std::string& key, const std::string& value) {
    std::vector<int> n;
    std::istringstream in(value);
    for (std::string word; std::getline(in, word, ',');) n.push_back(std::stoi(word));
    if (key == "BRDA") {
      ASSERT_EQ(n.size(), 4U);
      branches[{file_, n[0], n[1], n[2]}] += n[3];
      taken_by_test[test_] += n[3];
      ++sums_["BRF"];
      sums_["BRH"] += n[3] > 0 ? 1 : 0;
    } else if (key == "DA") {
      ASSERT_EQ(n.size(), 2U);
      lines[{file_, n[0]}] += n[1];
      ++sums_["LF"];
      sums_["LH"] += n[1] > 0 ? 1 : 0;
    } else {
      ASSERT_TRUE(key == "BRF" || key == "BRH" || key == "LF" || key == "LH") << key;
      claimed_[key] = n[0];
    }
  }

  void finish() {
    EXPECT_EQ(claimed_, sums_);
    claimed_.clear();
    sums_.clear();
    file_.clear();
  }

  std::string test_;
  std::string file_;
  std::map<std::string, int> sums_;
  std::map<std::string, int> claimed_;
};

TEST(lcov, adds_up_to_what_is_covered) {
  const Lcov read(lcov(example()));
  using Key = std::tuple<std::string, int, int, int>;
  EXPECT_EQ(read.branches, (std::map<Key, int>{{{"/p/a.c", 7, 0, 0}, 1},
                                               {{"/p/a.c", 7, 0, 1}, 0},
                                               {{"/p/a.c", 7, 1, 0}, 1},
                                               {{"/p/a.c", 7, 1, 1}, 1},
                                               {{"/p/b.c", 2, 0, 0}, 0},
                                               {{"/p/b.c", 2, 0, 1}, 1}}));
  EXPECT_EQ(read.lines, (std::map<std::pair<std::string, int>, int>{{{"/p/a.c", 7}, 2}, {{"/p/b.c", 2}, 1}}));
}

TEST(lcov, has_a_test_for_each_number_of_interferences) {
  EXPECT_EQ(Lcov(lcov(example())).taken_by_test, (std::map<std::string, int>{{"k0", 3}, {"k1", 0}, {"k2", 1}}));
}

TEST(lcov, says_why_a_branch_is_open) {
  EXPECT_EQ(Lcov(lcov(example())).comments,
            (std::vector<std::string>{"# /p/a.c:7:3 (true): unreachable (no scenario is left)",
                                      "# /p/b.c:2:1 (false): scenarios with more interferences were left out"}));
}

TEST(lcov, names_files_by_their_whole_path_and_leaves_out_what_has_none) {
  explore::BranchCoverage c;
  c.covered = {2};
  c.branches = {{"x/../a.c", 1, 1, 0, State::kCovered}, {"", 0, 0, 0, State::kCovered}};
  const Lcov read(lcov(c));
  ASSERT_EQ(read.lines.size(), 1U);
  const std::string file = read.lines.begin()->first.first;
  EXPECT_TRUE(file.starts_with("/") && file.ends_with("/a.c") && file.find("..") == std::string::npos) << file;
}

TEST(lcov, of_nothing_is_nothing) { EXPECT_EQ(lcov({}), ""); }

TEST(open_branches, are_listed_by_their_reasons) {
  EXPECT_EQ(open_branches_text(example()),
            "not covered, unreachable (no scenario is left): /p/a.c:7:3 (true)\n"
            "not covered, scenarios with more interferences were left out: /p/b.c:2:1 (false)\n");
  explore::BranchCoverage many;
  many.branches.resize(9, {"a.c", 1, 1, 1, State::kUnfinished});
  EXPECT_NE(open_branches_text(many).find("a.c:1:1 (true) and 3 more\n"), std::string::npos);
  EXPECT_EQ(open_branches_text({}), "");
}

// The corners of the n-th line of the picture.
std::vector<std::pair<double, double>> points(const std::string& picture, int nth) {
  std::size_t at = 0;
  for (int i = 0; i <= nth; ++i) at = picture.find("<polyline points=\"", at + 1);
  std::istringstream in(picture.substr(at + 18, picture.find('"', at + 18) - at - 18));
  std::vector<std::pair<double, double>> result;
  char comma = 0;
  for (std::pair<double, double> p; in >> p.first >> comma >> p.second;) result.push_back(p);
  return result;
}

TEST(coverage_plot, rises_with_each_branch_and_never_falls) {
  const std::string picture = coverage_plot(example(), 1);
  EXPECT_NE(picture.find("4 of 6 branches covered"), std::string::npos);
  for (const int diagram : {0, 1}) {
    const auto p = points(picture, diagram);
    ASSERT_GT(p.size(), 2U);
    for (std::size_t i = 1; i < p.size(); ++i) {
      EXPECT_GE(p[i].first, p[i - 1].first);
      EXPECT_LE(p[i].second, p[i - 1].second);  // upwards
    }
    EXPECT_NEAR(p.front().second, 240, 0.1);                 // nothing
    EXPECT_NEAR(p.back().second, 240 - 200.0 * 4 / 6, 0.1);  // 4 of 6
  }
  EXPECT_NEAR(points(picture, 0)[6].first, 60 + 320 * 0.5, 0.1);  // the last branch after half of the time
}

TEST(coverage_plot, of_nothing_has_no_numbers_that_are_none) {
  EXPECT_EQ(coverage_plot({}, 0).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace heddle::report
