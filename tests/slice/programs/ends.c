// What ends a thread or the program decides whether the rest is reached; so does a jump back.
// slice: --assertions
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

int stop, quit, value, tries, noise;
jmp_buf again;

void may_stop(void) {
  noise = 1;              // .
  if (stop)               // >
    exit(0);              // >
}

void retry(void) {
  tries++;                // >
  if (tries < 2)          // >
    longjmp(again, 1);    // !
}

int main(int argc, char** argv) {
  (void)argv;
  stop = argc > 1;        // >
  quit = argc > 2;        // >
  may_stop();             // >
  if (quit)               // >
    pthread_exit(NULL);   // >
  if (setjmp(again))      // !
    value = 1;            // >
  retry();                // >
  noise = 2;              // .
  assert(value);          // !
  noise = 3;              // .
  return argc > 9;        // !
}
