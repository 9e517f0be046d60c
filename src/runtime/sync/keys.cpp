#include "runtime/sync/keys.h"

#include <algorithm>
#include <utility>

#include "runtime/anchor.h"
#include "runtime/memory/map_pages.h"
#include "runtime/sync/shared_flags.h"

namespace heddle::runtime {

int Keys::create(Destructor destructor) {
  runtime().kernel_objects.use_keys();
  const std::uint32_t key = take();
  if (key == kMaxKeys) return -1;
  if (known_as_deleted(key)) runtime().kernel_objects.use_key(key, KernelObjects::Use::kChange);
  keys_[key].exists = true;
  keys_[key].destructor = destructor;
  ++keys_[key].generation;
  return static_cast<int>(key);
}

std::uint32_t Keys::take() {
  std::uint32_t key = 0;
  while (key < kMaxKeys && keys_[key].taken) ++key;
  if (key == kMaxKeys) return key;
  keys_[key].taken = true;
  highest_ = std::max(highest_, key + 1);
  return key;
}

// Those who use the key see that it is gone as soon as it is; those who create one see that its number is free in a
// separate step.
bool Keys::remove(std::uint32_t key) {
  Runtime& rt = runtime();
  if (key >= kMaxKeys) return false;
  if (rt.scheduler.running() && !rt.quiet.alone()) need(deleted_[key]);
  rt.kernel_objects.use_key(key, KernelObjects::Use::kChange);
  if (!exists(key)) return false;
  keys_[key].exists = false;
  rt.kernel_objects.use_keys();
  keys_[key].taken = false;
  return true;
}

bool Keys::known_as_deleted(std::uint32_t key) const { return key < kMaxKeys && cell_of(deleted_[key]) != nullptr; }

void Keys::look(std::uint32_t key) const {
  if (known_as_deleted(key)) runtime().kernel_objects.use_key(key, KernelObjects::Use::kLook);
}

bool Keys::has_current(std::uint32_t key, const Value& value) const {
  return exists(key) && value.generation == keys_[key].generation;
}

void* Keys::get(trace::ThreadId thread, std::uint32_t key) const {
  look(key);
  if (!exists(key) || values_ == nullptr) return nullptr;
  const Value& value = values_[thread.index()][key];
  return has_current(key, value) ? value.pointer : nullptr;
}

bool Keys::set(trace::ThreadId thread, std::uint32_t key, void* pointer) {
  look(key);
  if (!exists(key)) return false;
  if (values_ == nullptr) values_ = map_pages<std::array<Value, kMaxKeys>>(trace::kMaxThreads);
  values_[thread.index()][key] = {pointer, keys_[key].generation, keys_[key].destructor != nullptr};
  touched_.insert(thread);
  return true;
}

void Keys::end_thread(trace::ThreadId thread) {
  if (!touched_.contains(thread)) return;
  for (int round = 0; round < kDestructorRounds && destroy_values(thread); ++round) {
  }
}

// Whether there is a step depends on the thread alone, not on what others have done to the key in the meantime.
bool Keys::destroy_values(trace::ThreadId thread) {
  bool any = false;
  for (std::uint32_t key = 0; key < highest_; ++key) {
    Value& value = values_[thread.index()][key];
    if (value.pointer == nullptr || !value.is_destroyed) continue;
    runtime().kernel_objects.use_key(key, KernelObjects::Use::kLook);
    void* const pointer = std::exchange(value.pointer, nullptr);
    if (!has_current(key, value)) continue;
    keys_[key].destructor(pointer);
    any = true;
  }
  return any;
}

void Keys::mark() {
  marked_ = keys_;
  marked_highest_ = highest_;
}

void Keys::put_back() {
  if (highest_ == 0) return;
  std::copy(marked_.begin(), marked_.begin() + highest_, keys_.begin());
  for (const trace::ThreadId t : touched_) {
    std::fill(values_[t.index()].begin(), values_[t.index()].begin() + highest_, Value{});
  }
  touched_.clear();
  highest_ = marked_highest_;
}

}  // namespace heddle::runtime
