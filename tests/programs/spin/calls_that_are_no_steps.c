// heddle: --strategy=dpor -- 0
// expect: bug kind=livelock where=@
// heddle: --strategy=dpor -- 1
// expect: complete traces=2
// heddle: --strategy=contextual -- 1
// expect: complete
// heddle: --strategy=dpor -- 2
// expect: bug kind=livelock
// heddle: --strategy=dpor -- 3
// expect: bug kind=livelock
// heddle: --strategy=contextual -- 3
// expect: bug kind=livelock
// heddle: --strategy=dpor -- 4
// expect: incomplete reason="cut in an endless local loop"
// heddle: --strategy=contextual -- 5
// expect: incomplete reason="cut in an endless local loop"
// heddle: --strategy=dpor -- 6
// expect: incomplete reason="cut in an endless local loop"
// heddle: --strategy=dpor -- 7
// expect: complete
//
// A thread that calls nothing but functions that are not steps, for ever: a livelock if nobody can ever let it out,
// otherwise cut after a number of calls, at the same point in every run.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_key_t key;
static int which;

static void* turn(void* argument) {
  switch (which) {
    case 0:
    case 1:
      for (;;) pthread_testcancel();  // @
    case 2:
      while (pthread_getspecific(key) == NULL) {
      }
      break;
    case 3:
    case 7:
      for (;;) __asm__ volatile("pause");
    case 4:
      while (time(NULL) != 0) {
      }
      break;
    case 5:
      while (getenv("THIS_IS_NOT_THERE") == NULL) {
      }
      break;
    case 6:
      for (int old;;) pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    default: break;
  }
  return argument;
}

int main(int argc, char** argv) {
  which = atoi(argv[argc - 1]);
  pthread_key_create(&key, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, turn, NULL);
  if (which == 7) return 0;
  if (which == 1) pthread_cancel(thread);
  pthread_join(thread, NULL);
}
