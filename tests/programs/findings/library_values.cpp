// heddle: --no-races --flags=-std=c++20 -- 1
// expect: bug kind=assertion says="s.name: \"abc\" -> \"abd\""
// heddle: --no-races --flags=-std=c++20 -- 2
// expect: bug kind=assertion says="s.view: \"one\" -> \"two\""
// heddle: --no-races --flags=-std=c++20 -- 3
// expect: bug kind=assertion says="s.bits: none true -> [65] true"
// heddle: --no-races --flags=-std=c++20 -- 4
// expect: bug kind=assertion says="s.maybe: nullopt -> 42"
// heddle: --no-races --flags=-std=c++20 -- 5
// expect: bug kind=assertion says="s.any: 3 -> \"var\""
// heddle: --no-races --flags=-std=c++20 -- 6
// expect: bug kind=assertion says="*s.shared: 6 -> 9"
// heddle: --no-races --flags=-std=c++20 -- 7
// expect: bug kind=assertion says="s.pause: 250 ms -> 2000 ms"
// heddle: --no-races --flags=-std=c++20 -- 8
// expect: bug kind=assertion says="[s.{ready, level, colour}"
// heddle: --no-races --flags=-std=c++20 -- 9
// expect: bug kind=assertion says="s.numbers: {1, 2} -> {1, 2, 4}"
// heddle: --no-races --flags=-std=c++20 -- 10
// expect: bug kind=assertion says="s.letter: 'a' -> '\n'"
// heddle: --no-races --flags=-std=c++20 -- 11
// expect: bug kind=assertion says="s.owner: int#1 -> null"
// heddle: --no-races --flags=-std=c++20 -- 12
// expect: bug kind=assertion says="s.wide: 1 -> 0x20000000000000001"
// heddle: --no-races --flags=-std=c++20 -- 13
// expect: bug kind=assertion says="s.both: {1, 'a'} -> {2, 'b'}"
//
// Objects of the library have the values that they stand for, and bit-fields each their own, although all of them are
// several words, or parts of one.
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

static int which;

enum class Colour { red, green, blue };

struct Both {
  int number;
  char letter;
};

struct State {
  std::string name = "abc";
  std::string_view view = "one";
  std::vector<bool> bits = std::vector<bool>(70);
  std::optional<int> maybe;
  std::variant<int, double, std::string> any = 3;
  std::unique_ptr<int> owner = std::make_unique<int>(5);
  std::shared_ptr<int> shared = std::make_shared<int>(6);
  std::chrono::milliseconds pause{250};
  unsigned ready : 1 = 0;
  unsigned level : 3 = 0;
  Colour colour : 4 = Colour::red;
  std::vector<int> numbers{1, 2};
  char letter = 'a';
  __int128 wide = 1;
  std::atomic<Both> both{{1, 'a'}};
};

static void change(State& s) {
  if (which == 1) s.name = "abd";
  if (which == 2) s.view = "two";
  if (which == 3) s.bits[65] = true;
  if (which == 4) s.maybe = 42;
  if (which == 5) s.any = std::string("var");
  if (which == 6) *s.shared = 9;
  if (which == 7) s.pause = std::chrono::seconds(2);
  if (which == 8) s.level = 5;
  if (which == 9) s.numbers.push_back(4);
  if (which == 10) s.letter = '\n';
  if (which == 11) s.owner.reset();
  if (which == 12) s.wide = (static_cast<__int128>(2) << 64) + 1;
  if (which == 13) s.both = Both{2, 'b'};
}

static bool is_changed(const State& s) {
  switch (which) {
    case 1: return s.name == "abd";
    case 2: return s.view == "two";
    case 3: return s.bits[65];
    case 4: return s.maybe == 42;
    case 5: return s.any.index() == 2;
    case 6: return *s.shared == 9;
    case 7: return s.pause > std::chrono::seconds(1);
    case 8: return s.level == 5;
    case 9: return s.numbers.size() == 3;
    case 10: return s.letter == '\n';
    case 11: return s.owner == nullptr;
    case 12: return s.wide != 1;
    default: return s.both.load().number == 2;
  }
}

int main(int, char** argv) {
  which = std::atoi(argv[1]);
  State s;
  std::thread other([&s] { change(s); });
  assert(!is_changed(s));
  other.join();
}
