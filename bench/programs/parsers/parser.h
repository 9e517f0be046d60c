/* What runs every parser of this folder. A parser defines PARSER_BYTES and parse(); the text is not terminated.
 *
 *   heddle test FILE.c                        the text is an input
 *   clang -DFUZZER -fsanitize=fuzzer FILE.c   libFuzzer generates it; what is too short is padded with zeros
 *   clang -DREPLAY FILE.c                     each argument is a file with such a text
 *   clang -DRANDOM FILE.c                     random texts, for as many seconds as the argument says
 */
#ifndef HEDDLE_BENCH_PARSER_H
#define HEDDLE_BENCH_PARSER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse(const unsigned char* text, size_t size);

/* Its result is used. */
static volatile int result;

#if defined(FUZZER)

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  unsigned char text[PARSER_BYTES] = {0};
  memcpy(text, data, size < sizeof text ? size : sizeof text);
  result = parse(text, sizeof text);
  return 0;
}

#elif defined(REPLAY)

int main(int count, char** files) {
  for (int i = 1; i < count; ++i) {
    unsigned char text[PARSER_BYTES] = {0};
    FILE* file = fopen(files[i], "rb");
    if (file == NULL) return 1;
    if (fread(text, 1, sizeof text, file) > 0) result = parse(text, sizeof text);
    fclose(file);
  }
  return 0;
}

#elif defined(RANDOM)

#include <time.h>

/* Whatever they cover is counted in this process itself, so nothing needs to be kept. */
int main(int count, char** arguments) {
  const double seconds = count > 1 ? atof(arguments[1]) : 1;
  const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
  uint64_t state = 88172645463325252u;
  long tests = 0;
  for (; tests % 256 != 0 || clock() < end; ++tests) {
    unsigned char text[PARSER_BYTES];
    for (size_t i = 0; i < sizeof text; ++i) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      text[i] = (unsigned char)(state >> 32);
    }
    result = parse(text, sizeof text);
  }
  printf("%ld\n", tests);
  return 0;
}

#else

#include <heddle/heddle.h>

int main(void) {
  static unsigned char text[PARSER_BYTES];
  heddle_input(text, sizeof text, "text");
  result = parse(text, sizeof text);
  return 0;
}

#endif

#endif
