#pragma once

#include <cstdint>

#include "runtime/sys/text_buffer.h"

// Type layouts, in the grammar of abi/instrumented.h.

namespace heddle::runtime {

// Classes of libstdc++ that hold other memory, as their layouts show.
enum class Holder : std::uint8_t {
  kNone,
  kVector,
  kBits,  // vector<bool>
  kString,
  kDeque,
  kList,
  kForwardList,
  kTree,  // map, set, multimap, multiset
  kHash,  // unordered_map and the like
  kShared,
  kUnique,
};
Holder holder_of(const char* layout);

// A part of an object.
struct Part {
  const char* type = nullptr;     // its layout
  std::uint64_t size = 0;         // in bytes, according to the layout
  std::uint64_t rest = 0;         // the offset within it of what was looked for
  bool inside = false;            // is it one of the parts that make up a class of libstdc++?
  Holder holder = Holder::kNone;  // the innermost such class that holds memory, and
  std::uint64_t within = 0;       // the offset within it
  const char* library = nullptr;  // the layout of the outermost class of libstdc++ that it is inside of, and
  std::uint64_t in_library = 0;   // the offset within it
  bool is_bits = false;           // these bytes hold several bit-fields of the class `type`, from `rest` on
};

// The smallest part of an object that contains these bytes. Its name, such as "[3].full", or ".{ready, level}" for
// bit-fields that share them, is appended to `name`; names of libstdc++'s members are left out. `whole`: is a class
// meant as a whole, such as a lock, rather than its first member?
Part find_part(const char* layout, std::uint64_t offset, std::uint64_t size, bool whole, TextBuffer& name);

// In bytes.
std::uint64_t size_of_layout(const char* layout);

// The member of this name of a class: its layout, its offset in `rest`; without a type if there is none.
Part find_member(const char* layout, const char* name);
// The first member that begins at this offset or later, likewise.
Part next_member(const char* layout, std::uint64_t offset);

// The value of a number, an enumeration or the like with this layout; false if it is something else, or a pointer.
bool add_number(const char* type, std::uint64_t value, TextBuffer& text);
// The values of the bit-fields of a class in these bytes: "{0, 5}".
bool add_bits(const char* type, std::uint64_t offset, std::uint64_t size, std::uint64_t value, TextBuffer& text);

bool is_pointer(const char* type);
bool is_pointer_to_text(const char* type);

}  // namespace heddle::runtime
