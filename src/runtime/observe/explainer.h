#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/mapped_array.h"
#include "trace/operation.h"

namespace heddle::runtime {

struct Thread;
struct MemoryName;
struct Part;

// Says in words what the operations of a run are about, in a run with Slot::capture: "q.closed" and its value "true"
// rather than an address and a number. Heap objects are told apart by their order of allocation. Other runs do not use
// it. Owned by the runtime.
class Explainer {
 public:
  void start_run(abi::Channel& channel, const abi::Slot& slot);

  // A block was allocated.
  void born(const Block& block) { number_of(block); }
  // Which object of its type it is, counted in order of allocation.
  std::uint32_t number_of(const Block& block);

  // The operation is in the trace, and what it is about to write has not been written yet.
  void begins(const trace::Operation& op, Thread& thread);
  // The next operation is not a write but the end of a variable.
  void variable_ends() { ends_ = true; }
  // Now it has.
  void has_written(const trace::Operation& op);
  // The run is over, and a thread has not done this.
  void waits(const trace::Operation& op);
  // The run fails at this heap address; `block` is null if it is in none.
  void fault(std::uint64_t address, const Block* block);

  // What is accessed.
  struct Bytes {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  MemoryName name(Bytes bytes, bool whole);
  abi::WordsRecord words(const MemoryName& name);
  // The text in the channel; 0 if it is empty or there is no room.
  abi::Text add(const char* text);
  // The value of the part that the name is about; 0 if there is no better word for it than its number.
  abi::Text value(const MemoryName& name, Bytes bytes, std::uint64_t content);

 private:
  struct Birth {
    const Block* block = nullptr;
    std::uint32_t number = 0;
  };

  void add_pointer(class TextBuffer& text, std::uint64_t address);
  // The value of the class of libstdc++ that the part is inside of.
  bool add_library_object(class TextBuffer& text, const Part& part, std::uint64_t address);
  bool knows_object(std::uint64_t address) const;

  abi::Channel* channel_ = nullptr;
  const abi::Slot* slot_ = nullptr;
  MappedArray<Birth> births_;
  Bytes written_;      // by the last operation
  bool ends_ = false;  // variable_ends()
};

}  // namespace heddle::runtime
