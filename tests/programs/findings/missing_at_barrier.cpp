// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="lambda#2 has ended and never came to phases.barrier."
//
// A barrier for three, used by a thread that leaves early.
#include <pthread.h>
#include <stdio.h>

#include <thread>

struct Phases {
  pthread_barrier_t barrier;
  int sums[3] = {};
  Phases() { pthread_barrier_init(&barrier, nullptr, 3); }
  void work(int id, bool has_work) {
    if (!has_work) return;
    sums[id] = id;
    pthread_barrier_wait(&barrier);
  }
};

int main() {
  Phases phases;
  std::thread a([&] { phases.work(0, true); });
  std::thread b([&] { phases.work(1, false); });
  phases.work(2, true);
  a.join();
  b.join();
}
