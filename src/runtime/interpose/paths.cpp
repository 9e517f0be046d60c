#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

// Paths: what threads do to files and directories by name is a step (runtime/sync/kernel_objects.h), and what they
// change is restored (runtime/process/journal.h).

namespace heddle::runtime {

namespace {

using Use = KernelObjects::Use;

bool in_run() { return anchor != nullptr && runtime().scheduler.running(); }

template <class... Arguments>
int call(long number, Arguments... arguments) {
  const long result = real_syscall(number, arguments...);
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

void look(int directory, const char* path) {
  if (in_run()) runtime().kernel_objects.use_path(directory, path, Use::kLook);
}

// A file, by its name or by that of a link to it.
void change_file(int directory, const char* path, bool link) {
  if (!in_run()) return;
  Runtime& rt = runtime();
  rt.kernel_objects.use_path(directory, path, Use::kChange);
  rt.journal.note(directory, path, link);
  needs_fork();
}

// The directory tree.
void change_tree(int directory, const char* path) {
  if (!in_run()) return;
  Runtime& rt = runtime();
  rt.kernel_objects.use_tree(Use::kChange);
  rt.journal.note(directory, path, true);
  needs_fork();
}

// The contents of a directory are not recorded one by one.
void move(int from_directory, const char* from, int to_directory, const char* to) {
  change_tree(from_directory, from);
  if (!in_run()) return;
  runtime().journal.note(to_directory, to, true);
  struct stat now{};
  if (real_syscall(SYS_newfstatat, from_directory, from, &now, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(now.st_mode))
    report_uncontrolled("rename of a folder", nullptr);
}

bool is_folder(int directory, const char* path) {
  struct stat now{};
  return real_syscall(SYS_newfstatat, directory, path, &now, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(now.st_mode);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::call;
using heddle::runtime::change_file;
using heddle::runtime::change_tree;
using heddle::runtime::look;

extern "C" {

int fstatat(int directory, const char* __restrict path, struct stat* __restrict to, int flags) noexcept {
  if (path[0] != '\0') look(directory, path);
  return call(SYS_newfstatat, directory, path, to, flags);
}
int fstatat64(int directory, const char* __restrict path, struct stat64* __restrict to, int flags) noexcept {
  return fstatat(directory, path, reinterpret_cast<struct stat*>(to), flags);
}
int stat(const char* __restrict path, struct stat* __restrict to) noexcept { return fstatat(AT_FDCWD, path, to, 0); }
int stat64(const char* __restrict path, struct stat64* __restrict to) noexcept {
  return fstatat64(AT_FDCWD, path, to, 0);
}
int lstat(const char* __restrict path, struct stat* __restrict to) noexcept {
  return fstatat(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}
int lstat64(const char* __restrict path, struct stat64* __restrict to) noexcept {
  return fstatat64(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}
int access(const char* path, int how) noexcept {
  look(AT_FDCWD, path);
  return call(SYS_access, path, how);
}
int faccessat(int directory, const char* path, int how, int flags) noexcept {
  look(directory, path);
  return flags == 0 ? call(SYS_faccessat, directory, path, how) : call(SYS_faccessat2, directory, path, how, flags);
}
ssize_t readlink(const char* __restrict path, char* __restrict to, std::size_t size) noexcept {
  look(AT_FDCWD, path);
  return call(SYS_readlink, path, to, size);
}

int mkdirat(int directory, const char* path, mode_t mode) noexcept {
  change_tree(directory, path);
  return call(SYS_mkdirat, directory, path, mode);
}
int mkdir(const char* path, mode_t mode) noexcept { return mkdirat(AT_FDCWD, path, mode); }
int unlinkat(int directory, const char* path, int flags) noexcept {
  if ((flags & AT_REMOVEDIR) != 0) {
    change_tree(directory, path);
  } else {
    change_file(directory, path, true);
  }
  return call(SYS_unlinkat, directory, path, flags);
}
int unlink(const char* path) noexcept { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char* path) noexcept { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char* path) noexcept {
  // Which of the two it is may change before the step is taken.
  change_tree(AT_FDCWD, path);
  return call(SYS_unlinkat, AT_FDCWD, path, heddle::runtime::is_folder(AT_FDCWD, path) ? AT_REMOVEDIR : 0);
}
int renameat2(int from_directory, const char* from, int to_directory, const char* to, unsigned flags) noexcept {
  heddle::runtime::move(from_directory, from, to_directory, to);
  return call(SYS_renameat2, from_directory, from, to_directory, to, flags);
}
int renameat(int from_directory, const char* from, int to_directory, const char* to) noexcept {
  return renameat2(from_directory, from, to_directory, to, 0);
}
int rename(const char* from, const char* to) noexcept { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_directory, const char* from, int to_directory, const char* to, int flags) noexcept {
  change_tree(to_directory, to);
  // A file is identified by its path, so what is done through one name would not be seen through the other.
  if (heddle::runtime::in_run()) heddle::runtime::report_uncontrolled("link", nullptr);
  return call(SYS_linkat, from_directory, from, to_directory, to, flags);
}
int link(const char* from, const char* to) noexcept { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
int symlinkat(const char* target, int directory, const char* path) noexcept {
  change_tree(directory, path);
  return call(SYS_symlinkat, target, directory, path);
}
int symlink(const char* target, const char* path) noexcept { return symlinkat(target, AT_FDCWD, path); }

int truncate(const char* path, off_t size) noexcept {
  change_file(AT_FDCWD, path, false);
  return call(SYS_truncate, path, size);
}
int truncate64(const char* path, off64_t size) noexcept { return truncate(path, size); }
int chmod(const char* path, mode_t mode) noexcept {
  change_file(AT_FDCWD, path, false);
  return call(SYS_chmod, path, mode);
}

// What it lists may be created by any thread.
DIR* opendir(const char* path) {
  if (heddle::runtime::in_run()) {
    heddle::runtime::runtime().kernel_objects.use_tree(heddle::runtime::Use::kChange);
    heddle::runtime::runtime().kernel_objects.use_numbers_of_stream();
  }
  const auto real = reinterpret_cast<DIR* (*)(const char*)>(dlsym(RTLD_NEXT, "opendir"));
  if (real == nullptr) heddle::runtime::die("the C library has no opendir");
  return real(path);
}
int closedir(DIR* folder) {
  if (heddle::runtime::in_run()) heddle::runtime::runtime().kernel_objects.use_numbers_of_stream();
  const auto real = reinterpret_cast<int (*)(DIR*)>(dlsym(RTLD_NEXT, "closedir"));
  if (real == nullptr) heddle::runtime::die("the C library has no closedir");
  return real(folder);
}
}
