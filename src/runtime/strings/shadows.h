#pragma once

/* What the functions of this folder need to know. They are compiled with the pass, unlike the rest of the runtime, and
 * stand for those of the C library in code with shadows: calls of strlen become calls of heddle_lib_strlen. What no
 * input is part of is left to the library. */

#include <stddef.h>

/* Has one of these bytes a shadow? */
int __heddle_sym_in_memory(const void* begin, size_t size);
/* Or of this string, up to its end or to so many bytes? */
int __heddle_sym_in_string(const char* text, size_t most);
void __heddle_sym_copy(const void* to, const void* from, size_t size);
/* Has the number a shadow? */
int heddle_is_symbolic(long number);

#define WHOLE ((size_t)-1)
