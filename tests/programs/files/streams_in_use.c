// limit: A stream that is in memory (`fmemopen`, `open_memstream`), or has a buffer provided by the program (`setvbuf`), is named when other threads exist
// limit: so is output by unlocked and by wide functions (`putc_unlocked`, `fputwc`)
// limit: `munmap`, `mprotect`, `mremap`, `tzset` and changing the locale (`setlocale`) are named then, too
// Streams that somebody closes while another thread uses them, and those whose effects on memory are not known.
// heddle: -D CASE=1
// expect: bug kind=use-after-free
// heddle: -D CASE=2
// expect: incomplete reason="uncontrolled call (a stream in memory of the program"
// heddle: -D CASE=3
// expect: incomplete reason="uncontrolled call (a stream in memory of the program"
// heddle: -D CASE=4
// expect: incomplete reason="uncontrolled call (putc_unlocked"
// heddle: -D CASE=5
// expect: bug kind=assertion
// heddle: -D CASE=6
// expect: incomplete reason="uncontrolled call (munmap"
// heddle: -D CASE=7
// expect: complete
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE* stream;
static char buffer[64];
static int file;
static char* pages;

static void* work(void* unused) {
  if (CASE == 1) fclose(stream);
  if (CASE == 2 || CASE == 3) buffer[0] = 'x';
  if (CASE == 5) assert(ftruncate(file, 10) == 0);
  if (CASE == 7) fputs("c", stream);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct stat about = {0};
  if (CASE == 2) {
    stream = fmemopen(buffer, sizeof buffer, "w");
  } else {
    stream = tmpfile();
  }
  if (CASE == 3) setvbuf(stream, buffer, _IOFBF, sizeof buffer);
  file = fileno(stream);
  if (CASE == 6) pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&thread, NULL, work, NULL);
  if (CASE == 1 || CASE == 2 || CASE == 3 || CASE == 7) fputs("a", stream);
  if (CASE == 4) putc_unlocked('b', stream);
  if (CASE == 5) {
    fstat(file, &about);
    assert(about.st_size == 0);
  }
  if (CASE == 6) munmap(pages, 4096);
  pthread_join(thread, NULL);
  return 0;
}
