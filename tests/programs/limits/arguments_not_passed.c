// heddle: --strategy=dpor
// expect: complete assuming="no access by a pointer from one living object into another"
// limit: of arguments (`va_arg`) that were not passed
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; ++i) result += va_arg(list, int) != 0;
  va_end(list);
  return result;
}

int main(void) { return sum(3, 1, 2) == 7; }
