#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/process/program_end.h"

// The program becomes another one. In a process that it created (interpose/processes.cpp) that really happens. In the
// one that is explored nothing would be left to explore: as far as the run is concerned the program ends there, and the
// verdict mentions it.

namespace heddle::runtime {

namespace {

using Arguments = std::array<char*, 1024>;

bool is_explored() { return anchor != nullptr && runtime().scheduler.running() && !runtime().process.is_child; }

// Fails as exec does if it cannot become the other program; otherwise this does not return. A file that would be
// searched for in PATH is assumed to exist.
int become_other(const char* function, const char* file, bool is_path) {
  if ((is_path || std::strchr(file, '/') != nullptr) && access(file, X_OK) != 0) return -1;
  report_uncontrolled(function, nullptr);
  end_program_at_once(0);
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// The arguments of execl and the like, up to the terminating null; false if there are too many.
bool collect(const char* first, va_list& list, Arguments& arguments) {
  std::size_t count = 0;
  for (const char* one = first; one != nullptr; one = va_arg(list, const char*)) {
    if (count + 1 == arguments.size()) {
      errno = E2BIG;
      return false;
    }
    arguments[count++] = const_cast<char*>(one);
  }
  return true;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::Arguments;
using heddle::runtime::become_other;
using heddle::runtime::collect;
using heddle::runtime::is_explored;
using heddle::runtime::real;

extern "C" {

int execve(const char* path, char* const arguments[], char* const environment[]) noexcept {
  if (is_explored()) return become_other("execve", path, true);
  return real<int(const char*, char* const*, char* const*)>("execve")(path, arguments, environment);
}

int execv(const char* path, char* const arguments[]) noexcept {
  if (is_explored()) return become_other("execv", path, true);
  return real<int(const char*, char* const*)>("execv")(path, arguments);
}

int execvp(const char* file, char* const arguments[]) noexcept {
  if (is_explored()) return become_other("execvp", file, false);
  return real<int(const char*, char* const*)>("execvp")(file, arguments);
}

int execvpe(const char* file, char* const arguments[], char* const environment[]) noexcept {
  if (is_explored()) return become_other("execvpe", file, false);
  return real<int(const char*, char* const*, char* const*)>("execvpe")(file, arguments, environment);
}

int execl(const char* path, const char* first, ...) noexcept {
  if (is_explored()) return become_other("execl", path, true);
  va_list list;
  va_start(list, first);
  Arguments arguments{};
  const bool fits = collect(first, list, arguments);
  va_end(list);
  return fits ? execv(path, arguments.data()) : -1;
}

int execlp(const char* file, const char* first, ...) noexcept {
  if (is_explored()) return become_other("execlp", file, false);
  va_list list;
  va_start(list, first);
  Arguments arguments{};
  const bool fits = collect(first, list, arguments);
  va_end(list);
  return fits ? execvp(file, arguments.data()) : -1;
}

int execle(const char* path, const char* first, ...) noexcept {
  if (is_explored()) return become_other("execle", path, true);
  va_list list;
  va_start(list, first);
  Arguments arguments{};
  const bool fits = collect(first, list, arguments);
  char* const* const environment = fits ? va_arg(list, char* const*) : nullptr;
  va_end(list);
  return fits ? execve(path, arguments.data(), environment) : -1;
}
}
