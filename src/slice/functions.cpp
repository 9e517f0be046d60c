#include "slice/functions.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/known_calls.h"

namespace heddle::slice {

namespace {

// Names, separated by spaces.
struct Known {
  Effect effect;
  llvm::StringRef names;
};

const Known kKnown[] = {
    {Effect::kNothing,
     "pthread_self thrd_current pthread_equal thrd_equal sched_yield pthread_yield thrd_yield abs labs "
     "llabs isdigit isalpha isalnum isspace isupper islower isxdigit ispunct isprint toupper tolower "
     "__cxa_begin_catch _ZNSt6thread20hardware_concurrencyEv"},
    {Effect::kReads,
     "printf puts putchar perror vprintf strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp bcmp "
     "atoi atol atoll"},
    {Effect::kWrites,
     "fprintf vfprintf fputs fputc putc fwrite fflush sprintf snprintf vsprintf vsnprintf memcpy memmove "
     "memset bzero strcpy strncpy strcat strncat stpcpy mempcpy heddle_input klee_make_symbolic "
     "_ZNSt8ios_base4InitC1Ev _ZNSt8ios_base4InitD1Ev"},
    {Effect::kAllocates,
     "malloc calloc aligned_alloc memalign valloc _Znwm _Znam _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t "
     "_ZnwmSt11align_val_t _ZnamSt11align_val_t __cxa_allocate_exception"},
    {Effect::kFrees,
     "free _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm _ZdlPvSt11align_val_t _ZdaPvSt11align_val_t "
     "_ZdlPvmSt11align_val_t _ZdaPvmSt11align_val_t"},
    {Effect::kSynchronises,
     "pthread_mutex_init pthread_mutex_destroy pthread_mutex_unlock pthread_mutex_trylock "
     "pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_rwlock_init "
     "pthread_rwlock_destroy pthread_rwlock_unlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock "
     "pthread_spin_init pthread_spin_destroy pthread_spin_unlock pthread_spin_trylock pthread_cond_init "
     "pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast pthread_barrier_init "
     "pthread_barrier_destroy pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate sem_init "
     "sem_destroy sem_post sem_trywait sem_getvalue mtx_init mtx_destroy mtx_unlock mtx_trylock cnd_init "
     "cnd_destroy cnd_signal cnd_broadcast pthread_detach thrd_detach"},
    {Effect::kBlocks,
     "pthread_mutex_lock pthread_mutex_timedlock pthread_rwlock_rdlock pthread_rwlock_wrlock "
     "pthread_spin_lock pthread_cond_wait pthread_cond_timedwait pthread_barrier_wait sem_wait "
     "sem_timedwait mtx_lock mtx_timedlock cnd_wait cnd_timedwait"},
    {Effect::kCreates, "pthread_create thrd_create"},
    {Effect::kJoins, "pthread_join thrd_join pthread_tryjoin_np pthread_timedjoin_np _ZNSt6thread4joinEv"},
    {Effect::kEndsThread, "pthread_exit thrd_exit"},
    {Effect::kInput,
     "heddle_int heddle_bool heddle_uint8 heddle_uint16 heddle_uint32 heddle_uint64 heddle_range "
     "heddle_choice klee_int klee_range"},
    {Effect::kAssumes, "heddle_assume __VERIFIER_assume klee_assume"},
    {Effect::kAsserts, "heddle_assert_that __VERIFIER_assert"},
    {Effect::kFails,
     "abort __assert_fail __assert __assert_perror_fail reach_error __VERIFIER_error raise _ZSt9terminatev "
     "_ZSt21__glibcxx_assert_failPKciS0_S0_"},
    {Effect::kExits, "exit _exit _Exit quick_exit"},
};

const llvm::StringMap<Effect>& table() {
  static const llvm::StringMap<Effect> all = [] {
    llvm::StringMap<Effect> result;
    for (const Known& known : kKnown) {
      llvm::SmallVector<llvm::StringRef> names;
      known.names.split(names, ' ');
      for (const llvm::StringRef name : names) result[name] = known.effect;
    }
    return result;
  }();
  return all;
}

// C++ output to a stream, which it reads and writes.
bool is_stream_output(llvm::StringRef name) {
  for (const char* prefix :
       {"_ZNSolsE", "_ZStlsI", "_ZNSo3putE", "_ZNSo5flushE", "_ZSt4endlI", "_ZSt16__ostream_insert"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

Effect effect_of_intrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
    case llvm::Intrinsic::debugtrap: return Effect::kFails;
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
    case llvm::Intrinsic::memset:
    case llvm::Intrinsic::memset_inline:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::vaend: return Effect::kWrites;
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::experimental_noalias_scope_decl: return Effect::kNothing;
    default: return call.doesNotAccessMemory() ? Effect::kNothing : Effect::kUnknown;
  }
}

}  // namespace

Effect effect_of(llvm::StringRef name) {
  const auto known = table().find(name);
  if (known != table().end()) return known->second;
  if (name.starts_with("__VERIFIER_nondet_")) return Effect::kInput;
  if (name.starts_with("__ubsan_handle_")) return Effect::kFails;
  return is_stream_output(name) ? Effect::kWrites : Effect::kUnknown;
}

bool is_library_function(llvm::StringRef name) {
  static const llvm::StringSet<> others = {"setjmp",    "_setjmp",        "sigsetjmp",           "__sigsetjmp",
                                           "longjmp",   "_longjmp",       "siglongjmp",          "__longjmp_chk",
                                           "sigaction", "_Unwind_Resume", "__gxx_personality_v0"};
  return effect_of(name) != Effect::kUnknown || others.contains(name) || instrument::is_library_function(name);
}

const llvm::Function* callee_of(const llvm::CallBase& call) { return instrument::called_function(call); }

Effect effect_of(const llvm::CallBase& call) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return effect_of_intrinsic(*intrinsic);
  const llvm::Function* callee = callee_of(call);
  if (callee == nullptr) return Effect::kUnknown;
  const Effect known = effect_of(callee->getName());
  if (known == Effect::kUnknown && instrument::only_computes(call) && call.doesNotThrow()) return Effect::kNothing;
  return known;
}

Creation creation_by(llvm::StringRef name) { return name == "thrd_create" ? Creation{1, 2} : Creation{2, 3}; }

}  // namespace heddle::slice
