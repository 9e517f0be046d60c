#include "runtime/process/journal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/sys/paths.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

// Devices and what the kernel makes up are not restored.
bool is_made_up(const char* path) {
  for (const char* start : {"/dev/", "/proc/", "/sys/"}) {
    if (std::strncmp(path, start, std::strlen(start)) == 0) return true;
  }
  return path[0] != '/';
}

bool write_all(int file, const char* bytes, std::uint64_t size) {
  while (size != 0) {
    const long written = real_syscall(SYS_write, file, bytes, size);
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::uint64_t>(written);
  }
  return true;
}

// It did not exist before: a directory is removed only if it is empty.
bool remove_path(const char* path) {
  const long result = real_syscall(SYS_unlink, path);
  if (result == 0 || result == -ENOENT) return true;
  return real_syscall(SYS_rmdir, path) == 0;
}

}  // namespace

void Journal::map() {
  void* const memory =
      mmap(nullptr, sizeof(Log), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  log_ = memory == MAP_FAILED ? nullptr : static_cast<Log*>(memory);
}

bool Journal::knows(const char* path) const {
  for (std::uint32_t i = 0; i < log_->count; ++i) {
    if (std::strcmp(log_->entries[i].path, path) == 0) return true;
  }
  return false;
}

bool Journal::keep_content(Entry& entry) {
  if (entry.size > kMaxBytes - log_->used) return false;
  char* const to = log_->bytes + log_->used;
  const long file = real_syscall(SYS_open, entry.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  std::uint64_t size = 0;
  for (long got = 1; got > 0 && size < entry.size; size += static_cast<std::uint64_t>(got))
    got = real_syscall(SYS_read, file, to + size, entry.size - size);
  real_syscall(SYS_close, file);
  entry.begin = log_->used;
  log_->used += entry.size;
  return size == entry.size;
}

void Journal::note(int directory, const char* path, bool link) {
  if (log_ == nullptr || path == nullptr || !runtime().scheduler.running()) return;
  if (log_->count == kMaxEntries) {
    log_->incomplete = true;
    return;
  }
  Entry& entry = log_->entries[log_->count];
  if (!absolute_path(directory, path, !link, entry.path) || is_made_up(entry.path) || knows(entry.path)) return;
  runtime().channel->changes_files = true;
  struct stat now{};
  const long result = real_syscall(SYS_lstat, entry.path, &now);
  entry.kind = Kind::kAbsent;
  entry.mode = now.st_mode & 07777;
  entry.size = entry.begin = 0;
  const timespec times[2] = {now.st_atim, now.st_mtim};
  static_assert(sizeof times == sizeof entry.times);
  std::memcpy(entry.times, times, sizeof times);
  bool kept = result == 0 || result == -ENOENT || result == -ENOTDIR;
  if (result == 0 && S_ISDIR(now.st_mode)) {
    entry.kind = Kind::kFolder;
  } else if (result == 0 && S_ISREG(now.st_mode)) {
    entry.kind = Kind::kFile;
    entry.size = static_cast<std::uint64_t>(now.st_size);
    kept = keep_content(entry);
  } else if (result == 0 && S_ISLNK(now.st_mode)) {
    entry.kind = Kind::kLink;
    const long length = real_syscall(SYS_readlink, entry.path, log_->bytes + log_->used, PATH_MAX - 1);
    kept = length > 0 && log_->used + PATH_MAX < kMaxBytes;
    if (kept) {
      log_->bytes[log_->used + static_cast<std::uint64_t>(length)] = '\0';
      entry.begin = log_->used;
      log_->used += static_cast<std::uint64_t>(length) + 1;
    }
  } else if (result == 0) {
    return;  // a pipe, a socket: no content
  }
  if (kept) {
    ++log_->count;
  } else {
    log_->incomplete = true;
  }
}

bool Journal::put_back(const Entry& entry, const char* bytes) {
  switch (entry.kind) {
    case Kind::kAbsent: return remove_path(entry.path);
    case Kind::kFolder: {
      const long result = real_syscall(SYS_mkdir, entry.path, entry.mode);
      return result == 0 || result == -EEXIST;
    }
    case Kind::kLink: {
      remove_path(entry.path);
      return real_syscall(SYS_symlink, bytes + entry.begin, entry.path) == 0;
    }
    case Kind::kFile: break;
  }
  const long file =
      real_syscall(SYS_open, entry.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, entry.mode);
  if (file < 0) return false;
  const bool written = write_all(static_cast<int>(file), bytes + entry.begin, entry.size);
  real_syscall(SYS_fchmod, file, entry.mode);
  real_syscall(SYS_utimensat, file, nullptr, entry.times, 0);
  real_syscall(SYS_close, file);
  return written;
}

void Journal::put_back() {
  if (log_ == nullptr || (log_->count == 0 && !log_->incomplete)) return;
  bool complete = !log_->incomplete;
  while (log_->count != 0) {
    const Entry& entry = log_->entries[log_->count - 1];
    complete &= put_back(entry, log_->bytes);
    --log_->count;
  }
  log_->used = 0;
  log_->incomplete = false;
  if (!complete) runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kFiles);
}

}  // namespace heddle::runtime
