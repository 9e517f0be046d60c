#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::native {

// The lines of source files, for people: read once, empty if there is no such file.
class SourceLines {
 public:
  // The line without the spaces around it.
  const std::string& line(const std::string& file, std::uint32_t number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle::native
