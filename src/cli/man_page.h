#pragma once

#include <string>
#include <vector>

#include "cli/verb_help.h"

namespace heddle::cli {

// The page heddle(1).
std::string man_page(const VerbHelp& whole, const std::vector<VerbHelp>& verbs);

// The page of one verb, heddle-test(1).
std::string man_page(const VerbHelp& verb);

}  // namespace heddle::cli
