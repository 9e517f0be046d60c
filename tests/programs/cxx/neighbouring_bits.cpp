// heddle: --strategy=dpor -- 0
// expect: bug kind=data-race
// heddle: --strategy=dpor -- 1
// expect: bug kind=data-race
// heddle: --strategy=dpor -- 2
// expect: complete traces=1
// heddle: --strategy=contextual -- 2
// expect: complete
//
// Elements of a vector of bool, and neighbouring bit-fields, are one location; what a field of no width separates is
// not.
#include <cstdlib>
#include <thread>
#include <vector>

struct {
  int a : 4;
  int b : 4;
  int : 0;
  int c : 4;
} fields;

int main(int argc, char** argv) {
  const int which = std::atoi(argv[argc - 1]);
  std::vector<bool> bits(8);
  std::thread other([&] {
    if (which == 0)
      bits[0] = true;
    else
      fields.a = 1;
  });
  if (which == 0)
    bits[1] = true;
  else if (which == 1)
    fields.b = 1;
  else
    fields.c = 1;
  other.join();
}
