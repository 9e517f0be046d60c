#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace heddle::base {

namespace {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool valid() const { return fd_ >= 0; }
  int get() const { return fd_; }
  // Some errors are only reported here.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

Error system_error(const std::string& path) { return {path, std::strerror(errno)}; }

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return system_error(path);
  std::string content;
  struct stat status{};
  if (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode))
    content.reserve(std::min(static_cast<std::size_t>(status.st_size), limit));
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(path);
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > limit) return Error{path, fmt::format("larger than {} bytes, which is the limit", limit)};
  }
}

std::string read_all(int file) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  std::string text(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  const ssize_t read = ::pread(file, text.data(), text.size(), 0);
  text.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return text;
}

std::optional<Error> write_file(const std::string& path, std::string_view content) {
  struct stat status{};
  // A device or a pipe cannot be replaced, only written to.
  const bool replace = ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
  const std::string target = replace ? fmt::format("{}.{}.tmp", path, ::getpid()) : path;
  Descriptor file(::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid()) return system_error(path);
  if (write_all(file.get(), content) && file.close() && (!replace || std::rename(target.c_str(), path.c_str()) == 0)) {
    return {};
  }
  Error error = system_error(path);
  if (replace) ::unlink(target.c_str());
  return error;
}

std::optional<Error> problem_with_writing(const std::string& path) {
  struct stat status{};
  const bool replace = ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
  if (!replace && S_ISDIR(status.st_mode)) return Error{path, std::strerror(EISDIR)};
  if (!replace) return ::access(path.c_str(), W_OK) == 0 ? std::nullopt : std::optional(system_error(path));
  const std::string target = fmt::format("{}.{}.tmp", path, ::getpid());
  const Descriptor file(::open(target.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!file.valid()) return system_error(path);
  ::unlink(target.c_str());
  return {};
}

}  // namespace heddle::base
