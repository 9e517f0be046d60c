#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "native/shared_channel.h"

namespace heddle::native {

// A process that answers each line with one line. It is started by the first question and lives as long as this does:
// for a program with large libraries, starting takes longer than most answers.
class AnsweringProcess {
 public:
  explicit AnsweringProcess(std::vector<std::string> command) : command_(std::move(command)) {}
  AnsweringProcess(const AnsweringProcess&) = delete;
  AnsweringProcess& operator=(const AnsweringProcess&) = delete;
  ~AnsweringProcess();

  // None if it cannot be run or does not answer. Throws base::Stopped if the work is to stop in the meantime.
  std::optional<std::string> ask(const std::string& line);

 private:
  std::optional<std::string> answer_to(const std::string& line);
  bool start();
  void end();
  // Waits until more of an answer is there; false if there will be none.
  bool receive();

  std::vector<std::string> command_;
  Descriptor connection_;
  pid_t process_ = 0;
  std::string received_;
};

}  // namespace heddle::native
