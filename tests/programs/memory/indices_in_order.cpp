// heddle: --strategy=contextual --flags=-std=c++20
// expect: complete
// heddle: --strategy=dpor --flags="-O2 -std=c++20"
// expect: complete

// Correct indices: the address past the last element, arrays at the end of a structure that has more memory,
// what a pointer leads to, and the library's arrays.

#include <array>
#include <cassert>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

struct Tail {
  int size;
  int numbers[1];
};
struct Flexible {
  int size;
  char bytes[];
};
struct Matrix {
  int rows[3][4];
  int last;
};

int four() { return 4; }

void all() {
  int numbers[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int* p = &numbers[0]; p != &numbers[four()]; ++p) sum += *p;
  assert(sum == 10);
  auto* tail = static_cast<Tail*>(std::malloc(sizeof(Tail) + 8 * sizeof(int)));
  tail->numbers[four()] = 3;
  assert(tail->numbers[four()] == 3);
  std::free(tail);
  auto* flexible = static_cast<Flexible*>(std::malloc(sizeof(Flexible) + 8));
  flexible->bytes[four()] = 'x';
  assert(flexible->bytes[4] == 'x');
  std::free(flexible);
  Matrix matrix = {};
  matrix.rows[2][3] = 5;
  int* flat = &matrix.rows[0][0];
  assert(flat[11] == 5);
  std::array<int, 5> array = {};
  array[static_cast<std::size_t>(four())] = 1;
  assert(*(array.end() - 1) == 1);
  const char* text = "abcd";
  assert(text[four()] == 0 && "abc"[3] == 0);
  std::string small = "abcdef";
  assert(small[static_cast<std::size_t>(four())] == 'e');
}

}  // namespace

int main() {
  all();
  std::thread thread(all);
  thread.join();
}
