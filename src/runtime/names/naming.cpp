#include "runtime/names/naming.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/layout.h"
#include "runtime/names/external.h"
#include "runtime/names/owner.h"
#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

namespace {

void add_offset(TextBuffer& name, std::uint64_t offset) {
  if (offset != 0) name.add("+%llu", static_cast<unsigned long long>(offset));
}

void add_file(TextBuffer& name, trace::PlaceId id) {
  const heddle_place* const place = runtime().modules.place_of(id);
  if (place == nullptr) return;
  const char* const slash = std::strrchr(place->file, '/');
  name.add(" at %s:%u", slash != nullptr ? slash + 1 : place->file, place->line);
}

// Finds the part of an object with this layout, and appends its name.
void add_part(MemoryName& name, const char* layout, std::uint64_t offset, std::uint64_t size, bool whole) {
  if (layout == nullptr) {
    name.part = {.rest = offset};
  } else {
    name.part = find_part(layout, offset, size, whole, name.path);
  }
  if (!name.part.inside && !name.part.is_bits) add_offset(name.path, name.part.rest);
}

void name_global(MemoryName& name, const heddle_global& global, std::uint64_t size, bool whole) {
  name.object.add("%s", global.name);
  const std::uint64_t offset = name.address - reinterpret_cast<std::uint64_t>(global.address);
  name.address -= offset;
  add_part(name, global.type, offset, size, whole);
}

// What precedes the elements of an array with destructors: how many there are.
std::uint64_t cookie_of(const Block& block, const heddle_type& type) {
  const std::uint64_t rest = block.size % type.size;
  return block.size > type.size && (rest == sizeof(std::uint64_t) || rest == 2 * sizeof(std::uint64_t)) ? rest : 0;
}

void name_block(MemoryName& name, const Block& block, std::uint64_t size, bool whole, std::uint32_t number) {
  std::uint64_t offset = name.address - block.begin();
  name.address = block.begin();
  name.block = &block;
  const heddle_type* const type = block.type;
  if (type == nullptr) {
    name.object.add("malloc");
    add_file(name.object, block.allocated_at);
    return add_part(name, nullptr, offset, size, whole);
  }
  const bool is_array = block.size >= 2 * type->size;
  name.object.add("%s%s", type->name, is_array ? "[]" : "");
  if (number != 0) name.object.add("#%u", number);
  const std::uint64_t cookie = cookie_of(block, *type);
  if (offset < cookie) return add_part(name, nullptr, offset, size, whole);
  offset -= cookie;
  const bool within_one = offset % type->size + size <= type->size;
  if (is_array && within_one) name.path.add("[%llu]", static_cast<unsigned long long>(offset / type->size));
  add_part(name, within_one ? type->layout : nullptr, within_one ? offset % type->size : offset, size, whole);
}

void name_variable(MemoryName& name, std::uint64_t size, bool whole) {
  const FrameVariable found = runtime().frames.find(name.address);
  name.owner = trace::ThreadId((name.address - kFramesBase) / kStackStride);
  if (found.variable == nullptr || found.offset < 0) {
    name.object.add("a stack");
    return;
  }
  const auto offset = static_cast<std::uint64_t>(found.offset);
  name.address -= offset;
  name.object.add("%s", found.variable->name != nullptr ? found.variable->name : "a temporary variable");
  add_part(name, found.variable->type, offset, size, whole);
}

}  // namespace

abi::Text add_text(const char* text) {
  abi::Channel& channel = *runtime().channel;
  const std::size_t length = std::strlen(text) + 1;
  if (length == 1) return 0;
  if (channel.texts_size + length > abi::kTextBytes) {
    channel.overflow |= static_cast<std::uint32_t>(abi::Overflow::kTexts);
    return 0;
  }
  const abi::Text result = channel.texts_size;
  std::memcpy(channel.texts + result, text, length);
  channel.texts_size += static_cast<std::uint32_t>(length);
  return result;
}

abi::Text name_location(const abi::LocationRecord& location) { return add_text(location_text(location).text()); }

MemoryName name_memory(std::uint64_t address, std::uint64_t size, bool whole, std::uint32_t number) {
  MemoryName name;
  name.address = address;
  name.accessed = address;
  if (const heddle_global* const global = runtime().modules.global_at(reinterpret_cast<const void*>(address));
      global != nullptr) {
    name_global(name, *global, size, whole);
  } else if (const Block* const block = runtime().heap.find_block(address); block != nullptr) {
    name_block(name, *block, size, whole, number);
  } else if (Frames::contains(address)) {
    name_variable(name, size, whole);
  } else if (address - kStackBase < kStacksSize) {
    const std::uint64_t thread = (address - kStackBase) / kStackStride;
    name.object.add("stack of thread %llu, %llu below its top", static_cast<unsigned long long>(thread),
                    static_cast<unsigned long long>(stack_top(thread) - address));
  } else if (const char* const own = runtime().name_of(address); own != nullptr) {
    name.object.add("%s", own);
  }
  return name;
}

TextBuffer location_text(const abi::LocationRecord& location) {
  TextBuffer text;
  if (location.kind == abi::LocationKind::kFile) {
    text.add("%s", runtime().kernel_objects.name());
    return text;
  }
  Runtime& rt = runtime();
  const Block* const block = rt.heap.find_block(location.address);
  const bool numbered = rt.slot->capture && block != nullptr;
  const std::uint32_t number = numbered ? rt.explainer.number_of(*block) : 0;
  MemoryName name = name_memory(location.address, location.size, false, number);
  if (numbered) name_by_owner(name, *block, number);
  if (name.object.empty()) {
    text.add("%p", reinterpret_cast<const void*>(location.address));
    return text;
  }
  text.add("%s%s", name.object.text(), name.path.text());
  if (block != nullptr && block->type != nullptr && !numbered) add_file(text, block->allocated_at);
  return text;
}

void name_thread(abi::ThreadRecord& record, const void* function, const void* argument) {
  record.function = reinterpret_cast<std::uint64_t>(function);
  Dl_info info;
  if (dladdr(function, &info) != 0 && info.dli_sname != nullptr) record.name = add_text(info.dli_sname);
  const auto object = reinterpret_cast<std::uintptr_t>(argument);
  const Block* const block = is_in_library(function) ? runtime().heap.find_block(object) : nullptr;
  if (block == nullptr || block->begin() != object || block->size < sizeof record.last) return;
  record.vtable = *static_cast<const std::uint64_t*>(argument);
  std::memcpy(record.last, reinterpret_cast<const void*>(block->end() - sizeof record.last), sizeof record.last);
}

}  // namespace heddle::runtime
