// heddle: --keep-going --strategy=contextual
// expect: bug kind=data-race
// expect: bug kind=segmentation-fault
// heddle: --keep-going --strategy=unfolding
// expect: bug kind=data-race
// expect: bug kind=segmentation-fault
// heddle: --keep-going --strategy=dpor
// expect: bug kind=data-race
// expect: bug kind=segmentation-fault
//
// One thread writes to a stream, another reads a number from it. `contextual` ended with an internal error: what the
// reader does depends on what the library had read without hooks.
#include <sstream>
#include <thread>

static std::stringstream stream;

int main() {
  std::thread writer([] { stream << 'a'; });
  std::thread reader([] {
    int number;
    stream >> number;
  });
  writer.join();
  reader.join();
}
