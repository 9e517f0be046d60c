#pragma once

/* What the functions of this folder need to know. They are compiled with the pass, unlike the rest of the runtime, and
 * stand for those of the C library in code with shadows: calls of strlen become calls of heddle_lib_strlen. What no
 * input is part of is left to the library; what they hand to it, they have made sure to be concrete (or its content
 * not to matter), so that calls of the library are not taken to read symbolic bytes here. */

#include <stddef.h>

/* Has one of these bytes a shadow? */
int __heddle_sym_in_memory(const void* begin, size_t size);
/* Or of this string, up to its end or to so many bytes? */
int __heddle_sym_in_string(const char* text, size_t most);
/* Or any byte at all? */
int __heddle_sym_in_any_memory(void);
void __heddle_sym_copy(const void* to, const void* from, size_t size);
/* Has the number a shadow? */
int heddle_is_symbolic(long number);
/* The bytes get this shadow and value; 0 clears them. */
void __heddle_sym_set(const void* to, unsigned byte, unsigned byte_value, size_t size);
/* Code without shadows reads these bytes. */
void __heddle_sym_fix_bytes(const void* begin, size_t size, const char* reason);
/* The pointer without its shadow: for arguments behind the named ones, which the caller has fixed. */
void* __heddle_sym_concrete(void* pointer);

#define WHOLE ((size_t)-1)
