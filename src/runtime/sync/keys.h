#pragma once

#include <array>
#include <cstdint>

#include "trace/thread_set.h"

namespace heddle::runtime {

// pthread_key_create and the like: thread-specific values, with destructors. Owned by the runtime.
class Keys {
 public:
  static constexpr std::uint32_t kMaxKeys = 1024;
  // POSIX: if destructors set values again, they are called again, up to this many times.
  static constexpr int kDestructorRounds = 4;
  using Destructor = void (*)(void*);

  // -1 if there are too many. The order in which threads create and delete keys is explored, since it determines which
  // numbers they get.
  int create(Destructor destructor);
  bool remove(std::uint32_t key);
  bool exists(std::uint32_t key) const { return key < kMaxKeys && keys_[key].exists; }
  void* get(trace::ThreadId thread, std::uint32_t key) const;
  bool set(trace::ThreadId thread, std::uint32_t key, void* pointer);
  // Calls the destructors of the values of a thread that ends.
  void end_thread(trace::ThreadId thread);

  // Like everything that constructors of globals create, keys created before the first run survive runs.
  void mark();
  void put_back();

 private:
  struct Key {
    bool exists = false;
    bool taken = false;  // its number is taken, even while it is being deleted
    Destructor destructor = nullptr;
    std::uint32_t generation = 0;  // how often it was created
  };
  // Only its thread changes it. It is void once its key is another one with the same number.
  struct Value {
    void* pointer = nullptr;
    std::uint32_t generation = 0;
    bool is_destroyed = false;  // at the end of the thread
  };

  // The lowest number that is free; kMaxKeys if none is.
  std::uint32_t take();
  // Does some thread ever delete it while others could use it?
  bool known_as_deleted(std::uint32_t key) const;
  // The thread uses the key: a step, if it is known to be deleted.
  void look(std::uint32_t key) const;
  bool has_current(std::uint32_t key, const Value& value) const;
  // Returns whether there were any.
  bool destroy_values(trace::ThreadId thread);

  std::array<Key, kMaxKeys> keys_{};
  std::array<Key, kMaxKeys> marked_{};
  std::array<bool, kMaxKeys> deleted_{};  // never true: represents the knowledge that a key is deleted (shared_flags.h)
  std::uint32_t highest_ = 0;             // one above the highest key that was ever used
  std::uint32_t marked_highest_ = 0;
  std::array<Value, kMaxKeys>* values_ = nullptr;  // by thread; null while there are none: they take many pages
  trace::ThreadSet touched_;                       // threads with values
};

}  // namespace heddle::runtime
