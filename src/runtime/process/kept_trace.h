#pragma once

#include <algorithm>
#include <span>

#include "abi/channel.h"
#include "runtime/memory/mapped_array.h"

namespace heddle::runtime {

// The trace of a run up to a checkpoint, with which the traces of all tests begin that go on from there.
class KeptTrace {
 public:
  // False if there is no memory for it.
  bool keep(const abi::Slot& slot) {
    return copy(operations_, slot.operations, slot.operations_size, abi::kMaxOperations) &&
           copy(values_, slot.values, slot.values_size, abi::kMaxOperations) &&
           copy(locals_, slot.locals, slot.locals_size, abi::kMaxLocals) &&
           copy(recorded_, slot.recorded, slot.recorded_size, abi::kMaxAccesses) &&
           copy(twins_, slot.twins, slot.twins_size, trace::kMaxThreads);
  }
  void put(abi::Slot& slot) const {
    put(operations_, slot.operations, slot.operations_size);
    put(values_, slot.values, slot.values_size);
    put(locals_, slot.locals, slot.locals_size);
    put(recorded_, slot.recorded, slot.recorded_size);
    put(twins_, slot.twins, slot.twins_size);
  }
  std::span<const trace::Operation> operations() const { return {operations_.begin(), operations_.end()}; }

 private:
  template <class T>
  static bool copy(MappedArray<T>& to, const T* from, std::uint32_t size, std::size_t capacity) {
    if (to.capacity() == 0 && !to.map(capacity)) return false;
    to.clear();
    T* const place = to.extend(size);
    if (place == nullptr) return false;
    std::copy(from, from + size, place);
    return true;
  }
  template <class T>
  static void put(const MappedArray<T>& from, T* to, std::uint32_t& size) {
    std::copy(from.begin(), from.end(), to);
    size = static_cast<std::uint32_t>(from.size());
  }

  MappedArray<trace::Operation> operations_;
  MappedArray<abi::ValueRecord> values_;
  MappedArray<abi::LocalRecord> locals_;
  MappedArray<trace::Access> recorded_;
  MappedArray<trace::Twin> twins_;
};

}  // namespace heddle::runtime
