// limit: `fork`, `vfork` | real and uncontrolled: the new process goes its own way
// heddle: --strategy=dpor
// expect: incomplete reason=fork
//
// A process that the program makes goes its own way: neither its end nor what it does is taken for the program's.
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  ++number;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  int status = 0;
  pthread_create(&thread, NULL, work, NULL);
  const pid_t child = fork();
  if (child == 0) {
    work(NULL);
    _exit(7);
  }
  pthread_join(thread, NULL);
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 7 && number == 1);
  return 0;
}
