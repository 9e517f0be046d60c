#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

/* What is read from an index or an address that depends on the input. */

static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
static const unsigned char permutation[8] = {3, 6, 1, 7, 0, 2, 5, 4};
static const char* const names[8] = {"zero", "one", "two", "three", "four", "five", "six", "seven"};
static const struct {
  int key;
  int value;
  int other;
} triples[8] = {{1, 10, 0}, {2, 20, 0}, {3, 30, 1}, {4, 40, 1}, {5, 50, 0}, {6, 60, 0}, {7, 70, 2}, {8, 80, 2}};
static int written[8];
static void fill(void) {
  for (int i = 0; i < 8; ++i) written[i] = i * 3 % 8;
}

FEATURE(constant) { return squares[x]; }
FEATURE(constant_condition) { return squares[x] == 25; }
FEATURE(constant_twice) { return squares[permutation[x]]; }
FEATURE(constant_three_times) { return permutation[permutation[permutation[x]]]; }
FEATURE(constant_sum) { return squares[x] + squares[(x + 1) % 8]; }
FEATURE(written_global) {
  fill();
  return written[x];
}
FEATURE(written_again) {
  fill();
  const int before = written[x];
  written[3] = 100;
  return before * 1000 + written[x];
}
FEATURE(written_at_the_index) {
  fill();
  written[x] = 50;
  return written[5] + written[(x + 1) % 8];
}
FEATURE(holds_the_input) {
  fill();
  written[4] = x + 40;
  return written[x];
}
FEATURE(holds_inputs_only) {
  for (int i = 0; i < 8; ++i) written[i] = x * i;
  return written[x];
}
FEATURE(local) {
  int t[8] = {5, 4, 3, 2, 1, 0, 7, 6};
  return t[x];
}
FEATURE(local_filled_in_a_loop) {
  int t[8];
  for (int i = 0; i < 8; ++i) t[i] = i ^ 5;
  return t[x];
}
FEATURE(local_given_away) {
  int t[8];
  for (int i = 0; i < 8; ++i) t[i] = i ^ 3;
  int* volatile p = t;
  return p[x];
}
FEATURE(heap) {
  int* t = malloc(8 * sizeof(int));
  for (int i = 0; i < 8; ++i) t[i] = 7 - i;
  const int r = t[x];
  free(t);
  return r;
}
FEATURE(heap_zero) {
  char* t = calloc(8, 1);
  t[6] = 1;
  const int r = t[x];
  free(t);
  return r;
}
FEATURE(beyond_the_end) {
  int* t = calloc(6, sizeof(int));
  const int r = t[x];
  free(t);
  return r;
}
FEATURE(beyond_the_end_of_local) {
  int t[6] = {1, 2, 3, 4, 5, 6};
  int* volatile p = t;
  return p[x];
}
FEATURE(before_the_beginning) {
  int* t = calloc(8, sizeof(int));
  const int r = t[x - 1];
  free(t);
  return r;
}
FEATURE(freed) {
  int* t = calloc(8, sizeof(int));
  if (x == 3) free(t);
  return t[x];
}
FEATURE(bounds_checked) { return x < 5 ? squares[x] : -1; }
FEATURE(bytes) { return "abcdefgh"[x]; }
FEATURE(signed_bytes) {
  static const signed char t[8] = {-1, 2, -3, 4, -5, 6, -7, 8};
  return t[x];
}
FEATURE(shorts) {
  static const short t[8] = {-100, 200, -300, 400, 500, 600, 700, -800};
  return t[x] < 0;
}
FEATURE(longs) {
  static const long t[8] = {1L << 40, 2, 3, 4, 5, 6, 7, -(1L << 50)};
  return t[x];
}
FEATURE(truths) {
  static const bool t[8] = {true, false, true, true, false, false, true, false};
  return t[x] ? 1 : 2;
}
FEATURE(wide) {
  static const unsigned __int128 t[8] = {1, 2, 3, (unsigned __int128)1 << 100, 5, 6, 7, 8};
  return (long)(t[x] >> 90) + (long)t[x];
}
FEATURE(doubles) {
  static const double t[8] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5};
  return t[x] > 5.0;
}
FEATURE(number_made_double) {
  const double d = squares[x] * 0.5;
  return d == 8.0;
}
FEATURE(index_made_double) {
  const int a = squares[x];
  const double d = x * 0.5;
  return d == 1.5 && a == 9;
}
FEATURE(structures) { return triples[x].value; }
FEATURE(structures_two_members) { return triples[x].value + triples[x].other; }
FEATURE(two_dimensions) {
  static const int t[2][4] = {{1, 2, 3, 4}, {10, 20, 30, 40}};
  return t[x / 4][x % 4];
}
FEATURE(two_dimensions_of_three) {
  static const int t[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  return t[x % 3][x / 3];
}
FEATURE(state_machine) {
  static const unsigned char next[4][2] = {{1, 2}, {3, 0}, {1, 3}, {2, 2}};
  int state = 0;
  for (int i = 0; i < 3; ++i) state = next[state][x >> i & 1];
  return state;
}
FEATURE(pointer) {
  const int* p = squares + x;
  return *p;
}
FEATURE(pointer_moves) {
  const int* p = squares + x / 2;
  int r = *p++;
  r += *p++;
  return r + *p;
}
FEATURE(pointer_is_compared) {
  const int* p = squares;
  while (*p < x) ++p;
  return p - squares;
}
FEATURE(pointer_is_shown) {
  const char* p = "abcdefgh" + x;
  if (*p == 'q') puts(p);
  return *p;
}
FEATURE(length_from_the_middle) { return (long)strlen("abcdefgh" + x); }
FEATURE(pointers) { return names[x][0]; }
FEATURE(length_of_a_name) { return (long)strlen(names[x]); }
FEATURE(subtracted) { return squares[7 - x]; }
FEATURE(scaled) { return squares[x * 3 % 8]; }
FEATURE(masked) { return squares[(x * 5 + 3) & 7]; }
FEATURE(negative) {
  const int* middle = squares + 4;
  return middle[x - 4];
}
FEATURE(index_of_a_byte) {
  const unsigned char i = (unsigned char)(x + 250);
  return squares[(unsigned char)(i - 250)];
}
FEATURE(index_of_64_bits) {
  const uint64_t i = (uint64_t)x * 0x2000000000000001u & 7;
  return squares[i];
}
FEATURE(unaligned) {
  unsigned char bytes[16];
  for (int i = 0; i < 16; ++i) bytes[i] = (unsigned char)(i * 7);
  int r;
  memcpy(&r, bytes + x, sizeof r);
  return r & 0xffff;
}
FEATURE(by_a_function) {
  int (*volatile get)(int) = abs;
  return get(squares[x] - 16);
}
FEATURE(chooses_a_branch) {
  switch (permutation[x]) {
    case 1: return 100;
    case 2:
    case 3: return 200;
    default: return 300;
  }
}
FEATURE(is_a_size) {
  char* p = malloc(permutation[x] + 1u);
  memset(p, 1, permutation[x] + 1u);
  const int r = p[permutation[x]];
  free(p);
  return r + permutation[x];
}
FEATURE(divides) { return 100 / squares[x]; }
FEATURE(checksum) {
  unsigned crc = 0xffff;
  const unsigned char text[2] = {(unsigned char)x, (unsigned char)(x * 3)};
  for (int i = 0; i < 2; ++i) crc = (unsigned)squares[(crc ^ text[i]) & 7] ^ (crc >> 3);
  return crc;
}
FEATURE(large) {
  static unsigned char t[5000];
  for (int i = 0; i < 5000; ++i) t[i] = (unsigned char)i;
  return t[x * 700];
}
static _Thread_local int own[8];
FEATURE(thread_local_table) {
  for (int i = 0; i < 8; ++i) own[i] = i + 1;
  return own[x];
}

/* With several threads. */

static int index_of_thread;
static void* look_up(void* argument) { return (void*)(intptr_t)(*(int*)argument + squares[index_of_thread]); }
static void* look_up_written(void* argument) { return (void*)(intptr_t)((int*)argument)[index_of_thread]; }
static void* change(void* argument) {
  written[3] = 99;
  return argument;
}
FEATURE(constant_by_thread) {
  pthread_t t;
  void* r;
  int zero = 0;
  index_of_thread = x;
  pthread_create(&t, NULL, look_up, &zero);
  pthread_join(t, &r);
  return (intptr_t)r;
}
FEATURE(written_before_the_thread) {
  pthread_t t;
  void* r;
  fill();
  index_of_thread = x;
  pthread_create(&t, NULL, look_up_written, written);
  pthread_join(t, &r);
  return (intptr_t)r;
}
FEATURE(changed_by_a_thread) {
  pthread_t t;
  fill();
  const int before = written[x];
  pthread_create(&t, NULL, change, NULL);
  pthread_join(t, NULL);
  return before * 100 + written[x];
}
FEATURE(read_beside_a_thread) {
  pthread_t t;
  fill();
  pthread_create(&t, NULL, change, NULL);
  const int r = x == 3 ? 0 : written[x];
  pthread_join(t, NULL);
  return r;
}
