#pragma once

#include <cstdint>

#include "runtime/memory/heap.h"
#include "runtime/names/layout_reader.h"

namespace heddle::runtime {

struct MemoryName;

// The object of libstdc++ that holds a heap block, judging by what it contains now.
struct Owner {
  Holder kind = Holder::kNone;
  std::uint64_t address = 0;  // in the owner: of its pointer to the block, or of the head of its nodes
  std::uint64_t index = 0;    // of a node of a list, or of the first element in this part of a deque
  bool is_count = false;      // the block is what counts the owners of a shared_ptr
  bool is_table = false;      // the block has no elements, but leads to those of a deque or a hash table
};

// None if there is none, or the block is freed. Global variables are preferred to objects of the heap, and these to
// variables of threads, the oldest first. Takes microseconds: for findings only.
Owner owner_of(const Block& block);

// Replaces "Node[]#1" and "[3].next" by what the source would say: "v" and "[3].next" for an element of a vector v,
// "p" and "->next" for what a smart pointer leads to, "m" and "["key"].next" for an element of a map; also several of
// them, as in shelf["a"][2]->next. False, and the name is as it was, if that is not known.
bool name_by_owner(MemoryName& name, const Block& block, std::uint32_t number);

}  // namespace heddle::runtime
