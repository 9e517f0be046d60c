#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "slice/points_to.h"

namespace heddle::slice {

// The bytes [first, last) of an object.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;

  bool overlaps(const Range& other) const { return first < other.last && other.first < last; }
};

// What an address says by itself: this variable, at this offset.
struct KnownPlace {
  const llvm::Value* variable = nullptr;  // an AllocaInst or a GlobalVariable
  std::int64_t offset = 0;
};
std::optional<KnownPlace> known_place(const llvm::Value& address, const llvm::DataLayout& layout);

// A part of memory that an instruction may read or write.
struct Area {
  const llvm::Value* address = nullptr;  // null: everything that code outside the program knows about
  std::optional<std::uint64_t> size;     // in bytes, if known
};

// What one instruction does to memory; calls of functions with a body do nothing themselves.
struct Access {
  std::vector<Area> reads;
  std::vector<Area> writes;
};
Access access_of(const llvm::Instruction& instruction, const PointsTo& points_to);

// Which instructions may write what others read, in any thread and order: the data dependence through memory.
class Memory {
 public:
  using Object = PointsTo::Object;

  Memory(const llvm::Module& module, const PointsTo& points_to);

  // The instructions that may write something that this one reads.
  std::vector<const llvm::Instruction*> writers_for(const llvm::Instruction& reader) const;
  // The objects that the instruction may read.
  std::vector<Object> read_by(const llvm::Instruction& reader) const;

 private:
  struct Write {
    const llvm::Instruction* instruction = nullptr;
    std::optional<Range> range;  // within the object; none: anywhere
  };
  struct Part {
    Object object = 0;
    std::optional<Range> range;
  };
  std::vector<Part> parts_of(const Area& area) const;

  const PointsTo& points_to_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<Object, std::vector<Write>> writes_;
};

}  // namespace heddle::slice
