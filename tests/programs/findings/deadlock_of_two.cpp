// heddle: --strategy=dpor
// expect: bug kind=deadlock where=17 says="main starts lambda#2 (line 23), lambda#3 (24)"
//
// Threads that have nothing to do with a deadlock, or only wait for the end of its threads, are not in its story.
#include <mutex>
#include <thread>

std::mutex one, two, other;
int sum;

void add(int n) {
  std::lock_guard<std::mutex> guard(other);
  sum += n;
}
void take(std::mutex& first, std::mutex& second) {
  std::lock_guard<std::mutex> a(first);
  std::lock_guard<std::mutex> b(second);
}

int main() {
  std::thread adds([] { add(1); });
  add(2);
  std::thread b([] { take(one, two); });
  std::thread c([] { take(two, one); });
  adds.join();
  b.join();
  c.join();
}
