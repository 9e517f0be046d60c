#include "tests/differential/child.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/check.h"

namespace heddle::differential {

namespace {

[[noreturn]] void be_child(const std::function<std::string()>& work, int out) {
  CHECK(dup2(out, STDERR_FILENO) >= 0);
  const std::string text = work();
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t n = write(out, text.data() + written, text.size() - written);
    CHECK(n > 0);
    written += static_cast<std::size_t>(n);
  }
  _exit(0);
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  CHECK(pipe(ends.data()) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    close(ends[0]);
    be_child(work, ends[1]);
  }
  close(ends[1]);
  ChildResult result;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0;) {
    result.text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    result.died = true;
    result.text = fmt::format("{}: {}", WIFEXITED(status) ? "failed" : "crashed", result.text);
  }
  return result;
}

}  // namespace heddle::differential
