#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::native {

// The lines of source files, for showing to people: read once, empty if there is no such file.
class SourceLines {
 public:
  // Files that are not where they should be are looked for in this directory and those above it.
  explicit SourceLines(std::string folder = {}) : folder_(std::move(folder)) {}

  // The line without leading and trailing spaces.
  const std::string& line(const std::string& file, std::uint32_t number);

 private:
  std::string found(const std::string& file) const;

  std::string folder_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle::native
