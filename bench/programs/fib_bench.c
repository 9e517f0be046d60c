// fib_bench(N) of the papers: two threads add up Fibonacci numbers, a third reads both. Main ends without waiting.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1, y = 1;

static void* add_to_x(void* unused) {
  for (int i = 0; i < N; ++i) {
    const int a = atomic_load(&x);
    const int b = atomic_load(&y);
    atomic_store(&x, a + b);
  }
  return unused;
}

static void* add_to_y(void* unused) {
  for (int i = 0; i < N; ++i) {
    const int a = atomic_load(&y);
    const int b = atomic_load(&x);
    atomic_store(&y, a + b);
  }
  return unused;
}

static void* look(void* unused) {
  atomic_load(&x);
  atomic_load(&y);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, add_to_x, NULL);
  pthread_create(&threads[1], NULL, add_to_y, NULL);
  pthread_create(&threads[2], NULL, look, NULL);
  return 0;
}
