#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The words of a text: separated by white space, quoted as in a shell.
std::vector<std::string> shell_words(std::string_view text);

}  // namespace heddle::cli
