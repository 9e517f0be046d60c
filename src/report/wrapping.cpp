#include "report/wrapping.h"

#include <algorithm>

namespace heddle::report {

namespace {

// UTF-8 continuation bytes take no room.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Is this a good place to continue on the next line?
bool ends_word(char c) { return std::string_view("(,;<>=.&|+").find(c) != std::string_view::npos; }

}  // namespace

std::size_t display_width(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = display_width(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::size_t fitting_bytes(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < text.size(); ++bytes) {
    if (is_continuation(text[bytes])) continue;
    if (used++ == width) break;
  }
  if (bytes == text.size()) return bytes;
  const std::size_t space = text.rfind(' ', bytes);
  if (space != std::string_view::npos && space > bytes / 4) return space;
  for (std::size_t i = bytes; i > 1; --i) {
    if (ends_word(text[i - 1]) && !ends_word(text[i])) return i;
  }
  return bytes;
}

bool breaks_word(std::string_view text, std::size_t bytes) {
  return bytes != 0 && bytes < text.size() && text[bytes] != ' ' && !ends_word(text[bytes - 1]);
}

void add_wrapped(std::string_view text, std::size_t width, std::size_t indent, std::vector<std::string>& lines) {
  while (!text.empty()) {
    const std::size_t before = lines.empty() ? 0 : indent;
    const std::size_t bytes = fitting_bytes(text, width - before);
    lines.push_back(std::string(before, ' ') + std::string(text.substr(0, bytes)));
    text.remove_prefix(bytes);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
}

std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> lines;
    add_wrapped(text.substr(0, end), width, indent, lines);
    for (const std::string& line : lines) result += line + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace heddle::report
