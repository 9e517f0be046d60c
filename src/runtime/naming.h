#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/text_buffer.h"

// Names for people, as texts in the channel. Made once for each thing that is seen for the first time.

namespace heddle::runtime {

// Keeps the text; 0 if there is no room (and an overflow is noted).
abi::Text add_text(const char* text);

// "counter", "queue.slots[3].full", "malloc at list.c:17 + 8", "T2's stack + 0x40".
abi::Text name_location(const abi::LocationRecord& location);
TextBuffer location_text(const abi::LocationRecord& location);

// What the name of a thread is made of; see host/thread_names.h.
void name_thread(abi::ThreadRecord& record, const void* function, const void* argument);

}  // namespace heddle::runtime
