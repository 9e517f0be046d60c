#pragma once

#include <functional>
#include <string>

#include "cli/session.h"

namespace heddle::cli {

// "heddle-out/crash": what reproduces a bug in Heddle.
std::string crash_folder(const std::string& out);

// Makes a bug in Heddle (a failed CHECK, a fault) be reported to the supervisor, which prints it after all findings.
void install_crash_handlers(Session& session);

// While it exists, `describe` returns the content of test.json for the running test, and the directory `out` gets it
// when Heddle fails. At most one at a time.
class CrashTest {
 public:
  CrashTest(std::string out, std::function<std::string()> describe);
  ~CrashTest();
  CrashTest(const CrashTest&) = delete;
  CrashTest& operator=(const CrashTest&) = delete;

  // Writes it; false if there is nothing to write, or it cannot be written.
  bool write() const;

 private:
  std::string out_;
  std::function<std::string()> describe_;
};

}  // namespace heddle::cli
