// heddle: --strategy=contextual
// expect: bug kind=double-free where=@
// heddle: --strategy=unfolding
// expect: bug kind=double-free where=@
// heddle: --strategy=dpor
// expect: bug kind=double-free where=@
// heddle: --strategy=exhaustive
// expect: bug kind=double-free where=@
//
// Two static objects own the same memory.
#include <thread>

namespace {
struct Owner {
  int* number = nullptr;
  ~Owner() { delete number; }  // @
};
Owner first;
Owner second;
}  // namespace

int main() {
  std::thread([] { first.number = second.number = new int(1); }).join();
}
