// limit: `getenv`, `gethostname`, `getuid`, `isatty`, `sysconf`, `hardware_concurrency`, … | real; `complete` says
// heddle:
// expect: complete assuming="the environment, host and user of these runs"
#include <stdlib.h>

int main(void) { return getenv("A_VARIABLE_THAT_NOBODY_SETS") != NULL; }
