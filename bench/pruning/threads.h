// What the programs of this folder share: threads that are started together, and joined.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static inline void run(void* (**threads)(void*), size_t count) {
  pthread_t ids[8];
  for (size_t i = 0; i < count; i++) pthread_create(&ids[i], NULL, threads[i], (void*)i);
  for (size_t i = 0; i < count; i++) pthread_join(ids[i], NULL);
}

#define RUN(...)                                      \
  int main(void) {                                    \
    void* (*threads[])(void*) = {__VA_ARGS__};        \
    run(threads, sizeof threads / sizeof threads[0]); \
    return 0;                                         \
  }
