#include "runtime/failures/uncontrolled.h"

#include <cstring>

#include "runtime/anchor.h"
#include "runtime/names/naming.h"
#include "runtime/names/places.h"

namespace heddle::runtime {

void report_uncontrolled(const char* function, const heddle_place* place) {
  abi::Channel& channel = *runtime().channel;
  const trace::PlaceId at = place_id(place);
  for (std::uint32_t i = 0; i < channel.uncontrolled_size; ++i) {
    const abi::UncontrolledRecord& record = channel.uncontrolled[i];
    if (record.place == at && std::strcmp(channel.texts + record.function, function) == 0) return;
  }
  if (channel.uncontrolled_size == abi::kMaxUncontrolled) {
    runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kUncontrolled);
    return;
  }
  channel.uncontrolled[channel.uncontrolled_size++] = {.function = add_text(function), .place = at};
}

void note_assumed(abi::Assumed what) {
  if (anchor != nullptr && anchor->channel != nullptr) anchor->channel->assumed |= static_cast<std::uint32_t>(what);
}

void needs_fork() {
  abi::Channel& channel = *runtime().channel;
  if (channel.settings.isolation != abi::Isolation::kFork) channel.wants_fork = true;
}

}  // namespace heddle::runtime

extern "C" void __heddle_uncontrolled(const char* what) { heddle::runtime::report_uncontrolled(what, nullptr); }

// Before an instruction whose result differs from run to run.
extern "C" void __heddle_instruction(const char* name, const heddle_place* place) {
  heddle::runtime::Runtime& rt = heddle::runtime::runtime();
  rt.constructors.belongs_to_run();
  if (rt.in_program()) heddle::runtime::report_uncontrolled(name, place);
}
