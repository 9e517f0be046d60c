#pragma once

#include <cstdint>

#include "runtime/memory/heap.h"

namespace heddle::runtime {

struct MemoryName;

// What a heap block is to a named object of libstdc++: "v" in v[3], "p" in p->next, "m" for its nodes.
struct Owner {
  enum class Kind : std::uint8_t {
    kNone,
    kElements,  // the block is the storage of a vector, a string, or the first part of a deque
    kTarget,    // the block is what a unique_ptr or a shared_ptr points to
    kNode,      // the block is a node of a list or of a tree
  };
  Kind kind = Kind::kNone;
  std::uint64_t address = 0;  // in the owner: of the pointer, or of the head of the nodes
};

// The live variable (of any thread, or global) that owns the block, judging by what it holds now; none if there is
// none, or the block is freed. Takes microseconds: for findings only.
Owner owner_of(const Block& block);

// "v" and "[3].next" instead of "Node[]#1" and "[3].next", if the block is the storage of a vector v; "p" and "->next"
// if p is a smart pointer to it; "m node#2" and ".second" if it is one of a container's nodes.
void name_by_owner(MemoryName& name, const Block& block, std::uint32_t number);

}  // namespace heddle::runtime
