// heddle: --strategy=contextual
// expect: bug kind=deadlock where=@
// heddle: --strategy=unfolding
// expect: bug kind=deadlock where=@
// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
// heddle: --strategy=exhaustive
// expect: bug kind=deadlock where=@
//
// The destructor of a static object joins a thread that nobody tells to stop.
#include <semaphore.h>

#include <thread>

namespace {
sem_t stop;

struct Pool {
  std::thread worker;
  ~Pool() { worker.join(); }
};
Pool pool;
}  // namespace

int main() {
  sem_init(&stop, 0, 0);
  pool.worker = std::thread([] { sem_wait(&stop); });  // @
}
