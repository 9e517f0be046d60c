// Calls in a process created by the program do not fail on request, nor do those that Heddle makes for itself.
// heddle: --fail-calls
// expect: incomplete reason="uncontrolled call (fork"
// heddle: --fail-calls=mmap --strategy=dpor
// expect: incomplete reason="uncontrolled call (fork"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int status = 0;
  FILE* const file = fopen("made", "w");
  if (file != NULL) fclose(file);
  const pid_t child = fork();
  if (child == 0) _exit(malloc(1) != NULL ? 3 : 4);
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  return 0;
}
