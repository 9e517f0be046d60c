#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <codecvt>
#include <compare>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <set>
#include <shared_mutex>
#include <source_location>
#include <span>
#include <sstream>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <typeindex>
#include <unordered_map>
#include <variant>
#include <vector>

#include "feature.h"

// Further ways through the library of C++ and back.

NAMED(quoted_and_back) {
  std::stringstream s;
  s << std::quoted(std::string(1, static_cast<char>('a' + x)));
  std::string back;
  s >> std::quoted(back);
  return back[0];
}
NAMED(stream_iterators) {
  std::stringstream s;
  std::ostream_iterator<int> out(s, " ");
  *out++ = x;
  *out++ = 2 * x;
  return std::accumulate(std::istream_iterator<int>(s), std::istream_iterator<int>(), 0);
}
FEATURE(position_in_a_stream) {
  std::istringstream s("01234567");
  s.seekg(x);
  return s.peek();
}
FEATURE(ignored_in_a_stream) {
  std::istringstream s("01234567");
  s.ignore(x);
  return s.get();
}
FEATURE(buffer_of_a_stream) {
  std::stringbuf buffer;
  buffer.sputc(static_cast<char>('a' + x));
  return buffer.sbumpc();
}
NAMED(wide_stream) {
  std::wostringstream s;
  s << x;
  return s.str()[0];
}
NAMED(time_in_a_stream) {
  std::tm time{};
  time.tm_mday = x + 1;
  std::ostringstream s;
  s << std::put_time(&time, "%d");
  return s.str()[1];
}
NAMED(money_in_a_stream) {
  std::ostringstream s;
  s << std::put_money(static_cast<long double>(x));
  return s.str()[0];
}
NAMED(truth_in_a_stream) {
  std::ostringstream s;
  s << std::boolalpha << (x > 4);
  return static_cast<long>(s.str().size());
}
FEATURE(stream_from_stream) {
  std::istringstream in(std::string(static_cast<std::size_t>(x), 'a'));
  std::ostringstream out;
  out << in.rdbuf();
  return static_cast<long>(out.str().size());
}
FEATURE(exceptions_of_a_stream) {
  std::istringstream in(std::string(1, static_cast<char>('0' + x)));
  in.exceptions(std::ios::failbit);
  try {
    int n = 0;
    in >> std::oct >> n;
    return n;
  } catch (const std::ios::failure&) {
    return 99;
  }
}
FEATURE(locale_classifies) {
  return std::use_facet<std::ctype<char>>(std::locale::classic())
      .is(std::ctype<char>::digit, static_cast<char>('5' + x));
}
NAMED(text_of_error_category) {
  return std::error_code(x, std::generic_category()) == std::errc::no_such_file_or_directory;
}
FEATURE(type_index_of_chosen) {
  const std::type_index type = x > 3 ? std::type_index(typeid(int)) : std::type_index(typeid(long));
  return type == std::type_index(typeid(int));
}
FEATURE(variant_by_index) {
  std::variant<int, long, char> v;
  if (x % 3 == 0) v = x;
  if (x % 3 == 1) v = static_cast<long>(x) * 2;
  if (x % 3 == 2) v = static_cast<char>(x + 1);
  return std::visit([](auto value) { return static_cast<long>(value) + static_cast<long>(sizeof value) * 10; }, v);
}
FEATURE(shared_lock_per_bucket) {
  std::array<std::shared_mutex, 4> locks;
  std::shared_lock lock(locks[x & 3]);
  return locks[2].try_lock() ? (locks[2].unlock(), 1) : 0;
}
FEATURE(stop_requested) {
  std::stop_source source;
  long seen = 0;
  std::stop_callback callback(source.get_token(), [&] { seen = x; });
  if (x > 2) source.request_stop();
  return seen;
}
FEATURE(atomic_reference) {
  int cell = x;
  std::atomic_ref<int> reference(cell);
  int expected = 5;
  return reference.compare_exchange_strong(expected, 9) * 10 + cell;
}
FEATURE(atomic_shared_pointer) {
  std::shared_ptr<int> p = std::make_shared<int>(x);
  std::atomic_store(&p, std::make_shared<int>(x * 2));
  return *std::atomic_load(&p) + p.use_count();
}
NAMED(atomic_waits_for_input) {
  std::atomic<int> cell{0};
  std::jthread other([&] {
    cell = x + 1;
    cell.notify_one();
  });
  cell.wait(0);
  return cell;
}
FEATURE(queue_of_jobs) {
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<int> jobs;
  long sum = 0;
  std::jthread worker([&] {
    std::unique_lock lock(mutex);
    ready.wait(lock, [&] { return !jobs.empty(); });
    sum = jobs.front() == 3 ? 100 : jobs.front();
  });
  {
    const std::scoped_lock lock(mutex);
    jobs.push_back(x);
  }
  ready.notify_one();
  worker.join();
  return sum;
}
FEATURE(exception_out_of_a_task) {
  auto task = std::async(std::launch::async, [&] {
    if (x == 2) throw std::out_of_range("two");
    return x;
  });
  try {
    return task.get();
  } catch (const std::out_of_range&) {
    return 50;
  }
}
FEATURE(terminates) {
  if (x == 4) std::terminate();
  return 0;
}
FEATURE(terminate_handler_says_so) {
  std::set_terminate([] { std::_Exit(3); });
  if (x == 4) throw 1;
  return 0;
}
FEATURE(thrown_out_of_noexcept) {
  const auto leave = [&]() noexcept {
    if (x == 6) throw x;
  };
  leave();
  return 0;
}
NAMED(polymorphic_memory) {
  std::array<std::byte, 64> room;
  std::pmr::monotonic_buffer_resource resource(room.data(), room.size(), std::pmr::null_memory_resource());
  try {
    std::pmr::vector<int> v(static_cast<std::size_t>(x) * 4, &resource);
    return static_cast<long>(v.size());
  } catch (const std::bad_alloc&) {
    return 77;
  }
}
FEATURE(sizes_of_nodes) {
  std::list<int> a(static_cast<std::size_t>(x), 1), b(2, 3);
  a.splice(a.begin(), b);
  a.unique();
  return static_cast<long>(a.size()) * 10 + std::accumulate(a.begin(), a.end(), 0);
}
FEATURE(heap_of_inputs) {
  std::vector<int> v{3, x, 5, 1};
  std::make_heap(v.begin(), v.end());
  std::pop_heap(v.begin(), v.end());
  return v.back() * 10 + v.front();
}
FEATURE(search_by_projection) {
  const std::array<std::pair<int, int>, 4> pairs{{{1, 9}, {3, 8}, {5, 7}, {7, 6}}};
  const auto at = std::ranges::lower_bound(pairs, x, {}, &std::pair<int, int>::first);
  return at == pairs.end() ? 99 : at->second;
}
FEATURE(views_by_input) {
  long sum = 0;
  for (int n : std::views::iota(0, 20) | std::views::drop(x) | std::views::take(2)) sum += n;
  return sum;
}
FEATURE(clamped_and_midpoint) { return std::clamp(x * 3, 4, 15) + std::midpoint(x, 9); }
FEATURE(hash_of_pair_chosen) {
  std::unordered_map<int, int> map{{2, 20}, {5, 50}};
  const auto at = map.find(x);
  return at == map.end() ? static_cast<long>(map.bucket_count() > 0) : at->second;
}
FEATURE(transparent_search) {
  const std::set<std::string, std::less<>> names{"b", "d", "f"};
  const char name[] = {static_cast<char>('a' + x), 0};
  return names.contains(std::string_view(name));
}
FEATURE(partial_order_of_doubles) {
  const double value = x == 3 ? std::numeric_limits<double>::quiet_NaN() : x;
  const auto order = value <=> 4.0;
  return order == std::partial_ordering::unordered ? 9 : (order < 0) + 2 * (order > 0);
}
FEATURE(words_compared) {
  const std::string word{static_cast<char>('e' + x), 'e', 't'};
  return word == "get" ? 1 : word == "jet" ? 2 : 0;
}
