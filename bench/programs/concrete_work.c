// 10,000,000 iterations of arithmetic that has nothing to do with the input, then one decision on it. With ARRAY, the
// numbers go through an array on the stack; with HEAP or GLOBAL, through one that others could reach; with THREADS, a
// second thread exists, which waits.
#ifdef PLAIN
static int heddle_int(const char* name) { return name[0]; }
#else
#include <heddle/heddle.h>
#endif
#include <pthread.h>
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

unsigned global[256];

#ifdef THREADS
static pthread_mutex_t waits_for = PTHREAD_MUTEX_INITIALIZER;
static void* wait(void* unused) {
  pthread_mutex_lock(&waits_for);
  pthread_mutex_unlock(&waits_for);
  return unused;
}
#endif

int main(int argc, char** argv) {
  unsigned z = 0;
  (void)argv;
#ifdef THREADS
  pthread_mutex_lock(&waits_for);
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
#endif
#if defined(ARRAY)
  z = array((unsigned)argc);
#elif defined(HEAP)
  unsigned* a = calloc(256, sizeof *a);
  z = through(a, (unsigned)argc);
#elif defined(GLOBAL)
  z = through(global, (unsigned)argc);
#else
  z = arithmetic((unsigned)argc);
#endif
#ifdef THREADS
  pthread_mutex_unlock(&waits_for);
  pthread_join(thread, 0);
#endif
  volatile unsigned result = z;
  return heddle_int("x") == 7 && result == 1;
}
