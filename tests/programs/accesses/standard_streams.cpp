// All threads may use std::cout at once.
// heddle:
// expect: complete
#include <iostream>
#include <thread>

int main() {
  std::thread thread([] { std::cout << "a" << 5 << std::endl; });
  std::cout << "b" << 2.5 << std::endl;
  thread.join();
}
