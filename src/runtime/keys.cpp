#include "runtime/keys.h"

#include <algorithm>
#include <utility>

#include "runtime/anchor.h"
#include "runtime/shared_flags.h"

namespace heddle::runtime {

int Keys::create(Destructor destructor) {
  runtime().kernel_objects.use_keys();
  for (std::uint32_t key = 0; key < kMaxKeys; ++key) {
    if (keys_[key].used) continue;
    keys_[key] = {true, destructor};
    highest_ = std::max(highest_, key + 1);
    for (const trace::ThreadId t : touched_) values_[t.index()][key] = nullptr;
    return static_cast<int>(key);
  }
  return -1;
}

bool Keys::remove(std::uint32_t key) {
  Runtime& rt = runtime();
  rt.kernel_objects.use_keys();
  if (!exists(key)) return false;
  if (rt.scheduler.running() && !rt.quiet.alone()) need(deleted_[key]);
  rt.kernel_objects.use_key(key, KernelObjects::Use::kChange);
  if (!exists(key)) return false;
  keys_[key] = {};
  return true;
}

void Keys::look(std::uint32_t key) const {
  if (key < kMaxKeys && cell_of(deleted_[key]) != nullptr)
    runtime().kernel_objects.use_key(key, KernelObjects::Use::kLook);
}

void* Keys::get(trace::ThreadId thread, std::uint32_t key) const {
  look(key);
  return exists(key) ? values_[thread.index()][key] : nullptr;
}

bool Keys::set(trace::ThreadId thread, std::uint32_t key, void* value) {
  look(key);
  if (!exists(key)) return false;
  values_[thread.index()][key] = value;
  touched_.insert(thread);
  return true;
}

bool Keys::has_destructor(trace::ThreadId thread, std::uint32_t key) const {
  return keys_[key].used && keys_[key].destructor != nullptr && values_[thread.index()][key] != nullptr;
}

void Keys::end_thread(trace::ThreadId thread) {
  if (!touched_.contains(thread)) return;
  for (int round = 0; round < kDestructorRounds; ++round) {
    bool again = false;
    for (std::uint32_t key = 0; key < highest_; ++key) {
      if (!has_destructor(thread, key)) continue;
      runtime().kernel_objects.use_key(key, KernelObjects::Use::kLook);
      if (!has_destructor(thread, key)) continue;
      void* const value = std::exchange(values_[thread.index()][key], nullptr);
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
  for (const trace::ThreadId t : touched_) {
    std::fill(values_[t.index()].begin(), values_[t.index()].begin() + highest_, nullptr);
  }
  touched_.clear();
  highest_ = marked_highest_;
}

}  // namespace heddle::runtime
