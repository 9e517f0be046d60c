#pragma once

#include <string>
#include <string_view>

namespace heddle::trace {

// The text between double quotes, on one line of printable ASCII: other bytes, quotes and backslashes are
// written \xHH, \" and \\.
std::string quote(std::string_view text);

// Reads a quoted text from the front of `rest` and removes it; false if there is none.
bool unquote(std::string_view& rest, std::string& text);

}  // namespace heddle::trace
