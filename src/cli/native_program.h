#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/program.h"

namespace heddle::cli {

// Is this a C or C++ source file, judging by its name?
bool is_source_code(const std::string& path);

// Compiles the sources if there are any, and starts the program under test: one executable, or sources.
Program load_native_program(const trace::ProgramSpec& spec, const Loading& loading, Console& console);

}  // namespace heddle::cli
