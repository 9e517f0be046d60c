// limit: A stream that is in memory (`fmemopen`, `open_memstream`), or has a buffer provided by the program (`setvbuf`), is named when other threads exist
// limit: so is output by unlocked and by wide functions (`putc_unlocked`, `fputwc`)
// limit: `munmap`, `mprotect`, `mremap`, `tzset` and changing the locale (`setlocale`) are named then, too
// Streams that somebody closes while another thread uses them, and those whose effects on memory are not known.
// heddle: -- 1
// expect: bug kind=use-after-free
// heddle: -- 2
// expect: incomplete reason="uncontrolled call (a stream in memory of the program"
// heddle: -- 3
// expect: incomplete reason="uncontrolled call (a stream in memory of the program"
// heddle: -- 4
// expect: incomplete reason="uncontrolled call (putc_unlocked"
// heddle: -- 5
// expect: bug kind=assertion
// heddle: -- 6
// expect: incomplete reason="uncontrolled call (munmap"
// heddle: -- 7
// expect: complete
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int which;

static FILE* stream;
static char buffer[64];
static int file;
static char* pages;

static void* work(void* unused) {
  if (which == 1) fclose(stream);
  if (which == 2 || which == 3) buffer[0] = 'x';
  if (which == 5) assert(ftruncate(file, 10) == 0);
  if (which == 7) fputs("c", stream);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  struct stat about = {0};
  if (which == 2) {
    stream = fmemopen(buffer, sizeof buffer, "w");
  } else {
    stream = tmpfile();
  }
  if (which == 3) setvbuf(stream, buffer, _IOFBF, sizeof buffer);
  file = fileno(stream);
  if (which == 6) pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&thread, NULL, work, NULL);
  if (which == 1 || which == 2 || which == 3 || which == 7) fputs("a", stream);
  if (which == 4) putc_unlocked('b', stream);
  if (which == 5) {
    fstat(file, &about);
    assert(about.st_size == 0);
  }
  if (which == 6) munmap(pages, 4096);
  pthread_join(thread, NULL);
  return 0;
}
