// heddle: --sym-arg 2
// expect: incomplete reason="symbolic value fixed (argument of a function that is not instrumented"
//
// getopt reads the texts that the array of arguments leads to.
#include <getopt.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  while (1) {
    const int option = getopt(argc, argv, "xy");
    if (option == -1) return 0;
    if (option == 'y') abort();
  }
}
