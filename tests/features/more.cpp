#include <algorithm>
#include <any>
#include <array>
#include <bit>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <coroutine>
#include <cstdint>
#include <deque>
#include <functional>
#include <iomanip>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <ranges>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "feature.h"

/* What programs of C++20 do with their library. */

FEATURE(variant_visit) {
  std::variant<int, double, std::string> v;
  if (x < 3)
    v = x;
  else if (x < 5)
    v = x * 0.5;
  else
    v = std::string(x, 'a');
  return std::visit(
      [](const auto& e) -> long {
        using T = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<T, std::string>)
          return long(e.size()) * 100;
        else
          return long(e);
      },
      v);
}
FEATURE(variant_holds) {
  std::variant<int, char> v = x > 3 ? std::variant<int, char>(x) : std::variant<int, char>('c');
  return std::holds_alternative<char>(v) * 2 + long(v.index());
}
FEATURE(variant_bad_access) {
  std::variant<int, char> v;
  if (x == 4) v = 'c';
  try {
    return std::get<int>(v) + 3;
  } catch (const std::bad_variant_access&) {
    return 9;
  }
}
FEATURE(variant_assigned_over) {
  std::variant<std::string, int> v = std::string("a long text that is on the heap");
  if (x & 1) v = x;
  if (x & 2) v = std::string("b");
  return long(v.index());
}
FEATURE(visit_two) {
  std::variant<int, char> a = x, b = char('a' + x);
  if (x > 4) std::swap(a, b);
  return std::visit([](auto p, auto q) { return long(sizeof p) * 10 + long(q); }, a, b);
}
FEATURE(optional_value_or) {
  std::optional<int> o;
  if (x % 3 == 1) o = x;
  return o.value_or(50);
}
FEATURE(optional_compare) {
  std::optional<int> a = x > 2 ? std::optional(x) : std::nullopt, b = 5;
  return (a < b) * 2 + (a == b);
}
FEATURE(optional_of_string) {
  std::optional<std::string> o;
  if (x & 4) o.emplace(x, 'q');
  if (x == 5) o.reset();
  return o ? long(o->size()) : -1;
}
FEATURE(any_cast_of_chosen) {
  std::any a = 1;
  if (x > 5) a = std::string("s");
  return std::any_cast<int>(&a) != nullptr;
}
FEATURE(tuple_tie) {
  auto [a, b, c] = std::tuple(x, x * 2, 'c');
  std::tie(a, b) = std::pair(b, a);
  return a * 10 + b;
}
FEATURE(tuple_compare) { return std::tuple(x / 2, x) < std::tuple(2, 5); }
FEATURE(apply_tuple) {
  return std::apply([](int a, int b) { return a - b; }, std::tuple(10, x));
}

FEATURE(charconv_base) {
  char t[40];
  auto [end, error] = std::to_chars(t, t + sizeof t, x * 5, 2);
  return end - t;
}
FEATURE(charconv_too_small) {
  char t[2];
  auto [end, error] = std::to_chars(t, t + sizeof t, x * 30);
  return error == std::errc::value_too_large;
}
FEATURE(charconv_parse) {
  char t[] = "12x4";
  t[2] = char('0' + x * 2);
  int v = 0;
  auto [end, error] = std::from_chars(t, t + 4, v);
  return v * 10 + (end - t);
}
FEATURE(charconv_parse_hex) {
  char t[] = "f0";
  t[1] = char('a' + x);
  unsigned v = 0;
  std::from_chars(t, t + 2, v, 16);
  return v;
}
FEATURE(charconv_out_of_range) {
  char t[] = "250";
  t[2] = char('0' + x);
  unsigned char v = 7;
  auto [end, error] = std::from_chars(t, t + 3, v);
  return error == std::errc::result_out_of_range ? -1 : v;
}

