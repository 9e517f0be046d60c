// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="keeps buffer.mutex locked while it waits at kept_lock.cpp:"
//
// Two semaphores as a bounded buffer, mutex taken before the semaphore.
#include <mutex>
#include <semaphore>
#include <thread>

struct Buffer {
  std::mutex mutex;
  std::counting_semaphore<4> filled{0};
  std::counting_semaphore<4> empty{1};
  int slot = 0;

  void put(int value) {
    std::lock_guard guard(mutex);
    empty.acquire();
    slot = value;
    filled.release();
  }
  int take() {
    std::lock_guard guard(mutex);
    filled.acquire();
    int value = slot;
    empty.release();
    return value;
  }
};

int main() {
  Buffer buffer;
  std::thread producer([&] { buffer.put(1); });
  std::thread consumer([&] { buffer.take(); });
  producer.join();
  consumer.join();
}
