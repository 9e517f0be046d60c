#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Texts in lines of a bounded width. Widths are in characters, not in bytes.

namespace heddle::report {

std::size_t display_width(std::string_view text);

// Padded with spaces.
std::string padded(std::string text, std::size_t width);

// The first bytes of `text` that fit into `width`, cut at a space unless that is near the beginning, or else at the end
// of a word of the source.
std::size_t fitting_bytes(std::string_view text, std::size_t width);

// Would a line that ends after these bytes break a word in the middle?
bool breaks_word(std::string_view text, std::size_t bytes);

// Adds the text in lines of at most `width`; all except the first of `lines` are indented.
void add_wrapped(std::string_view text, std::size_t width, std::size_t indent, std::vector<std::string>& lines);

// The same as one text.
std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace heddle::report
