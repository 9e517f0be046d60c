#include "cli/known_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/stop.h"
#include "cli/agreement.h"
#include "explore/near_schedule.h"
#include "report/describe.h"
#include "report/output_folder.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

// How many runs are made near the schedule of a failure if the program has changed; and how many to repair the schedule
// of another test.
constexpr std::uint64_t kMaxRuns = 300;
constexpr std::uint64_t kMaxMending = 30;

}  // namespace

std::vector<trace::Test> KnownTests::take() {
  try {
    if (is_resumed_) {
      take_again();
    } else {
      if (!options_.regressions.empty()) take_regressions();
      if (!options_.out.empty() && !options_.fresh) take_from_last_exploration();
    }
  } catch (const base::Stopped&) {
    tests_.clear();  // the exploration stops as well, and says why
  }
  return std::move(tests_);
}

void KnownTests::take_regressions() {
  for (const Stored& stored : stored_in(options_.regressions)) {
    if (stored.test.finding_kind.empty()) continue;
    const bool shows = replay(stored);
    if (options_.quiet) continue;
    console_.err << fmt::format("heddle: known failure {} ({}): {}\n", printable(stored.path),
                                printable(stored.test.finding_kind), shows ? "shows again" : "no longer shows");
  }
}

void KnownTests::take_from_last_exploration() {
  const std::size_t before = tests_.size();
  for (const Stored& stored : stored_in(options_.out + "/bugs")) {
    std::error_code ignored;
    const bool is_kept = fs::exists(fs::path(options_.regressions) / fs::path(stored.path).filename(), ignored);
    if (is_changed(stored.test) && !stored.test.finding_kind.empty() && !is_kept) replay(stored);
  }
  for (const Stored& stored : stored_in(options_.out + report::kWorthyFolder)) {
    if (!is_changed(stored.test)) continue;
    const std::optional<trace::Test> test = adopt_threads(stored.test, *program_.executor);
    if (!test) continue;
    explore::NearSchedule near(*program_.executor, *test, {}, kMaxMending);
    if (std::optional<trace::Test> repaired = near.repaired()) tests_.push_back(*std::move(repaired));
  }
  const std::size_t count = tests_.size() - before;
  if (count == 0 || options_.quiet) return;
  console_.err << fmt::format("heddle: note: the program has changed: begins with {} test{} of the last exploration\n",
                              count, count == 1 ? "" : "s");
}

void KnownTests::take_again() {
  for (const Stored& stored : stored_in(options_.out + report::kBeginFolder)) {
    if (std::optional<trace::Test> test = adopt_threads(stored.test, *program_.executor))
      tests_.push_back(*std::move(test));
  }
}

std::vector<KnownTests::Stored> KnownTests::stored_in(const std::string& folder) const {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (fs::exists(entry->path() / "test.json", ignored)) paths.push_back(entry->path().string());
  }
  std::ranges::sort(paths);
  std::vector<Stored> result;
  for (const std::string& path : paths) {
    base::Result<trace::TestFile> test = read_test_file(path);
    if (!test) {
      console_.err << "heddle: warning: " << printable(test.error().text()) << "\n";
    } else if (is_about_program(test.value())) {
      result.push_back({path, std::move(test.value())});
    }
  }
  return result;
}

bool KnownTests::is_about_program(const trace::TestFile& test) const {
  const trace::ProgramSpec& spec = program_.spec;
  return fs::path(test.spec.program).filename() == fs::path(spec.program).filename() &&
         test.spec.arguments == spec.arguments && test.spec.definitions == spec.definitions;
}

bool KnownTests::replay(const Stored& stored) {
  trace::Executor& executor = *program_.executor;
  std::optional<trace::Test> test = adopt_threads(stored.test, executor);
  if (!test) return false;
  test->depth = options_.budget.depth;
  const bool is_changed = this->is_changed(stored.test);
  if (is_changed) {
    executor.wake_idle_locks();  // it is unknown which ones the new program needs
  } else {
    executor.make_visible(stored.test.cells);
  }
  const explore::KnownFailure failure = {stored.test.finding_kind,
                                         report::note_of_assertion(stored.test.finding_message)};
  explore::NearSchedule near(executor, *test, failure, is_changed ? kMaxRuns : 1);
  std::optional<trace::Trace> found = near.find();
  if (!found && !is_changed && stored.test.depends_on_addresses()) {
    executor.wake_idle_locks();
    found = explore::NearSchedule(executor, *test, failure, kMaxRuns).find();
  }
  if (found) tests_.push_back(trace::test_of(*found, options_.budget.depth));
  return found.has_value();
}

}  // namespace heddle::cli
