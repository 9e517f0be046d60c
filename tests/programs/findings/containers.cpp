// heddle: --no-races --strategy=dpor
// expect: bug kind=assertion says="shop.stock[2]: 3 -> 7"
// expect: bug kind=assertion says="shop.sold[1]: 0 -> 3"
// expect: bug kind=assertion says="shop.queue[1]: 6 -> 9"
// expect: bug kind=assertion says="shop.prices[2]: 20 -> 21"
// expect: bug kind=assertion says="shop.nodes[1].value: 0 -> 4"
// expect: bug kind=assertion says="shop.one->color: red -> green"
// expect: bug kind=assertion says="shop.two->weight: 0.5 -> 1.5"
// expect: bug kind=assertion says="shop.table[0].letter: 'a' -> 'b'"
// expect: bug kind=assertion says="shop.long_name[1]: 'o' -> 'x'"
// expect: bug kind=assertion says="shop.table[0].next: null -> *shop.one"
//
// Elements of containers, and what smart pointers point to, by the name of the variable that owns them.
#include <array>
#include <cassert>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

enum class Color { red, green };
struct Node {
  int value = 0;
  Color color = Color::red;
  double weight = 0.5;
  char letter = 'a';
  Node* next = nullptr;
};
struct Shop {
  std::vector<int> stock{1, 2, 3, 4};
  std::array<int, 3> sold{};
  std::deque<int> queue{5, 6, 7};
  std::map<int, int> prices{{1, 10}, {2, 20}};
  std::list<Node> nodes{Node{}, Node{}};
  std::unique_ptr<Node> one = std::make_unique<Node>();
  std::shared_ptr<Node> two = std::make_shared<Node>();
  std::string long_name = "somewhat longer than what fits into the object";
  std::vector<Node> table{Node{}};
};

int main() {
  Shop shop;
  std::thread writer([&] {
    shop.stock[2] = 7;
    shop.sold[1] = 3;
    shop.queue[1] = 9;
    shop.prices.at(2) = 21;
    shop.nodes.back().value = 4;
    shop.one->color = Color::green;
    shop.two->weight = 1.5;
    shop.table[0].letter = 'b';
    shop.long_name[1] = 'x';
    shop.table[0].next = shop.one.get();
  });
  const int sum = shop.stock[2] + shop.sold[1] + shop.queue[1] + shop.prices.at(2) + shop.nodes.back().value +
                  static_cast<int>(shop.one->color) + static_cast<int>(shop.two->weight) + shop.table[0].letter +
                  shop.long_name[1] + (shop.table[0].next != nullptr ? 1 : 0);
  writer.join();
  assert(sum != 7 + 3 + 9 + 21 + 4 + 1 + 1 + 'b' + 'x' + 1);
}
