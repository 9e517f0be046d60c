// heddle: --strategy=dpor
// expect: complete traces=2
//
// Output and strings: harmless, not interleaved, and undone after each run.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void* say(void* argument) {
  char text[32];
  snprintf(text, sizeof text, "hello from %d", *(int*)argument);
  char* copy = strdup(text);
  pthread_mutex_lock(&mutex);
  printf("%s\n", copy);
  fprintf(stderr, "%zu bytes\n", strlen(copy));
  ++lines;
  pthread_mutex_unlock(&mutex);
  assert(strcmp(copy, text) == 0);
  free(copy);
  return argument;
}

int main(void) {
  int ids[2] = {1, 2};
  pthread_t a, b;
  pthread_create(&a, NULL, say, &ids[0]);
  pthread_create(&b, NULL, say, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(lines == 2);
  puts("done");
  return 0;
}
