#include "cli/seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "cli/program.h"
#include "explore/inputs_of.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "report/corpus.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

base::Result<std::vector<std::string>> find_test_files(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return base::Error{path, "there is no such file or folder"};
  if (!fs::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename() == "test.json") files.push_back(entry->path().string());
  }
  if (error) return base::Error{path, error.message()};
  std::sort(files.begin(), files.end());
  return files;
}

// The files of a corpus: those directly in the directory.
base::Result<std::vector<std::string>> find_input_files(const std::string& path) {
  std::error_code error;
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  if (error) return base::Error{path, error.message()};
  if (files.empty()) return base::Error{path, "there is neither a test.json nor a file with inputs in this folder"};
  std::sort(files.begin(), files.end());
  return files;
}

// The inputs in the files of a corpus, each with the schedule without preemption. A run shows which inputs there are.
base::Result<std::vector<trace::Test>> read_corpus(const std::string& path, std::uint32_t depth,
                                                   trace::Executor& executor) {
  const base::Result<std::vector<std::string>> files = find_input_files(path);
  if (!files) return files.error();
  trace::Test test;
  test.depth = depth;
  trace::Trace trace;
  executor.run(test, trace);
  const std::vector<explore::InputInfo> taken = explore::inputs_of(trace, executor.expressions());
  std::vector<trace::Test> tests;
  for (const std::string& file : files.value()) {
    const base::Result<std::string> content = base::read_file(file, trace::kMaxTestFileBytes);
    if (!content) return content.error();
    base::Result<std::vector<trace::InputValue>> inputs = report::parse_corpus_file(content.value(), file, taken);
    if (!inputs) return inputs.error();
    tests.push_back(test);
    tests.back().inputs = std::move(inputs.value());
  }
  return tests;
}

base::Result<trace::Test> read_seed(const std::string& file, std::uint32_t depth, trace::Executor& executor) {
  base::Result<trace::TestFile> stored = read_test_file(file);
  if (!stored) return stored.error();
  std::optional<trace::Test> adopted = adopt_threads(stored.value(), executor);
  if (!adopted) return base::Error{file, "this test has other threads than the program"};
  trace::Test test = *std::move(adopted);
  test.depth = depth;
  trace::Trace trace;
  executor.run(test, trace);
  if (trace.outcome == trace::Outcome::kDiverged) {
    return base::Error{file, fmt::format("the program cannot follow step {} of {} of this test", trace.diverged_at + 1,
                                         test.schedule.size())};
  }
  return test;
}

}  // namespace

base::Result<std::uint64_t> parse_seed_tests(const std::string& text) {
  constexpr std::string_view kPrefix = "random:";
  std::uint64_t count = 0;
  const bool random = text.starts_with(kPrefix);
  const char* const begin = text.data() + (random ? kPrefix.size() : 0);
  const char* const end = text.data() + text.size();
  if (!random || begin == end || std::from_chars(begin, end, count).ptr != end) {
    return base::Error{"", fmt::format("--seed-tests={}: expected random:N, for example random:100", text)};
  }
  if (count > kMaxSeedTests) {
    return base::Error{"", fmt::format("--seed-tests={}: more than {} tests", text, kMaxSeedTests)};
  }
  return count;
}

base::Result<std::vector<trace::Test>> make_seed_tests(const TestOptions& options, trace::Executor& executor) {
  std::vector<trace::Test> tests;
  if (!options.seed_from.empty()) {
    const base::Result<std::vector<std::string>> files = find_test_files(options.seed_from);
    if (!files) return files.error();
    if (files.value().empty()) {
      base::Result<std::vector<trace::Test>> corpus = read_corpus(options.seed_from, options.budget.depth, executor);
      if (!corpus) return corpus.error();
      tests = std::move(corpus.value());
    }
    for (const std::string& file : files.value()) {
      base::Result<trace::Test> test = read_seed(file, options.budget.depth, executor);
      if (!test) return test.error();
      tests.push_back(std::move(test.value()));
    }
  }
  for (trace::Test& test : explore::random_tests(options.seed_tests, options.strategy_options.seed)) {
    tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace heddle::cli
