#pragma once

#include <string>
#include <vector>

namespace heddle::tests {

// What one call of the program `heddle` did.
struct Called {
  int code = -1;  // exit code, or minus the signal that killed it
  std::string out;
  std::string err;
};

// A program of the test that runs while this object exists.
class Process {
 public:
  Process(const std::vector<std::string>& command, const std::string& folder);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(int signal) const;
  // Also sends it to the processes that it has started, as a terminal does, unless they are in a group of their own.
  void send_to_group(int signal) const;
  // Waits for its end.
  Called finish();

 private:
  int pid_ = -1;
  std::string out_;  // files with the output
  std::string err_;
};

// The path of the program `heddle`: $HEDDLE_UNDER_TEST, or that of the build.
std::string heddle_path();

// Calls heddle in `folder`, which also gets the files with its output.
Called call_heddle(const std::string& folder, const std::vector<std::string>& arguments);

}  // namespace heddle::tests