FEATURE(string_replace_all) {
  std::string s = "a-b-c";
  s[1] = x & 1 ? '-' : '+';
  std::replace(s.begin(), s.end(), '-', '*');
  return std::count(s.begin(), s.end(), '*');
}
FEATURE(string_split) {
  std::string s = "a,b,c";
  s[x % 5] = ',';
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at; (at = s.find(',', from)) != std::string::npos; from = at + 1)
    parts.push_back(s.substr(from, at - from));
  parts.push_back(s.substr(from));
  return long(parts.size());
}
FEATURE(string_join) {
  std::string s;
  for (int i = 0; i < x; ++i) s += (i ? "," : "") + std::to_string(i);
  return long(s.size());
}
FEATURE(string_insert_at) {
  std::string s = "0123456";
  s.insert(x, "ab");
  return s[4];
}
FEATURE(string_rfind) {
  std::string s = "abcabc";
  return long(s.rfind(char('a' + x)));
}
FEATURE(string_find_first_of) { return long(std::string("hello world").find_first_of(std::string(1, char('m' + x)))); }
FEATURE(string_find_last_not_of) {
  std::string s = "ab   ";
  s[x % 5] = 'x';
  return long(s.find_last_not_of(' '));
}
FEATURE(string_starts_with) { return std::string(1, char('a' + x)).starts_with('d'); }
FEATURE(string_grows_past_small) {
  std::string s(12, 'a');
  s.append(x, 'b');
  return long(s.size()) * 2 + (s.capacity() > 15);
}
FEATURE(string_compare_three_way) { return (std::string("abc") <=> std::string{'a', 'b', char('a' + x)}) < 0; }
FEATURE(string_less_in_map) {
  std::map<std::string, int> m{{"b", 1}, {"d", 2}, {"f", 3}};
  auto it = m.lower_bound(std::string(1, char('a' + x)));
  return it == m.end() ? 9 : it->second;
}
FEATURE(string_view_find) { return long(std::string_view("key=value").find(char('=' + x))); }
FEATURE(string_view_trim) {
  std::string t = "  ab  ";
  t[x % 6] = 'q';
  std::string_view v = t;
  v.remove_prefix(std::min(v.find_first_not_of(' '), v.size()));
  return long(v.size());
}
NAMED(u8_and_wide_strings) {
  std::wstring w = L"abc";
  w[1] = wchar_t(L'a' + x);
  return w == L"adc";
}
FEATURE(erase_if_string) {
  std::string s = "a1b2c3";
  s[1] = char('0' + x * 5);
  std::erase_if(s, [](char c) { return c >= '0' && c <= '9'; });
  return long(s.size());
}
NAMED(stoi_base) {
  std::string s = "z1";
  s[0] = char('0' + x);
  std::size_t n = 0;
  int v = std::stoi(s, &n, 8 + x % 2);
  return v * 10 + long(n);
}
FEATURE(stoi_no_number) {
  std::string s = "12";
  s[0] = char('6' + x);
  try {
    return std::stoi(s);
  } catch (const std::invalid_argument&) {
    return -1;
  }
}

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
FEATURE(string_split_view) {
  std::string s = "a b c";
  s[3] = x & 1 ? ' ' : '_';
  long n = 0;
  for (auto part : std::views::split(std::string_view(s), ' ')) n += std::ranges::distance(part) * 10 + 1;
  return n;
}
FEATURE(lexicographic_three_way) {
  int a[] = {1, x}, b[] = {1, 4};
  return std::lexicographical_compare_three_way(a, a + 2, b, b + 2) < 0;
}
FEATURE(clamp_and_lerp) { return std::clamp(x, 2, 5) * 10 + long(std::midpoint(x, 9)); }
FEATURE(cmp_less) { return std::cmp_less(x - 4, 0u); }
FEATURE(has_single_bit) {
  return std::has_single_bit(unsigned(x)) * 10 + std::countl_zero(std::uint8_t(x)) + std::popcount(unsigned(x));
}
FEATURE(bit_floor) { return std::bit_floor(unsigned(x)); }
FEATURE(rotr_of_byte) { return std::rotr(std::uint8_t(0x93), x); }
FEATURE(byteswap_by_hand) { return __builtin_bswap32(std::uint32_t(x) << 20); }
FEATURE(ratio_of_durations) {
  using namespace std::chrono;
  return duration_cast<minutes>(seconds(x * 50)).count();
}
FEATURE(calendar_day) {
  using namespace std::chrono;
  sys_days d = year(2024) / February / 25;
  year_month_day after{d + days(x)};
  return long(unsigned(after.month())) * 100 + long(unsigned(after.day()));
}
FEATURE(weekday_of_input) {
  using namespace std::chrono;
  return long(weekday(sys_days(days(x * 3))).c_encoding());
}
FEATURE(complex_product) {
  std::complex<double> c(x, 1);
  return long((c * c).real());
}
FEATURE(mersenne_twister) {
  std::mt19937 g(x);
  return long(g() % 1000);
}
FEATURE(uniform_distribution) {
  std::minstd_rand g(x + 1);
  return std::uniform_int_distribution<int>(0, 9)(g);
}
FEATURE(shuffle_by_seed) {
  int v[] = {1, 2, 3, 4};
  std::minstd_rand g(x + 1);
  std::shuffle(v, v + 4, g);
  return v[0];
}

