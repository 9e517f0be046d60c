// Memory that functions of the C library read and write is memory that the thread reads and writes.
// heddle: -- 1
// expect: bug kind=data-race where=@
// heddle: -- 2
// expect: bug kind=data-race where=@
// heddle: -- 3
// expect: bug kind=data-race where=@
// heddle: -- 4
// expect: bug kind=data-race where=@
// heddle: -- 5
// expect: bug kind=data-race where=@
// heddle: -- 6
// expect: bug kind=data-race where=@
// heddle: -- 7
// expect: bug kind=data-race where=@
// heddle: -- 8
// expect: bug kind=data-race where=@
// heddle: -- 9
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor -- 10
// expect: bug kind=data-race where=@
// heddle: --flags=-O2 -- 11
// expect: bug kind=data-race where=@
// heddle: -- 12
// expect: complete
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int which;

static char text[32] = "1234";
static int numbers[4];
static char* end;
static time_t moment;
static char first[] = "a,b", second[] = "c,d";

static int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void by_library(void) {
  switch (which) {
    case 1: strcpy(text, "abc"); break;
    case 2: snprintf(text, 3, "%d%n", 12345, &numbers[0]); break;
    case 3: qsort(numbers, 4, sizeof *numbers, less); break;
    case 4: sscanf("5 abc", "%d %s", &numbers[0], text); break;
    case 5: strtol("12x", &end, 10); break;
    case 6: frexp(3.5, &numbers[0]); break;
    case 7: time(&moment); break;
    case 8: strtok(first, ","); break;
    case 9: {
      const int file = open("/dev/zero", O_RDONLY);
      if (read(file, text, 3) != 3) abort();
      close(file);
      break;
    }
    case 10: {
      void* (*volatile copy)(void*, const void*, size_t) = memcpy;
      copy(text, "abc", 3);
      break;
    }
    case 11: {
      size_t (*length)(const char*) = (size_t(*)(const char*))dlsym(RTLD_DEFAULT, "strlen");
      if (length(text) > 9) abort();
      break;
    }
    case 12: snprintf(text + 16, 16, "%s", "fits"); break;
  }
}

static void* other(void* unused) {
  (void)unused;
  text[1] = 'x', numbers[0] = 1, end = 0, moment = 0, strtok(second, ",");  // @
  return NULL;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  by_library();
  pthread_join(thread, NULL);
  return 0;
}
