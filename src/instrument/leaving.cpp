#include "instrument/leaving.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include <initializer_list>

namespace heddle::instrument {

namespace {

using Where = Output::Where;

bool starts_with_one_of(llvm::StringRef name, std::initializer_list<const char*> prefixes) {
  for (const char* prefix : prefixes) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// Those that allocate: all their numbers are sizes, or say how sizes are rounded.
bool allocates(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"malloc",         "calloc", "realloc", "reallocarray", "aligned_alloc",
                                          "posix_memalign", "valloc", "pvalloc", "memalign"};
  return names.contains(name) || starts_with_one_of(name, {"_Znw", "_Zna"});
}

bool synchronises(llvm::StringRef name) {
  return starts_with_one_of(name, {"pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once"});
}

// Functions of the libraries that are compiled with hooks (src/runtime/cxx): those for trees and lists of the C++
// library, which look at the links of nodes, and sorting.
bool has_hooks(llvm::StringRef name) {
  if (name == "qsort" || name == "qsort_r") return true;
  return starts_with_one_of(name, {"_ZSt29_Rb_tree_", "_ZSt28_Rb_tree_", "_ZSt18_Rb_tree_", "_ZSt20_Rb_tree_",
                                   "_ZNSt8__detail15_List_node_base"});
}

bool jumps(llvm::StringRef name) {
  return name == "longjmp" || name == "_longjmp" || name == "siglongjmp" || name == "__longjmp_chk";
}

const llvm::StringMap<Output>& outputs() {
  static const llvm::StringMap<Output> names = {
      {"printf", {Where::kStandard, -1, 0}},
      {"vprintf", {Where::kStandard, -1, 0}},
      {"__printf_chk", {Where::kStandard, -1, 1}},
      {"__vprintf_chk", {Where::kStandard, -1, 1}},
      {"fprintf", {Where::kStream, 0, 1}},
      {"vfprintf", {Where::kStream, 0, 1}},
      {"__fprintf_chk", {Where::kStream, 0, 2}},
      {"__vfprintf_chk", {Where::kStream, 0, 2}},
      {"dprintf", {Where::kDescriptor, 0, 1}},
      {"vdprintf", {Where::kDescriptor, 0, 1}},
      {"__dprintf_chk", {Where::kDescriptor, 0, 2}},
      {"__vdprintf_chk", {Where::kDescriptor, 0, 2}},
      {"syslog", {Where::kStandard, -1, 1}},
      {"puts", {Where::kStandard}},
      {"putchar", {Where::kStandard}},
      {"putchar_unlocked", {Where::kStandard}},
      {"perror", {Where::kStandard}},
      {"__assert_fail", {Where::kStandard}},
      {"fputs", {Where::kStream, 1}},
      {"fputs_unlocked", {Where::kStream, 1}},
      {"fputc", {Where::kStream, 1}},
      {"fputc_unlocked", {Where::kStream, 1}},
      {"putc", {Where::kStream, 1}},
      {"putc_unlocked", {Where::kStream, 1}},
      {"fwrite", {Where::kStream, 3}},
      {"fwrite_unlocked", {Where::kStream, 3}},
      {"write", {Where::kDescriptor, 0}},
  };
  return names;
}

constexpr std::uint64_t kTime = 16;  // struct timespec

const llvm::StringMap<DataArgument>& data_arguments() {
  static const llvm::StringMap<DataArgument> names = {
      {"pthread_setname_np", {1}},
      {"pthread_setaffinity_np", {2}},
      {"pthread_attr_setaffinity_np", {2}},
      {"pthread_setschedparam", {2, 4}},
      {"pthread_attr_setschedparam", {1, 4}},
      {"pthread_sigmask", {1, 128}},
      {"pthread_attr_setsigmask_np", {1, 128}},
      {"sem_open", {0}},
      {"sem_unlink", {0}},
      {"sem_timedwait", {1, kTime}},
      {"sem_clockwait", {2, kTime}},
      {"pthread_mutex_timedlock", {1, kTime}},
      {"pthread_mutex_clocklock", {2, kTime}},
      {"pthread_rwlock_timedrdlock", {1, kTime}},
      {"pthread_rwlock_timedwrlock", {1, kTime}},
      {"pthread_rwlock_clockrdlock", {2, kTime}},
      {"pthread_rwlock_clockwrlock", {2, kTime}},
      {"pthread_cond_timedwait", {2, kTime}},
      {"pthread_cond_clockwait", {3, kTime}},
      {"pthread_timedjoin_np", {2, kTime}},
      {"pthread_clockjoin_np", {3, kTime}},
      {"mtx_timedlock", {1, kTime}},
      {"cnd_timedwait", {2, kTime}},
      {"thrd_sleep", {0, kTime}},
  };
  return names;
}

}  // namespace

std::optional<DataArgument> data_argument(llvm::StringRef function) {
  const auto found = data_arguments().find(function);
  return found == data_arguments().end() ? std::nullopt : std::optional(found->second);
}

bool looks_at_flags(llvm::StringRef function) { return function == "fetestexcept" || function == "fegetexceptflag"; }

Leaving leaving(llvm::StringRef function, unsigned argument) {
  if (allocates(function) || synchronises(function) || has_hooks(function)) return Leaving::kDecided;
  if (function == "free" || starts_with_one_of(function, {"_Zdl", "_Zda"})) return Leaving::kDecided;
  return jumps(function) && argument == 1 ? Leaving::kDecided : Leaving::kFixed;
}

std::optional<Output> output_of(llvm::StringRef function) {
  if (const auto found = outputs().find(function); found != outputs().end()) return found->second;
  // std::ios::rdbuf(std::streambuf*)
  if (function.starts_with("_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufE")) return Output{Where::kRedirection, 0};
  // std::ostream and its operators <<.
  if (starts_with_one_of(function,
                         {"_ZNSo", "_ZStls", "_ZSt16__ostream_insert", "_ZNSt8ios_base", "_ZNSt9basic_iosIcSt"}))
    return Output{Where::kStreamObject, 0};
  return {};
}

bool is_compiled_output(llvm::StringRef function) {
  const auto output = output_of(function);
  if (!output) return false;
  if (output->where == Where::kRedirection) return true;
  return starts_with_one_of(function, {"_ZNSo", "_ZStls", "_ZSt16__ostream_insert"}) && !function.contains("_Set");
}

bool reads_no_memory(llvm::StringRef function) {
  return synchronises(function) || has_hooks(function) || jumps(function) || function == "free" ||
         function == "realloc" || function == "reallocarray" ||
         starts_with_one_of(function, {"_Zdl", "_Zda", "_Znw", "_Zna", "_ZNSaI", "__cxa_", "_ZNSt6thread",
                                       "_ZNSt18condition_variable"});
}

}  // namespace heddle::instrument
