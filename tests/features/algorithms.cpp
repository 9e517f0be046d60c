#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "feature.h"

/* What programs of C++20 do with algorithms and ranges. */

FEATURE(sort_of_pairs) {
  std::vector<std::pair<int, char>> v{{3, 'a'}, {x, 'b'}, {5, 'c'}};
  std::sort(v.begin(), v.end());
  return v[1].second;
}
FEATURE(sort_of_strings) {
  std::vector<std::string> v{"c", std::string(1, char('a' + x)), "e"};
  std::sort(v.begin(), v.end(), std::greater<>());
  return v[0][0] * 256 + v[2][0];
}
FEATURE(sort_many) {
  std::vector<int> v(20);
  for (int i = 0; i < 20; ++i) v[i] = i * 7 % 20;
  v[3] = x;
  std::sort(v.begin(), v.end());
  return v[7];
}
FEATURE(partial_sort_copy) {
  int v[] = {5, x, 3, 8}, r[2];
  std::partial_sort_copy(v, v + 4, r, r + 2);
  return r[0] * 10 + r[1];
}
FEATURE(next_permutation) {
  int v[] = {1, x % 4, 2};
  bool more = std::next_permutation(v, v + 3);
  return v[0] * 100 + v[1] * 10 + v[2] + more * 1000;
}
FEATURE(partition_point) {
  std::vector<int> v{1, 2, 3, 4, 5, 6};
  return std::partition_point(v.begin(), v.end(), [x](int e) { return e < x; }) - v.begin();
}
FEATURE(inner_product) {
  int a[] = {1, x, 3}, b[] = {x, 2, 1};
  return std::inner_product(a, a + 3, b, 0);
}
FEATURE(adjacent_difference) {
  int a[] = {1, x, 3}, r[3];
  std::adjacent_difference(a, a + 3, r);
  return r[1] * 10 + r[2];
}
FEATURE(partial_sum_and_iota) {
  int a[6];
  std::iota(a, a + 6, x);
  std::partial_sum(a, a + 6, a);
  return a[5];
}
FEATURE(ranges_pipeline) {
  auto r = std::views::iota(0, x + 1) | std::views::filter([](int i) { return i % 2; }) |
           std::views::transform([](int i) { return i * i; });
  long s = 0;
  for (int i : r) s += i;
  return s;
}
FEATURE(ranges_take_drop) {
  int v[] = {1, 2, 3, 4, 5, 6, 7, 8};
  long s = 0;
  for (int i : v | std::views::drop(x) | std::views::take(2)) s += i;
  return s;
}
FEATURE(ranges_reverse_find) {
  std::string s = "abcdef";
  s[x % 6] = '!';
  auto at = std::ranges::find(s | std::views::reverse, '!');
  return *at;
}
FEATURE(ranges_max_element) {
  struct p {
    int k, v;
  };
  p a[] = {{1, 4}, {2, x}, {3, 3}};
  return std::ranges::max_element(a, {}, &p::v)->k;
}

FEATURE(lexicographic_three_way) {
  int a[] = {1, x}, b[] = {1, 4};
  return std::lexicographical_compare_three_way(a, a + 2, b, b + 2) < 0;
}
