#pragma once

#include <string>
#include <vector>

#include "cli/verb_help.h"

namespace heddle::cli {

// Scripts that complete the words of a command line, in the language of each shell.
std::string bash_completion(const std::vector<VerbHelp>& verbs);
std::string zsh_completion(const std::vector<VerbHelp>& verbs);
std::string fish_completion(const std::vector<VerbHelp>& verbs);

}  // namespace heddle::cli
