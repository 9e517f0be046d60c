// heddle:
// expect: complete
//
// The order of constructors is that of the C library even if they are part of the runs: by priority, and then as
// they are in the file. Each run begins with what was there before them.
#include <pthread.h>

#include <cassert>
#include <iostream>
#include <string>
#include <vector>

static int calls;
static pthread_t thread;

__attribute__((constructor(300))) static void second() { assert(++calls == 2); }
__attribute__((constructor(200))) static void first(int argc, char** argv) {
  assert(++calls == 1 && argc == 1 && argv[0] != nullptr && argv[1] == nullptr);
}

template <class T>
struct Registered {
  static std::vector<T> list;
};
template <class T>
std::vector<T> Registered<T>::list(3);

static const std::string text = std::string(40, 'x') + std::to_string(++calls);
static const int started = [] {
  assert(++calls == 4);
  return pthread_create(&thread, nullptr, [](void* p) { return p; }, nullptr);
}();

int main() {
  assert(calls == 4 && started == 0 && text.size() == 41 && Registered<int>::list.size() == 3);
  Registered<int>::list.push_back(1);
  std::cout << text << '\n';
  pthread_join(thread, nullptr);
  return 0;
}
