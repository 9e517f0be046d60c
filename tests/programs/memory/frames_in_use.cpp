// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

// Nothing is wrong here: exceptions, longjmp, arrays of variable length, alloca, variadic functions, structures by
// value, callbacks of the C library, recursion, unions, bit fields, strings and containers.

#include <alloca.h>

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

void fill(int* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = i;
}

int throws(int depth) {
  int numbers[9];
  fill(numbers, 9);
  if (depth == 0) throw numbers[8];
  return throws(depth - 1) + numbers[0];
}

struct Guard {
  explicit Guard(int* to) : to_(to) {}
  ~Guard() { ++*to_; }
  int* to_;
};

int caught() {
  int count = 0;
  try {
    Guard guard(&count);
    throws(3);
  } catch (int number) {
    int again[9];
    fill(again, 9);
    return count + number + again[1];
  }
  return 0;
}

std::jmp_buf place;

void jumps(int depth) {
  int numbers[17];
  fill(numbers, 17);
  if (depth == 0) std::longjmp(place, numbers[3]);
  jumps(depth - 1);
}

int jumped() {
  volatile int turns = 0;
  if (setjmp(place) == 3) turns = turns + 1;
  int numbers[5];
  fill(numbers, 5);
  if (turns < 1) jumps(4);
  return turns + numbers[4];
}

int variable_length(int n) {
  int sum = 0;
  for (int i = 1; i <= n; ++i) {
    int numbers[i];
    fill(numbers, i);
    sum += numbers[i - 1];
  }
  auto* more = static_cast<int*>(alloca(sizeof(int) * n));
  fill(more, n);
  return sum + more[n - 1];
}

int variadic(const char* format, ...) {
  char text[40];
  va_list arguments;
  va_start(arguments, format);
  const int size = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return size + static_cast<int>(std::strlen(text));
}

struct Large {
  char c;
  long numbers[12];
  short s;
};

long by_value(Large large) {
  large.numbers[3] += large.c;
  const Large copy = large;
  return copy.numbers[3];
}

Large made() {
  Large large = {};
  large.c = 1;
  large.numbers[3] = 2;
  return large;
}

int compare(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }

int sorted() {
  int numbers[64];
  for (int i = 0; i < 64; ++i) numbers[i] = (i * 37) % 64;
  std::qsort(numbers, 64, sizeof numbers[0], compare);
  return numbers[63];
}

union Either {
  int number;
  char bytes[12];
};

struct Bits {
  unsigned a : 3;
  unsigned b : 7;
};

int odds_and_ends() {
  Either either;
  either.number = 0x01020304;
  Bits bits;
  bits.a = 5;
  bits.b = 9;
  std::string small = "small";
  std::string large(100, 'x');
  std::swap(small, large);
  std::vector<std::string> texts;
  for (int i = 0; i < 20; ++i) texts.push_back(i % 2 == 0 ? small : large);
  std::map<std::string, int> map;
  for (const std::string& text : texts) ++map[text];
  std::optional<std::string> maybe;
  if (bits.a == 5) maybe = texts[1];
  const std::unique_ptr<Large> owned(new Large(made()));
  return either.bytes[0] + static_cast<int>(bits.b) + map[*maybe] + static_cast<int>(owned->numbers[3]);
}

int result;

}  // namespace

int main() {
  int local[3] = {1, 2, 3};
  std::thread thread([&] { local[1] = caught() + jumped(); });
  thread.join();
  result = local[1] + caught() + jumped() + variable_length(7) + variadic("%d %s", 17, "text") +
           static_cast<int>(by_value(made())) + sorted() + odds_and_ends();
  return result == 0;
}
