// heddle: --strategy=con2colic
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D MENDED=1
// expect: complete
//
// Of the kind of pfscan: the main thread puts files into a queue, workers take them, search them for a letter and count
// matches. The one that sees the queue closed and empty reports. The bug: it asks whether others are still at work before it takes
// the lock.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef MENDED
#define MENDED 0
#endif

enum { kFiles = 2, kWorkers = 2, kLetter = 'x' };

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int first, last;  // files that were taken and that were put
static int working;
static int matches;
static bool reported;

static int take(void) {
  pthread_mutex_lock(&queue);
  const int file = first < last ? first++ : -1;
  if (file >= 0) ++working;
  pthread_mutex_unlock(&queue);
  return file;
}

static void scan(void) {
  if (heddle_int("letter") == kLetter) {
    pthread_mutex_lock(&counting);
    if (!MENDED) assert(!reported);  // @
    ++matches;
    pthread_mutex_unlock(&counting);
  }
  pthread_mutex_lock(&queue);
  --working;
  pthread_mutex_unlock(&queue);
}

static void report(void) {
  pthread_mutex_lock(&queue);
  const bool is_last = first == kFiles && (!MENDED || working == 0);
  pthread_mutex_unlock(&queue);
  if (!is_last) return;
  pthread_mutex_lock(&counting);
  reported = true;
  pthread_mutex_unlock(&counting);
}

static void* work(void* unused) {
  if (take() >= 0) scan();
  report();
  return unused;
}

int main(void) {
  pthread_t threads[kWorkers];
  for (int i = 0; i < kWorkers; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < kFiles; ++i) {
    pthread_mutex_lock(&queue);
    ++last;
    pthread_mutex_unlock(&queue);
  }
  pthread_exit(NULL);
}
