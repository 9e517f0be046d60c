#include "runtime/library/known_functions.h"

#include <algorithm>
#include <array>

namespace heddle::runtime {

namespace {

// Families: the compiler's support functions, what the runtime replaces, Heddle's own functions, and what successful
// assertions of GoogleTest call.
constexpr std::array kFamilies = std::to_array<std::string_view>({
    "_Znw",
    "_Zna",
    "_Zdl",
    "_Zda",
    "_ZGV",
    "_ZT",
    "__cxa_",
    "_Unwind_",
    "__gxx_",
    "pthread_",
    "__pthread_",
    "sem_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "call_once",
    "heddle_",
    "__heddle_",
    "__sync_",
    "__ubsan_",
    "__once_proxy",
    "__dynamic_cast",
    "__powi",
    "__VERIFIER_",
    "klee_",
    "_ZN7testing16AssertionSuccessEv",
    "_ZN7testing8internal20DoubleNearPredFormatE",
});

// Those that only use the object they are given, or report something about the process.
constexpr std::array kHarmlessThreadFunctions = std::to_array<std::string_view>({
    "__pthread_",
    "pthread_atfork",
    "pthread_attr_",
    "pthread_barrierattr_",
    "pthread_condattr_",
    "pthread_equal",
    "pthread_getattr_default_np",
    "pthread_getconcurrency",
    "pthread_mutexattr_",
    "pthread_rwlockattr_",
    "pthread_sigmask",
    "pthread_yield",
    "thrd_equal",
});

// The C++ library.
constexpr std::array kCxx =
    std::to_array<std::string_view>({"_ZNS", "_ZNKS", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"});

// The part of it that uses no memory that the program could share, except by atomic operations or through functions
// that are announced: threads and what they wait for, clocks, exceptions, errors, locales and their facets, allocators,
// the state of a file behind a stream, and what is constructed and destroyed with a stream.
constexpr std::array kQuietCxx = std::to_array<std::string_view>({
    "_ZNSt6thread",
    "_ZNSt18condition_variable",
    "_ZNSt3_V2",
    "_ZNKSt3_V2",
    "_ZNSt6chrono",
    "_ZNSt13random_device",
    "_ZNSt13__future_base",
    "_ZNKSt13__future_base",
    "_ZNSt28__atomic_futex_unsigned_base",
    "_ZNSt19_Sp_make_shared_tag",
    "_ZNSt16__sp_",
    "_ZSt18_Rb_tree",
    "_ZSt29_Rb_tree",
    "_ZSt28_Rb_tree",
    "_ZNSt8__detail",
    "_ZNKSt8__detail",
    "_ZNSt9exception",
    "_ZNKSt9exception",
    "_ZNSt13runtime_error",
    "_ZNKSt13runtime_error",
    "_ZNSt11logic_error",
    "_ZNKSt11logic_error",
    "_ZNSt12out_of_range",
    "_ZNSt12length_error",
    "_ZNSt12domain_error",
    "_ZNSt16invalid_argument",
    "_ZNSt11range_error",
    "_ZNSt14overflow_error",
    "_ZNSt15underflow_error",
    "_ZNSt12system_error",
    "_ZNSt10filesystem7__cxx1116filesystem_error",
    "_ZNKSt10filesystem7__cxx1116filesystem_error",
    "_ZNSt12future_error",
    "_ZNKSt12future_error",
    "_ZNSt9bad_alloc",
    "_ZNKSt9bad_alloc",
    "_ZNSt8bad_cast",
    "_ZNKSt8bad_cast",
    "_ZNSt10bad_typeid",
    "_ZNSt17bad_function_call",
    "_ZNSt12bad_weak_ptr",
    "_ZNSt15__exception_ptr",
    "_ZNKSt15__exception_ptr",
    "_ZNSt16nested_exception",
    "_ZSt17rethrow_exception",
    "_ZSt17current_exception",
    "_ZSt9terminate",
    "_ZSt13set_terminate",
    "_ZSt18uncaught_exception",
    "_ZSt19uncaught_exception",
    "_ZSt10unexpected",
    "_ZNSt9type_info",
    "_ZNKSt9type_info",
    "_ZNSt14error_category",
    "_ZNKSt14error_category",
    "_ZNKSt10error_code",
    "_ZNSt8ios_baseC",
    "_ZNSt8ios_baseD",
    "_ZNSt8ios_base4Init",
    "_ZNSt8ios_base7_M_init",
    "_ZNSt8ios_base7failure",
    "_ZNSt6locale",
    "_ZNKSt6locale",
    "_ZNSt5ctype",
    "_ZNKSt5ctype",
    "_ZNKSt7num_put",
    "_ZNKSt7num_get",
    "_ZNSt8numpunct",
    "_ZNKSt8numpunct",
    "_ZNKSt7__cxx118numpunct",
    "_ZNKSt7codecvt",
    "_ZNKSt7collate",
    "_ZNKSt8messages",
    "_ZNKSt9money_",
    "_ZNKSt8time_",
    "_ZNKSt23__codecvt_abstract_base",
    "_ZNSt12__basic_file",
    "_ZNKSt12__basic_file",
    "_ZNSaI",
    "_ZNKSaI",
    "_ZNSt15__new_allocator",
    "_ZN9__gnu_cxx13new_allocator",
    "_ZN9__gnu_cxx18stdio_sync_filebuf",
    "_ZN9__gnu_cxx27__verbose_terminate_handler",
    "_ZNSt3pmr19new_delete_resource",
    "_ZNSt3pmr20get_default_resource",
    "_ZNSt3pmr20set_default_resource",
    "_ZNSt3pmr20null_memory_resource",
    "_ZNSt3pmr25monotonic_buffer_resource",
    "_ZNKSt3pmr25monotonic_buffer_resource",
    "_ZNSt3pmr26synchronized_pool_resource",
    "_ZNSt3pmr15memory_resource",
    "_ZSt21__glibcxx_assert_fail",
    "_ZSt15get_new_handler",
    "_ZSt15set_new_handler",
});

template <std::size_t N>
bool begins_with_one_of(std::string_view name, const std::array<std::string_view, N>& families) {
  const auto is_of = [name](std::string_view family) { return name.starts_with(family); };
  return std::any_of(families.begin(), families.end(), is_of);
}

// "_ZSt20__throw_length_errorPKc"
bool throws(std::string_view name) {
  return name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos;
}

}  // namespace

bool is_replaced_family(std::string_view name) {
  constexpr std::array kReplaced =
      std::to_array<std::string_view>({"pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "call_once"});
  return begins_with_one_of(name, kReplaced) && !begins_with_one_of(name, kHarmlessThreadFunctions);
}

bool shares_nothing(std::string_view name) {
  return begins_with_one_of(name, kFamilies) || begins_with_one_of(name, kQuietCxx) || throws(name);
}

Control control_of(std::string_view name) {
  const abi::LibraryFunction* const known = abi::find_library_function(name);
  if (known != nullptr && known->control != Control::kUnknown) return known->control;
  const bool is_of_family = begins_with_one_of(name, kFamilies) || begins_with_one_of(name, kCxx);
  return is_of_family ? Control::kHarmless : Control::kUnknown;
}

}  // namespace heddle::runtime
