#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/program.h"
#include "trace/test.h"
#include "trace/test_file.h"

namespace heddle::cli {

// What earlier explorations of a program leave for the next one, which begins with it: the findings that its developers
// have kept (heddle-regressions) and, if the program has changed since, also those in the output directory and the most
// valuable tests (report/worthy_tests.h). Only schedules and inputs are taken from there: what is run is what the user
// asked for.
//
// A stored test belongs to this program if the program has the same file name, arguments and constants: it may be in
// another place now. If the program was changed, a failure is looked for near its schedule (explore/near_schedule.h),
// in a number of runs that does not depend on time. A resumed exploration begins with what it began with before.
class KnownTests {
 public:
  KnownTests(const TestOptions& options, Program& program, Console& console, bool is_resumed)
      : options_(options), program_(program), console_(console), is_resumed_(is_resumed) {}

  // The tests to begin with; reports whether each failure that was kept still shows up.
  std::vector<trace::Test> take();

 private:
  struct Stored {
    std::string path;
    trace::TestFile test;
  };

  // Those of this program below a directory, sorted by path. What cannot be read is reported.
  std::vector<Stored> stored_in(const std::string& folder) const;
  bool is_about_program(const trace::TestFile& test) const;
  bool is_changed(const trace::TestFile& test) const { return test.program_hash != program_.hash; }
  // Does it show up again? Then its test is one to begin with.
  bool replay(const Stored& stored);
  void take_regressions();
  void take_from_last_exploration();
  void take_again();

  const TestOptions& options_;
  Program& program_;
  Console& console_;
  bool is_resumed_;
  std::vector<trace::Test> tests_;
};

}  // namespace heddle::cli
