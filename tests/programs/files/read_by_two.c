// Two threads read one byte each through one descriptor, and count after that: the one that reads second may count first.
// heddle: -- 0
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 0
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 0
// expect: bug kind=assertion
// heddle: --strategy=unfolding -- 0
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 1
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 1
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 2
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 2
// expect: bug kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int count;
static FILE* stream;
static int file, which;

static void* read_one(void* unused) {
  char byte = 0;
  if (which == 0) (void)!read(file, &byte, 1);
  if (which == 1) byte = (char)fgetc(stream);
  const int counted = atomic_fetch_add(&count, 1);
  if (which < 2) assert(byte != 'b' || counted != 0);
  return unused;
}

static void* seek(void* unused) {
  lseek(file, 2, SEEK_SET);
  return unused;
}

static void* write_one(void* unused) {
  (void)!write(file, "c", 1);
  char written = 0;
  (void)!pread(file, &written, 1, 2);
  const int counted = atomic_fetch_add(&count, 1);
  assert(written != 'c' || counted != 0);
  return unused;
}

int main(int number, char** arguments) {
  which = number > 1 ? atoi(arguments[1]) : 0;
  stream = tmpfile();
  fputs("ab", stream);
  rewind(stream);
  file = fileno(stream);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, which < 2 ? read_one : seek, NULL);
  pthread_create(&threads[1], NULL, which < 2 ? read_one : write_one, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
