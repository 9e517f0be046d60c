// heddle: --strategy=dpor
// expect: bug kind=data-race
//
// The reference count is atomic, the pointer itself is not: one thread copies it while another one changes it.
#include <memory>
#include <thread>

namespace {
std::shared_ptr<int> shared = std::make_shared<int>(1);
}

int main() {
  std::thread a([] { const std::shared_ptr<int> copy = shared; });
  shared = std::make_shared<int>(2);
  a.join();
}
