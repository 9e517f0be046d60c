#include "trace/quote.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>

namespace heddle::trace {

std::string quote(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result + '"';
}

bool unquote(std::string_view& rest, std::string& text) {
  if (rest.empty() || rest.front() != '"') return false;
  text.clear();
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return true;
    }
    if (rest[i] != '\\') {
      text += rest[i];
      continue;
    }
    if (++i == rest.size()) return false;
    if (rest[i] == '"' || rest[i] == '\\') {
      text += rest[i];
      continue;
    }
    unsigned byte = 0;
    if (rest[i] != 'x' || rest.size() < i + 3) return false;
    const char* digits = rest.data() + i + 1;
    if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return false;
    text += static_cast<char>(byte);
    i += 2;
  }
  return false;
}

}  // namespace heddle::trace
