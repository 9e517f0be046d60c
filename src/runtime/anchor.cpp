#include "runtime/anchor.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

#include "runtime/library/library_call.h"
#include "runtime/memory/fresh.h"
#include "runtime/memory/map_pages.h"
#include "runtime/sys/die.h"

// __libc_single_threaded is true in a process with one OS thread; libstdc++ would then leave out atomic operations.
extern "C" char __libc_single_threaded;

namespace heddle::runtime {

Runtime* anchor = nullptr;

namespace {

template <class Part>
concept IsMarked = requires(Part& part) { part.mark(); };
template <class Part>
concept IsPutBack = requires(Part& part) { part.put_back(); };
template <class Part>
concept StartsRun = requires(Part& part) { part.start_run(); };
template <class Part>
concept StartsRunOfSlot =
    requires(Part& part, abi::Channel& channel, abi::Slot& slot) { part.start_run(channel, slot); };
template <class Part>
concept OutlivesRuns = Part::kOutlivesRuns;

}  // namespace

void Runtime::mark() {
  for_each_part([]<class Part>(Part& part) {
    if constexpr (IsMarked<Part>) part.mark();
  });
}

void Runtime::start_run() {
  for_each_part([this]<class Part>(Part& part) {
    static_assert(IsMarked<Part> || IsPutBack<Part> || StartsRun<Part> || StartsRunOfSlot<Part> || OutlivesRuns<Part>,
                  "what becomes of it between runs?");
    if constexpr (StartsRun<Part>) part.start_run();
    if constexpr (StartsRunOfSlot<Part>) part.start_run(*channel, *slot);
  });
}

void Runtime::put_back() {
  for_each_part([]<class Part>(Part& part) {
    if constexpr (IsPutBack<Part>) part.put_back();
  });
}

namespace {

// The channel that the explorer passed on; memory of our own if the program was started by hand.
abi::Channel* open_channel(bool& attached, int& descriptor) {
  const char* const variable = std::getenv(abi::kChannelVariable);
  attached = variable != nullptr;
  if (!attached) {
    auto* const own = map_pages<abi::Channel>(1);
    new (&own->settings) abi::Settings();
    new (&own->slots[0].policy) trace::Policy();
    own->slots[0].depth = UINT32_MAX;
    own->texts_size = 1;
    own->expressions_size = 1;
    own->settings.detect_races = false;
    return own;
  }
  descriptor = std::atoi(variable);
  void* const shared =
      mmap(nullptr, sizeof(abi::Channel), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (shared == MAP_FAILED)
    die("%s does not name a channel: start this program with 'heddle test'", abi::kChannelVariable);
  auto* const channel = static_cast<abi::Channel*>(shared);
  if (channel->magic != abi::kChannelMagic || channel->version != abi::kChannelVersion)
    die("the program was linked with another version of Heddle: build it again");
  return channel;
}

}  // namespace

Runtime& start_runtime() {
  anchor = new (map_pages<Runtime>(1)) Runtime();
  anchor->channel = open_channel(anchor->process.attached, anchor->process.channel_descriptor);
  anchor->slot = &anchor->channel->slots[0];
  __libc_single_threaded = 0;
  if (!anchor->heap.map() || !anchor->quiet.map() || !anchor->moment.map() || !anchor->edges.map() ||
      !anchor->frames.map() || !anchor->held_reads.map() || !anchor->races.map() || !anchor->snapshot.map() ||
      !anchor->symbolic.map() || !map_values())
    die("the address space is too small");
  anchor->cells.init(anchor->races);
  anchor->accesses.init(*anchor->channel, anchor->races);
  anchor->locations.init(*anchor->channel);
  anchor->scheduler.init(*anchor->channel, anchor->locations);
  anchor->idle_locks.init();
  anchor->symbolic.init(*anchor->channel);
  return *anchor;
}

const char* Runtime::name_of(std::uint64_t address) {
  const auto is_in = [address](const void* object, std::size_t size) {
    return address - reinterpret_cast<std::uint64_t>(object) < size;
  };
  if (const char* const name = named_semaphores.name_of(address); name != nullptr) return name;
  if (is_in(&named_semaphores, sizeof named_semaphores)) return "the names of semaphores";
  if (stream_locks.is_locked_at(address)) return "the lock of a stream";
  if (is_in(&exit_handlers, sizeof exit_handlers)) return "the exit handlers";
  if (const char* const name = scheduler.name_of_flag(address); name != nullptr) return name;
  if (const char* const name = hidden_name(address); name != nullptr) return name;
  return nullptr;
}

}  // namespace heddle::runtime
