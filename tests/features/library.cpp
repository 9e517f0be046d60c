#include <algorithm>
#include <any>
#include <bitset>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <forward_list>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <queue>
#include <semaphore>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "feature.h"

// The C++ library.

FEATURE(min) { return std::min(x, 3); }
FEATURE(max) { return std::max(x, 3); }
FEATURE(minmax) {
  auto [a, b] = std::minmax({x, 3, 5});
  return a * 10 + b;
}
FEATURE(clamp) { return std::clamp(x, 2, 5); }
FEATURE(gcd) { return std::gcd(x, 6); }
FEATURE(midpoint) { return std::midpoint(x, 9); }
FEATURE(popcount) { return std::popcount(static_cast<unsigned>(x)); }
FEATURE(bit_width) { return static_cast<long>(std::bit_width(static_cast<unsigned>(x))); }
FEATURE(bit_ceil) { return std::bit_ceil(static_cast<unsigned>(x)); }
FEATURE(rotl) { return std::rotl(static_cast<unsigned char>(0x81), x); }
FEATURE(sort) {
  int v[] = {5, x, 2, 9};
  std::sort(v, v + 4);
  return v[1];
}
FEATURE(sort_by) {
  int v[] = {4, 1, 2};
  std::sort(v, v + 3, [x](int a, int b) { return (a ^ x) < (b ^ x); });
  return v[0];
}
FEATURE(stable_sort) {
  int v[] = {5, x, 2, 9};
  std::stable_sort(v, v + 4);
  return v[2];
}
FEATURE(nth_element) {
  int v[] = {5, x, 2, 9, 1};
  std::nth_element(v, v + 2, v + 5);
  return v[2];
}
FEATURE(lower_bound) {
  int v[] = {1, 3, 4, 6};
  return std::lower_bound(v, v + 4, x) - v;
}
FEATURE(find) {
  int v[] = {4, 7, 2};
  return std::find(v, v + 3, x) - v;
}
FEATURE(count_if) {
  int v[] = {4, 7, 2};
  return std::count_if(v, v + 3, [x](int a) { return a > x; });
}
FEATURE(accumulate) {
  int v[] = {4, x, 2};
  return std::accumulate(v, v + 3, 0);
}
FEATURE(rotate) {
  int v[] = {0, 1, 2, 3, 4, 5, 6, 7};
  std::rotate(v, v + x, v + 8);
  return v[0];
}
FEATURE(heap) {
  std::vector<int> v = {3, 1, 6};
  v.push_back(x);
  std::push_heap(v.begin(), v.end());
  return v[0];
}
FEATURE(equal) {
  int a[] = {1, x};
  int b[] = {1, 4};
  return std::equal(a, a + 2, b);
}
FEATURE(lexicographical_compare) {
  int a[] = {1, x};
  int b[] = {1, 4};
  return std::lexicographical_compare(a, a + 2, b, b + 2);
}
FEATURE(span) {
  int v[] = {4, 7, 2, 8};
  return std::span(v).subspan(static_cast<std::size_t>(x & 1), 2)[0];
}
FEATURE(vector_push) {
  std::vector<int> v;
  v.push_back(x);
  v.push_back(x + 1);
  return v[1];
}
FEATURE(vector_size) {
  std::vector<int> v(static_cast<std::size_t>(x), 3);
  return static_cast<long>(v.size());
}
FEATURE(vector_size_sum) {
  std::vector<int> v(static_cast<std::size_t>(x), 3);
  return std::accumulate(v.begin(), v.end(), 0);
}
FEATURE(vector_resize) {
  std::vector<int> v;
  v.resize(static_cast<std::size_t>(x));
  return v.size() > 4;
}
FEATURE(vector_reserve) {
  std::vector<int> v;
  v.reserve(static_cast<std::size_t>(x));
  return static_cast<long>(v.capacity());
}
FEATURE(vector_at) {
  std::vector<int> v(5, 1);
  return v.at(static_cast<std::size_t>(x));
}
FEATURE(vector_overrun) {
  std::vector<int> v(5, 1);
  return v[static_cast<std::size_t>(x)];
}
FEATURE(vector_insert) {
  std::vector<int> v = {1, 2, 3, 4, 5, 6, 7};
  v.insert(v.begin() + x, 100);
  return v[3];
}
FEATURE(vector_erase) {
  std::vector<int> v = {1, 2, 3, 4, 5, 6, 7, 8};
  v.erase(v.begin() + x);
  return v[3];
}
FEATURE(vector_bool) {
  std::vector<bool> v(8);
  v[static_cast<std::size_t>(x)] = true;
  return v[5];
}
FEATURE(vector_copy) {
  std::vector<int> v = {x, 2};
  std::vector<int> w = v;
  v[0] = 0;
  return w[0];
}
FEATURE(deque) {
  std::deque<int> d;
  d.push_front(x);
  d.push_back(2);
  return d.front() * 10 + d.back();
}
FEATURE(list) {
  std::list<int> l = {4, x, 2};
  l.sort();
  return l.front();
}
FEATURE(forward_list) {
  std::forward_list<int> l = {x};
  l.push_front(3);
  return *std::next(l.begin());
}
FEATURE(map_key) {
  std::map<int, int> m = {{1, 10}, {4, 40}};
  m[x] += 5;
  return m[4];
}
FEATURE(map_find) {
  std::map<int, int> m = {{1, 10}, {4, 40}};
  return m.count(x) != 0;
}
FEATURE(map_at) {
  std::map<int, int> m;
  for (int i = 0; i < 7; ++i) m[i] = i;
  return m.at(x);
}
FEATURE(map_value) {
  std::map<int, int> m;
  m[3] = x;
  m[1] = 2;
  return m[3];
}
FEATURE(map_iteration) {
  std::map<int, int> m = {{2, 1}, {5, 2}, {x, 3}};
  long r = 0;
  for (auto& [k, v] : m) r = r * 10 + v;
  return r;
}
FEATURE(map_erase) {
  std::map<int, int> m = {{2, 1}, {5, 2}, {6, 3}};
  m.erase(x);
  return static_cast<long>(m.size());
}
FEATURE(set) {
  std::set<int> s = {4, x, 2};
  return static_cast<long>(s.size());
}
FEATURE(multiset) {
  std::multiset<int> s = {4, x, 4};
  return static_cast<long>(s.count(4));
}
NAMED(unordered_map) {
  std::unordered_map<int, int> m = {{1, 10}, {4, 40}};
  m[x] += 5;
  return m[4];
}
NAMED(unordered_set) {
  std::unordered_set<int> s = {1, 4};
  return s.count(x) != 0;
}
NAMED(unordered_string) {
  std::unordered_map<std::string, int> m = {{"a", 1}, {"e", 2}};
  std::string k(1, static_cast<char>('a' + x));
  return m.count(k) != 0;
}
NAMED(hash_of_string) {
  std::string k(1, static_cast<char>('a' + x));
  return std::hash<std::string>()(k) == std::hash<std::string>()("d");
}
FEATURE(priority_queue) {
  std::priority_queue<int> q;
  q.push(3);
  q.push(x);
  return q.top();
}
FEATURE(queue_stack) {
  std::queue<int> q;
  std::stack<int> s;
  q.push(x);
  s.push(q.front() + 1);
  return s.top();
}
FEATURE(bitset) {
  std::bitset<16> b(static_cast<unsigned>(x) * 5);
  return static_cast<long>(b.count());
}
FEATURE(bitset_test) {
  std::bitset<16> b(0x35);
  return b.test(static_cast<std::size_t>(x));
}
FEATURE(any) {
  std::any a = x;
  return std::any_cast<int>(a);
}
FEATURE(string_character) {
  std::string s = "abc";
  s[1] = static_cast<char>('0' + x);
  return s == "a4c";
}
FEATURE(string_push) {
  std::string s;
  s.push_back(static_cast<char>('0' + x));
  return s[0];
}
FEATURE(string_size) {
  std::string s(static_cast<std::size_t>(x), 'a');
  return static_cast<long>(s.size());
}
FEATURE(string_append) {
  std::string s = "ab";
  std::string t(1, static_cast<char>('0' + x));
  s += t;
  return s[2];
}
FEATURE(string_long) {
  std::string s(40, 'a');
  s[30] = static_cast<char>('0' + x);
  std::string t = s + "b";
  return t[30];
}
FEATURE(string_compare) {
  std::string s = "abc";
  s[2] = static_cast<char>('a' + x);
  return s < "abd";
}
FEATURE(string_find) {
  std::string s = "01234567";
  return static_cast<long>(s.find(static_cast<char>('0' + x)));
}
FEATURE(string_find_text) {
  std::string s = "a0b";
  s[1] = static_cast<char>('0' + x);
  return s.find("3b") != std::string::npos;
}
FEATURE(string_substr) {
  std::string s = "01234567";
  return s.substr(static_cast<std::size_t>(x))[0];
}
FEATURE(string_substr_throws) {
  std::string s = "0123";
  return static_cast<long>(s.substr(static_cast<std::size_t>(x)).size());
}
FEATURE(string_resize) {
  std::string s = "0123";
  s.resize(static_cast<std::size_t>(x));
  return static_cast<long>(s.size());
}
FEATURE(string_replace) {
  std::string s = "0123456789";
  s.replace(static_cast<std::size_t>(x), 1, "zz");
  return s[4];
}
FEATURE(string_erase) {
  std::string s = "0123456789";
  s.erase(0, static_cast<std::size_t>(x));
  return s[0];
}
FEATURE(string_at) {
  std::string s = "0123";
  return s.at(static_cast<std::size_t>(x));
}
FEATURE(string_view) {
  std::string s = "abc";
  s[1] = static_cast<char>('0' + x);
  return std::string_view(s).substr(1) == "5c";
}
FEATURE(to_string) { return std::to_string(x + 5).size() == 2; }
FEATURE(to_string_digit) { return std::to_string(x)[0]; }
NAMED(stoi) { return std::stoi(std::string(1, static_cast<char>('0' + x))); }
NAMED(stol_throws) {
  std::string s = "0";
  s[0] = static_cast<char>('5' + x);
  return std::stol(s);
}
FEATURE(from_chars) {
  char t[] = "0";
  t[0] = static_cast<char>('0' + x);
  int y = 0;
  std::from_chars(t, t + 1, y);
  return y;
}
FEATURE(to_chars) {
  char t[8];
  std::to_chars(t, t + 8, x + 5);
  return t[0];
}
NAMED(monotonic_buffer) {
  char buffer[256];
  std::pmr::monotonic_buffer_resource r(buffer, sizeof buffer);
  std::pmr::vector<int> v(&r);
  v.push_back(x);
  return v[0] + 1;
}
FEATURE(jthread) {
  int r = 0;
  {
    std::jthread t([&] { r = x * 2; });
  }
  return r;
}
FEATURE(async) {
  return std::async(std::launch::async, [x] { return x + 3; }).get();
}
FEATURE(async_deferred) {
  return std::async(std::launch::deferred, [x] { return x + 3; }).get();
}
FEATURE(promise) {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] { p.set_value(x * 2); });
  long r = f.get();
  t.join();
  return r;
}
NAMED(promise_exception) {
  std::promise<int> p;
  auto f = p.get_future();
  p.set_exception(std::make_exception_ptr(x));
  try {
    return f.get();
  } catch (int e) {
    return e + 10;
  }
}
FEATURE(packaged_task) {
  std::packaged_task<int(int)> t([](int v) { return v * 3; });
  auto f = t.get_future();
  t(x);
  return f.get();
}
FEATURE(mutex_per_bucket) {
  static std::mutex m[8];
  std::lock_guard g(m[x]);
  const bool free = m[3].try_lock();
  return free;
}
FEATURE(counting_semaphore) {
  std::counting_semaphore<8> s(x);
  long r = 0;
  while (s.try_acquire()) ++r;
  return r;
}
FEATURE(vector_of_threads) {
  std::vector<std::thread> t;
  int n = 0;
  std::mutex m;
  for (int i = 0; i < (x & 3); ++i)
    t.emplace_back([&] {
      std::lock_guard g(m);
      ++n;
    });
  for (auto& one : t) one.join();
  return n;
}
