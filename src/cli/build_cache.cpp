#include "cli/build_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/content_hash.h"
#include "base/file.h"
#include "cli/ingredients.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 30;
constexpr std::size_t kMaxText = 16u << 20;
// File times have the resolution of the kernel's tick.
constexpr double kTick = 0.02;

// The files of an entry.
constexpr const char* kProgram = "program";
constexpr const char* kMessages = "messages";
constexpr const char* kStates = "states";  // the program's version; for each path a line: its state, a space, the path

double seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// What Heddle and editors put there is not searched by compilers.
bool is_of_interest(std::string_view name) { return !name.starts_with('.') && name != "heddle-out"; }

std::string names_in(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (std::string name = entry.path().filename(); is_of_interest(name)) names.insert(std::move(name));
  }
  return base::hex(base::content_hash(fmt::format("{}", fmt::join(names, "/"))));
}

// What may be read again each time. Libraries are larger.
constexpr std::size_t kMaxContent = 1u << 20;

std::string identity(const struct stat& status, bool users) {
  // Also the time of its status: a content can be replaced and its time put back. Not so for the system's own files,
  // whose status changes when a profiler makes links to them.
  const timespec changed = users ? status.st_ctim : status.st_mtim;
  return fmt::format("{}:{}:{}:{}.{}:{}.{}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, changed.tv_sec, changed.tv_nsec);
}

// A word that changes when the file, or the names in the folder, do.
std::string state_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return "none";
  if (S_ISDIR(status.st_mode)) return names_in(path);
  const bool users = is_users(path);
  if (users) {
    if (const base::Result<std::string> content = base::read_file(path, kMaxContent))
      return base::hex(base::content_hash(content.value()));
  }
  return identity(status, users);
}

// So that the content is the one that a compiler saw which was started then.
bool is_older(const std::string& path, double time) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return false;
  if (S_ISDIR(status.st_mode)) return true;
  const double changed =
      is_users(path) ? std::max(seconds(status.st_mtim), seconds(status.st_ctim)) : seconds(status.st_mtim);
  return changed < time - kTick;
}

bool are_unchanged(const std::string& states) {
  std::istringstream lines(states);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || state_of(line.substr(space + 1)) != line.substr(0, space)) return false;
  }
  return true;
}

// The same file under another name or, between file systems, a copy.
bool duplicate(const std::string& from, const std::string& to) {
  ::unlink(to.c_str());
  if (::link(from.c_str(), to.c_str()) == 0) return true;
  std::error_code error;
  return fs::copy_file(from, to, error);
}

std::string version_of(const std::string& program) {
  struct stat status{};
  if (::stat(program.c_str(), &status) != 0) return "none";
  return fmt::format("{}:{}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool is_ours(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

std::uintmax_t size_of(const std::string& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  return error ? 0 : bytes;
}

constexpr std::string_view kUnfinished = "new-";  // and a process id

// Anything else in the folder is not ours.
bool is_entry(const std::string& name) {
  return name.starts_with(kUnfinished) ||
         (name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string::npos);
}

void drop_oldest(const std::string& folder) {
  struct Entry {
    fs::file_time_type when;  // when it was last used
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_entry(entry.path().filename())) continue;
    entries.push_back({entry.last_write_time(error), size_of(entry.path() / kProgram), entry.path()});
    sum += entries.back().bytes;
  }
  std::ranges::sort(entries, {}, &Entry::when);
  for (const Entry& entry : entries) {
    if (sum <= kMaxBytes) return;
    fs::remove_all(entry.path, error);
    sum -= entry.bytes;
  }
}

}  // namespace

std::optional<BuildCache> BuildCache::of_user() {
  if (const char* named = std::getenv("HEDDLE_CACHE"); named != nullptr && *named != '\0')
    return std::string_view(named) == "off" ? std::nullopt : std::optional(BuildCache(named));
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return BuildCache(fmt::format("{}/heddle", cache));
  std::error_code ignored;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/' && fs::is_directory(home, ignored))
    return BuildCache(fmt::format("{}/.cache/heddle", home));
  return {};
}

std::optional<std::string> BuildCache::take(const std::string& key, const std::string& output) const {
  const std::string entry = fmt::format("{}/{}", folder_, base::hex(base::content_hash(key)));
  const base::Result<std::string> states = base::read_file(entry + "/" + kStates, kMaxText);
  const std::string program = entry + "/" + kProgram;
  if (!is_ours(program)) return {};
  // After a crash of the machine it may be shorter, and somebody may have written to a file that shares its bytes.
  if (!states || !states.value().starts_with(version_of(program) + "\n")) return {};
  if (!are_unchanged(states.value().substr(states.value().find('\n') + 1))) return {};
  const base::Result<std::string> messages = base::read_file(entry + "/" + kMessages, kMaxText);
  if (!messages || !duplicate(program, output)) return {};
  ::utimensat(AT_FDCWD, entry.c_str(), nullptr, 0);  // now
  return messages.value();
}

void BuildCache::keep(const std::string& key, const std::string& program, const std::string& messages,
                      const std::vector<std::string>& paths, double begin) const {
  std::string states;
  for (const std::string& path : std::set<std::string>(paths.begin(), paths.end())) {
    if (path.find('\n') != std::string::npos || !is_older(path, begin)) return;
    states += fmt::format("{} {}\n", state_of(path), path);
  }
  std::error_code error;
  const std::string entry = fmt::format("{}/{}", folder_, base::hex(base::content_hash(key)));
  const std::string fresh = fmt::format("{}/{}{}", folder_, kUnfinished, ::getpid());
  fs::create_directories(fresh, error);
  const bool complete = duplicate(program, fresh + "/" + kProgram) &&
                        !base::write_file(fresh + "/" + kMessages, messages) &&
                        !base::write_file(fresh + "/" + kStates, version_of(fresh + "/" + kProgram) + "\n" + states);
  fs::remove_all(entry, error);
  if (!complete || ::rename(fresh.c_str(), entry.c_str()) != 0) fs::remove_all(fresh, error);
  drop_oldest(folder_);
}

}  // namespace heddle::cli
