#include <pthread.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"

// The functions through which programs take inputs: those of include/heddle/heddle.h, and those of other tools. A
// program may define its own instead. Outside a run, all inputs are 0, and the verdict says so.

namespace heddle::runtime {

namespace {

constexpr unsigned kByteBits = 8;

// Constructors of shared libraries run once, before all tests: an input there has the same value in all of them.
bool is_too_early() {
  if (runtime().scheduler.running()) return false;
  runtime().constructors.belongs_to_run();
  report_uncontrolled("an input before main", nullptr);
  return true;
}

void put(void* object, std::uint64_t offset, unsigned size, const char* name) {
  SymbolicState& sym = runtime().symbolic;
  const Input input = sym.take_input(size * kByteBits, size >= sizeof(int), name, nullptr);
  char* const at = static_cast<char*>(object) + offset;
  std::memcpy(at, &input.value, size);
  sym.store(reinterpret_cast<std::uintptr_t>(at), size, input.expression, input.value);
}

// Turns the object into inputs, according to the pattern of abi/symbolic.h.
void take_object(void* object, std::uint64_t size, const char* name, const char* pattern, const heddle_place* place) {
  Runtime& rt = runtime();
  if (is_too_early()) {
    std::memset(object, 0, size);
    return;
  }
  if (place != nullptr) __heddle_place = place;
  __heddle_write(object, size, nullptr);
  if (size > abi::kMaxInputBytes) {
    rt.slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kInputBytes);
    std::memset(static_cast<char*>(object) + abi::kMaxInputBytes, 0, size - abi::kMaxInputBytes);
    size = abi::kMaxInputBytes;
  }
  const std::size_t length = std::strlen(pattern);
  std::size_t next = 0;
  for (std::uint64_t offset = 0; offset < size; next = (next + 1) % length) {
    unsigned part = pattern[next] == '-' ? 1 : static_cast<unsigned>(pattern[next] - '0');
    if (part > size - offset) part = 1;
    if (pattern[next] != '-') put(object, offset, part, name);
    offset += part;
  }
}

const char* pattern_of(std::uint64_t size) {
  switch (size) {
    case 2: return "2";
    case 4: return "4";
    case 8: return "8";
    default: return "1";
  }
}

// The result of `function`, which instrumented callers receive together with its shadow.
template <class T, class Function>
T give_back(Function* function, const Input& input) {
  __heddle_shadows.returner = reinterpret_cast<const void*>(function);
  __heddle_shadows.results[0] = input.expression;
  return static_cast<T>(input.value);
}

template <class T, class Function>
T take(Function* function, const char* name) {
  Runtime& rt = runtime();
  if (is_too_early()) return T{};
  constexpr bool is_truth = std::is_same_v<T, bool>;
  const unsigned width = is_truth ? 1 : sizeof(T) * kByteBits;
  return give_back<T>(function, rt.symbolic.take_input(width, std::is_signed_v<T>, name, nullptr));
}

// Two inputs: the lower half and the upper half.
template <class T, class Function>
T take_wide(Function* function, const char* name) {
  constexpr unsigned kHalf = 64;
  Runtime& rt = runtime();
  if (is_too_early()) return T{};
  const Input low = rt.symbolic.take_input(kHalf, false, name, nullptr);
  const Input high = rt.symbolic.take_input(kHalf, false, name, nullptr);
  __heddle_shadows.returner = reinterpret_cast<const void*>(function);
  __heddle_shadows.results[0] = low.expression;  // such numbers are returned in two registers
  __heddle_shadows.results[1] = high.expression;
  return static_cast<T>(static_cast<unsigned __int128>(high.value) << kHalf | low.value);
}

// The bits are an input.
template <class T, class Bits, class Function>
T take_fraction(Function* function, const char* name) {
  if (is_too_early()) return T{};
  const Input input = runtime().symbolic.take_input(sizeof(Bits) * kByteBits, false, name, nullptr);
  return std::bit_cast<T>(give_back<Bits>(function, input));
}

template <class T, class Function>
T take_range(Function* function, const char* name, T low, T high) {
  Runtime& rt = runtime();
  if (is_too_early()) return low;
  return give_back<T>(function,
                      rt.symbolic.take_input(sizeof(T) * kByteBits, std::is_signed_v<T>, static_cast<std::int64_t>(low),
                                             static_cast<std::int64_t>(high), name, nullptr));
}

// The shadow of the first argument of `function`, if its caller is instrumented.
template <class Function>
Expr argument_of(Function* function) {
  return take_argument(reinterpret_cast<const void*>(function), 0);
}

// Is it nonzero? For a number of any width.
Expr truth_of(Expr number) {
  if (number == 0) return 0;
  SymbolicState& sym = runtime().symbolic;
  ExpressionTable& table = sym.expressions();
  return sym.shadow(table.negate(table.binary(symbolic::Kind::kEqual, number, table.constant(0, table.width(number)))));
}

void assume(Expr shadow, bool value) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) rt.constructors.belongs_to_run();
  if (rt.scheduler.running()) rt.symbolic.assume(truth_of(shadow), value, nullptr);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::argument_of;
