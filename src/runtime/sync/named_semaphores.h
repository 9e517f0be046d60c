#pragma once

#include <semaphore.h>

#include <cstdint>

namespace heddle::runtime {

// The semaphores of sem_open, by name. A name is gone once it has been unlinked, and the semaphore once it has also
// been closed as often as it was opened. What a run created is gone after it. Owned by the runtime.
class NamedSemaphores {
 public:
  static constexpr std::size_t kMaxSemaphores = 65536;
  static constexpr std::size_t kMaxName = 252;  // as in the C library, including the terminator

  // Threads that use names concurrently do so one after another, as steps on one lock.
  class Guard {
   public:
    explicit Guard(NamedSemaphores& table);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    NamedSemaphores& table_;
  };

  // Null and an error code if it cannot be opened.
  sem_t* open(const char* name, bool create, bool exclusive, unsigned value, int& error);
  bool close(const sem_t* semaphore);
  bool unlink(const char* name);
  // Of the semaphore at this address; null if there is none.
  const char* name_of(std::uint64_t address) const;

  void mark();
  void put_back();

 private:
  struct Entry {
    char name[kMaxName] = {};  // empty: it no longer has one
    std::uint32_t opened = 0;
    sem_t semaphore{};
    bool was_taken = false;  // in this run, or before the first one: the one being looked for may be further on
    bool is_free() const { return name[0] == '\0' && opened == 0; }
  };
  Entry* find(const char* name);
  Entry* take(const char* name);
  Entry* entry_of(std::uint64_t address) const;

  Entry* entries_ = nullptr;        // by the hash of the name; unused memory is not mapped
  std::uint32_t* taken_ = nullptr;  // which of them, in the order in which they were taken
  Entry* marked_ = nullptr;         // the first of these, as they were before the first run
  std::uint32_t taken_count_ = 0;
  std::uint32_t marked_count_ = 0;
};

}  // namespace heddle::runtime
