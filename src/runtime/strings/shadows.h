#pragma once

/* What the functions in this directory need. They are compiled with the pass, unlike the rest of the runtime, and
 * replace those of the C library in code with shadows: calls of strlen become calls of heddle_lib_strlen. What does not
 * depend on inputs is left to the library; what they pass to it is made concrete first (or its content does not
 * matter), so that calls of the library are not assumed to read symbolic bytes here. */

#include <stddef.h>

#include "abi/symbolic.h"

/* Does the number have a shadow? See include/heddle/heddle.h. */
int heddle_is_symbolic(long number);

#define WHOLE ((size_t)-1)

size_t heddle_lib_strspn(const char* s, const char* set);
size_t heddle_lib_strcspn(const char* s, const char* set);
