#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/painted.h"
#include "trace/ids.h"

namespace heddle::runtime {

// A variable, and a byte in it or next to it.
struct FrameVariable {
  const heddle_variable* variable = nullptr;  // null if there is none
  std::int64_t offset = 0;                    // of the byte, from its beginning
};

// The stack variables whose address others have. Each is at a fixed distance from its place on the stack, so that
// whatever moves the stack pointer (a return, longjmp, an exception) moves them, too.
// 1. Nothing else is there. A byte may be accessed only if it belongs to a live variable.
// 2. A frame begins with a header of HEDDLE_FRAME_HEADER bytes, which begins with its description; it stays after the
//    function is left, until another frame is there.
// Owned by the runtime; there is one per process, since its addresses are fixed.
class Frames {
 public:
  static bool contains(std::uintptr_t address) { return address - kFramesBase < kStacksSize; }
  // On whose stack is it?
  static std::size_t thread_of(std::uintptr_t address) { return (address - kFramesBase) / kStackStride; }

  bool map();
  // There are no frames any more.
  void put_back();

  // See abi/instrumented.h. On stacks that the program creates itself, variables stay where they are.
  void* enter(void* block, const heddle_frame& frame);
  static void leave(void* entered, const heddle_frame& frame);
  void* enter_array(void* block, std::uint64_t size, const heddle_variable& variable);
  static void release(const void* from, const void* to);
  void unwound(const void* stack);

  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  };
  // What a frame of this size occupies; empty on stacks that the program creates itself.
  static Range entered(const void* block, std::uint64_t size);
  // What these two end.
  static Range released(const void* from, const void* to);
  Range left_by_unwinding(const void* stack) const;
  // Everything that the thread has had.
  Range all_of(trace::ThreadId thread) const;
  // The first variable that lives in the range; empty if there is none.
  Range first_living(Range range) const;

  static void begin_scope(void* variable, std::uint64_t size);
  static void end_scope(void* variable, std::uint64_t size);

  // Nothing on the stack of this thread is live any more, nor in its thread-local memory.
  void end_thread(trace::ThreadId thread, const void* locals, const void* locals_end);

  // The variable nearest to this address.
  FrameVariable find(std::uintptr_t address) const;

 private:
  struct Header {
    const heddle_frame* frame;        // null for an array
    const heddle_variable* variable;  // for an array
  };

  static bool on_stack(const void* block) { return reinterpret_cast<std::uintptr_t>(block) - kStackBase < kStacksSize; }
  void note(std::uintptr_t begin);
  const Header* header_below(std::uintptr_t address) const;

  std::uintptr_t lowest_[trace::kMaxThreads] = {};  // of the frames of this run; 0 if there were none
  std::uintptr_t living_[trace::kMaxThreads] = {};  // nothing below this is live
  std::uint32_t used_[trace::kMaxThreads] = {};     // the threads that have had a frame
  std::uint32_t used_count_ = 0;
  Range ended_[trace::kMaxThreads] = {};  // the thread-local memory of threads that ended in this run
  std::uint32_t ended_count_ = 0;
};

}  // namespace heddle::runtime
