#pragma once

#include <CLI/CLI.hpp>

#include "cli/verb_help.h"

namespace heddle::cli {

// What CLI11 knows about a verb, or about the whole command, for manual pages and completion.
VerbHelp help_of(const CLI::App& verb);

}  // namespace heddle::cli
