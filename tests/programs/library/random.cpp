// heddle: --strategy=dpor
// expect: complete traces=1
//
// Random numbers are the same in every run, and belong to each thread.
#include <cassert>
#include <cstdlib>
#include <random>
#include <thread>

int main() {
  std::random_device device;
  std::mt19937 generator(device());
  const unsigned drawn = generator();
  int other = 0;
  std::thread a([&other] { other = std::rand(); });
  std::srand(7);
  const int mine = std::rand();
  a.join();
  assert(mine >= 0 && other >= 0);
  assert(drawn != 0 || mine != other);
}
