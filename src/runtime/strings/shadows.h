#pragma once

/* What the functions of this folder need to know. They are compiled with the pass, unlike the rest of the runtime, and
 * stand for those of the C library in code with shadows: calls of strlen become calls of heddle_lib_strlen. What no
 * input is part of is left to the library; what they hand to it, they have made sure to be concrete (or its content
 * not to matter), so that calls of the library are not taken to read symbolic bytes here. */

#include <stddef.h>

#include "abi/symbolic.h"

/* Has the number a shadow? See include/heddle/heddle.h. */
int heddle_is_symbolic(long number);

#define WHOLE ((size_t)-1)
