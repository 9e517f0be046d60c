// heddle: --keep-going --strategy=dpor --flags=-std=c++17
// expect: bug kind=data-race
// expect: bug kind=segmentation-fault
// heddle: --keep-going --flags=-std=c++17
// expect: bug kind=use-after-free where=@
//
// The memory that a thread has got is given back by another one, also that which the library keeps for the thread: what
// the library does with it then cannot be predicted.
#include <memory_resource>
#include <thread>

int main() {
  std::pmr::synchronized_pool_resource pool;
  std::thread first([&] { pool.release(); });
  std::thread second([&] {
    *static_cast<int*>(pool.allocate(8)) = 1;  // @
  });
  first.join();
  second.join();
}
