// Trees, lists and streams that are ours behave as those of the library do.
// heddle:
// expect: complete
#include <cassert>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <list>
#include <set>
#include <sstream>
#include <string>
#include <vector>

static int black_height(const std::_Rb_tree_node_base* node) {
  if (node == nullptr) return 1;
  const int left = black_height(node->_M_left);
  assert(left == black_height(node->_M_right));
  const bool red = node->_M_color == std::_S_red;
  for (const auto* child : {node->_M_left, node->_M_right})
    assert(child == nullptr || (child->_M_parent == node && !(red && child->_M_color == std::_S_red)));
  return left + (red ? 0 : 1);
}

static void trees() {
  std::set<int> set;
  std::vector<bool> inside(48);
  unsigned random = 1;
  for (int i = 0; i < 1500; ++i) {
    random = random * 1103515245 + 12345;
    const int number = (random >> 16) % 48;
    if (inside[number]) {
      assert(set.erase(number) == 1);
    } else {
      assert(set.insert(number).second);
    }
    inside[number] = !inside[number];
    if (!set.empty()) black_height(set.end()._M_node->_M_parent);
    std::vector<int> up(set.begin(), set.end()), down(set.rbegin(), set.rend());
    assert(up.size() == set.size() && std::vector<int>(down.rbegin(), down.rend()) == up);
    for (std::size_t k = 1; k < up.size(); ++k) assert(up[k - 1] < up[k]);
  }
}

static void lists() {
  std::list<int> a, b, empty;
  for (int i = 0; i < 5; ++i) a.push_back(i), b.push_front(i);
  a.splice(a.begin(), b, b.begin());
  assert((a == std::list<int>{4, 0, 1, 2, 3, 4}) && b.size() == 4);
  a.reverse();
  a.sort();
  a.swap(b);
  assert((a == std::list<int>{3, 2, 1, 0}) && b.front() == 0);
  a.swap(empty);
  assert(a.empty() && empty.size() == 4);
  empty.merge(b, std::greater<>());
  assert(b.empty() && empty.size() == 10);
}

static void streams() {
  std::istringstream in("12 abc\nrest of it\n3,4;xyz");
  int number = 0;
  std::string word, line;
  in >> number >> word;
  in.ignore(100, '\n');
  assert(in.gcount() == 1 && number == 12 && word == "abc");
  assert(std::getline(in, line) && line == "rest of it");
  char part[4];
  in.getline(part, 4, ',');
  assert(in.gcount() == 2 && part[0] == '3' && part[1] == 0);
  in.ignore(2) >> std::setw(2) >> word;
  assert(word == "xy");
  assert(!(in >> part).fail() && part[0] == 'z' && in.eof());
  assert(!(in >> word));
  assert(!std::getline(in, line));
  std::ostringstream out;
  out << std::setw(4) << std::hex << 255 << ' ' << 2.5 << std::boolalpha << true;
  assert(out.str() == "  ff 2.5true");
}

int main() {
  trees();
  lists();
  streams();
  std::cout << "done" << std::endl;
}
