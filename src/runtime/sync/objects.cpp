#include "runtime/sync/objects.h"

#include "runtime/anchor.h"
#include "runtime/heap_report.h"
#include "runtime/memory/fresh.h"

namespace heddle::runtime {

namespace {

std::uint64_t number(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

}  // namespace

void use_object(const void* object) { __heddle_read(object, 1, nullptr); }

// By a thread that is alone it comes before all that others do, as its plain accesses do.
void make_object(void* object) {
  if (runtime().scheduler.running() && !runtime().quiet.alone()) __heddle_write(object, 1, nullptr);
}

void check_object(const void* object) { check_memory(number(object), 1, false, nullptr); }

bool is_unwritten(std::uint32_t word) {
  constexpr std::uint32_t kEachByte = 0x01010101;
  return word == kJunk * kEachByte || word == kNoValue * kEachByte;
}

}  // namespace heddle::runtime