FEATURE(regex_of_input) {
  std::string s = "a1";
  s[1] = char('0' + x * 4);
  return std::regex_match(s, std::regex("[a-c][0-9]"));
}
FEATURE(regex_groups) {
  std::string s = "k=v";
  s[0] = char('h' + x);
  std::smatch m;
  return std::regex_match(s, m, std::regex("([k-m])=(.)")) ? m[1].str()[0] : 0;
}
FEATURE(stringstream_words) {
  std::string t = "ab cd ef";
  t[2] = x & 1 ? ' ' : '-';
  std::istringstream in(t);
  std::string w;
  long n = 0;
  while (in >> w) n += long(w.size()) + 10;
  return n;
}
NAMED(ostringstream_setw) {
  std::ostringstream out;
  out << std::setw(x) << std::setfill('0') << 5;
  return long(out.str().size());
}

/* The language. */
struct generator {
  struct promise_type {
    int value = 0;
    generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  ~generator() { handle.destroy(); }
  generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  generator(const generator&) = delete;
};
static generator squares(int n) {
  for (int i = 0; i < n; ++i) co_yield i* i;
}
FEATURE(generator_sum) {
  auto g = squares(x);
  long s = 0;
  for (g.handle.resume(); !g.handle.done(); g.handle.resume()) s += g.handle.promise().value;
  return s;
}
static generator throws_at(int n, int at) {
  for (int i = 0; i < n; ++i) {
    if (i == at) throw i;
    co_yield i;
  }
}
FEATURE(generator_throws) {
  auto g = throws_at(5, x);
  try {
    for (g.handle.resume(); !g.handle.done(); g.handle.resume()) {
    }
  } catch (int at) {
    return 10 + at;
  }
  return 1;
}
struct shape {
  virtual ~shape() = default;
  virtual long area() const = 0;
};
struct square : shape {
  explicit square(int s) : side(s) {}
  long area() const override { return side * side; }
  int side;
};
struct flat : virtual shape {
  long area() const override { return 1; }
};
FEATURE(polymorphic_vector) {
  std::vector<std::unique_ptr<shape>> v;
  v.push_back(std::make_unique<square>(x));
  if (x & 1) v.push_back(std::make_unique<flat>());
  long s = 0;
  for (const auto& e : v) s += e->area();
  return s;
}
NAMED(dynamic_cast_fails) {
  std::unique_ptr<shape> p;
  if (x > 4)
    p = std::make_unique<square>(x);
  else
    p = std::make_unique<flat>();
  auto* q = dynamic_cast<square*>(p.get());
  return q ? q->side : -1;
}
NAMED(dynamic_cast_reference_throws) {
  flat f;
  square q(x);
  shape& s = x & 2 ? static_cast<shape&>(q) : f;
  try {
    return dynamic_cast<square&>(s).side;
  } catch (const std::bad_cast&) {
    return -5;
  }
}
FEATURE(exception_hierarchy) {
  try {
    if (x < 2) throw std::out_of_range("r");
    if (x < 4) throw std::runtime_error("e");
    if (x < 6) throw x;
  } catch (const std::logic_error& e) {
    return e.what()[0];
  } catch (const std::exception&) {
    return 2;
  } catch (...) {
    return 3;
  }
  return 4;
}
FEATURE(exception_in_constructor) {
  struct member {
    int& n;
    member(int& c) : n(c) {}
    ~member() { ++n; }
  };
  struct whole {
    member a, b;
    whole(int& c, int v) : a(c), b(c) {
      if (v == 3) throw 1;
    }
  };
  int destroyed = 0;
  try {
    whole w(destroyed, x);
    destroyed += 10;
  } catch (int) {
    destroyed += 100;
  }
  return destroyed;
}
static long noexcept_or_not(int x) noexcept {
  if (x == 6) throw 1;
  return x;
}
FEATURE(throw_through_noexcept) { return noexcept_or_not(x); }
FEATURE(nested_exception) {
  try {
    try {
      if (x > 3) throw std::runtime_error("inner");
      return x;
    } catch (...) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (const std::exception& e) {
    try {
      std::rethrow_if_nested(e);
    } catch (const std::exception& inner) {
      return inner.what()[0];
    }
  }
  return 0;
}
FEATURE(recursive_lambda) {
  auto f = [](auto self, int n) -> long { return n < 2 ? 1 : n * self(self, n - 1); };
  return f(f, x);
}
FEATURE(capture_by_move) {
  auto p = std::make_unique<int>(x);
  auto f = [q = std::move(p)] { return *q + 1; };
  return f();
}
FEATURE(function_reassigned) {
  std::function<int(int)> f = [](int a) { return a + 1; };
  if (x > 3) f = [x](int a) { return a * x; };
  return f(10);
}
FEATURE(function_empty_throws) {
  std::function<int()> f;
  if (x != 2) f = [x] { return x; };
  try {
    return f();
  } catch (const std::bad_function_call&) {
    return 77;
  }
}
template <int N>
long power(long b) {
  if constexpr (N == 0)
    return 1;
  else
    return b * power<N - 1>(b);
}
FEATURE(template_recursion) { return power<4>(x); }
template <class... T>
long folded(T... v) {
  return (v + ...) + long(sizeof...(v));
}
FEATURE(fold_expression) { return folded(x, x * 2, 3); }
struct ordered {
  int a, b;
  auto operator<=>(const ordered&) const = default;
};
FEATURE(defaulted_comparison) { return ordered{x / 3, x} > ordered{1, 4}; }
struct counted {
  static inline int alive = 0;
  counted() { ++alive; }
  counted(const counted&) { ++alive; }
  ~counted() { --alive; }
};
FEATURE(objects_alive) {
  std::vector<counted> v(x);
  counted one = v.empty() ? counted() : v[0];
  return counted::alive;
}
FEATURE(shared_pointer_counts) {
  auto p = std::make_shared<int>(x);
  std::vector<std::shared_ptr<int>> v(x, p);
  std::weak_ptr<int> w = p;
  p.reset();
  return long(w.use_count()) * 2 + w.expired();
}
FEATURE(unique_pointer_with_deleter) {
  long deleted = 0;
  {
    auto d = [&](int* p) {
      deleted += *p;
      delete p;
    };
    std::unique_ptr<int, decltype(d)> p(x > 3 ? new int(x) : nullptr, d);
  }
  return deleted;
}
FEATURE(move_leaves_empty) {
  std::string s(x * 5, 'a'), t = std::move(s);
  return long(s.size()) * 100 + long(t.size());
}
FEATURE(initializer_list_of_pairs) {
  long s = 0;
  for (auto [a, b] : std::initializer_list<std::pair<int, int>>{{x, 1}, {2, x}}) s = s * 10 + a * b;
  return s;
}
FEATURE(range_for_over_initialised) {
  int v[] = {3, 1, 2};
  for (int& e : v) e *= x;
  return v[0] - v[1] * v[2];
}
FEATURE(enum_class_switch) {
  enum class color { red, green, blue };
  switch (static_cast<color>(x % 3)) {
    case color::red: return 4;
    case color::green: return 5;
    case color::blue: return 6;
  }
  return 7;
}
FEATURE(user_literal_and_operators) {
  struct vec {
    int a, b;
    vec operator+(vec o) const { return {a + o.a, b + o.b}; }
    vec& operator*=(int k) {
      a *= k;
      b *= k;
      return *this;
    }
    int operator[](int i) const { return i ? b : a; }
  };
  vec v = vec{x, 1} + vec{1, x};
  v *= 2;
  return v[x & 1];
}
FEATURE(pointer_to_virtual_member) {
  long (shape::*f)() const = &shape::area;
  square s(x);
  return (s.*f)();
}
FEATURE(thread_with_result_by_reference) {
  long r = 0;
  std::thread t([&r, x] { r = x * 3; });
  t.join();
  return r;
}
FEATURE(call_once_throws_first) {
  std::once_flag f;
  int n = 0;
  for (int i = 0; i < 2; ++i) {
    try {
      std::call_once(f, [&] {
        ++n;
        if (x > 4 && n == 1) throw 1;
      });
    } catch (int) {
      n += 10;
    }
  }
  return n;
}
FEATURE(scoped_lock_of_two) {
  std::mutex a, b;
  long sum = 0;
  std::thread t([&] {
    std::scoped_lock l(a, b);
    sum += x;
  });
  {
    std::scoped_lock l(b, a);
    sum += 1;
  }
  t.join();
  return sum;
}
