// 10,000,000 iterations of arithmetic that has nothing to do with the input, then one decision by it. With ARRAY, the
// numbers go through an array of the stack; with HEAP, through one that others could reach.
#ifdef PLAIN
static int heddle_int(const char* name) { return name[0]; }
#else
#include <heddle/heddle.h>
#endif
#include <stdlib.h>

__attribute__((noinline)) unsigned arithmetic(unsigned z) {
  for (int i = 0; i < 10000000; ++i) z = (z ^ (z >> 13)) * 1664525u + (unsigned)i;
  return z;
}

__attribute__((noinline)) unsigned array(unsigned z) {
  unsigned a[256];
  for (int i = 0; i < 256; ++i) a[i] = z + (unsigned)i;
  for (int i = 0; i < 10000000; ++i) {
    a[i & 255] = (a[(z >> 7) & 255] ^ z) * 1664525u + (unsigned)i;
    z = z * 5 + a[(i * 7) & 255];
  }
  return z;
}

__attribute__((noinline)) unsigned through(unsigned* a, unsigned z) {
  for (int i = 0; i < 10000000; ++i) {
    a[i & 255] = (a[(z >> 7) & 255] ^ z) * 1664525u + (unsigned)i;
    z = z * 5 + a[(i * 7) & 255];
  }
  return z;
}

int main(int argc, char** argv) {
  unsigned z = 0;
  (void)argv;
#if defined(ARRAY)
  z = array((unsigned)argc);
#elif defined(HEAP)
  unsigned* a = calloc(256, sizeof *a);
  z = through(a, (unsigned)argc);
#else
  z = arithmetic((unsigned)argc);
#endif
  volatile unsigned result = z;
  return heddle_int("x") == 7 && result == 1;
}
