#include <algorithm>
#include <any>
#include <bit>
#include <charconv>
#include <chrono>
#include <complex>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "feature.h"

/* What programs of C++20 do with values of the library that hold others, with numbers, bits, times and random numbers.
 */

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
