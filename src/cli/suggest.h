#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The name that somebody who typed `word` most likely meant; empty if none is similar.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

// " Did you mean 'dpor'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace heddle::cli
