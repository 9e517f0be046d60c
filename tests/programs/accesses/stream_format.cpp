// How a standard stream formats is set without any order.
// heddle: -D ORDERED=0
// expect: bug kind=data-race where=10
// heddle: -D ORDERED=1
// expect: complete
#include <iostream>
#include <thread>

int main() {
  std::thread a([] { std::cout << std::hex << 255; });
  if (ORDERED) a.join();
  std::cout << 255;
  if (!ORDERED) a.join();
}
