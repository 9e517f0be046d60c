// heddle: --strategy=contextual --joins=closing
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --joins=closing --flags=-DRETURNED
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --joins=closing --flags=-DFILES
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --joins=closing --flags=-DNESTED
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --joins=closing --flags=-DBUILTIN
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --joins=closing
// expect: bug kind=assertion where=@
// heddle: --strategy=auto
// expect: bug kind=assertion where=@
//
// What fails depends on how several threads have ended, and no test need show it that only wants to show how each of
// them can end: main must be known to look.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define PAIRS 4

static atomic_int x[PAIRS];
static int got[PAIRS];
static int last[PAIRS];

static void* write_it(void* i) {
  atomic_store(&x[(long)i], 1);
  return 0;
}

// Sees it, or does not.
static void* read_it(void* i) {
  const int value = atomic_load(&x[(long)i]);
#if defined FILES
  if (value == ((long)i & 1)) {
    const char name[] = {'f', (char)('0' + (long)i), 0};
    close(open(name, O_CREAT | O_WRONLY, 0600));
  }
#elif defined BUILTIN
  __atomic_store_n(&last[(long)i], value, __ATOMIC_SEQ_CST);
#else
  got[(long)i] = value;
#endif
  return (void*)(long)value;
}

static int result_of(pthread_t thread, int i) {
#if defined RETURNED
  void* result;
  pthread_join(thread, &result);
  return (int)(long)result;
#elif defined FILES
  pthread_join(thread, 0);
  const char name[] = {'f', (char)('0' + i), 0};
  const int file = open(name, O_RDONLY);
  if (file >= 0) close(file);
  return file >= 0 ? i & 1 : 1 - (i & 1);
#elif defined BUILTIN
  pthread_join(thread, 0);
  return last[i];
#else
  pthread_join(thread, 0);
  return got[i];
#endif
}

static void check(int as_they_should) {
  assert(as_they_should != PAIRS);  // @
}

static void* all(void* unused) {
  pthread_t writers[PAIRS];
  pthread_t readers[PAIRS];
  for (long i = 0; i < PAIRS; ++i) {
    pthread_create(&writers[i], 0, write_it, (void*)i);
    pthread_create(&readers[i], 0, read_it, (void*)i);
  }
  for (int i = 0; i < PAIRS; ++i) pthread_join(writers[i], 0);
#ifdef NESTED
  for (int i = 0; i < PAIRS; ++i) pthread_join(readers[i], 0);
#else
  int as_they_should = 0;
  for (int i = 0; i < PAIRS; ++i) as_they_should += result_of(readers[i], i) == (i & 1);
  check(as_they_should);
#endif
  return unused;
}

int main(void) {
#ifdef NESTED
  pthread_t thread;
  pthread_create(&thread, 0, all, 0);
  pthread_join(thread, 0);
  int as_they_should = 0;
  for (int i = 0; i < PAIRS; ++i) as_they_should += got[i] == (i & 1);
  check(as_they_should);
#else
  all(0);
#endif
}
