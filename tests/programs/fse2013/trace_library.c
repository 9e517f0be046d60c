// heddle: --strategy=con2colic -D DRIVER=1
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D DRIVER=2
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D DRIVER=3
// expect: complete
//
// Of the kind of ctrace, a library that writes what threads do: each has an entry with the level from which on it is
// written. Drivers: 1, the library is ended while a thread writes, 2, two threads register at the same time and get the same
// entry, 3, one registers before the other is created.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { kEntries = 2, kLow = 1, kHigh = 3 };

static atomic_bool is_on;
static atomic_int file;  // 0: closed
static atomic_int used;
static atomic_int owner[kEntries];
static atomic_int level[kEntries];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void start(void) {
  atomic_store(&file, 1);
  atomic_store(&is_on, true);
}

static void end(void) {
  atomic_store(&is_on, false);
  atomic_store(&file, 0);
}

static int enlist(int id) {
  const int entry = atomic_load(&used);
  if (entry >= kEntries) return -1;
  atomic_store(&owner[entry], id);
  atomic_store(&used, entry + 1);
  const int wanted = heddle_int("level");
  atomic_store(&level[entry], wanted > kHigh ? kHigh : wanted);
  return entry;
}

static void write_line(int entry, int id) {
  if (!atomic_load(&is_on)) return;
  if (atomic_load(&level[entry]) < kLow) return;
  pthread_mutex_lock(&mutex);
  assert(atomic_load(&file) != 0);  // @
  assert(atomic_load(&owner[entry]) == id);
  pthread_mutex_unlock(&mutex);
}

static void* run(void* argument) {
  const int id = (int)(intptr_t)argument;
  const int entry = enlist(id);
  if (entry >= 0) write_line(entry, id);
  return NULL;
}

static void* stop(void* unused) {
  end();
  return unused;
}

int main(void) {
  pthread_t thread;
  start();
  if (DRIVER == 3) {
    run((void*)7);
  } else {
    pthread_create(&thread, NULL, run, (void*)7);
  }
  if (DRIVER == 1) {
    pthread_create(&thread, NULL, stop, NULL);
  } else {
    pthread_create(&thread, NULL, run, (void*)8);
  }
  pthread_exit(NULL);
}
