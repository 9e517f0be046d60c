// limit: Loops that run longer are cut there, and the verdict names them.
// heddle: --strategy=dpor --patience=1
// expect: incomplete
//
// A computation that does not end and takes no step: given up after a while, and the verdict says so.
int main(void) {
  volatile unsigned x = 1;
  unsigned y = 1;
  for (;;) {
    y = y * 1664525 + 1013904223;
    if (y == x) x = y + 1;
  }
}
