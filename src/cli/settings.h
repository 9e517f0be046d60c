#pragma once

#include <string>
#include <vector>

#include "base/result.h"

// Options that are not on the command line: HEDDLE_… environment variables, and the file heddle.toml in the current
// directory or the nearest one above. The command line takes precedence, then the environment, then the file.

namespace heddle::cli {

// An option of a verb that can be set.
struct KnownOption {
  std::string verb;
  std::string name;  // "max-seconds"
  bool is_flag = false;
};

struct Setting {
  std::string verb;  // empty: for all verbs that have this option
  std::string option;
  std::vector<std::string> values;
  std::string origin;  // "heddle.toml:3", "HEDDLE_DEPTH"

  bool is_for(const KnownOption& known) const { return known.name == option && (verb.empty() || verb == known.verb); }
};

// Variables that match no option belong to somebody else, unless they look like a mistake.
base::Result<std::vector<Setting>> settings_of_environment(const std::vector<KnownOption>& known);

// Empty if there is no file. Keys that are not options are errors, and so is a file that belongs to somebody else.
base::Result<std::vector<Setting>> settings_of_file(const std::vector<KnownOption>& known);

// The setting as arguments: none for a flag that is off. An error if a flag has another value.
base::Result<std::vector<std::string>> as_arguments(const Setting& setting, const KnownOption& option);

}  // namespace heddle::cli
