#include "runtime/sync/named_semaphores.h"

#include <cerrno>
#include <cstring>

#include "base/hash.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/map_pages.h"
#include "runtime/sync/objects.h"

namespace heddle::runtime {

namespace {

void step_on(const NamedSemaphores& table, trace::OpKind kind) {
  Runtime& rt = runtime();
  if (rt.scheduler.running()) rt.scheduler.step(kind, rt.locations.of(abi::LocationKind::kMutex, &table), nullptr);
}

std::size_t hash(const char* name) {
  std::uint64_t h = 0;
  for (; *name != '\0'; ++name) h = base::mix(h + static_cast<unsigned char>(*name));
  return h % NamedSemaphores::kMaxSemaphores;
}

}  // namespace

NamedSemaphores::Guard::Guard(NamedSemaphores& table) : table_(table) {
  runtime().symbolic.not_followed("which semaphores have names");
  step_on(table_, trace::OpKind::kLock);
}
NamedSemaphores::Guard::~Guard() { step_on(table_, trace::OpKind::kUnlock); }

void NamedSemaphores::mark() {
  marked_count_ = taken_count_;
  if (marked_count_ == 0) return;
  marked_ = map_pages<Entry>(marked_count_);
  for (std::uint32_t i = 0; i < marked_count_; ++i) marked_[i] = entries_[taken_[i]];
}

void NamedSemaphores::put_back() {
  for (std::uint32_t i = 0; i < taken_count_; ++i) entries_[taken_[i]] = i < marked_count_ ? marked_[i] : Entry{};
  taken_count_ = marked_count_;
}

NamedSemaphores::Entry* NamedSemaphores::find(const char* name) {
  const std::size_t first = hash(name);
  for (std::size_t i = 0; entries_ != nullptr && i < kMaxSemaphores; ++i) {
    Entry& entry = entries_[(first + i) % kMaxSemaphores];
    if (!entry.was_taken) return nullptr;
    if (std::strcmp(entry.name, name) == 0) return &entry;
  }
  return nullptr;
}

// At the position given by the name, so that the order in which threads open different names does not show.
NamedSemaphores::Entry* NamedSemaphores::take(const char* name) {
  if (entries_ == nullptr) {
    entries_ = map_pages<Entry>(kMaxSemaphores);
    taken_ = map_pages<std::uint32_t>(kMaxSemaphores);
  }
  const std::size_t first = hash(name);
  for (std::size_t i = 0; i < kMaxSemaphores; ++i) {
    const std::size_t at = (first + i) % kMaxSemaphores;
    Entry& entry = entries_[at];
    if (!entry.is_free()) continue;
    if (!entry.was_taken) taken_[taken_count_++] = static_cast<std::uint32_t>(at);
    entry.was_taken = true;
    std::strcpy(entry.name, name);
    return &entry;
  }
  report_uncontrolled("sem_open of more than 65536 names", nullptr);
  return nullptr;
}

sem_t* NamedSemaphores::open(const char* name, bool create, bool exclusive, unsigned value, int& error) {
  if (name[0] == '\0' || std::strlen(name) >= kMaxName) {
    error = name[0] == '\0' ? EINVAL : ENAMETOOLONG;
    return nullptr;
  }
  Entry* entry = find(name);
  if (entry != nullptr && exclusive) {
    error = EEXIST;
    return nullptr;
  }
  if (entry == nullptr) {
    entry = create ? take(name) : nullptr;
    if (entry == nullptr) {
      error = create ? EMFILE : ENOENT;
      return nullptr;
    }
    init_semaphore(&entry->semaphore, value);
  }
  ++entry->opened;
  return &entry->semaphore;
}

NamedSemaphores::Entry* NamedSemaphores::entry_of(std::uint64_t address) const {
  const std::uint64_t offset = address - reinterpret_cast<std::uint64_t>(entries_);
  if (entries_ == nullptr || offset >= kMaxSemaphores * sizeof(Entry)) return nullptr;
  Entry& entry = entries_[offset / sizeof(Entry)];
  return reinterpret_cast<std::uint64_t>(&entry.semaphore) == address ? &entry : nullptr;
}

bool NamedSemaphores::close(const sem_t* semaphore) {
  Entry* const entry = entry_of(reinterpret_cast<std::uint64_t>(semaphore));
  if (entry == nullptr || entry->opened == 0) return false;
  --entry->opened;
  return true;
}

bool NamedSemaphores::unlink(const char* name) {
  Entry* const entry = name[0] == '\0' ? nullptr : find(name);
  if (entry == nullptr) return false;
  entry->name[0] = '\0';
  return true;
}

const char* NamedSemaphores::name_of(std::uint64_t address) const {
  const Entry* const entry = entry_of(address);
  return entry == nullptr ? nullptr : entry->name;
}

}  // namespace heddle::runtime
