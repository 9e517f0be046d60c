// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// The reference count of std::shared_ptr is atomic: the object is destroyed once, by whoever comes last.
// The number of traces is what dpor and exhaustive agree on.
#include <cassert>
#include <memory>
#include <thread>

namespace {
int destroyed = 0;
struct Object {
  ~Object() { ++destroyed; }
  int value = 3;
};
}  // namespace

int main() {
  auto object = std::make_shared<Object>();
  std::thread a([copy = object] { assert(copy->value == 3); });
  object.reset();
  a.join();
  assert(destroyed == 1);
}
