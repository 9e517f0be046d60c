#include "runtime/sys/paths.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>

#include <cstdio>
#include <cstring>

#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kLinkSize = 64;

// Opens the directory of a path; the rest of the path is `base`.
int open_parent(int directory, const char* path, const char*& base) {
  const char* const slash = std::strrchr(path, '/');
  base = slash == nullptr ? path : slash + 1;
  if (slash == nullptr) return static_cast<int>(real_syscall(SYS_openat, directory, ".", O_PATH | O_CLOEXEC, 0));
  char parent[PATH_MAX];
  const auto length = static_cast<std::size_t>(slash - path);
  if (length + 2 > sizeof parent) return -1;
  std::memcpy(parent, path, length);
  std::strcpy(parent + length, length == 0 ? "/" : "");
  return static_cast<int>(real_syscall(SYS_openat, directory, parent, O_PATH | O_CLOEXEC, 0));
}

bool add_base(const char* base, char (&to)[PATH_MAX]) {
  const std::size_t length = std::strlen(to);
  if (base[0] == '\0') return true;
  if (length + std::strlen(base) + 2 > sizeof to) return false;
  std::strcpy(to + length, length != 0 && to[length - 1] == '/' ? "" : "/");
  std::strcat(to, base);
  return true;
}

}  // namespace

void read_link(int descriptor, char* to, std::size_t size) {
  char link[kLinkSize];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const long length = real_syscall(SYS_readlink, link, to, size - 1);
  to[length > 0 ? length : 0] = '\0';
}

bool absolute_path(int directory, const char* path, bool last, char (&to)[PATH_MAX]) {
  if (last) {
    const auto file = static_cast<int>(real_syscall(SYS_openat, directory, path, O_PATH | O_CLOEXEC, 0));
    if (file >= 0) {
      read_link(file, to, sizeof to);
      real_syscall(SYS_close, file);
      return true;
    }
  }
  const char* base = nullptr;
  const int parent = open_parent(directory, path, base);
  if (parent < 0) {
    std::snprintf(to, sizeof to, "%s", path);
    return std::strlen(path) < sizeof to;
  }
  read_link(parent, to, sizeof to);
  real_syscall(SYS_close, parent);
  return add_base(base, to);
}

bool is_ready(int descriptor, short events) {
  pollfd file{descriptor, events, 0};
  return real_syscall(SYS_poll, &file, 1, 0) != 0;
}

}  // namespace heddle::runtime
