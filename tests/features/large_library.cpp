// Features of the C++ library whose headers are large: streams, regular expressions, formats.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>
#include <ranges>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <valarray>
#include <vector>

#include "feature.h"

FEATURE(ranges_filter) {
  long sum = 0;
  for (int v : std::views::iota(0, 8) | std::views::filter([x](int a) { return a < x; })) sum += v;
  return sum;
}
NAMED(valarray) {
  std::valarray<double> v(1.0, 3);
  v[0] = x;
  return static_cast<long>(v.sum());
}
NAMED(stod) { return std::stod(std::string(1, static_cast<char>('0' + x))) > 3; }
NAMED(ostringstream_size) {
  std::ostringstream s;
  s << x + 5;
  return static_cast<long>(s.str().size());
}
NAMED(ostringstream_tellp) {
  std::ostringstream s;
  s << x + 5;
  return static_cast<long>(s.tellp());
}
NAMED(ostringstream_character) {
  std::ostringstream s;
  s << static_cast<char>('a' + x);
  return s.str()[0];
}
NAMED(ostringstream_text) {
  std::string t = "abc";
  t[1] = static_cast<char>('a' + x);
  std::ostringstream s;
  s << t;
  return s.str()[1];
}
NAMED(ostringstream_put) {
  std::ostringstream s;
  s.put(static_cast<char>('a' + x));
  return s.str()[0];
}
NAMED(ostringstream_write) {
  char t[] = "abc";
  t[1] = static_cast<char>('a' + x);
  std::ostringstream s;
  s.write(t, 3);
  return s.str()[1];
}
NAMED(ostringstream_width) {
  std::ostringstream s;
  s << std::setw(x) << 1;
  return static_cast<long>(s.str().size());
}
NAMED(ostringstream_hex) {
  std::ostringstream s;
  s << std::hex << x * 3;
  return s.str()[0];
}
NAMED(stringstream_there_and_back) {
  std::stringstream s;
  s << x;
  int y;
  s >> y;
  return y;
}
FEATURE(istringstream) {
  std::istringstream s(std::string(1, static_cast<char>('0' + x)));
  int y;
  s >> y;
  return y;
}
NAMED(istringstream_getline) {
  std::string t = "ab\nc";
  t[1] = static_cast<char>('a' + x);
  std::istringstream s(t);
  std::string l;
  std::getline(s, l);
  return l[1];
}
NAMED(istringstream_get) {
  std::istringstream s(std::string(1, static_cast<char>('0' + x)));
  return s.get();
}
FEATURE(cout_only_shows) {
  std::cout << x << '\n';
  return x * 2;
}
NAMED(cout_width) {
  std::cout << std::setw(x);
  return std::cout.width();
}
NAMED(cout_into_string) {
  std::ostringstream s;
  auto* old = std::cout.rdbuf(s.rdbuf());
  std::cout << x;
  std::cout.rdbuf(old);
  return s.str()[0];
}
NAMED(fstream_there_and_back) {
  {
    std::ofstream f("/tmp/heddle-feature-stream");
    f << x;
  }
  std::ifstream f("/tmp/heddle-feature-stream");
  int y = -1;
  f >> y;
  return y;
}
NAMED(path) {
  std::string t = "/tmp/a.b";
  t[5] = static_cast<char>('a' + x);
  return std::filesystem::path(t).filename().string()[0];
}
NAMED(regex) {
  std::string t = "a0";
  t[1] = static_cast<char>('0' + x);
  return std::regex_match(t, std::regex("a[34]"));
}
FEATURE(linear_engine) {
  std::minstd_rand g(static_cast<unsigned>(x));
  return g() & 15;
}
FEATURE(duration) { return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::seconds(x)).count(); }
FEATURE(thread_argument) {
  int r = 0;
  std::thread t([&](int v) { r = v + 1; }, x);
  t.join();
  return r;
}
