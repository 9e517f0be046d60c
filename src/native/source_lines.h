#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::native {

// The lines of source files, for people: read once, empty if there is no such file.
class SourceLines {
 public:
  // Files that are not where they should be are looked for in this folder and those above it.
  explicit SourceLines(std::string folder = {}) : folder_(std::move(folder)) {}

  // The line without the spaces around it.
  const std::string& line(const std::string& file, std::uint32_t number);

 private:
  std::string found(const std::string& file) const;

  std::string folder_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle::native
