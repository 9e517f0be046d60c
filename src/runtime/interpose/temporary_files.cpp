#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "abi/instrumented.h"
#include "runtime/anchor.h"

// Files and directories with names that nobody else has: mkstemp and the like. The names are the same in every run and
// different for each thread, and what gets them is created, recorded and restored as with open and mkdir.

namespace heddle::runtime {

namespace {

constexpr std::size_t kLetters = 6;  // "XXXXXX"

// Where the letters go; null if there is no such place.
char* letters_of(char* name, int suffix) {
  const std::size_t size = std::strlen(name);
  if (suffix < 0 || size < kLetters + static_cast<std::size_t>(suffix)) return nullptr;
  char* const letters = name + size - static_cast<std::size_t>(suffix) - kLetters;
  return std::memcmp(letters, "XXXXXX", kLetters) == 0 ? letters : nullptr;
}

// The n-th name of the running thread.
void put_letters(char* letters, std::uint64_t n) {
  constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  constexpr std::uint64_t kBase = sizeof kDigits - 1;
  constexpr std::size_t kOfThread = 2;  // 36 * 36 > trace::kMaxThreads
  std::uint64_t rest = 0;
  if (anchor != nullptr && runtime().in_program()) {
    Thread& self = runtime().scheduler.current();
    see_itself(self);
    rest = self.id.value;
  }
  for (std::size_t i = 0; i < kLetters; ++i) {
    if (i == kOfThread) rest = n;
    letters[i] = kDigits[rest % kBase];
    rest /= kBase;
  }
}

// Puts letters into the name until `make` succeeds. Names that already exist are tried in the same order in every run.
template <class Make>
int make_unique(char* name, int suffix, const Make& make) {
  constexpr std::uint64_t kAttempts = 100'000;
  char* const letters = letters_of(name, suffix);
  if (letters == nullptr) {
    errno = EINVAL;
    return -1;
  }
  __heddle_write(letters, kLetters, nullptr);
  for (std::uint64_t n = 0; n < kAttempts; ++n) {
    put_letters(letters, n);
    const int result = make();
    if (result >= 0 || errno != EEXIST) return result;
  }
  return -1;
}

int make_file(char* name, int suffix, int flags) {
  constexpr mode_t kMine = 0600;
  return make_unique(name, suffix, [&] { return open(name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, kMine); });
}

// A name that does not exist.
int find_name(char* name) {
  return make_unique(name, 0, [&] {
    if (access(name, F_OK) != 0 && errno == ENOENT) return 0;
    errno = EEXIST;
    return -1;
  });
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::make_file;

extern "C" {

int mkstemp(char* name) { return make_file(name, 0, 0); }
int mkstemp64(char* name) { return make_file(name, 0, 0); }
int mkostemp(char* name, int flags) { return make_file(name, 0, flags); }
int mkostemp64(char* name, int flags) { return make_file(name, 0, flags); }
int mkstemps(char* name, int suffix) { return make_file(name, suffix, 0); }
int mkstemps64(char* name, int suffix) { return make_file(name, suffix, 0); }
int mkostemps(char* name, int suffix, int flags) { return make_file(name, suffix, flags); }
int mkostemps64(char* name, int suffix, int flags) { return make_file(name, suffix, flags); }

char* mkdtemp(char* name) noexcept {
  constexpr mode_t kMine = 0700;
  return heddle::runtime::make_unique(name, 0, [&] { return mkdir(name, kMine); }) < 0 ? nullptr : name;
}

char* mktemp(char* name) noexcept {
  if (heddle::runtime::find_name(name) < 0) name[0] = 0;
  return name;
}
char* tmpnam(char* to) noexcept {
  static char own[L_tmpnam];
  char* const name = to != nullptr ? to : own;
  std::strcpy(name, "/tmp/fileXXXXXX");
  return heddle::runtime::find_name(name) < 0 ? nullptr : name;
}
}
