#include "runtime/names/owner.h"

#include <cstring>

#include "runtime/anchor.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/painted.h"
#include "runtime/names/layout_reader.h"
#include "runtime/names/naming.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kWord = sizeof(std::uint64_t);
constexpr std::uint64_t kMaxScanned = std::uint64_t{64} << 10;  // bytes of one stack, and of one variable
constexpr int kMaxNodes = 1000;                                 // from a node to the head of its container

std::uint64_t word_at(std::uint64_t address) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

bool is_node(const Block& block) {
  constexpr const char* kNode = " node";
  if (block.type == nullptr) return false;
  const std::size_t length = std::strlen(block.type->name);
  return length > std::strlen(kNode) && std::strcmp(block.type->name + length - std::strlen(kNode), kNode) == 0;
}

// Is there a pointer that belongs to a class of libstdc++, in a variable that has a name?
bool is_inside_named(std::uint64_t address) {
  const MemoryName name = name_memory(address, kWord, false);
  return !name.object.empty() && name.part.inside && name.part.type != nullptr && name.part.rest == 0 &&
         is_pointer(name.part.type);
}

// What the block is to the object whose pointer to it is at this address, judging by the words that follow there.
Owner::Kind kind_of(const Block& block, std::uint64_t at) {
  const std::uint64_t pointer = word_at(at);
  const bool is_single = block.type != nullptr && block.size < 2 * block.type->size;
  if (pointer == block.begin() && may_access(at, 3 * kWord)) {
    const std::uint64_t second = word_at(at + kWord);
    const std::uint64_t third = word_at(at + 2 * kWord);
    const bool is_vector = second >= block.begin() && second <= block.end() && third == block.end();
    const bool is_string = second < block.size && third + 1 == block.size;
    if (is_vector || is_string) return Owner::Kind::kElements;  // a deque's iterator looks like a vector here
  }
  return is_single ? Owner::Kind::kTarget : Owner::Kind::kNone;
}

// The first pointer into the block among these bytes that shows what the block is.
Owner find_in(const Block& block, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t at = (begin + kWord - 1) / kWord * kWord; at + kWord <= end; at += kWord) {
    const std::uint64_t pointer = word_at(at);
    if (pointer < block.begin() || pointer >= block.end() || !may_access(at, kWord)) continue;
    const Owner::Kind kind = kind_of(block, at);
    if (kind != Owner::Kind::kNone && is_inside_named(at)) return {kind, at};
  }
  return {};
}

// The nodes of a list form a ring with its head, and those of a tree point to their parent; the root points to the
// head.
Owner head_of(const Block& node) {
  const bool is_tree = std::strncmp(node.type->name, "tree", 4) == 0;
  std::uint64_t at = node.begin();
  for (int i = 0; i < kMaxNodes; ++i) {
    if (!may_access(at, 2 * kWord)) return {};
    const std::uint64_t next = word_at(is_tree ? at + kWord : at);
    const Block* const block = runtime().heap.find_block(next);
    if (block == nullptr || !is_node(*block)) {
      const MemoryName name = name_memory(next, kWord, false);
      const bool known = !name.object.empty() && name.part.inside;
      return known ? Owner{Owner::Kind::kNode, next} : Owner{};
    }
    at = block->begin();
  }
  return {};
}

}  // namespace

Owner owner_of(const Block& block) {
  if (block.freed != 0 || block.size == 0) return {};
  if (is_node(block)) return head_of(block);
  const Runtime& rt = runtime();
  for (std::uint32_t t = 0; t < rt.channel->threads_size; ++t) {
    const std::uint64_t top = stack_top(t) + kFramesDistance;
    if (const Owner owner = find_in(block, top - kMaxScanned, top); owner.kind != Owner::Kind::kNone) return owner;
  }
  for (std::uint32_t m = 0; m < rt.modules.count(); ++m) {
    const Modules::Module& module = rt.modules.at(m);
    for (const heddle_global* global = module.globals; global != module.globals_end; ++global) {
      if (global->type == nullptr || global->size > kMaxScanned) continue;
      const auto begin = reinterpret_cast<std::uint64_t>(global->address);
      if (const Owner owner = find_in(block, begin, begin + global->size); owner.kind != Owner::Kind::kNone)
        return owner;
    }
  }
  return {};
}

void name_by_owner(MemoryName& name, const Block& block, std::uint32_t number) {
  const Owner owner = owner_of(block);
  if (owner.kind == Owner::Kind::kNone) return;
  const MemoryName named = name_memory(owner.address, sizeof(std::uint64_t), false);
  TextBuffer object;
  TextBuffer path;
  const bool is_single = block.type != nullptr && block.size < 2 * block.type->size;
  const char* const old_path = name.path.text();
  switch (owner.kind) {
    case Owner::Kind::kNone: return;
    case Owner::Kind::kElements:
      object.add("%s%s", named.object.text(), named.path.text());
      path.add("%s%s", is_single ? "[0]" : "", old_path);
      break;
    case Owner::Kind::kTarget:
      object.add("%s%s%s", *old_path == '.' ? "" : "*", named.object.text(), named.path.text());
      path.add("%s%s", *old_path == '.' ? "->" : "", *old_path == '.' ? old_path + 1 : old_path);
      break;
    case Owner::Kind::kNode:
      object.add("%s%s node#%u", named.object.text(), named.path.text(), number);
      path.add("%s", old_path);
      break;
  }
  name.object = object;
  name.path = path;
  name.owner = named.owner;
}

}  // namespace heddle::runtime
