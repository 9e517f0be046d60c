// heddle: --strategy=contextual --flags=-std=c++20
// expect: complete
// heddle: --strategy=dpor --flags="-O2 -std=c++20"
// expect: complete

// Everything that decides has been written: by calloc, by the C library, in pieces, after padding that is copied along,
// by bit fields, through unions and realloc.

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace {

struct Padded {
  char c;
  int i;
  char d;
  double x;
  bool operator==(const Padded&) const = default;
};

struct Bits {
  unsigned a : 3;
  unsigned b : 13;
  unsigned c : 16;
};

union Either {
  long whole;
  struct {
    short low;
    char rest[6];
  } parts;
};

void copies() {
  auto* one = static_cast<Padded*>(std::malloc(sizeof(Padded)));
  one->c = 1;
  one->i = 2;
  one->d = 3;
  one->x = 4;
  auto* two = static_cast<Padded*>(std::malloc(sizeof(Padded)));
  *two = *one;
  Padded three;
  std::memcpy(&three, two, sizeof three);
  assert(*one == *two && three.x == 4 && three.c == 1);
  auto* part = static_cast<Padded*>(std::malloc(2 * sizeof(Padded)));
  part[0].i = 7;
  std::memcpy(&part[1], &part[0], sizeof part[0]);
  assert(part[1].i == 7);
  std::free(one);
  std::free(two);
  std::free(part);
}

void pieces() {
  auto* bits = static_cast<Bits*>(std::malloc(sizeof(Bits)));
  bits->b = 100;
  bits->a = 5;
  assert(bits->a == 5 && bits->b == 100);
  auto* either = static_cast<Either*>(std::malloc(sizeof(Either)));
  either->parts.low = 3;
  assert(either->parts.low == 3);
  either->whole = 9;
  assert(either->parts.low == 9);
  auto* backwards = static_cast<char*>(std::malloc(24));
  for (int i = 23; i >= 0; --i) backwards[i] = static_cast<char>(i);
  for (int i = 0; i < 24; ++i) assert(backwards[i] == i);
  std::free(bits);
  std::free(either);
  std::free(backwards);
}

void library() {
  auto* text = static_cast<char*>(std::malloc(64));
  std::snprintf(text, 64, "%d %s", 12, "words and more of them");
  assert(text[0] == '1' && std::strlen(text) > 20 && text[20] != 0);
  char* copy = strdup(text);
  assert(copy[5] == text[5]);
  auto* numbers = static_cast<int*>(std::calloc(10, sizeof(int)));
  for (int i = 0; i < 10; ++i) assert(numbers[i] == 0);
  numbers = static_cast<int*>(std::realloc(numbers, 20 * sizeof(int)));
  for (int i = 10; i < 20; ++i) numbers[i] = i;
  for (int i = 0; i < 20; ++i) assert(numbers[i] == (i < 10 ? 0 : i));
  std::free(numbers);
  std::free(copy);
  std::free(text);
}

void containers() {
  std::vector<std::string> texts;
  for (int i = 0; i < 9; ++i) texts.push_back(std::string(static_cast<std::size_t>(i) * 5, 'a'));
  std::vector<std::string> moved = std::move(texts);
  assert(moved[8].size() == 40 && moved[1] == "aaaaa");
  std::vector<bool> flags(70);
  flags[69] = true;
  flags.push_back(true);
  assert(flags[70] && !flags[3]);
  const auto maybe = std::make_unique<std::optional<Padded>>();
  assert(!maybe->has_value());
  *maybe = Padded{1, 2, 3, 4};
  assert((*maybe)->i == 2);
  const auto either = std::make_unique<std::variant<int, std::string>>(3);
  assert(std::get<int>(*either) == 3);
  *either = "text";
  assert(std::get<1>(*either) == "text");
}

}  // namespace

int main() {
  copies();
  pieces();
  library();
  containers();
  std::thread thread([] {
    copies();
    pieces();
    containers();
  });
  thread.join();
}
