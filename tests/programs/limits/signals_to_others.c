// limit: To others nothing is sent, and that is named |
// heddle: -D CASE=1
// expect: incomplete reason="uncontrolled call (kill of others, which sends nothing here"
// heddle: -D CASE=2
// expect: incomplete reason="uncontrolled call (kill of others, which sends nothing here"
// heddle: -D CASE=3
// expect: incomplete reason="uncontrolled call (kill of others, which sends nothing here"
//
// The parent, the group, and everybody: a program under test ends nothing but itself and what it created.
#include <signal.h>
#include <unistd.h>

int main(void) { return kill(CASE == 1 ? getppid() : CASE == 2 ? 0 : -1, SIGKILL); }
