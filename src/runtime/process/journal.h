#pragma once

#include <climits>
#include <cstdint>

namespace heddle::runtime {

// What files and directories were before the run changed them, so that they can be restored after it: every run finds
// the same, and nothing is left in the user's directories.
//
// It is in memory that the process of a run shares with the target, which restores things when that process has ended,
// however it ended. What is too large to be kept is reported (abi::Overflow::kFiles). Owned by the runtime.
class Journal {
 public:
  static constexpr std::uint32_t kMaxEntries = 4096;
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 28;

  // Called before the first run.
  void map();
  // The program is about to change what this path leads to; `link`: or the link itself, if it is one.
  void note(int directory, const char* path, bool link);
  void put_back();
  // Has the run changed nothing so far?
  bool is_empty() const { return log_ == nullptr || (log_->count == 0 && !log_->incomplete); }

 private:
  enum class Kind : std::uint8_t { kAbsent, kFile, kFolder, kLink };
  struct Entry {
    char path[PATH_MAX];
    Kind kind;
    std::uint32_t mode;
    std::uint64_t begin;  // of its bytes
    std::uint64_t size;
    std::int64_t times[4];  // two timespecs: of the last access and the last change
  };
  struct Log {
    std::uint32_t count;
    std::uint64_t used;  // number of bytes
    bool incomplete;
    Entry entries[kMaxEntries];
    char bytes[kMaxBytes];
  };

  bool knows(const char* path) const;
  bool keep_content(Entry& entry);
  static bool put_back(const Entry& entry, const char* bytes);

  Log* log_ = nullptr;
};

}  // namespace heddle::runtime