using heddle::runtime::runtime;
using heddle::runtime::take;
using heddle::runtime::take_fraction;
using heddle::runtime::take_range;
using heddle::runtime::take_wide;

// NOLINTBEGIN(bugprone-reserved-identifier): the names are given.
extern "C" {

// Treated like a variable of the program: reset with the others.
static pthread_mutex_t heddle_atomic_section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void __heddle_sym_input(void* object, uint64_t size, const char* name, const char* pattern, const heddle_place* place) {
  heddle::runtime::take_object(object, size, name, pattern, place);
}

void heddle_input(void* object, std::size_t size, const char* name) {
  heddle::runtime::take_object(object, size, name, heddle::runtime::pattern_of(size), nullptr);
}

// A program may define its own.
#pragma clang attribute push(__attribute__((weak)), apply_to = function)

void klee_make_symbolic(void* object, std::size_t size, const char* name) { heddle_input(object, size, name); }

int heddle_int(const char* name) { return take<int>(heddle_int, name); }
bool heddle_bool(const char* name) { return take<bool>(heddle_bool, name); }
std::uint8_t heddle_uint8(const char* name) { return take<std::uint8_t>(heddle_uint8, name); }
std::uint16_t heddle_uint16(const char* name) { return take<std::uint16_t>(heddle_uint16, name); }
std::uint32_t heddle_uint32(const char* name) { return take<std::uint32_t>(heddle_uint32, name); }
std::uint64_t heddle_uint64(const char* name) { return take<std::uint64_t>(heddle_uint64, name); }

int heddle_range(const char* name, int low, int high) { return take_range(heddle_range, name, low, high); }
// From KLEE: excludes the upper bound.
int klee_range(int begin, int end, const char* name) { return take_range(klee_range, name, begin, end - 1); }
int klee_int(const char* name) { return take<int>(klee_int, name); }

unsigned heddle_choice(unsigned count) {
  auto& rt = runtime();
  if (count < 2 || heddle::runtime::is_too_early()) return 0;
  if (count > HEDDLE_MAX_CHOICES) return take_range(heddle_choice, "choice", 0U, count - 1);
  rt.scheduler.current().add_change();
  return static_cast<unsigned>(
      rt.scheduler.choose_number({.low = 0, .high = static_cast<std::int32_t>(count - 1)}, nullptr));
}

int heddle_is_symbolic(long /*number*/) { return argument_of(heddle_is_symbolic) != 0 ? 1 : 0; }

void heddle_assume(int condition) { heddle::runtime::assume(argument_of(heddle_assume), condition != 0); }
void klee_assume(std::uintptr_t condition) { heddle::runtime::assume(argument_of(klee_assume), condition != 0); }
void __VERIFIER_assume(int condition) { heddle::runtime::assume(argument_of(__VERIFIER_assume), condition != 0); }

void heddle_assert_that(int condition, const char* text) {
  auto& rt = runtime();
  const heddle::runtime::Expr shadow = heddle::runtime::truth_of(argument_of(heddle_assert_that));
  if (rt.scheduler.running() && shadow != 0)
    rt.symbolic.decide(shadow, condition != 0 ? 1 : 0, heddle::trace::BranchMode::kExplore, nullptr);
  if (condition == 0) heddle::runtime::fail(heddle::trace::FailureKind::kAssertion, nullptr, "%s", text);
}

[[noreturn]] void __heddle_error(const char* text) {
  heddle::runtime::fail(heddle::trace::FailureKind::kError, nullptr, "%s", text);
}
// Sections that are not interrupted by other such sections.
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&heddle_atomic_section); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&heddle_atomic_section); }

