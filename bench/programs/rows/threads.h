// What the programs of bench/compare have in common: main creates THREADS threads, and waits for them with -DJOIN.
#pragma once

#include <pthread.h>

static void run_threads(int count, void* (*body)(void*)) {
  pthread_t threads[16];
  for (long i = 0; i < count; ++i) pthread_create(&threads[i], 0, body, (void*)i);
#ifdef JOIN
  for (int i = 0; i < count; ++i) pthread_join(threads[i], 0);
#else
  pthread_exit(0);
#endif
}
