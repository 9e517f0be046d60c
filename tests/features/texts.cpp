#include <algorithm>
#include <compare>
#include <iomanip>
#include <map>
#include <ranges>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "feature.h"

/* What programs of C++20 do with texts, regular expressions and streams. */

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
NAMED(stoi_no_number) {
  std::string s = "12";
  s[0] = char('6' + x);
  try {
    return std::stoi(s);
  } catch (const std::invalid_argument&) {
    return -1;
  }
}

FEATURE(string_split_view) {
  std::string s = "a b c";
  s[3] = x & 1 ? ' ' : '_';
  long n = 0;
  for (auto part : std::views::split(std::string_view(s), ' ')) n += std::ranges::distance(part) * 10 + 1;
  return n;
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
