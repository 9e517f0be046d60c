// Figure 5 of "Assertion guided symbolic execution of multithreaded programs" (FSE 2015), with numbers for its letters:
// lines 1 and 2 of the figure cannot influence the assertion, the others can.
#include <assert.h>

int p, q, v, w, x, y, z;

int main(void) {
  if (p)      // .
    y = v;    // .
  z = w;      // >
  if (q)      // >
    x = z;    // >
  assert(x);  // !
  y = 1;      // -
  return 0;   // -
}
