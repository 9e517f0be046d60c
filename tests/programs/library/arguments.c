// heddle: --strategy=dpor -- one two
// expect: complete traces=1
//
// Arguments and the environment.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  assert(argc == 3);
  assert(strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two") == 0 && argv[3] == NULL);
  assert(getenv("PATH") != NULL);
  assert(getenv("THERE_IS_NO_SUCH_VARIABLE") == NULL);
  return 0;
}
