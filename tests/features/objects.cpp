#include <algorithm>
#include <compare>
#include <coroutine>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <utility>
#include <vector>

#include "feature.h"

/* What programs of C++20 do with classes, exceptions, coroutines and functions as values. */

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
