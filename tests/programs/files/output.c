// limit: The order of what threads write to the standard output and error is not explored.
// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=contextual
// expect: complete
//
// Debugging output is not a step: nobody sees its order.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* work(void* name) {
  for (int i = 0; i < 5; ++i) {
    printf("%s %d\n", (const char*)name, i);
    fprintf(stderr, "%s %d\n", (const char*)name, i);
    if (write(STDOUT_FILENO, "\n", 1) != 1) return name;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, "a");
  pthread_create(&b, NULL, work, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
