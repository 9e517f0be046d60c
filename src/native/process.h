#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::native {

// How to start the tested program.
struct Command {
  std::string program;                 // the path of the executable
  std::vector<std::string> arguments;  // without its name
  // "NAME=VALUE"; empty: ours. The addresses of the program depend on it.
  std::vector<std::string> environment;
};

// What this process was started with, as Command::environment.
std::vector<std::string> own_environment();

// The process of the tested program. Address space randomisation is off in it, its standard input is empty, and its
// output goes to a file. It is killed with its owner, and when Heddle dies. If somebody stops it, it is continued.
class Process {
 public:
  // `channel` and `output` are descriptors that the process inherits.
  static base::Result<Process> start(const Command& command, int channel, int output);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  // How it ended, if it has: "exit code 6", "signal 11 (Segmentation fault)".
  std::optional<std::string> ended();
  // Seconds that it has taken of the processor so far; 0 if that is not known.
  double seconds() const;
  void send(int signal) const;
  void kill();
  pid_t id() const { return id_; }

 private:
  explicit Process(pid_t id) : id_(id) {}
  void kill_group() const;

  pid_t id_ = -1;
};

}  // namespace heddle::native
