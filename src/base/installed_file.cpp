#include "base/installed_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace heddle::base {

Result<std::string> installed_file(const char* name) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = self.parent_path();
  for (const std::filesystem::path& candidate :
       {folder / name, folder / "../lib/heddle" / name, folder / ".." / name}) {
    if (std::filesystem::exists(candidate, error)) return candidate.lexically_normal().string();
  }
  return Error{"", fmt::format("{} is missing: it belongs next to the program, in {}", name, folder.string())};
}

}  // namespace heddle::base
