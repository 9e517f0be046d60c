#include <array>
#include <atomic>
#include <compare>
#include <coroutine>
#include <cstring>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <variant>

#include "feature.h"

// What C++ adds to C.

FEATURE(lambda_copy) {
  auto f = [x] { return x * 2; };
  return f();
}
FEATURE(lambda_reference) {
  auto f = [&] { ++x; };
  f();
  return x;
}
FEATURE(std_function) {
  std::function<int(int)> f = [x](int y) { return x + y; };
  return f(3);
}
FEATURE(std_function_of_many) {
  int a = x, b = 2, c = x * x, d = 5, e = 6;
  std::function<int()> f = [=] { return a + b * c + d - e; };
  return f();
}
FEATURE(std_bind) {
  auto f = std::bind([](int a, int b) { return a - b; }, std::placeholders::_1, x);
  return f(10);
}
FEATURE(std_invoke) {
  return std::invoke([](int a) { return a + 7; }, x);
}
FEATURE(reference_wrapper) {
  auto r = std::ref(x);
  r.get() += 4;
  return x;
}
struct Base {
  virtual ~Base() = default;
  virtual int value(int x) const { return x; }
};
struct Derived : Base {
  int factor = 3;
  int value(int x) const override { return x * factor; }
};
FEATURE(virtual_call) {
  std::unique_ptr<Base> p;
  if (x > 3)
    p = std::make_unique<Derived>();
  else
    p = std::make_unique<Base>();
  return p->value(x);
}
FEATURE(dynamic_cast_of_chosen) {
  Base b;
  Derived d;
  Base* p = x > 3 ? &d : &b;
  return dynamic_cast<Derived*>(p) != nullptr;
}
FEATURE(typeid_of_chosen) {
  Base b;
  Derived d;
  Base* p = x > 3 ? &d : &b;
  return typeid(*p) == typeid(Derived);
}
struct Two {
  int a, b;
  int first() const { return a; }
  int second() const { return b; }
};
FEATURE(member_pointer) {
  int Two::* p = x & 1 ? &Two::a : &Two::b;
  Two t{3, 4};
  return t.*p;
}
FEATURE(member_function_pointer) {
  int (Two::*p)() const = x & 1 ? &Two::first : &Two::second;
  Two t{3, 4};
  return (t.*p)();
}
FEATURE(throw_int) {
  try {
    throw x;
  } catch (int e) {
    return e;
  }
}
FEATURE(throw_from_below) {
  auto f = [](int v) {
    if (v == 4) throw std::runtime_error("four");
    return v;
  };
  try {
    return f(x);
  } catch (const std::exception&) {
    return -1;
  }
}
struct Problem {
  int code;
  long more;
};
FEATURE(throw_structure) {
  try {
    throw Problem{x, x + 1L};
  } catch (const Problem& p) {
    return p.code + p.more;
  }
}
FEATURE(rethrow) {
  try {
    try {
      throw x;
    } catch (int& e) {
      e += 5;
      throw;
    }
  } catch (int e) {
    return e;
  }
}
FEATURE(exception_pointer) {
  std::exception_ptr p;
  try {
    throw x;
  } catch (...) {
    p = std::current_exception();
  }
  try {
    std::rethrow_exception(p);
  } catch (int e) {
    return e;
  }
}
FEATURE(uncaught_exception) {
  if (x == 5) throw x;
  return 0;
}
FEATURE(destructor_while_unwinding) {
  int seen = 0;
  struct Guard {
    int& seen;
    int value;
    ~Guard() { seen = value; }
  };
  try {
    Guard g{seen, x};
    throw 1;
  } catch (int) {
  }
  return seen;
}
NAMED(what_of_input) {
  std::string s = "abc";
  s[1] = static_cast<char>('a' + x);
  try {
    throw std::runtime_error(s);
  } catch (const std::exception& e) {
    return e.what()[1];
  }
}
FEATURE(new_of_size) {
  int* p = new int[static_cast<std::size_t>(x) + 1];
  p[x] = 4;
  long r = p[x] + x;
  delete[] p;
  return r;
}
FEATURE(new_overrun) {
  volatile char* p = new char[static_cast<std::size_t>(x) + 1];
  p[3] = 1;
  delete[] p;
  return 0;
}
FEATURE(new_of_objects) {
  auto* p = new Derived[static_cast<std::size_t>(x) + 1];
  long r = p[x].value(x);
  delete[] p;
  return r;
}
FEATURE(placement_new) {
  alignas(int) char b[sizeof(int)];
  int* p = new (b) int(x);
  return *p;
}
// Without optimisation, AddressSanitizer takes the exception for an error of the plain program.
#ifdef __OPTIMIZE__
FEATURE(bad_array_length) {
  try {
    int* p = new int[static_cast<std::size_t>(x - 4)];
    delete[] p;
    return 1;
  } catch (const std::bad_alloc&) {
    return 2;
  }
}
#endif
FEATURE(shared_pointer) {
  auto p = std::make_shared<int>(x);
  auto q = p;
  *q += 1;
  return *p + q.use_count();
}
FEATURE(optional) {
  std::optional<int> o;
  if (x > 2) o = x;
  return o.value_or(-1);
}
FEATURE(optional_throws) {
  std::optional<int> o;
  if (x != 2) o = x;
  return o.value();
}
FEATURE(variant) {
  std::variant<int, char> v;
  if (x > 2)
    v = x;
  else
    v = 'c';
  return std::visit([](auto a) { return static_cast<long>(a) * 2; }, v);
}
FEATURE(tuple) {
  auto t = std::make_tuple(x, 'c', x * 2L);
  auto [a, b, c] = t;
  return a + b + c;
}
FEATURE(array) {
  std::array<int, 8> a{};
  a[static_cast<std::size_t>(x)] = 5;
  return a[3];
}
FEATURE(array_at) {
  std::array<int, 5> a{};
  return a.at(static_cast<std::size_t>(x));
}
FEATURE(pair_compare) { return std::make_pair(x, 1) < std::make_pair(4, 0); }
FEATURE(spaceship) { return (x <=> 4) < 0; }
FEATURE(spaceship_of_structure) {
  struct P {
    int a, b;
    auto operator<=>(const P&) const = default;
  };
  return P{x, 1} > P{3, 5};
}
FEATURE(initializer_list) {
  long sum = 0;
  for (int v : {x, 2, x * x}) sum += v;
  return sum;
}
FEATURE(atomic_class) {
  std::atomic<int> a{x};
  a.fetch_add(2);
  int e = 6;
  a.compare_exchange_strong(e, 100);
  return a;
}
FEATURE(atomic_flag) {
  std::atomic_flag f;
  if (x > 4) f.test_and_set();
  return f.test();
}
NAMED(atomic_of_structure) {
  struct S {
    long a, b;
  };
  std::atomic<S> s;
  s.store({x, 1});
  return s.load().a;
}
struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Generator() { handle.destroy(); }
};
static Generator count(int from) {
  for (int i = from;; ++i) co_yield i * 2;
}
FEATURE(coroutine) {
  Generator g = count(x);
  g.handle.resume();
  g.handle.resume();
  return g.handle.promise().value;
}
FEATURE(coroutine_loop) {
  Generator g = count(1);
  for (int i = 0; i <= x; ++i) g.handle.resume();
  return g.handle.promise().value;
}
FEATURE(constant_evaluated) { return std::is_constant_evaluated() ? 1 : x; }
FEATURE(bit_cast) { return std::bit_cast<unsigned>(x) + 1; }
FEATURE(launder) { return *std::launder(&x); }
struct NoCopy {
  int v;
  NoCopy(int v) : v(v) {}
  NoCopy(const NoCopy&) = delete;
};
static NoCopy make_no_copy(int v) { return NoCopy(v); }
FEATURE(returned_in_place) { return make_no_copy(x).v; }
struct NonTrivial {
  int v[4];
  NonTrivial(int x) : v{x, x + 1, 0, 0} {}
  NonTrivial(const NonTrivial& o) : v{o.v[0], o.v[1], 1, 1} {}
};
static int take_non_trivial(NonTrivial n) { return n.v[0] + n.v[1] * 10 + n.v[2] * 100; }
FEATURE(passed_by_hidden_pointer) {
  NonTrivial n(x);
  return take_non_trivial(n);
}
FEATURE(static_local_of_input) {
  static int kept = x * 2;
  return kept;
}
struct Checked {
  int v = 0;
  ~Checked() {
    if (v == 5) __builtin_abort();
  }
};
FEATURE(static_destructor) {
  static Checked c;
  c.v = x;
  return 0;
}
FEATURE(thread_local_destructor) {
  thread_local Checked c;
  c.v = x;
  return 0;
}
