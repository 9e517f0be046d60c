// limit: one of up to 7 bytes past a number of less than 8 bytes
// heddle:
// expect: complete assuming="no access by a pointer from one living object into another"
static char number;

__attribute__((noinline)) static void write_behind(char* volatile number) { number[1] = 1; }

int main(void) {
  write_behind(&number);
  return 0;
}
