#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace heddle::cli {

// One line of a TOML file: a key, with the table that it is in, and its value as text; an array has several.
struct TomlEntry {
  std::string table;  // empty before the first
  std::string key;
  std::vector<std::string> values;
  std::size_t line = 0;
};

// Reads the part of TOML that settings need: tables, bare keys, strings, numbers, booleans, and arrays of these.
// Anything else is an error, with its place.
base::Result<std::vector<TomlEntry>> parse_toml(std::string_view text, const std::string& file);

}  // namespace heddle::cli
