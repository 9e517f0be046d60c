#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

/* Inputs of a program under test, for C and C++. `heddle cc`, `heddle c++` and `heddle test` find this file by
 * themselves. In a program that is compiled without Heddle, every input is 0 (or the lowest of its range), assumptions
 * end the program, and assertions are those of the C library; with -DHEDDLE_REPLAY, inputs are those of a stored run
 * (heddle/replay.h). */

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __HEDDLE__

#ifdef __cplusplus
extern "C" {
#endif

/* The object gets values of Heddle's choosing: one input for each number in it. At most 64 KiB. */
void heddle_input(void* object, size_t size, const char* name);

/* One number. All values are considered, to the extent that the program tells them apart. */
int heddle_int(const char* name);
bool heddle_bool(const char* name);
uint8_t heddle_uint8(const char* name);
uint16_t heddle_uint16(const char* name);
uint32_t heddle_uint32(const char* name);
uint64_t heddle_uint64(const char* name);

/* From low to high, inclusive. */
int heddle_range(const char* name, int low, int high);

/* From 0 to count - 1, each of which is tried whether the program tells them apart or not. With more than 65536 values,
 * only those are tried that the program tells apart. */
unsigned heddle_choice(unsigned count);

/* Only executions in which the condition holds are of interest. */
void heddle_assume(int condition);

/* What heddle_assert calls. */
void heddle_assert_that(int condition, const char* text);

/* Is the program run by `heddle test` rather than by hand? */
bool heddle_explores(void);
#define heddle_assert(condition) heddle_assert_that(!!(condition), #condition)

#ifdef __cplusplus
}
#endif

#elif defined(HEDDLE_REPLAY) /* without Heddle, with the inputs of a stored run */

#include <assert.h>

#include "replay.h"

#define heddle_assert(condition) assert(condition)

#else /* without Heddle */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static inline void heddle_input(void* object, size_t size, const char* name) {
  (void)name;
  memset(object, 0, size);
}
static inline bool heddle_explores(void) { return false; }
static inline int heddle_int(const char* name) { return (void)name, 0; }
static inline bool heddle_bool(const char* name) { return (void)name, false; }
static inline uint8_t heddle_uint8(const char* name) { return (void)name, 0; }
static inline uint16_t heddle_uint16(const char* name) { return (void)name, 0; }
static inline uint32_t heddle_uint32(const char* name) { return (void)name, 0; }
static inline uint64_t heddle_uint64(const char* name) { return (void)name, 0; }
static inline int heddle_range(const char* name, int low, int high) { return (void)name, (void)high, low; }
static inline unsigned heddle_choice(unsigned count) { return (void)count, 0; }
static inline void heddle_assume(int condition) {
  if (!condition) exit(0);
}
#define heddle_assert(condition) assert(condition)

#endif

#endif
