#include "runtime/names/value_text.h"

#include <cstring>

#include "runtime/anchor.h"
#include "runtime/names/layout_reader.h"
#include "runtime/sys/read_memory.h"

namespace heddle::runtime {

namespace {

constexpr int kMaxMembers = 4;
constexpr int kMaxDepth = 3;

bool add_part_value(TextBuffer& text, const char* layout, std::uint64_t address, std::uint64_t size, int depth);

bool add_members(TextBuffer& text, const char* layout, std::uint64_t address, int depth) {
  text.add("{");
  int count = 0;
  std::uint64_t offset = 0;
  for (Part member = next_member(layout, 0); member.type != nullptr; member = next_member(layout, offset)) {
    if (++count > kMaxMembers) return false;
    if (count > 1) text.add(", ");
    if (!add_part_value(text, member.type, address + member.rest, member.size, depth + 1)) return false;
    offset = member.rest + (member.size != 0 ? member.size : 1);
  }
  text.add("}");
  return count != 0;
}

// The number of at most eight bytes that a member of a class holds; false if there is no such member.
bool read_member(const char* layout, const char* name, std::uint64_t address, std::uint64_t& value) {
  value = 0;
  const Part member = find_member(layout, name);
  return member.type != nullptr && member.size <= sizeof value &&
         read_memory(address + member.rest, &value, member.size) == member.size;
}

bool add_string_view(TextBuffer& text, const char* layout, std::uint64_t address) {
  std::uint64_t begin = 0;
  std::uint64_t length = 0;
  return read_member(layout, "_M_str", address, begin) && read_member(layout, "_M_len", address, length) &&
         add_quoted(text, begin, length);
}

bool add_optional(TextBuffer& text, const char* layout, std::uint64_t address, int depth) {
  std::uint64_t engaged = 0;
  if (!read_member(layout, "_M_engaged", address, engaged) || engaged > 1) return false;
  if (engaged == 0) {
    text.add("nullopt");
    return true;
  }
  const Part payload = find_member(layout, "_M_payload");
  const Part value = find_member(payload.type, "_M_value");
  return value.type != nullptr &&
         add_part_value(text, value.type, address + payload.rest + value.rest, value.size, depth + 1);
}

// The alternatives are a list: the first one, and a union of the others.
bool add_variant(TextBuffer& text, const char* layout, std::uint64_t address, int depth) {
  std::uint64_t index = 0;
  if (!read_member(layout, "_M_index", address, index)) return false;
  Part rest = find_member(layout, "_M_u");
  for (; index != 0 && rest.type != nullptr; --index) rest = find_member(rest.type, "_M_rest");
  const Part first = rest.type == nullptr ? rest : find_member(rest.type, "_M_first");
  if (first.type == nullptr) return false;
  const Part storage = find_member(first.type, "_M_storage");
  const Part& value = storage.type == nullptr ? first : storage;
  return add_part_value(text, value.type, address, value.size, depth + 1);
}

// {1, 2, 3}, or how many there are.
bool add_vector(TextBuffer& text, std::uint64_t address, int depth) {
  struct {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  } vector;
  if (read_memory(address, &vector, sizeof vector) != sizeof vector || vector.end < vector.begin) return false;
  const Block* const block = runtime().heap.find_block(vector.begin);
  if (vector.begin == vector.end) {
    text.add("{}");
    return true;
  }
  if (block == nullptr || block->freed != 0 || block->type == nullptr || vector.end > block->end()) return false;
  const std::uint64_t stride = block->type->size;
  if (stride == 0 || (vector.end - vector.begin) % stride != 0) return false;
  const std::uint64_t count = (vector.end - vector.begin) / stride;
  TextBuffer elements;
  bool shown = count <= kMaxMembers;
  for (std::uint64_t i = 0; shown && i < count; ++i) {
    elements.add("%s", i == 0 ? "" : ", ");
    shown = add_part_value(elements, block->type->layout, vector.begin + i * stride, stride, depth + 1);
  }
  if (shown) {
    text.add("{%s}", elements.text());
  } else {
    text.add("%llu element%s", static_cast<unsigned long long>(count), count == 1 ? "" : "s");
  }
  return true;
}

bool add_class(TextBuffer& text, const char* layout, std::uint64_t address, int depth) {
  switch (holder_of(layout)) {
    case Holder::kString: return add_string(text, address);
    case Holder::kVector: return add_vector(text, address, depth);
    case Holder::kNone: break;
    default: return false;
  }
  if (find_member(layout, "_M_str").type != nullptr) return add_string_view(text, layout, address);
  if (find_member(layout, "_M_engaged").type != nullptr) return add_optional(text, layout, address, depth);
  if (find_member(layout, "_M_u").type != nullptr) return add_variant(text, layout, address, depth);
  return add_members(text, layout, address, depth);
}

// Numbers of 16 bytes.
bool add_wide_number(TextBuffer& text, const char* layout, std::uint64_t address) {
  unsigned __int128 value = 0;
  if (read_memory(address, &value, sizeof value) != sizeof value) return false;
  if (*layout == 'f') {
    long double number = 0;
    std::memcpy(&number, &value, sizeof number);
    text.add("%Lg", number);
    return true;
  }
  if (*layout != 'i' && *layout != 'u') return false;
  const auto low = static_cast<std::uint64_t>(value);
  const auto high = static_cast<std::uint64_t>(value >> 64U);
  if (high == 0) {
    text.add("%llu", static_cast<unsigned long long>(low));
  } else {
    text.add("0x%llx%016llx", static_cast<unsigned long long>(high), static_cast<unsigned long long>(low));
  }
  return true;
}

bool add_part_value(TextBuffer& text, const char* layout, std::uint64_t address, std::uint64_t size, int depth) {
  if (depth > kMaxDepth) return false;
  if (*layout == '{') return add_class(text, layout, address, depth);
  if (*layout == '[') return std::strstr(layout, "]c1") != nullptr && add_quoted(text, address, size);
  std::uint64_t value = 0;
  if (size == 2 * sizeof value) return add_wide_number(text, layout, address);
  if (size == 0 || size > sizeof value || read_memory(address, &value, size) != size) return false;
  if (is_pointer_to_text(layout)) return add_quoted(text, value, kMaxShownText);
  return !is_pointer(layout) && add_number(layout, value, text);
}

}  // namespace

bool add_quoted(TextBuffer& text, std::uint64_t address, std::size_t room) {
  char bytes[kMaxShownText + 1] = {};
  const std::size_t size = read_memory(address, bytes, room < kMaxShownText ? room : kMaxShownText);
  const std::size_t length = ::strnlen(bytes, size);
  for (std::size_t i = 0; i < length; ++i) {
    constexpr char kFirst = ' ';
    constexpr char kLast = '~';
    if ((bytes[i] < kFirst || bytes[i] > kLast) && bytes[i] != '\n') return false;
    if (bytes[i] == '\n') bytes[i] = ' ';
  }
  if (size == 0 && room != 0) return false;
  text.add("\"%s\"%s", bytes, length == kMaxShownText ? "..." : "");
  return true;
}

bool add_string(TextBuffer& text, std::uint64_t address) {
  struct {
    std::uint64_t begin = 0;
    std::uint64_t length = 0;
  } string;
  constexpr std::uint64_t kMaxLength = std::uint64_t{1} << 30;
  if (read_memory(address, &string, sizeof string) != sizeof string || string.length > kMaxLength) return false;
  return string.begin != 0 && add_quoted(text, string.begin, string.length);
}

bool add_value(TextBuffer& text, const char* layout, std::uint64_t address) {
  TextBuffer value;
  if (!add_part_value(value, layout, address, size_of_layout(layout), 0)) return false;
  text.add("%s", value.text());
  return true;
}

}  // namespace heddle::runtime
