#include <malloc.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/heap_report.h"
#include "runtime/memory/fresh.h"
#include "runtime/observe/lifetimes.h"
#include "runtime/process/failing_calls.h"
#include "runtime/schedule/synchronisation.h"

// The heap: malloc, free and the like, and through them operator new and delete, for the program and its libraries.

namespace heddle::runtime {

namespace {

constexpr std::size_t kAlignment = 16;

enum class Content : std::uint8_t { kZero, kUnknown };

void* allocate(std::size_t size, std::size_t alignment, Content content = Content::kUnknown) {
  Runtime& rt = runtime();
  if (rt.own_memory.in_use()) [[unlikely]]
    return rt.own_memory.allocate(size, alignment);
  const bool in_run = rt.scheduler.running();
  const trace::PlaceId place = in_run ? place_id(nullptr) : trace::PlaceId(0);
  const heddle_type* const type = std::exchange(__heddle_type, nullptr);
  void* const block = rt.heap.allocate(rt.current_thread(), size, alignment, place, type);
  if (rt.slot->capture && in_run && block != nullptr) [[unlikely]]
    rt.explainer.born(*(static_cast<const Block*>(block) - 1));
  if (block == nullptr) errno = ENOMEM;
  // What the libraries allocate before main does not matter.
  if (in_run && block != nullptr && content == Content::kUnknown)
    make_fresh(reinterpret_cast<std::uintptr_t>(block), size);
  if (in_run) {
    rt.scheduler.current().add_change();
    rt.quiet.on_allocate(reinterpret_cast<std::uint64_t>(block), size);
  }
  return block;
}

// Allocates for the caller; fails on request.
void* allocate_for(trace::FailingCall call, const void* caller, std::size_t size, std::size_t alignment,
                   Content content = Content::kUnknown) {
  if (!fails(call, caller)) return allocate(size, alignment, content);
  errno = ENOMEM;
  return nullptr;
}

bool must_tell_cells(Runtime& rt) {
  return rt.scheduler.running() && rt.symbolic.reads_are_variables() && !rt.quiet.alone();
}

void release(void* pointer) {
  if (pointer == nullptr) return;
  Runtime& rt = runtime();
  if (rt.own_memory.contains(pointer)) return;
  const bool in_run = rt.scheduler.running();
  if (in_run) {
    if (const Block* const block = rt.heap.block_at(pointer); block != nullptr && block->size != 0) {
      if (must_tell_cells(rt)) {
        end_cells(rt, block->begin(), block->size);
      } else {
        end_block(rt, block->begin(), block->size);
      }
    }
    rt.scheduler.current().add_change();
  }
  const trace::PlaceId place = in_run ? place_id(nullptr) : trace::PlaceId(0);
  const HeapProblem problem = rt.heap.release(rt.current_thread(), pointer, place);
  if (problem && in_run) report(problem, "free", nullptr);
}

void* allocate_aligned(std::size_t alignment, std::size_t size, const void* caller) {
  return allocate_for(trace::FailingCall::kAlignedAlloc, caller, size, alignment < kAlignment ? kAlignment : alignment);
}

// What is moved may depend on the schedule. If the block is gone, freeing it fails.
void tell_copy(Runtime& rt, const void* from, std::size_t size) {
  if (size == 0 || !rt.scheduler.running() || rt.quiet.holds()) return;
  if (must_tell_cells(rt)) return read_cells(rt, reinterpret_cast<std::uint64_t>(from), size);
  read_block(rt, reinterpret_cast<std::uint64_t>(from), size);
}

// Whether the block has been freed is known only after a step.
std::size_t size_of_block(Runtime& rt, const void* pointer) {
  if (rt.own_memory.contains(pointer)) return OwnMemory::size_of(pointer);
  const Block* const block = rt.heap.block_at(pointer);
  return block != nullptr ? block->size : 0;
}

void* reallocate(void* pointer, std::size_t size, const void* caller) {
  if (pointer == nullptr) return allocate_for(trace::FailingCall::kRealloc, caller, size, kAlignment);
  if (size == 0) {
    release(pointer);
    return nullptr;
  }
  Runtime& rt = runtime();
  const std::size_t old = size_of_block(rt, pointer);
  void* const moved = allocate_for(trace::FailingCall::kRealloc, caller, size, kAlignment);
  if (moved == nullptr) return nullptr;
  const std::size_t kept = old < size ? old : size;
  tell_copy(rt, pointer, kept);
  std::memcpy(moved, pointer, kept);
  write_fresh(reinterpret_cast<std::uintptr_t>(moved), kept);
  __heddle_copy_bits(moved, pointer, kept);
  __heddle_sym_copy(moved, pointer, kept);
  release(pointer);
  return moved;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::allocate_for;
using heddle::runtime::kAlignment;
using heddle::trace::FailingCall;

extern "C" {

void* malloc(std::size_t size) {
  return allocate_for(FailingCall::kMalloc, __builtin_return_address(0), size, kAlignment);
}

void free(void* pointer) { heddle::runtime::release(pointer); }

void* calloc(std::size_t count, std::size_t size) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate_for(FailingCall::kCalloc, __builtin_return_address(0), total, kAlignment,
                      heddle::runtime::Content::kZero);
}

void* realloc(void* pointer, std::size_t size) {
  return heddle::runtime::reallocate(pointer, size, __builtin_return_address(0));
}

void* reallocarray(void* pointer, std::size_t count, std::size_t size) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return heddle::runtime::reallocate(pointer, total, __builtin_return_address(0));
}

void* memalign(std::size_t alignment, std::size_t size) {
  return heddle::runtime::allocate_aligned(alignment, size, __builtin_return_address(0));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return heddle::runtime::allocate_aligned(alignment, size, __builtin_return_address(0));
}
void* valloc(std::size_t size) { return heddle::runtime::allocate_aligned(4096, size, __builtin_return_address(0)); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  *result = heddle::runtime::allocate_aligned(alignment, size, __builtin_return_address(0));
  return *result != nullptr ? 0 : ENOMEM;
}

std::size_t malloc_usable_size(void* pointer) { return heddle::runtime::runtime().heap.usable_size(pointer); }

// For versions of library functions that need memory of their own.
void* heddle_lib_own_memory(std::size_t size) {
  return heddle::runtime::allocate(size, kAlignment, heddle::runtime::Content::kZero);
}
}
