#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/memory/heap.h"
#include "runtime/names/layout_reader.h"
#include "runtime/sys/text_buffer.h"

// Names for people, as texts in the channel. Created once for each thing, when it is first seen.

namespace heddle::runtime {

// Stores the text; 0 if there is no room (and an overflow is recorded).
abi::Text add_text(const char* text);

// Memory as the source calls it.
struct MemoryName {
  TextBuffer object;              // "q", "Node", "malloc at list.c:17"; empty if it has no name
  TextBuffer path;                // ".slots[3].full", "+8"
  Part part;                      // what the path leads to; without a type if that is unknown
  std::uint64_t address = 0;      // of the object
  std::uint64_t accessed = 0;     // of what the path leads to
  const Block* block = nullptr;   // if it is on the heap, and
  Holder holder = Holder::kNone;  // what holds the block there
  trace::ThreadId owner;          // the thread whose stack it is on
};

// The name of `size` bytes; `whole` as in find_part(). It includes `number` for heap objects that are told apart by it.
MemoryName name_memory(std::uint64_t address, std::uint64_t size, bool whole, std::uint32_t number = 0);

// "counter", "queue.slots[3].full", "Node.next at list.c:17".
abi::Text name_location(const abi::LocationRecord& location);
TextBuffer location_text(const abi::LocationRecord& location);

// What the name of a thread is made from; see native/thread_names.h.
void name_thread(abi::ThreadRecord& record, const void* function, const void* argument);

}  // namespace heddle::runtime
