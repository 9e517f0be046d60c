#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// What there is to know about an option, for writing it down in another form.
struct OptionHelp {
  std::string short_name;  // "q"; empty if it has none
  std::string long_name;   // "quiet"; empty if it has none
  std::string value;       // "FILE"; empty for a flag
  std::string text;
  std::string otherwise;             // the default; may be empty
  std::vector<std::string> choices;  // of the value, as far as known
};

struct VerbHelp {
  std::string name;
  std::string text;
  std::string arguments;  // "FILE..."
  std::vector<OptionHelp> options;
  std::string more;  // examples, exit codes
};

}  // namespace heddle::cli
