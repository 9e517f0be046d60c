#include "runtime/names/owner.h"

#include <cstring>

#include "runtime/anchor.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/painted.h"
#include "runtime/names/naming.h"
#include "runtime/names/value_text.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kWord = sizeof(std::uint64_t);
constexpr std::uint64_t kMaxScanned = std::uint64_t{64} << 10;       // bytes of one stack, one variable, one block
constexpr std::uint64_t kMaxHeapScanned = std::uint64_t{256} << 10;  // bytes of the heap
constexpr std::uint64_t kMaxNodes = 1000;                            // from a node to the head of its container
constexpr std::uint64_t kMaxSingle = 64;                             // the same, if the way back has to be searched
constexpr int kMaxDepth = 4;                                         // containers in containers

std::uint64_t word_at(std::uint64_t address) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

bool begins_with(const char* text, const char* begin) { return std::strncmp(text, begin, std::strlen(begin)) == 0; }

// Which container it is a node of.
Holder node_kind(const Block& block) {
  const char* const layout = block.type == nullptr ? nullptr : block.type->layout;
  if (layout == nullptr) return Holder::kNone;
  if (begins_with(layout, "{_M_color:")) return Holder::kTree;
  if (begins_with(layout, "{_M_next:0:p8;_M_prev:")) return Holder::kList;
  if (begins_with(layout, "{_M_next:")) return Holder::kForwardList;
  return begins_with(layout, "{_M_nxt:") ? Holder::kHash : Holder::kNone;
}

bool may_hold_pointers(const Block& block) {
  const char* const layout = block.type == nullptr ? nullptr : block.type->layout;
  return layout != nullptr && (*layout == '{' || *layout == '[' || is_pointer(layout));
}

// Calls `accept` with the address of each pointer into the block among these bytes, the last one first, until it says
// true; did it?
template <class Accept>
bool any_pointer_in(const Block& to, std::uint64_t begin, std::uint64_t end, const Accept& accept) {
  begin = (begin + kWord - 1) / kWord * kWord;
  for (std::uint64_t at = end / kWord * kWord; at >= begin + kWord;) {
    at -= kWord;
    const std::uint64_t pointer = word_at(at);
    if (pointer >= to.begin() && pointer < to.end() && may_access(at, kWord) && accept(at)) return true;
  }
  return false;
}

// The same for all memory of the program that has names.
template <class Accept>
bool any_pointer(const Block& to, const Accept& accept) {
  const Runtime& rt = runtime();
  for (std::uint32_t m = 0; m < rt.modules.count(); ++m) {
    const Modules::Module& module = rt.modules.at(m);
    for (const heddle_global* global = module.globals; global != module.globals_end; ++global) {
      const auto begin = reinterpret_cast<std::uint64_t>(global->address);
      if (global->type == nullptr || global->size > kMaxScanned) continue;
      if (any_pointer_in(to, begin, begin + global->size, accept)) return true;
    }
  }
  std::uint64_t scanned = 0;
  bool found = false;
  rt.heap.any_live([&](const Block& block) {
    if (block.size > kMaxScanned || &block == &to || !may_hold_pointers(block)) return false;
    scanned += block.size;
    found = any_pointer_in(to, block.begin(), block.end(), accept);
    return found || scanned > kMaxHeapScanned;
  });
  if (found) return true;
  for (std::uint32_t t = 0; t < rt.channel->threads_size; ++t) {
    const std::uint64_t top = stack_top(t) + kFramesDistance;
    if (any_pointer_in(to, top - kMaxScanned, top, accept)) return true;
  }
  return false;
}

Part part_at(std::uint64_t address) { return name_memory(address, kWord, false).part; }

// Is this the pointer by which a deque or a hash table holds its table?
bool is_table(const Block& block, std::uint64_t at, const Part& part) {
  const bool has_table = part.holder == Holder::kDeque || part.holder == Holder::kHash;
  return has_table && part.within == 0 && word_at(at) == block.begin();
}

// Is this the pointer by which a vector, a string or a smart pointer holds the block?
bool holds(const Block& block, std::uint64_t at, const Part& part) {
  const std::uint64_t begin = at - part.within;
  switch (part.holder) {
    case Holder::kVector:
    case Holder::kBits:
    case Holder::kString: return word_at(begin) == block.begin();
    case Holder::kUnique:
    case Holder::kShared: return true;
    case Holder::kDeque:
    case Holder::kHash: return is_table(block, at, part);
    default: return false;
  }
}

