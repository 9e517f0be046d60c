#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trace/test_file.h"

// Who has agreed to run a program. What a stored test names (a program, its arguments, compiler flags) may have been
// written by anybody. The user has agreed to what he typed himself: `heddle test` remembers it in one of the user's
// files, outside the output directory, and `heddle replay` compares.

namespace heddle::cli {

// Remembers that this user runs this. Silently does nothing if there is no place for it: then replay asks.
void remember_agreement(const trace::TestFile& test);

// Has this user, on this machine, already run exactly this: the same program in the same place, built and called in the
// same way?
bool is_agreed(const trace::TestFile& test);

// Safe for a terminal, whatever it contains.
std::string printable(std::string text);

// What a replay would run, to show to the user.
std::string shown_command(const trace::TestFile& test, const std::string& program);

// A compiler flag that only selects the language and how to translate it.
bool only_translates(std::string_view flag);

// What somebody else's test must not request, even if its author is trusted: flags that make the compiler load code or
// read and write elsewhere. None if there is nothing.
std::optional<std::string> forbidden_flag(const trace::TestFile& test);

}  // namespace heddle::cli
