// heddle: --flags=-std=c++20
// expect: bug kind=data-race where=@ says="of cache"
//
// What a container does after it has called the user's constructor belongs to the line that uses the container, not to
// the constructor.
#include <map>
#include <thread>

struct Entry {
  Entry() : hits(0) {}
  int hits;
};

std::map<int, Entry> cache;

void use(int key) {
  cache[key];  // @
}

int main() {
  std::thread other(use, 1);
  use(2);
  other.join();
}
