#include "native/answering_process.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <csignal>

#include "base/stop.h"
#include "native/spawn.h"

namespace heddle::native {

namespace {

constexpr int kPollMilliseconds = 20;

}  // namespace

AnsweringProcess::~AnsweringProcess() { end(); }

void AnsweringProcess::end() {
  if (process_ == 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = 0;
  received_.clear();
}

bool AnsweringProcess::start() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  connection_ = Descriptor(ends[0]);
  const Descriptor its(ends[1]);
  const base::Result<pid_t> id =
      spawn({.command = command_, .input = its.number(), .output = its.number(), .own_group = true});
  if (id) process_ = id.value();
  return process_ != 0;
}

bool AnsweringProcess::receive() {
  pollfd readable{connection_.number(), POLLIN, 0};
  while (::poll(&readable, 1, kPollMilliseconds) <= 0) {
    if (base::stop_requested()) throw base::Stopped{};
  }
  std::array<char, 4096> buffer{};
  const ssize_t size = ::recv(connection_.number(), buffer.data(), buffer.size(), 0);
  if (size > 0) received_.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

std::optional<std::string> AnsweringProcess::answer_to(const std::string& line) {
  if (process_ == 0 && !start()) return {};
  const std::string question = line + "\n";
  if (::send(connection_.number(), question.data(), question.size(), MSG_NOSIGNAL) < 0) return {};
  std::size_t end = received_.find('\n');
  while (end == std::string::npos) {
    if (!receive()) return {};
    end = received_.find('\n');
  }
  std::string answer = received_.substr(0, end);
  received_.erase(0, end + 1);
  return answer;
}

std::optional<std::string> AnsweringProcess::ask(const std::string& line) {
  std::optional<std::string> answer = answer_to(line);
  if (!answer && process_ != 0) {  // it has ended, perhaps with the thread that started it
    end();
    answer = answer_to(line);
  }
  return answer;
}

}  // namespace heddle::native
