// Writes to PAGES pages of 10 MB of globals, then lets two threads meet.
#include <pthread.h>
#include <stdatomic.h>

enum { kPage = 4096, kPages = 2560 };
static char memory[kPages][kPage];
static atomic_int meetings;

static void* meet(void* unused) {
  atomic_fetch_add(&meetings, 1);
  return unused;
}

int main(void) {
  for (int page = 0; page < PAGES; ++page) memory[page * (kPages / PAGES)][7] = 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, meet, NULL);
  return 0;
}
