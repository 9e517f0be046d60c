#pragma once

#include <cstdio>

// What C library functions do before they use a descriptor or a stream: a step, since threads share the file.

namespace heddle::runtime {

// Standard input is read: it is empty, unless it consists of inputs or the program has replaced it.
void note_standard_input();
void before_reading(int descriptor);
void before_writing(int descriptor);
void before_reading(FILE* stream);
void before_writing(FILE* stream);
// At what only the stream knows.
void before_looking(FILE* stream);

}  // namespace heddle::runtime
