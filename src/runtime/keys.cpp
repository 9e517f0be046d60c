#include "runtime/keys.h"

#include <algorithm>

namespace heddle::runtime {

int Keys::create(Destructor destructor) {
  for (std::uint32_t key = 0; key < kMaxKeys; ++key) {
    if (keys_[key].used) continue;
    keys_[key] = {true, destructor};
    highest_ = std::max(highest_, key + 1);
    for (auto& values : values_) values[key] = nullptr;
    return static_cast<int>(key);
  }
  return -1;
}

bool Keys::remove(std::uint32_t key) {
  if (!exists(key)) return false;
  keys_[key] = {};
  return true;
}

void* Keys::get(trace::ThreadId thread, std::uint32_t key) const {
  return exists(key) ? values_[thread.index()][key] : nullptr;
}

bool Keys::set(trace::ThreadId thread, std::uint32_t key, void* value) {
  if (!exists(key)) return false;
  values_[thread.index()][key] = value;
  touched_ |= trace::thread_bit(thread);
  return true;
}

void Keys::end_thread(trace::ThreadId thread) {
  if (!trace::contains(touched_, thread)) return;
  for (int round = 0; round < kDestructorRounds; ++round) {
    bool again = false;
    for (std::uint32_t key = 0; key < highest_; ++key) {
      void* const value = values_[thread.index()][key];
      if (!keys_[key].used || value == nullptr || keys_[key].destructor == nullptr) continue;
      values_[thread.index()][key] = nullptr;
      keys_[key].destructor(value);
      again = true;
    }
    if (!again) return;
  }
}

void Keys::mark() {
  marked_ = keys_;
  marked_highest_ = highest_;
}

void Keys::start_run() {
  if (highest_ == 0) return;
  std::copy(marked_.begin(), marked_.begin() + highest_, keys_.begin());
  for (std::size_t t = 0; t < trace::kMaxThreads; ++t) {
    if (((touched_ >> t) & 1) != 0) std::fill(values_[t].begin(), values_[t].begin() + highest_, nullptr);
  }
  touched_ = 0;
  highest_ = marked_highest_;
}

}  // namespace heddle::runtime
