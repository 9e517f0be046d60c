#include "runtime/naming.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/external.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/layout.h"
#include "runtime/text_buffer.h"

namespace heddle::runtime {

namespace {

// Reads the description of a type (see heddle_global) along an offset.
class TypeReader {
 public:
  // `object`: is it not memory that is named but a lock, say? That is known by its own name, not by that of its first
  // member.
  TypeReader(const char* type, TextBuffer& name, bool object) : at_(type), name_(name), object_(object) {}

  // Adds what lies at this offset, such as "[3].full", and returns what is left of the offset.
  std::uint64_t describe(std::uint64_t offset) {
    for (;;) {
      if (*at_ == '[') {
        ++at_;
        number();  // count
        ++at_;     // ','
        const std::uint64_t stride = number();
        ++at_;  // ']'
        if (stride == 0) return offset;
        name_.add("[%llu]", static_cast<unsigned long long>(offset / stride));
        offset %= stride;
      } else if (*at_ == '{' && !(object_ && offset == 0)) {
        ++at_;
        if (!enter_member(offset)) return offset;
      } else {
        return offset;
      }
    }
  }

 private:
  std::uint64_t number() {
    char* end = nullptr;
    const std::uint64_t value = std::strtoull(at_, &end, 10);
    at_ = end;
    return value;
  }

  // Goes to the type of the last member that begins at or before the offset.
  bool enter_member(std::uint64_t& offset) {
    const char* best = nullptr;
    const char* best_type = nullptr;
    std::uint64_t best_offset = 0;
    while (*at_ != '}' && *at_ != '\0') {
      const char* const member = at_;
      while (*at_ != ':' && *at_ != '\0') ++at_;
      if (*at_ == '\0') return false;
      ++at_;
      const std::uint64_t begins = number();
      if (*at_ == '\0') return false;
      ++at_;  // ':'
      if (begins <= offset && (best == nullptr || begins >= best_offset)) {
        best = member;
        best_type = at_;
        best_offset = begins;
      }
      skip_type();
      if (*at_ == ';') ++at_;
    }
    if (best == nullptr) return false;
    const auto length = static_cast<int>(std::strchr(best, ':') - best);
    if (length > 0) name_.add(".%.*s", length, best);
    at_ = best_type;
    offset -= best_offset;
    return true;
  }

  void skip_type() {
    int depth = 0;
    for (; *at_ != '\0'; ++at_) {
      if (*at_ == '{') ++depth;
      if (*at_ == '}' && depth-- == 0) return;
      if (*at_ == ';' && depth == 0) return;
    }
  }

  const char* at_;
  TextBuffer& name_;
  bool object_;
};

void add_offset(TextBuffer& name, std::uint64_t offset) {
  if (offset != 0) name.add("+%llu", static_cast<unsigned long long>(offset));
}

void add_file(TextBuffer& name, trace::PlaceId id) {
  const heddle_place* const place = runtime().modules.place_of(id);
  if (place == nullptr) return;
  const char* const slash = std::strrchr(place->file, '/');
  name.add(" at %s:%u", slash != nullptr ? slash + 1 : place->file, place->line);
}

// A variable of a frame; `offset` of what is named in it.
void add_variable(TextBuffer& name, const FrameVariable& found) {
  if (found.variable == nullptr || found.offset < 0) {
    name.add("a stack");
    return;
  }
  name.add("%s", found.variable->name != nullptr ? found.variable->name : "a temporary variable");
  if (found.variable->place != nullptr) name.add(" of %s", found.variable->place->function);
  add_offset(name, static_cast<std::uint64_t>(found.offset));
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

TextBuffer location_text(const abi::LocationRecord& location) {
  TextBuffer name;
  const auto* const address = reinterpret_cast<const void*>(location.address);
  if (location.kind == abi::LocationKind::kFile) {
    name.add("%s", runtime().kernel_objects.name());
    return name;
  }
  if (const heddle_global* global = runtime().modules.global_at(address); global != nullptr) {
    name.add("%s", global->name);
    std::uint64_t offset = location.address - reinterpret_cast<std::uint64_t>(global->address);
    const bool whole = offset == 0 && location.size >= global->size;
    const bool object = location.kind != abi::LocationKind::kMemory;
    if (global->type != nullptr && !whole) offset = TypeReader(global->type, name, object).describe(offset);
    add_offset(name, offset);
  } else if (const Block* const block = runtime().heap.find_block(location.address); block != nullptr) {
    name.add("malloc");
    add_file(name, block->allocated_at);
    add_offset(name, location.address - block->begin());
  } else if (Frames::contains(location.address)) {
    add_variable(name, runtime().frames.find(location.address));
  } else if (location.address - kStackBase < kStacksSize) {
    const std::uint64_t thread = (location.address - kStackBase) / kStackStride;
    name.add("stack of thread %llu, %llu below its top", static_cast<unsigned long long>(thread),
             static_cast<unsigned long long>(stack_top(thread) - location.address));
  } else if (const char* const own = runtime().name_of(location.address); own != nullptr) {
    name.add("%s", own);
  } else {
    name.add("%p", address);
  }
  return name;
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
