// The programs in programs/ say after each line how `heddle slice` must mark it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;

const fs::path kPrograms = fs::path(HEDDLE_SOURCE_DIR) / "tests/slice/programs";

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kPrograms)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The options in a line "// slice: --assertions".
std::vector<std::string> command_for(const std::string& name) {
  std::vector<std::string> command = {"slice", "--flags=-w", name};
  std::ifstream source(kPrograms / name);
  constexpr std::string_view kOptions = "// slice: ";
  for (std::string line; std::getline(source, line);) {
    if (line.starts_with(kOptions)) command.push_back(line.substr(kOptions.size()));
  }
  return command;
}

// "// >" at the end of a line.
bool has_expectation(const std::string& line) {
  const std::size_t at = line.size() - std::min<std::size_t>(line.size(), 4);
  return line.compare(at, 3, "// ") == 0 && std::string_view("!>.-").find(line.back()) != std::string_view::npos;
}

class Marks : public testing::TestWithParam<std::string> {};

TEST_P(Marks, are_those_that_the_program_says) {
  const TemporaryFolder folder;
  fs::copy(kPrograms / GetParam(), folder.path(GetParam()));
  const Called called = call_heddle(folder.path(), command_for(GetParam()));
  ASSERT_EQ(called.code, 0) << called.err;
  int expectations = 0;
  for (const std::string& line : lines_of(called.out)) {
    if (line.size() < 6 || !has_expectation(line)) continue;
    ++expectations;
    EXPECT_EQ(line.front(), line.back()) << line;
  }
  EXPECT_GT(expectations, 3);
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(slice, Marks, testing::ValuesIn(programs()), name_of);

}  // namespace
}  // namespace heddle::tests
