#include <malloc.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/heap_report.h"
#include "runtime/lifetimes.h"
#include "runtime/memory/fresh.h"
#include "runtime/synchronisation.h"

// The heap: malloc, free and their like, and thereby operator new and delete, for the program and its libraries.

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
  // What the libraries allocate before main is of no interest.
  if (in_run && block != nullptr && content == Content::kUnknown)
    make_fresh(reinterpret_cast<std::uintptr_t>(block), size);
  if (in_run) {
    rt.scheduler.current().add_effect();
    rt.quiet.on_allocate(reinterpret_cast<std::uint64_t>(block), size);
  }
  return block;
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
    // Freeing is a write to the whole block: nobody may use it at the same time.
    if (const std::size_t size = rt.heap.usable_size(pointer); size != 0) {
      if (must_tell_cells(rt)) {
        end_cells(rt, reinterpret_cast<std::uint64_t>(pointer), size);
      } else {
        __heddle_write(pointer, size, nullptr);
      }
    }
    rt.scheduler.current().add_effect();
  }
  const trace::PlaceId place = in_run ? place_id(nullptr) : trace::PlaceId(0);
  const HeapProblem problem = rt.heap.release(rt.current_thread(), pointer, place);
  if (problem && in_run) report(problem, "free", nullptr);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::kAlignment;

extern "C" {

void* malloc(std::size_t size) { return heddle::runtime::allocate(size, kAlignment); }

void free(void* pointer) { heddle::runtime::release(pointer); }

void* calloc(std::size_t count, std::size_t size) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return heddle::runtime::allocate(total, kAlignment, heddle::runtime::Content::kZero);
}

void* realloc(void* pointer, std::size_t size) {
  if (pointer == nullptr) return malloc(size);
  if (size == 0) {
    free(pointer);
    return nullptr;
  }
  heddle::runtime::Runtime& rt = heddle::runtime::runtime();
  const std::size_t old =
      rt.own_memory.contains(pointer) ? heddle::runtime::OwnMemory::size_of(pointer) : rt.heap.usable_size(pointer);
  void* const moved = malloc(size);
  if (moved == nullptr) return nullptr;
  if (heddle::runtime::must_tell_cells(rt))
    read_cells(rt, reinterpret_cast<std::uint64_t>(pointer), old < size ? old : size);
  std::memcpy(moved, pointer, old < size ? old : size);
  heddle::runtime::write_fresh(reinterpret_cast<std::uintptr_t>(moved), old < size ? old : size);
  __heddle_copy_bits(moved, pointer, old < size ? old : size);
  __heddle_sym_copy(moved, pointer, old < size ? old : size);
  free(pointer);
  return moved;
}

void* reallocarray(void* pointer, std::size_t count, std::size_t size) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(pointer, total);
}

void* memalign(std::size_t alignment, std::size_t size) {
  return heddle::runtime::allocate(size, alignment < kAlignment ? kAlignment : alignment);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
void* valloc(std::size_t size) { return memalign(4096, size); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  *result = memalign(alignment, size);
  return *result != nullptr ? 0 : ENOMEM;
}

std::size_t malloc_usable_size(void* pointer) { return heddle::runtime::runtime().heap.usable_size(pointer); }
}
