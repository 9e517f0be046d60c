#include "native/source_lines.h"

#include <filesystem>
#include <fstream>

namespace heddle::native {

namespace {

constexpr const char* kSpaces = " \t\r";

std::vector<std::string> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = line.find_first_not_of(kSpaces);
    if (begin == std::string::npos) {
      lines.emplace_back();
    } else {
      lines.push_back(line.substr(begin, line.find_last_not_of(kSpaces) + 1 - begin));
    }
  }
  return lines;
}

}  // namespace

// Compilers name files relative to where they were called: that may be the program's directory, or one above it.
std::string SourceLines::found(const std::string& file) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (folder_.empty() || fs::path(file).is_absolute() || fs::exists(file, ignored)) return file;
  for (fs::path folder = fs::absolute(folder_, ignored); folder != folder.parent_path();
       folder = folder.parent_path()) {
    if (fs::exists(folder / file, ignored)) return (folder / file).string();
  }
  return file;
}

const std::string& SourceLines::line(const std::string& file, std::uint32_t number) {
  static const std::string kNone;
  auto at = files_.find(file);
  if (at == files_.end()) at = files_.emplace(file, read_lines(found(file))).first;
  return number >= 1 && number <= at->second.size() ? at->second[number - 1] : kNone;
}

}  // namespace heddle::native
