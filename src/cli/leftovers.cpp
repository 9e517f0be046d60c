#include "cli/leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "heddle_";
constexpr std::size_t kRandomLetters = 6;
constexpr std::size_t kMaxStat = 4096;
// The time between creating a directory and locking it.
constexpr std::time_t kYoung = 60;

// Where temporary files go; /tmp if $TMPDIR is not a directory. The tested program may change the current one.
fs::path folder_for_temporary_files() {
  std::error_code error;
  const fs::path named = fs::temp_directory_path(error);
  const fs::path whole = error ? fs::path() : fs::absolute(named, error);
  return error || whole.empty() ? fs::path("/tmp") : whole;
}

int number_of(std::string_view text) {
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && stop == text.data() + text.size() ? number : 0;
}

// The parent of a process that is not dead yet; 0 if there is none.
int parent_of(int process) {
  const base::Result<std::string> stat = base::read_file(fmt::format("/proc/{}/stat", process), kMaxStat);
  if (!stat) return 0;
  // "12 (name, with anything in it) S 7 …"
  const std::size_t name_end = stat.value().rfind(')');
  if (name_end == std::string::npos || name_end + 4 >= stat.value().size()) return 0;
  const std::string_view rest = std::string_view(stat.value()).substr(name_end + 2);
  if (rest[0] == 'Z' || rest[0] == 'X') return 0;
  const std::string_view parent = rest.substr(2);
  return number_of(parent.substr(0, parent.find(' ')));
}

std::vector<int> descendants() {
  std::multimap<int, int> children;
  DIR* const folder = ::opendir("/proc");
  if (folder == nullptr) return {};
  while (const dirent* entry = ::readdir(folder)) {
    const int process = number_of(entry->d_name);
    if (process == 0) continue;
    if (const int parent = parent_of(process); parent != 0) children.emplace(parent, process);
  }
  ::closedir(folder);
  std::vector<int> found;
  std::vector<int> open = {::getpid()};
  while (!open.empty()) {
    const auto [begin, end] = children.equal_range(open.back());
    open.pop_back();
    for (auto child = begin; child != end; ++child) {
      found.push_back(child->second);
      open.push_back(child->second);
    }
  }
  return found;
}

}  // namespace

void kill_descendants() {
  constexpr int kAttempts = 200;
  constexpr timespec kNap{0, 5'000'000};
  for (int i = 0; i < kAttempts; ++i) {
    if (::waitpid(-1, nullptr, WNOHANG) < 0) return;  // there are none
    const std::vector<int> found = descendants();
    if (found.empty()) return;
    for (const int process : found) ::kill(process, SIGKILL);
    for (const int process : found) ::waitpid(process, nullptr, WNOHANG);
    ::nanosleep(&kNap, nullptr);
  }
}

std::string new_temporary_folder_name() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::string name(kPrefix);
  for (std::size_t i = 0; i < kRandomLetters; ++i) {
    unsigned char random = 0;
    if (::getrandom(&random, 1, 0) != 1) random = static_cast<unsigned char>(::getpid() >> i);
    name += kLetters[random % kLetters.size()];
  }
  return (folder_for_temporary_files() / name).string();
}

void remove_abandoned_folders() {
  std::error_code error;
  const fs::path temporary = folder_for_temporary_files();
  for (fs::directory_iterator entry(temporary, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + kRandomLetters) continue;
    const int folder = ::open(entry->path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) continue;
    struct stat status{};
    const bool ours = ::fstat(folder, &status) == 0 && status.st_uid == ::getuid();
    const bool old = ours && std::time(nullptr) - status.st_mtime > kYoung;
    std::error_code ignored;
    if (old && ::flock(folder, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry->path(), ignored);
    ::close(folder);
  }
}

TemporaryFolder::TemporaryFolder(std::string path) {
  constexpr mode_t kPrivate = 0700;
  if (::mkdir(path.c_str(), kPrivate) != 0) return;
  path_ = std::move(path);
  lock_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) ::flock(lock_, LOCK_SH | LOCK_NB);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace heddle::cli
