// heddle: --strategy=contextual
// expect: incomplete reason="uncontrolled call (alarm"
//
// The loop is not ended by a thread: if no thread ends it, that is not a livelock.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t flag;

static void set(int signal) {
  (void)signal;
  flag = 1;
}

static void* work(void* unused) { return unused; }

int main(void) {
  signal(SIGALRM, set);
  alarm(100);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!flag) {
  }
  return 0;
}
