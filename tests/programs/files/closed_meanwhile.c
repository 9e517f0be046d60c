// What a call does depends on the file and on the number of its descriptor, or on a path and the folders around it, or on
// what a stream has put back: it is one step nevertheless, so that nothing comes in between, and every order is run.
// heddle: --strategy=contextual --keep-going -- 0
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 0
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 1
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 2
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 2
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 3
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual -- 4
// expect: complete
// heddle: --strategy=unfolding -- 4
// expect: complete
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int how, file, copy, first, second;
static FILE* stream;

static void* thread(void* unused) {
  switch (how) {
    case 0: first = (int)ftell(stream); break;
    case 1: first = feof(stream) != 0; break;
    case 2: first = fcntl(copy, F_SETFL, O_APPEND); break;
    case 3: first = close(file); break;
    case 4:
      first = close(file);
      first += fcntl(file, F_GETFD) >= 0;
      break;
  }
  return unused;
}

int main(int argc, char** argv) {
  how = atoi(argv[argc - 1]);
  stream = fopen("a", "w+");
  fputs("abc", stream);
  rewind(stream);
  file = open("b", O_CREAT | O_RDWR, 0600);
  copy = dup(file);
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  if (how == 0) {
    fgetc(stream);
    ungetc('x', stream);
    pthread_join(t, 0);
    assert(first != 1);
    if (first == 0) abort();
  }
  if (how == 1) {
    char all[8];
    second = (int)fread(all, 1, sizeof all, stream);
    pthread_join(t, 0);
    assert(first == 0);
    abort();
  }
  if (how == 2) {
    pwrite(file, "abc", 3, 0);
    second = (int)lseek(file, 0, SEEK_SET);
    write(file, "d", 1);
    second = (int)lseek(file, 0, SEEK_CUR);
    pthread_join(t, 0);
    assert(second == 1);
    abort();
  }
  if (how == 3) {
    second = (int)write(file, "e", 1);
    pthread_join(t, 0);
    assert(second == 1);
    abort();
  }
  if (how == 4) {
    lseek(file, 0, SEEK_SET);
    second = (int)read(file, &how, 1);
    pthread_join(t, 0);
    assert(second <= 0 && first == 0);
  }
}
