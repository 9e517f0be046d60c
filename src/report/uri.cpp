#include "report/uri.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

namespace heddle::report {

namespace fs = std::filesystem;

std::string percent_encoded(std::string_view path) {
  std::string result;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return result;
}

std::string file_uri(std::string_view path) { return "file://" + percent_encoded(path); }

std::string path_from(const std::string& directory, const std::string& path) {
  const fs::path base = fs::path(directory).lexically_normal();
  const fs::path absolute = (base / path).lexically_normal();
  const fs::path relative = absolute.lexically_relative(base);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : absolute.string();
}

}  // namespace heddle::report
