#pragma once

/* Streams and descriptors that consist of inputs: standard input (--sym-stdin) and opened files (--sym-file). Like any
 * stream they have a lock, one for all, so that threads that read one at the same time do so in every order. Whoever
 * uses one holds it. */

#include <stddef.h>
#include <stdio.h>

struct stream {
  FILE* file;     /* what represents it to others; null if there is only the descriptor */
  int descriptor; /* likewise */
  int is_file;
  unsigned char* content; /* for standard input: null before it is read */
  size_t size;
  size_t position;
  int at_end;
  struct stream* next; /* of those that are open */
};

void heddle_lib_streams_lock(void);
void heddle_lib_streams_unlock(void);

/* The one with this name; null if it is a real one. */
struct stream* heddle_lib_stream(FILE* file);
struct stream* heddle_lib_stream_of(int descriptor);
/* Is this the path of a file that consists of inputs? Returns its number, or -1. */
int heddle_lib_own_file(const char* path);
/* Zeroed memory that these functions need for themselves, and whether a read is to fail (interpose/). */
void* heddle_lib_own_memory(size_t size);
int heddle_lib_own_read_fails(void);

/* The bytes that have not been read yet, and how many. */
const unsigned char* heddle_lib_rest(struct stream* s, size_t* size);
/* Consumes this many of them. */
void heddle_lib_skip(struct stream* s, size_t size);
int heddle_lib_own_next(struct stream* s);
/* The last byte will be read again. */
void heddle_lib_own_back(struct stream* s);

/* From now on, what is written to this descriptor goes somewhere else. */
void heddle_lib_redirect(int descriptor);
