#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trace/test_file.h"

// Whose word it is that a program shall be run. What a stored test names (a program, its arguments, flags of the
// compiler) may have been written by anybody. The user has agreed to what he has typed himself: `heddle test` remembers
// it in a file of the user, outside of the output folder, and `heddle replay` compares.

namespace heddle::cli {

// Remembers that this user runs this. Quietly does without if there is no place for it: then replay asks.
void remember_agreement(const trace::TestFile& test);

// Has this user, on this machine, already run exactly this: the same program at the same place, built and called in the
// same way?
bool is_agreed(const trace::TestFile& test);

// For a terminal, whatever somebody has put into it.
std::string printable(std::string text);

// What a replay would run, for people.
std::string shown_command(const trace::TestFile& test, const std::string& program);

// A flag of the compiler that only says which language it is and how to translate it.
bool only_translates(std::string_view flag);

// What somebody else's test must not ask for, even if its user is trusted: flags that make the compiler load code or
// read and write elsewhere. None if there is nothing.
std::optional<std::string> forbidden_flag(const trace::TestFile& test);

}  // namespace heddle::cli
