#include "runtime/names/layout_reader.h"

#include <cstdlib>
#include <cstring>

namespace heddle::runtime {

namespace {

constexpr int kBitsOfByte = 8;

// Names that the standard reserves are not the user's.
bool is_internal(const char* name) {
  constexpr const char* kVirtualTable = "_vptr$";
  const std::size_t skipped =
      std::strncmp(name, kVirtualTable, std::strlen(kVirtualTable)) == 0 ? std::strlen(kVirtualTable) : 0;
  name += skipped;
  return name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

std::uint64_t number(const char*& at) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(at, &end, 10);
  at = end;
  return value;
}

struct Array {
  std::uint64_t count = 0;
  std::uint64_t stride = 0;
};

Array read_array(const char*& at) {
  Array array;
  ++at;  // '['
  array.count = number(at);
  if (*at != '\0') ++at;  // ','
  array.stride = number(at);
  if (*at != '\0') ++at;  // ']'
  return array;
}

// A bit-field: "B3,4i4" has the bits 3 to 6 of the byte at its offset, and those of the next bytes, as an i4.
struct BitField {
  std::uint64_t shift = 0;
  std::uint64_t width = 0;

  std::uint64_t bytes() const { return (shift + width + kBitsOfByte - 1) / kBitsOfByte; }
};

BitField read_bit_field(const char*& at) {
  BitField field;
  ++at;  // 'B'
  field.shift = number(at);
  if (*at != '\0') ++at;  // ','
  field.width = number(at);
  return field;
}

struct Member {
  const char* name = nullptr;  // null if there is none
  int name_length = 0;
  const char* type = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

std::uint64_t skip_type(const char*& at);

// The next member of a class; `at` is after its '{' or after another member.
Member read_member(const char*& at) {
  Member member;
  const char* const begin = at;
  while (*at != ':' && *at != '\0') ++at;
  if (*at == '\0') return member;
  member.name_length = static_cast<int>(at - begin);
  ++at;
  member.offset = number(at);
  if (*at == '\0') return member;
  member.name = begin;
  member.type = ++at;
  member.size = skip_type(at);
  if (*at == ';') ++at;
  return member;
}

// The size of the type, in bytes.
std::uint64_t skip_type(const char*& at) {
  if (*at == '[') {
    const Array array = read_array(at);
    skip_type(at);
    return array.count * array.stride;
  }
  if (*at == 'B') {
    const BitField field = read_bit_field(at);
    skip_type(at);
    return field.bytes();
  }
  if (*at != '{') {
    if (*at != '\0') ++at;
    const std::uint64_t size = number(at);
    if (*at == '(') at = std::strchr(at, ')') != nullptr ? std::strchr(at, ')') + 1 : at + std::strlen(at);
    return size;
  }
  std::uint64_t end = 0;
  ++at;
  while (*at != '}' && *at != '\0') {
    const Member member = read_member(at);
    if (member.offset + member.size > end) end = member.offset + member.size;
  }
  if (*at == '}') ++at;
  return end;
}

// Is an element of the array exactly these bytes?
bool is_element(const char* type, std::uint64_t offset, std::uint64_t size) {
  if (*type != '[') return false;
  const Array array = read_array(type);
  return array.stride == size && offset % size == 0 && *type != '[' && *type != '{';
}

// The member in which these bytes begin, if all the others of them are padding.
Member padded_member_at(const char* type, std::uint64_t offset, std::uint64_t size) {
  Member best;
  ++type;  // '{'
  while (*type != '}' && *type != '\0') {
    const Member member = read_member(type);
    if (member.name == nullptr) break;
    const bool begins_in_it = member.offset <= offset && offset < member.offset + member.size;
    if (!begins_in_it && member.offset < offset + size && offset < member.offset + member.size) return {};
    if (begins_in_it && best.name != nullptr) return {};
    if (begins_in_it) best = member;
  }
  return best;
}

// The last member that contains all of these bytes; of those of a union rather one that has them as an element.
Member member_at(const char* type, std::uint64_t offset, std::uint64_t size) {
  const char* const class_begin = type;
  Member best;
  bool fits = false;
  ++type;  // '{'
  while (*type != '}' && *type != '\0') {
    const Member member = read_member(type);
    if (member.name == nullptr) break;
    if (member.offset > offset || offset + size > member.offset + member.size) continue;
    const bool fits_now = size != 0 && is_element(member.type, offset - member.offset, size);
    if (fits && !fits_now && member.offset == best.offset && member.size != size) continue;
    best = member;
    fits = fits_now;
  }
  return best.name == nullptr && size != 0 ? padded_member_at(class_begin, offset, size) : best;
}

// Calls `visit` with each bit-field of the class that has a part in these bytes; how many are there?
template <class Visit>
int for_each_bit_field(const char* type, std::uint64_t offset, std::uint64_t size, const Visit& visit) {
  int count = 0;
  ++type;  // '{'
  while (*type != '}' && *type != '\0') {
    const Member member = read_member(type);
    if (member.name == nullptr) break;
    if (*member.type != 'B' || member.offset >= offset + size || offset >= member.offset + member.size) continue;
    visit(member, count++);
  }
  return count;
}

// ".{ready, level}", if several bit-fields of the class have a part in these bytes.
bool name_bit_fields(const char* type, std::uint64_t offset, std::uint64_t size, TextBuffer& name) {
  TextBuffer names;
  const int count = for_each_bit_field(type, offset, size, [&](const Member& member, int before) {
    names.add("%s%.*s", before == 0 ? "" : ", ", member.name_length, member.name);
  });
  if (count < 2) return false;
  name.add(".{%s}", names.text());
  return true;
}

template <class Wanted>
Part first_member(const char* type, const Wanted& wanted) {
  if (*type != '{') return {};
  ++type;
  while (*type != '}' && *type != '\0') {
    const Member member = read_member(type);
    if (member.name == nullptr) break;
    if (wanted(member)) return {.type = member.type, .size = member.size, .rest = member.offset};
  }
  return {};
}

struct KnownHolder {
  Holder holder;
  const char* begin;  // of its layout
};
constexpr KnownHolder kHolders[] = {
    {Holder::kVector, "{_M_start:0:p8;_M_finish:"},
    {Holder::kVector, "{_M_start:0:s8;_M_finish:"},
    {Holder::kBits, "{_M_start:0:{_M_p:"},
    {Holder::kString, "{_M_dataplus:"},
    {Holder::kDeque, "{_M_map:"},
    {Holder::kList, "{_M_next:0:p8;_M_prev:8:p8;_M_size:"},
    {Holder::kForwardList, "{_M_head:"},
    {Holder::kTree, "{_M_key_compare:"},
    {Holder::kHash, "{_M_buckets:"},
    {Holder::kShared, "{_M_ptr:0:p8;_M_refcount:"},
    {Holder::kShared, "{_M_ptr:0:s8;_M_refcount:"},
    {Holder::kUnique, "{_M_head_impl:0:i1;_M_head_impl:0:p8;}"},
    {Holder::kUnique, "{_M_head_impl:0:i1;_M_head_impl:0:s8;}"},
};

std::int64_t with_sign(std::uint64_t value, std::uint64_t size) {
  if (size == 0 || size >= sizeof value) return static_cast<std::int64_t>(value);
  const auto unused = static_cast<int>((sizeof value - size) * kBitsOfByte);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

void add_character(unsigned char c, TextBuffer& text) {
  constexpr unsigned char kFirst = ' ';
  constexpr unsigned char kLast = '~';
  switch (c) {
    case '\0': return text.add("'\\0'");
    case '\n': return text.add("'\\n'");
    case '\r': return text.add("'\\r'");
    case '\t': return text.add("'\\t'");
    default: return text.add(c >= kFirst && c <= kLast ? "'%c'" : "'\\x%02x'", c);
  }
}

// What a duration is counted in follows its size: "(ms)".
void add_unit(const char* at, TextBuffer& text) {
  const char* const end = *at == '(' ? std::strchr(at, ')') : nullptr;
  if (end != nullptr) text.add(" %.*s", static_cast<int>(end - at - 1), at + 1);
}

std::uint64_t lowest_bits(std::uint64_t value, std::uint64_t count) {
  constexpr std::uint64_t kBits = sizeof value * kBitsOfByte;
  return count >= kBits ? value : value & ((std::uint64_t{1} << count) - 1);
}

// `value` are the bytes at `offset` of the class.
bool add_bit_field(const Member& member, std::uint64_t offset, std::uint64_t value, TextBuffer& text) {
  constexpr std::uint64_t kBits = sizeof value * kBitsOfByte;
  const char* type = member.type;
  const BitField field = read_bit_field(type);
  if (member.offset < offset) return false;
  const std::uint64_t first = (member.offset - offset) * kBitsOfByte + field.shift;
  if (first + field.width > kBits) return false;
  value = lowest_bits(value >> first, field.width);
  const bool has_sign = *type == 'i' || *type == 'e';
  const char* end = type + 1;
  const bool is_negative = *type == 'i' && ((value >> (field.width - 1)) & 1) != 0;
  if (has_sign && is_negative) value |= ~lowest_bits(~std::uint64_t{0}, field.width);
  return number(end) <= sizeof value && add_number(type, value, text);
}

// The enumerators follow the size: "(kIdle=0,kBusy=1)".
void add_enumerator(const char* at, std::int64_t value, TextBuffer& text) {
  while (*at == '(' || *at == ',') {
    const char* const name = ++at;
    at = std::strchr(at, '=');
    if (at == nullptr) break;
    const auto length = static_cast<int>(at - name);
    char* end = nullptr;
    if (std::strtoll(at + 1, &end, 10) == value) return text.add("%.*s", length, name);
    at = end;
  }
  text.add("%lld", static_cast<long long>(value));
}

void add_floating(std::uint64_t value, std::uint64_t size, TextBuffer& text) {
  double number = 0;
  if (size == sizeof(float)) {
    float small = 0;
    std::memcpy(&small, &value, sizeof small);
    number = static_cast<double>(small);
  } else {
    std::memcpy(&number, &value, sizeof number);
  }
  text.add("%g", number);
}

}  // namespace

Holder holder_of(const char* layout) {
  for (const KnownHolder& known : kHolders)
    if (std::strncmp(layout, known.begin, std::strlen(known.begin)) == 0) return known.holder;
  return Holder::kNone;
}

std::uint64_t size_of_layout(const char* layout) { return skip_type(layout); }

Part find_member(const char* layout, const char* name) {
  return first_member(layout, [&](const Member& member) {
    return std::strncmp(member.name, name, static_cast<std::size_t>(member.name_length)) == 0 &&
           name[member.name_length] == '\0';
  });
}

Part next_member(const char* layout, std::uint64_t offset) {
  return first_member(layout, [&](const Member& member) { return member.offset >= offset; });
}

Part find_part(const char* layout, std::uint64_t offset, std::uint64_t size, bool whole, TextBuffer& name) {
  Part part{.type = layout, .rest = offset};
  for (;;) {
    const char* end = part.type;
    part.size = skip_type(end);
    if (*part.type == '[') {
      const char* element = part.type;
      const Array array = read_array(element);
      if (array.stride == 0 || part.rest % array.stride + size > array.stride) return part;
      name.add("[%llu]", static_cast<unsigned long long>(part.rest / array.stride));
      if (part.holder == Holder::kString) part.inside = false;
      part.type = element;
      part.rest %= array.stride;
    } else if (*part.type == '{' && !(whole && part.rest == 0)) {
      if (size != 0 && name_bit_fields(part.type, part.rest, size, name)) {
        part.is_bits = true;
        return part;
      }
      const Member member = member_at(part.type, part.rest, size);
      if (member.name == nullptr) return part;
      if (is_internal(member.name)) {
        if (!part.inside) {
          part.library = part.type;
          part.in_library = part.rest;
        }
        part.inside = true;
        if (const Holder holder = holder_of(part.type); holder != Holder::kNone) {
          part.holder = holder;
          part.within = part.rest;
        }
      } else if (member.name_length > 0) {
        name.add(".%.*s", member.name_length, member.name);
        part.inside = false;
        part.holder = Holder::kNone;
      }
      part.type = member.type;
      part.rest -= member.offset;
    } else {
      return part;
    }
  }
}

bool is_pointer(const char* type) { return *type == 'p' || *type == 's'; }
bool is_pointer_to_text(const char* type) { return *type == 's'; }

bool add_number(const char* type, std::uint64_t value, TextBuffer& text) {
  const char kind = *type;
  const char* at = type + 1;
  const std::uint64_t size = number(at);
  if (kind == 'B') return add_bit_field({.type = type}, 0, value, text);
  if (size == 0 || size > sizeof value) return false;
  if (size < sizeof value) value &= (std::uint64_t{1} << (size * kBitsOfByte)) - 1;
  switch (kind) {
    case 'b': text.add("%s", value != 0 ? "true" : "false"); return true;
    case 'c': add_character(static_cast<unsigned char>(value), text); return true;
    case 'f': add_floating(value, size, text); break;
    case 'u': text.add("%llu", static_cast<unsigned long long>(value)); break;
    case 'i': text.add("%lld", static_cast<long long>(with_sign(value, size))); break;
    case 'e': add_enumerator(at, with_sign(value, size), text); return true;
    default: return false;
  }
  add_unit(at, text);
  return true;
}

bool add_bits(const char* type, std::uint64_t offset, std::uint64_t size, std::uint64_t value, TextBuffer& text) {
  if (*type != '{' || size > sizeof value) return false;
  bool known = true;
  text.add("{");
  for_each_bit_field(type, offset, size, [&](const Member& member, int before) {
    text.add("%s", before == 0 ? "" : ", ");
    known = known && add_bit_field(member, offset, value, text);
  });
  text.add("}");
  return known;
}

}  // namespace heddle::runtime
