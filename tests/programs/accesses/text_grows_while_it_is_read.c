// heddle: --strategy=dpor --keep-going -- 0
// expect: bug kind=data-race traces=2
// expect: bug kind=assertion where=@ traces=2
// heddle: --strategy=contextual --keep-going -- 0
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=heap-overflow traces=2
// heddle: --strategy=unfolding --keep-going -- 1
// expect: bug kind=heap-overflow
// heddle: --strategy=dpor --keep-going -- 2
// expect: bug kind=assertion where=@ traces=2
// heddle: --strategy=dpor --keep-going -- 3
// expect: bug kind=assertion where=@ traces=2
//
// How far a function reads is what the text is at its step, not what it was when the function was called.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[8] = "abc\0d";
static int which;

static void* change(void* argument) {
  if (which == 2) {
    text[1] = 0;
  } else if (which == 3) {
    text[0] = 'c';
  } else {
    text[3] = 'x';
  }
  return argument;
}

int main(int argc, char** argv) {
  which = atoi(argv[argc - 1]);
  char* const copy = malloc(4);
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  int same = 1;
  switch (which) {
    case 0: same = strlen(text) == 3; break;
    case 1: strcpy(copy, text); break;
    case 2: same = strcmp(text, "abc") == 0; break;
    default: same = strchr(text, 'c') == text + 2; break;
  }
  assert(same);  // @
  pthread_join(thread, NULL);
  free(copy);
}
