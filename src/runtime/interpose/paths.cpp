#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include <cerrno>
#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/interpose/file_times.h"
#include "runtime/interpose/reserved_number.h"
#include "runtime/sys/real.h"
#include "runtime/sys/real_function.h"

// Paths: what threads do to files and directories by name is a step (runtime/sync/kernel_objects.h), and what they
// change is restored (runtime/process/journal.h).

namespace heddle::runtime {

namespace {

using Setting = ProcessSettings::Setting;
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

// Outside runs: what a constructor changes is restored only if it is part of them.
void before_changing_outside() {
  if (anchor != nullptr) runtime().constructors.belongs_to_run();
}

// A file, by its name or by that of a link to it.
void change_file(int directory, const char* path, bool link) {
  if (!in_run()) return before_changing_outside();
  Runtime& rt = runtime();
  rt.kernel_objects.use_path(directory, path, Use::kChange);
  rt.journal.note(directory, path, link);
  needs_fork();
}

// The directory tree.
void change_tree(int directory, const char* path) {
  if (!in_run()) return before_changing_outside();
  Runtime& rt = runtime();
  rt.settings.use_path(directory, path);
  rt.kernel_objects.use_tree(Use::kChange);
  rt.journal.note(directory, path, true);
  needs_fork();
}

void look_at(Setting setting) {
  if (in_run()) runtime().settings.use(setting, Use::kLook);
}
void look_at_folder() {
  if (in_run() && !runtime().kernel_objects.use_together(Use::kLook)) look_at(Setting::kFolder);
}
// The process is another one afterwards.
void change(Setting setting) {
  if (!in_run()) return;
  runtime().settings.use(setting, Use::kChange);
  needs_fork();
}

// What a directory lists may be created by any thread.
void list(const char* path) {
  if (!in_run()) return;
  runtime().settings.use_path(AT_FDCWD, path);
  runtime().kernel_objects.use_tree(Use::kChange);
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

DIR* open_folder(const char* path) {
  const auto real = library(opendir, "opendir");
  if (!in_run()) return real(path);
  const ReservedNumber number = ReservedNumber::of_stream();
  list(path);
  if (!number.is_reserved()) return real(path);
  constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC;
  const long descriptor = number.settle(real_syscall(SYS_openat, AT_FDCWD, path, kFlags));
  if (descriptor >= 0) return fdopendir(static_cast<int>(descriptor));
  errno = static_cast<int>(-descriptor);
  return nullptr;
}

bool is_folder(int directory, const char* path) {
  struct stat now{};
  return real_syscall(SYS_newfstatat, directory, path, &now, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(now.st_mode);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::call;
using heddle::runtime::change;
using heddle::runtime::change_file;
using heddle::runtime::change_tree;
using heddle::runtime::library;
using heddle::runtime::list;
using heddle::runtime::look;
using heddle::runtime::look_at;
using heddle::runtime::look_at_folder;
using heddle::runtime::Setting;
using Use = heddle::runtime::KernelObjects::Use;

extern "C" {

int fstatat(int directory, const char* __restrict path, struct stat* __restrict to, int flags) noexcept {
  if (path[0] != '\0') look(directory, path);
  const int result = call(SYS_newfstatat, directory, path, to, flags);
  if (result == 0) heddle::runtime::note_times(*to);
  return result;
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
  look_at(Setting::kFileMask);
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

int chown(const char* path, uid_t user, gid_t group) noexcept {
  change_file(AT_FDCWD, path, false);
  return call(SYS_chown, path, user, group);
}
int utime(const char* path, const utimbuf* times) noexcept {
  change_file(AT_FDCWD, path, false);
  return call(SYS_utime, path, times);
}
int utimes(const char* path, const timeval times[2]) noexcept {
  change_file(AT_FDCWD, path, false);
  return call(SYS_utimes, path, times);
}
int mkfifo(const char* path, mode_t mode) noexcept {
  look_at(Setting::kFileMask);
  change_file(AT_FDCWD, path, true);
  return call(SYS_mknod, path, (mode & 07777) | S_IFIFO, 0);
}

ssize_t readlinkat(int directory, const char* __restrict path, char* __restrict to, std::size_t size) noexcept {
  look(directory, path);
  return call(SYS_readlinkat, directory, path, to, size);
}
char* realpath(const char* __restrict path, char* __restrict to) noexcept {
  look(AT_FDCWD, path);
  return library(realpath, "realpath")(path, to);
}

DIR* opendir(const char* path) { return heddle::runtime::open_folder(path); }
int closedir(DIR* folder) {
  if (heddle::runtime::in_run() && !heddle::runtime::runtime().kernel_objects.use_together(Use::kChange))
    heddle::runtime::runtime().kernel_objects.use_numbers_of_stream();
  return library(closedir, "closedir")(folder);
}
dirent* readdir(DIR* folder) {
  list("/");
  return library(readdir, "readdir")(folder);
}
dirent64* readdir64(DIR* folder) {
  list("/");
  return library(readdir64, "readdir64")(folder);
}
int scandir(const char* __restrict path, dirent*** __restrict entries, int (*chosen)(const dirent*),
            int (*compare)(const dirent**, const dirent**)) {
  list(path);
  return library(scandir, "scandir")(path, entries, chosen, compare);
}
int ftw(const char* path, __ftw_func_t visit, int descriptors) {
  list(path);
  return library(ftw, "ftw")(path, visit, descriptors);
}
int nftw(const char* path, __nftw_func_t visit, int descriptors, int flags) {
  list(path);
  return library(nftw, "nftw")(path, visit, descriptors, flags);
}
int glob(const char* __restrict pattern, int flags, int (*failed)(const char*, int),
         glob_t* __restrict found) noexcept {
  list(pattern);
  return library(glob, "glob")(pattern, flags, failed, found);
}

// The working folder, and the mask of new files.
int chdir(const char* path) noexcept {
  look(AT_FDCWD, path);
  change(Setting::kFolder);
  return call(SYS_chdir, path);
}
int fchdir(int descriptor) noexcept {
  change(Setting::kFolder);
  return call(SYS_fchdir, descriptor);
}
char* getcwd(char* to, std::size_t size) noexcept {
  look_at_folder();
  return library(getcwd, "getcwd")(to, size);
}
char* get_current_dir_name() noexcept {
  look_at_folder();
  return library(get_current_dir_name, "get_current_dir_name")();
}
mode_t umask(mode_t mask) noexcept {
  change(Setting::kFileMask);
  return static_cast<mode_t>(call(SYS_umask, mask));
}
}
