#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tests/differential/program.h"

namespace heddle::differential {

// The same program with one initial thread, `main`, that creates those that existed from the start, in order. C
// programs begin like this: so both have the same threads under the same ids, and the same create steps.
Program with_main(const Program& program);

// A model program as C. `text` consists of global variables and functions whose names all begin with the prefix; a call
// of PREFIXmain(NULL) is what the model's `main` does. Every access to shared memory is one atomic operation, and
// everything is evaluated in the order of the model. #line directives give each statement the line of the model's.
struct CProgram {
  std::string text;
  std::string refused;  // why there is no such C program; then `text` is empty
};
// With `inputs`, plain inputs and assumptions are those of heddle/heddle.h; otherwise they are refused.
CProgram c_program(std::string_view model_source, std::string_view prefix, bool inputs = false);

// A C file with all these programs, whose main runs the one selected by its argument.
std::string c_file(std::span<const std::string> texts, std::span<const std::string> prefixes);

// What the writer does with failures that C cannot express: `error` aborts, an index outside its array is a trap.
// Division by zero does what the machine does.

}  // namespace heddle::differential
