// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=exhaustive
// expect: bug kind=data-race where=@
//
// A thread shares a local variable, whose place on the stack still has what an earlier run has left there.
#include <pthread.h>

static void* change(void* variable) {
  *(int*)variable = 43;  // @
  return NULL;
}

static void* share(void* unused) {
  int variable = 42;
  pthread_t thread;
  pthread_create(&thread, NULL, change, &variable);
  variable = 44;
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, share, NULL);
  pthread_join(thread, NULL);
  return 0;
}
