#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

// The path with all bytes that have another meaning in a URI written as %XX.
std::string percent_encoded(std::string_view path);

// "file:///a/b%20c" for an absolute path.
std::string file_uri(std::string_view path);

// `path`, which may be relative to `directory`, relative to that if it is below it, otherwise absolute.
std::string path_from(const std::string& directory, const std::string& path);

}  // namespace heddle::report
