// heddle: --strategy=contextual --flags=-std=c++20
// expect: complete
// heddle: --strategy=dpor --flags="-O2 -std=c++20"
// expect: complete

// The same for what the C++ library leaves without a value.

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace {

int one() { return 1; }

struct Some {
  int set;
  int unset;
  Some() : set(1) {}
};

void optional() {
  std::optional<int> none;
  std::optional<int> other = none;
  assert(!other);
  if (one() == 1) other = 4;
  none = other;
  assert(none && *none == 4);
  std::optional<std::pair<char, long>> pair;
  auto moved = std::move(pair);
  assert(!moved.has_value());
}

void variant() {
  std::variant<char, double, std::string> v = 'a';
  std::variant<char, double, std::string> w = v;
  assert(std::get<char>(w) == 'a');
  v = "a text that does not fit into the small buffer of a string";
  std::swap(v, w);
  assert(w.index() == 2 && v.index() == 0);
}

void strings() {
  std::string small = "abc";
  std::string copy = small;
  std::string moved = std::move(copy);
  std::swap(small, moved);
  assert(small == "abc" && small < "abd");
  small += std::string(40, 'x');
  assert(small.find("xx") == 3);
  std::ostringstream out;
  out << 12 << " " << 1.5;
  assert(out.str() == "12 1.5");
}

void lambdas() {
  int set = 3;
  int unset;
  const auto by_value = [=] { return set + (set > 5 ? unset : 0); };
  assert(by_value() == 3);
  std::function<int()> kept = [set] { return set; };
  std::function<int()> copied = kept;
  assert(copied() == 3);
  const auto by_reference = [&] { unset = 2; };
  by_reference();
  assert(unset == 2);
}

void members() {
  Some some;
  Some other = some;
  assert(other.set == 1);
  std::vector<Some> many(3);
  many.push_back(other);
  assert(many[3].set == 1);
  std::array<Some, 4> array;
  assert(array[static_cast<std::size_t>(one())].set == 1);
  const auto [set, unset] = some;
  assert(set == 1);
  (void)unset;
}

void containers() {
  std::array<int, 8> numbers;
  std::fill_n(numbers.begin(), 4, 3);
  assert(std::count(numbers.begin(), numbers.begin() + 4, 3) == 4);
  std::vector<int> grown;
  for (int i = 0; i < 20; ++i) grown.push_back(19 - i);
  std::sort(grown.begin(), grown.end());
  assert(grown[3] == 3);
  std::map<std::string, Some> map;
  map["a"].set = 2;
  assert(map.at("a").set == 2 && map.count("b") == 0);
  std::tuple<int, char, std::string> tuple{1, 'c', "s"};
  auto copy = tuple;
  assert(copy == tuple);
}

void exceptions() {
  int value;
  try {
    if (one() == 1) throw std::runtime_error("text");
    value = 1;
  } catch (const std::exception&) {
    value = 2;
  }
  assert(value == 2);
}

void buffers() {
  const auto buffer = std::make_unique_for_overwrite<char[]>(100);
  buffer[0] = 'a';
  assert(buffer[0] == 'a');
  alignas(64) int aligned[16];
  for (int& each : aligned) each = 1;
  assert(aligned[15] == 1);
  alignas(std::string) unsigned char storage[sizeof(std::string)];
  auto* made = new (storage) std::string("in place");
  assert(*made == "in place");
  made->~basic_string();
  auto* numbers = new int[10];
  for (int i = 0; i < 10; ++i) numbers[i] = i;
  assert(numbers[9] == 9);
  delete[] numbers;
}

void all() {
  optional();
  variant();
  strings();
  lambdas();
  members();
  containers();
  exceptions();
  buffers();
}

}  // namespace

int main() {
  all();
  std::thread thread(all);
  thread.join();
}