// If the pointer is in the table of a deque, whose entries lead to its elements.
Owner in_deque(const Block& block, std::uint64_t at) {
  const Block* const table = runtime().heap.find_block(at);
  if (table == nullptr || table->type == nullptr || block.type == nullptr || word_at(at) != block.begin()) return {};
  if (!is_pointer(table->type->layout)) return {};
  Owner owner;
  any_pointer(*table, [&](std::uint64_t pointer) {
    const Part part = part_at(pointer);
    if (part.holder != Holder::kDeque || part.within != 0) return false;
    constexpr std::uint64_t kStart = 2 * kWord;  // an iterator: the element, begin and end of its block, its entry
    const std::uint64_t first_entry = word_at(pointer + kStart + 3 * kWord);
    const std::uint64_t skipped = word_at(pointer + kStart) - word_at(pointer + kStart + kWord);
    const std::uint64_t before = (at - first_entry) / kWord * (block.size / block.type->size);
    owner = {.kind = Holder::kDeque, .address = pointer, .index = before - skipped / block.type->size};
    return true;
  });
  return owner;
}

Owner holder_of_block(const Block& block) {
  Owner owner;
  any_pointer(block, [&](std::uint64_t at) {
    const Part part = part_at(at);
    if (holds(block, at, part)) {
      const bool is_count = part.holder == Holder::kShared && word_at(at - part.within + kWord) == block.begin();
      owner = {.kind = part.holder, .address = at, .is_count = is_count, .is_table = is_table(block, at, part)};
    } else if (part.holder == Holder::kNone) {
      owner = in_deque(block, at);
    }
    return owner.kind != Holder::kNone;
  });
  return owner;
}

// The nodes of a list form a ring with its head, and those of a tree point to their parent; the root points to the
// head. In both, the second word is the way.
Owner climb(const Block& node, Holder kind) {
  std::uint64_t at = node.begin();
  for (std::uint64_t i = 0; i < kMaxNodes; ++i) {
    if (!may_access(at, 2 * kWord)) return {};
    const std::uint64_t next = word_at(at + kWord);
    const Block* const block = runtime().heap.find_block(next);
    if (block == nullptr || block->begin() != next || node_kind(*block) != kind) {
      return part_at(next).holder == kind ? Owner{.kind = kind, .address = next, .index = i} : Owner{};
    }
    at = next;
  }
  return {};
}

// Nodes that know only the next one.
Owner search_back(const Block& node, Holder kind) {
  const Block* at = &node;
  for (std::uint64_t i = 0; i < kMaxSingle; ++i) {
    Owner owner;
    const Block* before = nullptr;
    any_pointer(*at, [&](std::uint64_t pointer) {
      if (word_at(pointer) != at->begin()) return false;
      const Block* const from = runtime().heap.find_block(pointer);
      const bool is_link = from != nullptr && from->begin() == pointer && node_kind(*from) == kind;
      if (is_link) before = from;
      if (!is_link && part_at(pointer).holder == kind) owner = {.kind = kind, .address = pointer, .index = i};
      return is_link || owner.kind != Holder::kNone;
    });
    if (before == nullptr) return owner;
    at = before;
  }
  return {};
}

// The value of a node, or of its key; empty if it is not known.
TextBuffer key_of(const Block& node) {
  TextBuffer text;
  const Part storage = find_member(node.type->layout, "_M_storage");
  if (storage.type == nullptr) return text;
  const bool is_map = begins_with(node.type->name, "map");
  const Part key = is_map ? find_member(storage.type, "first") : Part{.type = storage.type};
  if (key.type != nullptr) add_value(text, key.type, node.begin() + storage.rest + key.rest);
  return text;
}

// The names of a container and of what belongs to it are put together here.
class Composer {
 public:
  Composer(MemoryName& name, const Block& block, const Owner& owner, const MemoryName& of)
      : name_(name), block_(block), owner_(owner), of_(of), rest_(name.path.text()) {}

  void compose(std::uint32_t number) {
    if (owner_.is_table) return compose_table();
    switch (owner_.kind) {
      case Holder::kBits: set("", "", ""); break;
      case Holder::kVector:
      case Holder::kString: set("", is_single() ? "[0]" : "", rest_); break;
      case Holder::kShared:
      case Holder::kUnique: compose_target(); break;
      case Holder::kDeque: compose_index(element() + owner_.index, is_single() ? rest_ : after_index()); break;
      case Holder::kList:
      case Holder::kForwardList: compose_index(owner_.index, rest_); break;
      case Holder::kTree:
      case Holder::kHash: compose_key(number); break;
      case Holder::kNone: break;
    }
  }

