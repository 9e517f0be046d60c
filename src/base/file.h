#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace heddle::base {

// The content of a file of at most `limit` bytes.
Result<std::string> read_file(const std::string& path, std::size_t limit);

// All that is in the file that this descriptor is open for; as much as can be read.
std::string read_all(int file);

// Replaces the file atomically: a reader sees the old content or the new, even after a crash in the middle.
std::optional<Error> write_file(const std::string& path, std::string_view content);

// Why write_file would fail, as far as can be determined without changing the file.
std::optional<Error> problem_with_writing(const std::string& path);

}  // namespace heddle::base
