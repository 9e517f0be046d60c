// heddle:
// expect: complete
// heddle: -D BY=0
// expect: bug kind=assertion
// heddle: -D BY=1
// expect: bug kind=assertion
//
// Two threads have copies of one locale: whoever is the last to let it go destroys the facet.
#include <atomic>
#include <cassert>
#include <locale>
#include <thread>

thread_local int me = 0;
std::atomic<int> destroyed_by{-1};

struct Rate : std::locale::facet {
  static std::locale::id id;
  int percent = 7;
  ~Rate() override {
    percent = 0;
    destroyed_by = me;
  }
};
std::locale::id Rate::id;

int main() {
  std::locale shared(std::locale::classic(), new Rate);
  std::thread thread([copy = shared] {
    me = 1;
    assert(std::use_facet<Rate>(copy).percent == 7);
    const_cast<std::locale&>(copy) = std::locale::classic();
  });
  assert(std::use_facet<Rate>(shared).percent == 7);
  shared = std::locale::classic();
  thread.join();
  assert(destroyed_by >= 0);
#ifdef BY
  assert(destroyed_by != BY);
#endif
}
