#include <assert.h>
#include <stdlib.h>

int main(int count, char** words) {
  assert(count == 3 && atoi(words[1]) + atoi(words[2]) == SUM);
  return 0;
}
