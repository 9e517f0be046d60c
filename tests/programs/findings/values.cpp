// heddle: --full
// expect: bug kind=assertion says="job.letter: 'a' -> 'b'"
// expect: bug kind=assertion says="job.ratio: 0.5 -> 0.25"
// expect: bug kind=assertion says="job.ready: false -> true"
// expect: bug kind=assertion says="job.text: null -> "
// expect: bug kind=assertion says="job.big: 1 -> 18446744073709551615"
// expect: bug kind=assertion says="atomic<int>[]#1[1]: 0 -> 7"
//
// Values as their types have them, also of memory of the heap from C.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

struct Job {
  std::atomic<char> letter{'a'};
  std::atomic<double> ratio{0.5};
  std::atomic<bool> ready{false};
  std::atomic<const char*> text{nullptr};
  std::atomic<unsigned long> big{1};
};

int main() {
  Job job;
  auto* counts = static_cast<std::atomic<int>*>(std::calloc(4, sizeof(std::atomic<int>)));
  std::thread other([&job, counts] {
    job.letter = 'b';
    job.ratio = 0.25;
    job.text = "done";
    job.big = ~0ul;
    counts[1] = 7;
    job.ready = true;
  });
  other.join();
  assert(!job.ready || job.letter == 'c' || counts[1] == 0);
}