 private:
  bool is_single() const { return block_.type != nullptr && block_.size < 2 * block_.type->size; }
  std::uint64_t element() const {
    return block_.type == nullptr ? 0 : (name_.accessed - block_.begin()) / block_.type->size;
  }
  const char* after_index() const {
    const char* const end = std::strchr(rest_, ']');
    return *rest_ == '[' && end != nullptr ? end + 1 : rest_;
  }

  void set(const char* before, const char* middle, const char* after) {
    TextBuffer object;
    TextBuffer path;
    object.add("%s%s%s", before, of_.object.text(), of_.path.text());
    path.add("%s%s", middle, after);
    name_.object = object;
    name_.path = path;
  }

  // A part of the container, without a value of its own.
  void compose_table() {
    name_.part = {.inside = true};
    set("", "", "");
  }

  void compose_target() {
    constexpr std::uint64_t kCounts = kWord;  // after the pointer to the functions of the counting object
    const std::uint64_t offset = name_.accessed - block_.begin();
    // What a class of the library in the object consists of still means nothing to the user.
    const char* const type = name_.part.type;
    const bool is_own = block_.type != nullptr && name_.part.library == block_.type->layout;
    if (type == nullptr || (is_own && *type != '{')) name_.part.inside = false;
    if (owner_.is_count && offset < 2 * kWord)
      return set("", offset < kCounts + sizeof(int) ? ".use_count" : ".weak_count", "");
    if (!is_single()) return set("", "", rest_);
    const bool is_member = *rest_ == '.';
    set(is_member ? "" : "*", is_member ? "->" : "", is_member ? rest_ + 1 : rest_);
  }

  void compose_index(std::uint64_t index, const char* rest) {
    TextBuffer text;
    text.add("[%llu]", static_cast<unsigned long long>(index));
    set("", text.text(), rest);
  }

  void compose_key(std::uint32_t number) {
    constexpr const char* kValue = ".second";
    constexpr const char* kKey = ".first";
    const TextBuffer key = key_of(block_);
    TextBuffer text;
    if (key.empty()) {
      text.add(" node#%u", number);
      set("", text.text(), rest_);
    } else if (!begins_with(block_.type->name, "map")) {
      text.add(" node %s", key.text());
      set("", text.text(), rest_);
    } else if (begins_with(rest_, kKey)) {
      text.add("key %s of ", key.text());
      set(text.text(), "", rest_ + std::strlen(kKey));
    } else {
      text.add("[%s]", key.text());
      set("", text.text(), begins_with(rest_, kValue) ? rest_ + std::strlen(kValue) : rest_);
    }
  }

  MemoryName& name_;
  const Block& block_;
  const Owner& owner_;
  const MemoryName& of_;
  const char* rest_;  // what follows in the block
};

bool name_at_depth(MemoryName& name, const Block& block, std::uint32_t number, int depth) {
  const Owner owner = owner_of(block);
  if (owner.kind == Holder::kNone) return false;
  const Block* const outer = runtime().heap.find_block(owner.address);
  const std::uint32_t outer_number = outer == nullptr ? 0 : runtime().explainer.number_of(*outer);
  MemoryName of = name_memory(owner.address, kWord, false, outer_number);
  const bool named = outer == nullptr || (depth < kMaxDepth && name_at_depth(of, *outer, outer_number, depth + 1));
  const bool is_pointer = owner.kind == Holder::kShared || owner.kind == Holder::kUnique;
  if (of.object.empty() || (!named && is_pointer)) return false;
  Composer(name, block, owner, of).compose(number);
  name.address = of.address;
  name.owner = of.owner;
  name.holder = owner.kind;
  return true;
}

}  // namespace

Owner owner_of(const Block& block) {
  if (block.freed != 0 || block.size == 0) return {};
  switch (const Holder kind = node_kind(block)) {
    case Holder::kTree:
    case Holder::kList: return climb(block, kind);
    case Holder::kForwardList:
    case Holder::kHash: return search_back(block, kind);
    default: return holder_of_block(block);
  }
}

bool name_by_owner(MemoryName& name, const Block& block, std::uint32_t number) {
  return name_at_depth(name, block, number, 0);
}

}  // namespace heddle::runtime
