// heddle:
// expect: bug kind=data-race
// expect: bug kind=assertion says="[form->fields: 0 -> 1; form->title:"
// expect: bug kind=assertion says="\"none\" -> \"a title\"]"
//
// A thread that takes no step before the failure, and yet has written what the failing one reads, has its part in the
// story, and is started in it.
#include <atomic>
#include <cassert>
#include <memory>
#include <string>
#include <thread>

struct Form {
  int fields = 0;
  std::string title = "none";
};

int main() {
  auto form = std::make_unique<Form>();
  std::atomic<bool> done{false};
  std::thread writer([&] {
    ++form->fields, form->title = "a title";
    done = true;
  });
  assert(form->fields + form->title.size() < 8);
  writer.join();
}
