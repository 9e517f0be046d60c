// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// Two threads write to one stream. The file is new in every run.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE* file;

static void* put(void* text) {
  fputs(text, file);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  assert(access("lines.txt", F_OK) != 0);
  file = fopen("lines.txt", "w+");
  pthread_create(&a, NULL, put, "a");
  pthread_create(&b, NULL, put, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  rewind(file);
  assert(fgetc(file) == 'a');  // @
  fclose(file);
  return 0;
}
