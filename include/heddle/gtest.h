#ifndef HEDDLE_GTEST_H
#define HEDDLE_GTEST_H

/* HEDDLE_TEST(Suite, Name) { ... }: a GoogleTest test whose body is explored under all schedules, in a program that
 * otherwise runs its tests as usual.
 *
 * Run by hand, the test starts `heddle test` for itself, on this program if `heddle c++` compiled it, or else on
 * its copy PROGRAM.heddle (heddle_add_copy in CMake). It fails unless Heddle finds no bug and explores everything; it
 * is skipped if there is no such copy, or no heddle. HEDDLE names another heddle; HEDDLE_MAX_SECONDS and the like are
 * options. */

#include <gtest/gtest.h>
#include <heddle/heddle.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#ifndef HEDDLE_EXECUTABLE
#define HEDDLE_EXECUTABLE "heddle"
#endif

#define HEDDLE_TEST(Suite, Name)                      \
  static void heddle_body_of_##Suite##_##Name();      \
  TEST(Suite, Name) {                                 \
    if (heddle_explores()) {                          \
      heddle_body_of_##Suite##_##Name();              \
    } else {                                          \
      ::heddle_gtest::explore_test(#Suite "." #Name); \
    }                                                 \
  }                                                   \
  static void heddle_body_of_##Suite##_##Name()

namespace heddle_gtest {

// Quoted for a shell.
inline std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// The program that can be explored; empty if there is none.
inline std::string instrumented_program() {
  char path[4096];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  std::string program(path, size > 0 ? static_cast<std::size_t>(size) : 0);
#ifndef __HEDDLE__
  program += ".heddle";
#endif
  return ::access(program.c_str(), X_OK) == 0 ? program : std::string();
}

inline void explore_test(const std::string& name) {
  constexpr int kNoSuchProgram = 127;
  const std::string program = instrumented_program();
  if (program.empty()) {
    GTEST_SKIP() << "there is no copy of this program that was compiled by 'heddle c++' (PROGRAM.heddle)";
  }
  const char* const chosen = std::getenv("HEDDLE");
  const std::string heddle = chosen == nullptr ? HEDDLE_EXECUTABLE : chosen;
  const std::string command = quoted(heddle) + " test --out=" + quoted("heddle-out/" + name) + " -- " +
                              quoted(program) + " " + quoted("--gtest_filter=" + name) + " 2>&1";
  std::fflush(nullptr);
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  while (pipe != nullptr) {
    const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe);
    if (size == 0) break;
    output.append(buffer, size);
  }
  const int status = pipe == nullptr ? -1 : ::pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchProgram) {
    GTEST_SKIP() << heddle << " cannot be run: " << output;
  }
  ADD_FAILURE() << output;
}

}  // namespace heddle_gtest

#endif
