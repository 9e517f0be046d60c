#include "tests/cli/heddle.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/file.h"

namespace heddle::tests {

namespace {

constexpr std::size_t kMaxOutput = 16u << 20;

void redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  ::dup2(file, descriptor);
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const std::string& folder)
    : out_(folder + "/.stdout"), err_(folder + "/.stderr") {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ == 0) ::setpgid(0, 0);
  if (pid_ != 0) return;
  redirect(out_, STDOUT_FILENO);
  redirect(err_, STDERR_FILENO);
  if (::chdir(folder.c_str()) == 0) ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

Process::~Process() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Process::send(int signal) const { ::kill(pid_, signal); }
void Process::send_to_group(int signal) const { ::kill(-pid_, signal); }

Called Process::finish() {
  int status = 0;
  EXPECT_EQ(::waitpid(pid_, &status, 0), pid_);
  pid_ = -1;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return {code, base::read_file(out_, kMaxOutput).value(), base::read_file(err_, kMaxOutput).value()};
}

std::string heddle_path() {
  const char* const other = std::getenv("HEDDLE_UNDER_TEST");
  return other == nullptr ? HEDDLE_BINARY : other;
}

Called call_heddle(const std::string& folder, const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {heddle_path()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return Process(command, folder).finish();
}

}  // namespace heddle::tests
