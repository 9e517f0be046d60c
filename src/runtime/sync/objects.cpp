#include "runtime/sync/objects.h"

#include "runtime/anchor.h"
#include "runtime/heap_report.h"

namespace heddle::runtime {

namespace {

std::uint64_t number(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

}  // namespace

// What is neither on the heap nor on a stack is there for good.
void use_object(const void* object) {
  if (is_painted(number(object))) __heddle_read(object, 1, nullptr);
}

void check_object(const void* object) { check_memory(number(object), 1, false, nullptr); }

}  // namespace heddle::runtime
