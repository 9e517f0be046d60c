#include "runtime/named_semaphores.h"

#include <cerrno>
#include <cstring>

#include "base/hash.h"
#include "runtime/anchor.h"
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

NamedSemaphores::Guard::Guard(NamedSemaphores& table) : table_(table) { step_on(table_, trace::OpKind::kLock); }
NamedSemaphores::Guard::~Guard() { step_on(table_, trace::OpKind::kUnlock); }

NamedSemaphores::Entry* NamedSemaphores::find(const char* name) {
  for (Entry& entry : entries_) {
    if (std::strcmp(entry.name, name) == 0) return &entry;
  }
  return nullptr;
}

// Where the name says, so that the order in which threads open different names does not show.
NamedSemaphores::Entry* NamedSemaphores::take(const char* name) {
  const std::size_t first = hash(name);
  for (std::size_t i = 0; i < kMaxSemaphores; ++i) {
    Entry& entry = entries_[(first + i) % kMaxSemaphores];
    if (!entry.is_free()) continue;
    std::strcpy(entry.name, name);
    return &entry;
  }
  return nullptr;
}

sem_t* NamedSemaphores::open(const char* name, bool create, bool exclusive, unsigned value, int& error) {
  used_ = true;
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

bool NamedSemaphores::close(const sem_t* semaphore) {
  for (Entry& entry : entries_) {
    if (&entry.semaphore != semaphore || entry.opened == 0) continue;
    --entry.opened;
    return true;
  }
  return false;
}

bool NamedSemaphores::unlink(const char* name) {
  Entry* const entry = name[0] == '\0' ? nullptr : find(name);
  if (entry == nullptr) return false;
  entry->name[0] = '\0';
  return true;
}

const char* NamedSemaphores::name_of(std::uint64_t address) const {
  for (const Entry& entry : entries_) {
    if (reinterpret_cast<std::uint64_t>(&entry.semaphore) == address) return entry.name;
  }
  return nullptr;
}

}  // namespace heddle::runtime
