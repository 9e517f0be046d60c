#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "feature.h"

/* What programs of C++20 do with containers. */

FEATURE(vector_of_vectors) {
  std::vector<std::vector<int>> v(3);
  v[x % 3].push_back(x);
  return long(v[1].size()) * 10 + (v[2].empty() ? 0 : v[2][0]);
}
FEATURE(vector_insert_sorted) {
  std::vector<int> v{1, 3, 5};
  v.insert(std::upper_bound(v.begin(), v.end(), x), x);
  return v[2];
}
FEATURE(vector_erase_remove) {
  std::vector<int> v{1, 2, x, 2, 4};
  v.erase(std::remove(v.begin(), v.end(), 2), v.end());
  return long(v.size());
}
FEATURE(vector_unique) {
  std::vector<int> v{1, x, 3, 3};
  v.erase(std::unique(v.begin(), v.end()), v.end());
  return long(v.size());
}
FEATURE(vector_emplace_many) {
  std::vector<std::pair<int, int>> v;
  for (int i = 0; i < x; ++i) v.emplace_back(i, i * i);
  return v.empty() ? -1 : v.back().second;
}
FEATURE(vector_compare) { return std::vector<int>{1, x} < std::vector<int>{1, 4, 0}; }
FEATURE(vector_use_after_growth) {
  std::vector<int> v{1, 2};
  v.shrink_to_fit();
  volatile int* p = &v[0];
  if (x == 6) v.push_back(3);
  return *p;
}
FEATURE(vector_of_bool_flip) {
  std::vector<bool> v(8);
  v[x] = true;
  v[3].flip();
  return std::count(v.begin(), v.end(), true);
}
FEATURE(array_of_arrays) {
  std::array<std::array<int, 3>, 3> a{};
  a[x % 3][x / 3] = 5;
  return a[1][1] * 2 + a[0][2];
}
FEATURE(span_subspan) {
  int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto s = std::span(v).subspan(x);
  return s.front() * 10 + long(s.size());
}
FEATURE(list_splice) {
  std::list<int> a{1, 2, 3}, b{x, 9};
  a.splice(std::next(a.begin(), x % 3), b);
  return *std::next(a.begin(), 2);
}
FEATURE(list_sort) {
  std::list<int> l{5, x, 2};
  l.sort();
  return l.front() * 10 + l.back();
}
FEATURE(deque_both_ends) {
  std::deque<int> d;
  for (int i = 0; i < 4; ++i) i < x % 4 ? d.push_front(i) : d.push_back(i);
  return d[0] * 10 + d[3];
}
FEATURE(map_insert_twice) {
  std::map<int, int> m;
  m.insert({3, 1});
  auto [it, fresh] = m.insert({x, 2});
  return it->second * 10 + fresh;
}
FEATURE(map_try_emplace) {
  std::map<int, std::string> m{{1, "one"}};
  m.try_emplace(x % 2, "other");
  return m.begin()->second[0];
}
FEATURE(map_extract) {
  std::map<int, int> m{{1, 10}, {2, 20}};
  auto n = m.extract(x);
  if (n) {
    n.key() = 7;
    m.insert(std::move(n));
  }
  return m.rbegin()->first * 100 + m.rbegin()->second;
}
FEATURE(map_equal_range) {
  std::multimap<int, int> m{{1, 1}, {x, 2}, {3, 3}, {3, 4}};
  auto [from, to] = m.equal_range(3);
  return std::distance(from, to);
}
FEATURE(map_of_pairs) {
  std::map<std::pair<int, int>, int> m{{{1, 2}, 5}, {{x, 3}, 6}};
  return m.count({4, 3});
}
FEATURE(set_intersection) {
  std::set<int> a{1, 3, 5, x}, b{2, 3, 6, 5};
  std::vector<int> r;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return long(r.size());
}
FEATURE(unordered_erase) {
  std::unordered_map<int, int> m{{1, 1}, {2, 2}, {5, 5}};
  return long(m.erase(x)) * 10 + long(m.size());
}
FEATURE(unordered_with_own_hash) {
  struct hash {
    std::size_t operator()(int v) const { return std::size_t(v) * 7 % 5; }
  };
  std::unordered_map<int, int, hash> m;
  for (int i = 0; i < 6; ++i) m[i * x] += 1;
  return long(m.size());
}
FEATURE(priority_queue_order) {
  std::priority_queue<int, std::vector<int>, std::greater<>> q;
  q.push(4);
  q.push(x);
  q.push(2);
  int a = q.top();
  q.pop();
  return a * 10 + q.top();
}
FEATURE(bitset_shift) { return long((std::bitset<16>(0x55) << x).to_ulong()); }
FEATURE(bitset_from_string) {
  std::string s = "1010";
  s[x % 4] = '1';
  return long(std::bitset<4>(s).count());
}
