// heddle:
// expect: complete
// heddle: -D SHARED=1
// expect: bug kind=data-race
//
// Each thread has a std::pmr::unsynchronized_pool_resource, made with what is upstream of it.
#include <cassert>
#include <memory_resource>
#include <new>
#include <thread>
#include <vector>

void use(std::pmr::memory_resource* resource) {
  std::pmr::vector<int> numbers(100, 1, resource);
  assert(numbers[99] == 1);
}

void work() {
  std::pmr::unsynchronized_pool_resource pool(std::pmr::new_delete_resource());
  use(&pool);
}

int main() {
#if SHARED
  std::pmr::unsynchronized_pool_resource pool(std::pmr::new_delete_resource());
  std::thread thread(use, &pool);
  use(&pool);
#else
  std::thread thread(work);
  work();
#endif
  thread.join();
}
