// limit: `execve`, `execl`, … | real in a process created by `fork`; otherwise the program ends there
// heddle:
// expect: incomplete reason="uncontrolled call (execl"
// heddle: --strategy=dpor
// expect: incomplete reason="uncontrolled call (execl"
//
// A program that becomes another one has ended, not died. If the other one does not exist, it continues.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  assert(execl("/there/is/no/such/program", "program", (char*)NULL) == -1 && errno == ENOENT);
  execl("/bin/sh", "sh", "-c", "exit 7", (char*)NULL);
  assert(0);
}
