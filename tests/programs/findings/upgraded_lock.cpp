// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="wants table.lock for writing at upgraded_lock.cpp:"
//
// Two threads hold a lock for reading and both want it for writing.
#include <pthread.h>

#include <thread>

struct Table {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  int version = 0;
  void touch() {
    pthread_rwlock_rdlock(&lock);
    if (version == 0) {
      pthread_rwlock_wrlock(&lock);
      version = 1;
      pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
  }
};

int main() {
  Table table;
  std::thread a([&] { table.touch(); });
  std::thread b([&] { table.touch(); });
  a.join();
  b.join();
}