void reach_error(void) { __heddle_error("reach_error"); }
void __VERIFIER_error(void) { __heddle_error("__VERIFIER_error"); }

#define HEDDLE_NONDET(type, suffix) \
  type __VERIFIER_nondet_##suffix(void) { return take<type>(__VERIFIER_nondet_##suffix, #suffix); }
HEDDLE_NONDET(bool, bool)
HEDDLE_NONDET(bool, _Bool)
HEDDLE_NONDET(char, char)
HEDDLE_NONDET(signed char, schar)
HEDDLE_NONDET(unsigned char, uchar)
HEDDLE_NONDET(short, short)
HEDDLE_NONDET(unsigned short, ushort)
HEDDLE_NONDET(int, int)
HEDDLE_NONDET(unsigned, uint)
HEDDLE_NONDET(unsigned, unsigned)
HEDDLE_NONDET(long, long)
HEDDLE_NONDET(unsigned long, ulong)
HEDDLE_NONDET(long long, longlong)
HEDDLE_NONDET(unsigned long long, ulonglong)
HEDDLE_NONDET(std::size_t, size_t)
HEDDLE_NONDET(std::uint8_t, u8)
HEDDLE_NONDET(std::uint16_t, u16)
HEDDLE_NONDET(std::uint32_t, u32)
HEDDLE_NONDET(std::uint64_t, u64)
HEDDLE_NONDET(long long, loff_t)
HEDDLE_NONDET(unsigned long, sector_t)
HEDDLE_NONDET(unsigned long, pthread_t)
HEDDLE_NONDET(unsigned, gfp_t)
#undef HEDDLE_NONDET

// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define HEDDLE_NONDET(type, suffix)                                                            \
  type* __VERIFIER_nondet_##suffix(void) {                                                     \
    return reinterpret_cast<type*>(take<std::uintptr_t>(__VERIFIER_nondet_##suffix, #suffix)); \
  }
HEDDLE_NONDET(void, pointer)
HEDDLE_NONDET(char, pchar)
HEDDLE_NONDET(char, charp)
HEDDLE_NONDET(const char, const_char_pointer)
#undef HEDDLE_NONDET
// NOLINTEND(bugprone-macro-parentheses)

__int128 __VERIFIER_nondet_int128(void) { return take_wide<__int128>(__VERIFIER_nondet_int128, "int128"); }
unsigned __int128 __VERIFIER_nondet_uint128(void) {
  return take_wide<unsigned __int128>(__VERIFIER_nondet_uint128, "uint128");
}
unsigned __int128 __VERIFIER_nondet_u128(void) { return take_wide<unsigned __int128>(__VERIFIER_nondet_u128, "u128"); }

float __VERIFIER_nondet_float(void) { return take_fraction<float, std::uint32_t>(__VERIFIER_nondet_float, "float"); }
double __VERIFIER_nondet_double(void) {
  return take_fraction<double, std::uint64_t>(__VERIFIER_nondet_double, "double");
}

void __VERIFIER_nondet_memory(void* object, std::size_t size) { heddle_input(object, size, "memory"); }

#pragma clang attribute pop
}
// NOLINTEND(bugprone-reserved-identifier)
