// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=dpor -D DERIVED=1
// expect: bug kind=data-race
//
// A destructor waits for the thread that calls virtual functions of the object. That it makes the object one of its own
// class first is seen only if the object was one of another.
#include <thread>

class Worker {
 public:
  Worker() : thread_([this] { run(); }) {}
  virtual ~Worker() { thread_.join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

 private:
  virtual void run() {}

  std::thread thread_;
};

#ifdef DERIVED
class Derived : public Worker {
  void run() override {}
};
#else
using Derived = Worker;
#endif

int main() { const Derived worker; }
