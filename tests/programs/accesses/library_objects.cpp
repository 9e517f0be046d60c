// Objects of the C++ library that its own functions change: threads, exceptions, locales, what facets read and write.
// heddle: -D ORDERED=0 --keep-going --max-tests=1
// expect: bug kind=data-race where=51
// expect: bug kind=data-race where=52
// expect: bug kind=data-race where=53
// expect: bug kind=data-race where=54
// expect: bug kind=data-race where=55
// expect: bug kind=data-race where=56
// expect: bug kind=data-race where=57
// expect: bug kind=data-race where=58
// heddle: -D ORDERED=1
// expect: complete
#include <ctime>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};

static std::thread thread;
static std::runtime_error error("first");
static std::locale place;
static long number;
static std::tm date;
static std::string text = "abc";
static char bytes[8];
static volatile bool seen;
alignas(Derived) static char memory[sizeof(Derived)];

static Base* object() { return reinterpret_cast<Base*>(memory); }

static void first(int which) {
  if (which == 1) thread.join();
  if (which == 2) error = std::runtime_error("second");
  if (which == 3) place = std::locale::classic();
  if (which == 4) std::istringstream("15") >> number;
  if (which == 5) std::ostringstream() << std::put_time(&date, "%Y");
  if (which == 6) std::use_facet<std::ctype<char>>(std::locale::classic()).toupper(&text[0], &text[3]);
  if (which == 7) std::cout.write(bytes, sizeof bytes);
  if (which == 8) new (memory) Derived;
}

static void second(int which) {
  if (which == 1) seen = thread.joinable();
  if (which == 2) std::runtime_error copy(error);
  if (which == 3) std::locale copy(place);
  if (which == 4) number = 1;
  if (which == 5) date.tm_year = 1;
  if (which == 6) text[1] = 'x';
  if (which == 7) bytes[7] = 1;
  if (which == 8) seen = dynamic_cast<Derived*>(object()) != nullptr;
}

int main() {
  new (memory) Base;
  thread = std::thread([] {});
  std::thread other([] {
    for (int i = 1; i <= 8; ++i) first(i);
  });
  if (ORDERED) other.join();
  for (int i = 1; i <= 8; ++i) second(i);
  if (!ORDERED) other.join();
}
