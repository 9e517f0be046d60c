// limit: standard input | empty in every run, whatever `heddle` itself gets, unless `--sym-stdin` makes it an input
// heddle: -D READ=0
// expect: complete assuming="an empty standard input"
// heddle: -D READ=1
// expect: complete assuming="an empty standard input"
// heddle: -D READ=2
// expect: complete assuming="an empty standard input"
// heddle: -D READ=0 --sym-stdin=1
// expect: bug kind=exit-code
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char c = 0;
  if (READ == 0) return getchar() == 'x';
  if (READ == 1) return scanf("%c", &c) == 1;
  return read(STDIN_FILENO, &c, 1) == 1;
}
