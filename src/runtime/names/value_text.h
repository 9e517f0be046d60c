#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

inline constexpr std::size_t kMaxShownText = 24;  // characters shown of a text

// As in C, in quotes; false if the first bytes, at most `room` of them, are not text.
bool add_quoted(TextBuffer& text, std::uint64_t address, std::size_t room);

// The content of a std::string; false if it has none that can be read.
bool add_string(TextBuffer& text, std::uint64_t address);

// What an object of this layout holds: a number, an enumerator, a text, the value of an optional or a variant, or a few
// of them in braces, as in {1, "x"} for a class or a vector; false if there is no short text for it.
bool add_value(TextBuffer& text, const char* layout, std::uint64_t address);

}  // namespace heddle::runtime
