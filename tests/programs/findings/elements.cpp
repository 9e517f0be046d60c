// heddle: --flags=-std=c++20
// expect: bug kind=data-race says="of store.cache[\"k\"].hits"
// expect: bug kind=data-race says="of store.names[7]"
// expect: bug kind=data-race says="of store.by_place[{1, 2}]"
// expect: bug kind=data-race says="of store.hashed[\"y\"].valid"
// expect: bug kind=data-race says="of store.shelf['q'][1]"
// expect: bug kind=data-race says="of store.owned[1]->hits"
// expect: bug kind=data-race says="of store.shared[\"n\"]->hits"
// expect: bug kind=data-race says="of store.chain[1].hits"
// heddle: --flags=-std=c++20 -D REST=1
// expect: bug kind=data-race says="of store.queue[150].hits"
// expect: bug kind=data-race says="of store.grid[1][0]"
// expect: bug kind=data-race says="of store.nested[1][2]"
// expect: bug kind=data-race says="of store.root->left->value"
// expect: bug kind=data-race says="of store.numbers[2]"
// expect: bug kind=data-race says="of store.triple.get<2>.hits"
// expect: bug kind=data-race says="of store.word[1]"
// expect: bug kind=data-race says="of store.maybe.hits"
//
// Elements of containers by their key or index, through smart pointers and other containers.
#include <deque>
#include <forward_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <vector>

struct Entry {
  int hits = 0;
  bool valid = false;
};
struct Place {
  int row;
  int column;
  auto operator<=>(const Place&) const = default;
};
struct Tree {
  int value = 0;
  std::unique_ptr<Tree> left;
};
struct Store {
  std::map<std::string, Entry> cache{{"a", {}}, {"k", {}}, {"z", {}}};
  std::map<int, char> names{{3, 'a'}, {7, 'a'}};
  std::map<Place, int> by_place{{{1, 2}, 0}};
  std::unordered_map<std::string, Entry> hashed{{"x", {}}, {"y", {}}};
  std::map<char, std::vector<int>> shelf{{'q', {1, 2, 3}}};
  std::vector<std::unique_ptr<Entry>> owned;
  std::map<std::string, std::shared_ptr<Entry>> shared{{"n", std::make_shared<Entry>()}};
  std::forward_list<Entry> chain = std::forward_list<Entry>(3);
  std::deque<Entry> queue = std::deque<Entry>(200);
  std::vector<std::vector<int>> grid{{0, 0}, {0, 0}};
  std::map<int, std::map<int, int>> nested{{1, {{2, 3}}}};
  std::unique_ptr<Tree> root = std::make_unique<Tree>();
  std::unique_ptr<int[]> numbers = std::make_unique<int[]>(4);
  std::tuple<int, double, Entry> triple;
  std::string word = "hi";
  std::optional<Entry> maybe = Entry{};
};

#ifndef REST
void write(Store& store) {
  store.cache.find("k")->second.hits = 1;
  store.names.find(7)->second = 'b';
  store.by_place.begin()->second = 1;
  store.hashed.find("y")->second.valid = true;
  store.shelf.begin()->second[1] = 5;
  store.owned[1]->hits = 1;
  store.shared.begin()->second->hits = 1;
  std::next(store.chain.begin())->hits = 1;
}

int read(const Store& store) {
  return store.cache.find("k")->second.hits + store.names.find(7)->second + store.by_place.begin()->second +
         (store.hashed.find("y")->second.valid ? 1 : 0) + store.shelf.begin()->second[1] + store.owned[1]->hits +
         store.shared.begin()->second->hits + std::next(store.chain.begin())->hits;
}
#else
void write(Store& store) {
  store.queue[150].hits = 1;
  store.grid[1][0] = 1;
  store.nested.begin()->second.begin()->second = 4;
  store.root->left->value = 1;
  store.numbers[2] = 1;
  std::get<2>(store.triple).hits = 1;
  store.word[1] = 'o';
  store.maybe->hits = 1;
}

int read(const Store& store) {
  return store.queue[150].hits + store.grid[1][0] + store.nested.begin()->second.begin()->second +
         store.root->left->value + store.numbers[2] + std::get<2>(store.triple).hits + store.word[1] +
         store.maybe->hits;
}
#endif

int main() {
  Store store;
  for (int i = 0; i < 2; ++i) store.owned.push_back(std::make_unique<Entry>());
  store.root->left = std::make_unique<Tree>();
  std::thread writer([&] { write(store); });
  const int sum = read(store);
  writer.join();
  return sum == 0;
}
