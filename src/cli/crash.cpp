#include "cli/crash.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>

#include "base/check.h"
#include "base/file.h"

namespace heddle::cli {

namespace {

// Handlers get no argument, so these must be global.
Session* session_of_handlers = nullptr;
const CrashTest* crash_test = nullptr;
std::atomic<bool> crashing = false;

// The first failure counts; it is up to the supervisor to notice what fails in here.
[[noreturn]] void crash(std::string_view message) {
  if (crashing.exchange(true)) ::_exit(kInternal);
  Session& session = *session_of_handlers;
  session.set_crash(message);
  session.set_phase(Session::Phase::kReporting);
  if (crash_test != nullptr && crash_test->write()) session.set_crash_test_written();
  ::_exit(kInternal);
}

void on_fault(int signal) {
  constexpr std::size_t kRoom = 128;
  char text[kRoom];
  const auto end = fmt::format_to_n(text, kRoom, "internal error: signal {} in the explorer\n", signal);
  crash({text, std::min(end.size, kRoom)});
}

[[noreturn]] void on_terminate() {
  std::string text = "internal error: an exception that nobody has caught\n";
  try {
    if (const std::exception_ptr current = std::current_exception()) std::rethrow_exception(current);
  } catch (const std::exception& e) {
    text = fmt::format("internal error: an exception that nobody has caught: {}\n", e.what());
  } catch (...) {
    text += "  of an unknown type\n";
  }
  crash(text);
}

}  // namespace

std::string crash_folder(const std::string& out) { return out + "/crash"; }

void install_crash_handlers(Session& session) {
  constexpr std::size_t kStack = 1 << 18;
  session_of_handlers = &session;
  base::set_check_handler([](std::string_view text) { crash(text); });
  std::set_terminate(on_terminate);
  static char stack[kStack];  // a stack overflow is a fault, too
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = kStack;
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK;
#if !__has_feature(address_sanitizer)  // which says more
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP})
    ::sigaction(signal, &action, nullptr);
#endif
}

CrashTest::CrashTest(std::string out, std::function<std::string()> describe)
    : out_(std::move(out)), describe_(std::move(describe)) {
  crash_test = this;
}

CrashTest::~CrashTest() { crash_test = nullptr; }

bool CrashTest::write() const {
  const std::string test = describe_();
  if (out_.empty() || test.empty()) return false;
  const std::string folder = crash_folder(out_);
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  std::filesystem::create_directories(folder, error);
  return !base::write_file(folder + "/test.json", test);
}

}  // namespace heddle::cli
