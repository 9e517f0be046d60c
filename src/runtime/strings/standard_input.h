#pragma once

/* Standard input that consists of inputs (--sym-stdin). Its functions are for those who hold its lock. */

#include <stddef.h>
#include <stdio.h>

/* So many bytes of it are inputs; 0 if it is the real one. */
size_t __heddle_sym_stdin_size(void);
/* The function has read the real one. */
void __heddle_sym_real_stdin(const char* function);

/* Does the stream, or the descriptor, consist of inputs? */
int heddle_lib_own_is_ours(FILE* file);
int heddle_lib_own_is_our_descriptor(int descriptor);
/* From now on the program reads something else by that name. */
void heddle_lib_own_replace(void);

void heddle_lib_stdin_lock(void);
void heddle_lib_stdin_unlock(void);
/* The bytes that were not read yet, and how many. */
const unsigned char* heddle_lib_stdin_rest(size_t* size);
/* So many of them are read now. */
void heddle_lib_stdin_skip(size_t size);
int heddle_lib_own_next(void);
/* The last byte is to be read again. */
void heddle_lib_own_back(void);
