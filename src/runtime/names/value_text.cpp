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

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 30;  // more than this is not a number of elements

// "{}", or "{7 elements}".
bool add_count(TextBuffer& text, std::uint64_t count) {
  if (count > kMostElements) return false;
  if (count == 0) {
    text.add("{}");
  } else {
    text.add("{%llu element%s}", static_cast<unsigned long long>(count), count == 1 ? "" : "s");
  }
  return true;
}

// "{1, 2, 3}", or how many there are; `address_of`: of each of them.
template <class AddressOf>
bool add_elements(TextBuffer& text, const heddle_type& type, std::uint64_t count, int depth,
                  const AddressOf& address_of) {
  TextBuffer elements;
  bool shown = count <= kMaxMembers;
  for (std::uint64_t i = 0; shown && i < count; ++i) {
    elements.add("%s", i == 0 ? "" : ", ");
    shown = add_part_value(elements, type.layout, address_of(i), type.size, depth + 1);
  }
  if (!shown) return add_count(text, count);
  text.add("{%s}", elements.text());
  return true;
}

// The type of the elements that begin there; null if it is not known.
const heddle_type* type_of_elements(std::uint64_t begin, std::uint64_t end) {
  const Block* const block = runtime().heap.find_block(begin);
  if (block == nullptr || block->freed != 0 || block->type == nullptr || end > block->end()) return nullptr;
  return block->type->size == 0 || (end - begin) % block->type->size != 0 ? nullptr : block->type;
}

bool add_vector(TextBuffer& text, std::uint64_t address, int depth) {
  struct {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  } vector;
  if (read_memory(address, &vector, sizeof vector) != sizeof vector || vector.end < vector.begin) return false;
  if (vector.begin == vector.end) return add_count(text, 0);
  const heddle_type* const type = type_of_elements(vector.begin, vector.end);
  return type != nullptr && add_elements(text, *type, (vector.end - vector.begin) / type->size, depth,
                                         [&](std::uint64_t i) { return vector.begin + i * type->size; });
}

// Its elements are in blocks of the same size, to which the entries of a table lead.
bool add_deque(TextBuffer& text, std::uint64_t address, int depth) {
  struct Iterator {
    std::uint64_t element = 0;
    std::uint64_t begin = 0;  // of its block
    std::uint64_t end = 0;
    std::uint64_t entry = 0;
  };
  struct {
    std::uint64_t table = 0;
    std::uint64_t entries = 0;
    Iterator first;
    Iterator last;  // past the last element
  } deque;
  if (read_memory(address, &deque, sizeof deque) != sizeof deque || deque.table == 0) return false;
  if (deque.first.element == deque.last.element) return add_count(text, 0);
  const heddle_type* const type = type_of_elements(deque.first.begin, deque.first.end);
  if (type == nullptr || deque.first.element < deque.first.begin || deque.last.entry < deque.first.entry) return false;
  const std::uint64_t in_block = (deque.first.end - deque.first.begin) / type->size;
  if (in_block == 0) return false;
  const std::uint64_t skipped = (deque.first.element - deque.first.begin) / type->size;
  const std::uint64_t blocks = (deque.last.entry - deque.first.entry) / sizeof deque.table;
  const std::uint64_t count = blocks * in_block + (deque.last.element - deque.last.begin) / type->size - skipped;
  return add_elements(text, *type, count, depth, [&](std::uint64_t i) {
    std::uint64_t block = 0;
    i += skipped;
    read_memory(deque.first.entry + i / in_block * sizeof block, &block, sizeof block);
    return block + i % in_block * type->size;
  });
}

// The containers that say how many elements they have.
bool add_known_count(TextBuffer& text, const char* layout, const char* member, std::uint64_t address) {
  std::uint64_t count = 0;
  return read_member(layout, member, address, count) && add_count(text, count);
}

bool add_class(TextBuffer& text, const char* layout, std::uint64_t address, int depth) {
  switch (holder_of(layout)) {
    case Holder::kString: return add_string(text, address);
    case Holder::kVector: return add_vector(text, address, depth);
    case Holder::kDeque: return add_deque(text, address, depth);
    case Holder::kList: return add_known_count(text, layout, "_M_size", address);
    case Holder::kTree: return add_known_count(text, layout, "_M_node_count", address);
    case Holder::kHash: return add_known_count(text, layout, "_M_element_count", address);
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
