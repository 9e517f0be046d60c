#pragma once

#include <cstdint>

#include "runtime/sys/text_buffer.h"

// Layouts of types, in the grammar of abi/instrumented.h.

namespace heddle::runtime {

// A part of an object.
struct Part {
  const char* type = nullptr;  // its layout
  std::uint64_t size = 0;      // in bytes, as the layout tells
  std::uint64_t rest = 0;      // how far behind its beginning what was looked for is
  bool inside = false;         // is it one of the parts that a class of libstdc++ consists of?
};

// The smallest part of an object that holds these bytes. Its name, such as "[3].full", is added to `name`; names of the
// members of libstdc++ are left out. `whole`: is a class as such meant, such as a lock, rather than its first member?
Part find_part(const char* layout, std::uint64_t offset, std::uint64_t size, bool whole, TextBuffer& name);

// The value of a number, an enumeration and their like with this layout; false if this is nothing of that kind, or a
// pointer.
bool add_number(const char* type, std::uint64_t value, TextBuffer& text);

bool is_pointer(const char* type);
bool is_pointer_to_text(const char* type);

}  // namespace heddle::runtime
