// heddle: --strategy=dpor
// expect: incomplete reason="uncontrolled call (fork"
// heddle: --isolation=fork
// expect: incomplete reason="uncontrolled call (fork"
//
// A thread that is not the first one makes a process, too, and waits for it.
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* work(void* unused) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) _exit(3);
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
