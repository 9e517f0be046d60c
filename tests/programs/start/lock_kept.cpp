// heddle:
// expect: bug kind=deadlock where=@
// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
//
// What a constructor locks and keeps is locked when main begins.
#include <mutex>

static std::mutex mutex;
static std::unique_lock<std::mutex> lock(mutex);

int main() {
  mutex.lock();  // @
  return 0;
}
