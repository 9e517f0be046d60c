// heddle: --strategy=dpor
// expect: bug kind=abort
//
// The destructor of a thread that was neither joined nor detached calls std::terminate.
#include <thread>

int main() {
  std::thread a([] {});
}
