// heddle: --keep-going --strategy=dpor --flags=-std=c++17
// expect: bug kind=use-after-free where=@
// heddle: --keep-going --strategy=contextual --flags=-std=c++17
// expect: bug kind=use-after-free where=@
//
// The memory that a thread was given is released by another one, including what the library keeps for the thread. The
// library has blocks of other sizes at the same address, depending on who comes first, and writes to them without
// hooks.
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
