#ifndef HEDDLE_KLEE_H
#define HEDDLE_KLEE_H

/* The functions of KLEE, so that programs written for it compile unchanged. What only concerns how KLEE searches, or
 * what it shows, does nothing here; a value that KLEE would fix keeps all the values that it can have. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void* object, size_t size, const char* name);
int klee_int(const char* name);
int klee_range(int begin, int end, const char* name);
void klee_assume(uintptr_t condition);

/* Of glibc. */
void __assert_fail(const char* assertion, const char* file, unsigned line, const char* function)
#ifdef __cplusplus
    noexcept(true)
#endif
        __attribute__((noreturn));

/* This does not exist here. */
void klee_alias_function(const char* function, const char* other)
    __attribute__((unavailable("Heddle cannot replace one function by another: use a macro")));
unsigned klee_is_symbolic(uintptr_t value) __attribute__((unavailable("Heddle does not tell what depends on inputs")));
size_t klee_get_obj_size(void* object) __attribute__((unavailable("Heddle does not tell the size of an object")));

/* Both ends are read: memory that does not exist, or no longer exists, is a finding. */
static inline void looks_at_memory_of_klee(const void* address, size_t size) {
  const volatile char* const bytes = (const volatile char*)address;
  if (size == 0) return;
  (void)bytes[0];
  (void)bytes[size - 1];
}

#ifdef __cplusplus
}
#endif

/* Ends the run. */
#define klee_assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#define klee_report_error(file, line, message, suffix) __assert_fail(message, file, (unsigned)(line), suffix)
#define klee_silent_exit(status) _Exit(0)
#define klee_abort() abort()

#define klee_check_memory_access(address, size) looks_at_memory_of_klee(address, size)
#define klee_choose(count) ((uintptr_t)klee_range(0, (int)(count), "choice"))

#ifdef HEDDLE_REPLAY
#define klee_is_replay() 1
#else
#define klee_is_replay() 0
#endif

/* KLEE continues with one of the values. */
#define klee_get_value_i32(value) ((int32_t)(value))
#define klee_get_value_i64(value) ((int64_t)(value))
#define klee_get_valuel(value) ((long)(value))
#define klee_get_valuell(value) ((long long)(value))
#define klee_get_valuef(value) ((float)(value))
#define klee_get_valued(value) ((double)(value))

/* Hints and messages. */
#define klee_prefer_cex(object, condition) ((void)(object))
#define klee_posix_prefer_cex(object, condition) ((void)(object))
#define klee_open_merge() ((void)0)
#define klee_close_merge() ((void)0)
#define klee_set_forking(enable) ((void)(enable))
#define klee_mark_global(object) ((void)(object))
#define klee_define_fixed_object(address, size) ((void)(address))
#define klee_warning(message) ((void)(message))
#define klee_warning_once(message) ((void)(message))
#define klee_stack_trace() ((void)0)
#define klee_print_expr(message, ...) ((void)(message))
#define klee_print_range(name, value) ((void)(name))

#endif
