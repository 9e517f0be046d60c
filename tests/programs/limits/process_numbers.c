// limit: `getpid`, `gettid`, `getppid` | the same in every run: 1001, 1001 + the number of the thread, 1000
// heddle: -D PARENT=0
// expect: complete assuming="fixed numbers of processes"
// heddle: -D PARENT=1
// expect: complete assuming="fixed numbers of processes"
#include <unistd.h>

int main(void) { return (PARENT ? getppid() : getpid()) < 1000; }
