// About a function without a body, and about assembly, nothing is known: it may fail, it may change everything that it
// can reach, and it may never return. It may also call what it knows by name, even at the end of the program.
// slice: --assertions
#include <assert.h>

int by_name, mine;
static int hidden, given;
void elsewhere(int* what);

void work(void) {
  hidden = 1;               // .
  by_name = 2;              // >
  given = 3;                // >
  elsewhere(&given);        // !
  hidden = 4;               // .
  __asm__ volatile("nop");  // !
  mine = 5;                 // >
  assert(by_name);          // !
  hidden = 6;               // .
}

int main(void) {
  work();                   // >
  return 0;                 // >
}
