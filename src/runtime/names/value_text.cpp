#include "runtime/names/value_text.h"

#include <cstring>

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

bool add_part_value(TextBuffer& text, const char* layout, std::uint64_t address, std::uint64_t size, int depth) {
  if (depth > kMaxDepth) return false;
  if (holder_of(layout) == Holder::kString) return add_string(text, address);
  if (std::strncmp(layout, "[", 1) == 0)
    return std::strstr(layout, "]c1") != nullptr && add_quoted(text, address, size);
  std::uint64_t value = 0;
  if (*layout == '{') {
    const Part characters = find_member(layout, "_M_str");  // of a std::string_view
    if (characters.type == nullptr)
      return holder_of(layout) == Holder::kNone && add_members(text, layout, address, depth);
    std::uint64_t length = 0;
    const Part count = find_member(layout, "_M_len");
    return read_memory(address + characters.rest, &value, sizeof value) == sizeof value && count.type != nullptr &&
           read_memory(address + count.rest, &length, sizeof length) == sizeof length &&
           add_quoted(text, value, length);
  }
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
