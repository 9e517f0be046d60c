#pragma once

// What instrumented code calls to compute with symbolic values, besides what it calls in abi/instrumented.h. A value of
// at most 128 bits has a *shadow*: the number of the expression whose value it is in this run, or 0 if it does not
// depend on inputs. docs/symbolic.md shows the code before and after.
//
// All except the decisions only read and change what the runtime keeps for itself, so that the optimiser may move and
// remove them. They are cold: they are called only if a shadow is not 0, and they preserve their caller's registers.

#include <stdint.h>

#include "abi/instrumented.h"

// NOLINTBEGIN(modernize-use-using): it is also read as C.
#ifdef __cplusplus
extern "C" {
#endif

// Memory has a shadow for each byte, in pages. This is the table of these pages, indexed by the number of the memory
// page; a null pointer means that no byte of that page has a shadow. The address is fixed, so that code need not load
// it.
#define HEDDLE_SHADOW_TABLE 0x210000000000
#define HEDDLE_SHADOW_PAGE_BITS 12

// Up to this many outcomes of heddle_choice are tried one by one. With more it is an input: only those are tried that
// the program tells apart.
#define HEDDLE_MAX_CHOICES 65536

// Limits of --sym-file.
#define HEDDLE_MAX_SYMBOLIC_FILES 8

#define HEDDLE_MAX_ARGUMENTS 16
#define HEDDLE_MAX_RESULTS 4

// How shadows get from a caller to the function it calls and back, for each thread. `callee` is the function whose
// arguments they are: set by the caller if one of them has a shadow, and cleared by the function when it takes them. So
// code without shadows in between does no harm.
typedef struct heddle_shadows {
  const void* callee;
  const void* returner;
  uint32_t arguments[HEDDLE_MAX_ARGUMENTS];
  uint32_t results[HEDDLE_MAX_RESULTS];
  uint64_t values[HEDDLE_MAX_ARGUMENTS];  // of the arguments
} heddle_shadows;
extern __thread heddle_shadows __heddle_shadows;

// Called by a constructor of translation units with shadows. `locals`: do they call the functions for locals below?
void __heddle_sym_module(uint32_t locals);

// The `how` of the functions below: the kind of the result (symbolic::Kind), its width and, for kExtract, the lowest
// bit (for kFloatRound, how to round). For comparisons, the width is that of the operands.
#define HEDDLE_HOW(kind, width, low) ((uint32_t)(kind) | (uint32_t)(width) << 8 | (uint32_t)(low) << 16)

// The shadow of an operation on two values. One of the shadows may be 0.
HEDDLE_COLD uint32_t __heddle_sym_binary(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value);
// For kZeroExtend, kSignExtend, kExtract and functions of a floating-point number; and for the negation of a truth
// value.
HEDDLE_COLD uint32_t __heddle_sym_unary(uint32_t how, uint32_t a);
// The same as __heddle_sym_binary for more than 64 bits, with the upper words of the values.
HEDDLE_COLD uint32_t __heddle_sym_wide(uint32_t how, uint32_t a, uint64_t a_value, uint64_t a_upper, uint32_t b,
                                       uint64_t b_value, uint64_t b_upper);
HEDDLE_COLD uint32_t __heddle_sym_not(uint32_t a);
// For an operation that `how` names instead of a kind; those with one operand get it twice.
enum heddle_special {
  HEDDLE_BYTE_SWAP,
  HEDDLE_BIT_REVERSE,
  HEDDLE_POPULATION,
  HEDDLE_LEADING_ZEROS,
  HEDDLE_TRAILING_ZEROS,
  HEDDLE_ABSOLUTE,
  HEDDLE_SIGNED_MIN,
  HEDDLE_SIGNED_MAX,
  HEDDLE_UNSIGNED_MIN,
  HEDDLE_UNSIGNED_MAX,
  HEDDLE_SIGNED_ADD_OVERFLOWS,
  HEDDLE_UNSIGNED_ADD_OVERFLOWS,
  HEDDLE_SIGNED_SUB_OVERFLOWS,
  HEDDLE_UNSIGNED_SUB_OVERFLOWS,
  HEDDLE_SIGNED_MUL_OVERFLOWS,
  HEDDLE_UNSIGNED_MUL_OVERFLOWS,
  HEDDLE_SIGNED_ADD_SATURATED,
  HEDDLE_UNSIGNED_ADD_SATURATED,
  HEDDLE_SIGNED_SUB_SATURATED,
  HEDDLE_UNSIGNED_SUB_SATURATED,
};
HEDDLE_COLD uint32_t __heddle_sym_special(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value);
HEDDLE_COLD uint32_t __heddle_sym_select(uint32_t width, uint32_t c, uint64_t c_value, uint32_t a, uint64_t a_value,
                                         uint32_t b, uint64_t b_value);

// The shadow of a value of `size` bytes that was just loaded, and of one that was just stored.
HEDDLE_COLD uint32_t __heddle_sym_load(const void* address, uint32_t size, uint64_t value);
HEDDLE_COLD void __heddle_sym_store(const void* address, uint32_t size, uint32_t shadow, uint64_t value);
// The same together with __heddle_read_bits and __heddle_write, before the load or store of at most 8 bytes.
typedef struct heddle_read_value {
  uint64_t bits;  // those without a value
  uint64_t shadow;
} heddle_read_value;
HEDDLE_COLD heddle_read_value __heddle_sym_read(const void* address, uint64_t size, const heddle_place* place);
HEDDLE_COLD void __heddle_sym_write(void* address, uint64_t size, const heddle_place* place, uint32_t shadow,
                                    uint64_t value);
// Before a load of a number from an address with a shadow. Returns the shadow of what will be loaded, if that is one
// expression for all addresses in `object`, of `extent` bytes, which the address points into (null: unknown); 0 if the
// address must be decided. `how` is the size of the number, with HEDDLE_PRIVATE_TABLE if only this thread knows the
// memory or nobody writes to it. `bits`, unless null, is as large as the object, and 0 where the object has a value.
#define HEDDLE_PRIVATE_TABLE 0x100u
HEDDLE_COLD uint32_t __heddle_sym_table(const void* address, uint32_t shadow, uint32_t how, const void* object,
                                        uint64_t extent, const void* bits, const heddle_place* place);
// Copies and clears shadows of memory, of any size.
void __heddle_sym_copy(const void* to, const void* from, uint64_t size);
void __heddle_sym_set(const void* to, uint32_t byte, uint32_t byte_value, uint64_t size);
HEDDLE_COLD void __heddle_sym_clear(const void* address, uint64_t size);

// Decisions: the program continues with this value; other tests try others.
HEDDLE_COLD void __heddle_sym_decide(uint32_t shadow, uint64_t value, const heddle_place* place);
// The same about a comparison: of __heddle_sym_binary, negated if the lowest bit in `how` is 1.
HEDDLE_COLD void __heddle_sym_decide_comparison(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b,
                                                uint64_t b_value, const heddle_place* place);
// Other values are not tried: `reason` says why.
HEDDLE_COLD void __heddle_sym_fix(uint32_t shadow, uint64_t value, const char* reason, const heddle_place* place);
// The value is passed to the code at this address, as an argument or a result: it is fixed if that code is in a library
// without shadows.
HEDDLE_COLD void __heddle_sym_leaves(const void* to, uint32_t shadow, uint64_t value, const char* reason,
                                     const heddle_place* place);
// One of `count` cases, each with the number of its target; the last number is that of the default.
HEDDLE_COLD void __heddle_sym_switch(uint32_t shadow, uint32_t width, uint64_t value, uint32_t count,
                                     const uint64_t* cases, const uint32_t* numbers, const heddle_place* place);
// Before a compare-exchange that expects a value with a shadow, or an exchange that stores one. Returns the shadow that
// the value has afterwards.
HEDDLE_COLD uint32_t __heddle_sym_before_exchange(const void* address, uint32_t shadow, uint64_t value,
                                                  const heddle_place* place);
// After a compare-exchange: `same` is the shadow of whether it found what it expected. After an exchange: of whether it
// found the value that it stored.
HEDDLE_COLD void __heddle_sym_compared(const void* address, uint32_t same, uint64_t value, const heddle_place* place);
HEDDLE_COLD void __heddle_sym_exchanged(const void* address, uint32_t same, uint64_t value, const heddle_place* place);
// At the head of a loop, before __heddle_loop: some of the values carried round the loop have shadows.
HEDDLE_COLD void __heddle_sym_loop(uint32_t any, uint64_t hash);
// Before a division: is it by zero, does it overflow?
HEDDLE_COLD void __heddle_sym_division(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value,
                                       const heddle_place* place);
// After a call: if the function did not take the shadows of its `count` arguments, it has no shadows.
HEDDLE_COLD void __heddle_sym_untaken(const void* callee, uint32_t any, uint32_t count, const heddle_place* place);
// The memory is about to be used by code without shadows.
HEDDLE_COLD void __heddle_sym_fix_memory(const void* address, uint64_t size, const char* reason,
                                         const heddle_place* place);
// A function without shadows gets this pointer and may read what is there. `size` is 0 if it is unknown how much.
void __heddle_sym_fix_object(const void* address, uint64_t size, const char* reason, const heddle_place* place);
// The same, if the function turns out to be one of a library without shadows.
void __heddle_sym_fix_passed(const void* function, const void* address, uint64_t size, const heddle_place* place);
// The program looks at the flags of floating point: what operations with expressions have raised is not known.
void __heddle_sym_flags(const heddle_place* place);
// What is output: can the program get it back? `where` is an Output::Where (instrument/leaving.h).
uint32_t __heddle_sym_comes_back(uint32_t where, const void* stream, const char* format);
// Local variables, in code compiled for this: at run time they become variables with names of their own if
// Settings::symbolic asks for it. Around everything that may be a visible operation: which operation of this thread was
// the last one before it; and after it, for each live variable, its new shadow, a new name if there was an operation.
// Also before calls, with HEDDLE_AT_CALL: a name for whatever has none, since there may be operations below.
#define HEDDLE_AT_CALL 0xffffffff
uint32_t __heddle_sym_epoch(void);
uint32_t __heddle_sym_local(uint32_t epoch, uint32_t local, uint32_t width, uint32_t shadow, uint64_t value);
// Locals in stack memory, which the runtime names at operations: how many there are when a function begins, which ones
// it adds, and how many there are when it ends or catches an exception.
uint32_t __heddle_sym_enter(void);
void __heddle_sym_local_memory(uint32_t local, const void* address, uint32_t size);
void __heddle_sym_leave(uint32_t count);
// Branches whose ways meet again, in code compiled for this, if Settings::symbolic asks for it. Called before a branch
// and where its ways meet: what was there before it, and whether anything has happened since. `hash` covers the place
// and the live values without shadows. The result is 0 if the thread did not come through the branch. Then, for each
// live variable with a shadow computed in between: its new shadow, a name. `how` is its width, with HEDDLE_POINTER for
// a pointer.
typedef struct heddle_fork {
  uint32_t is_set;
  uint32_t operation;
  uint32_t names;
  uint32_t decided;
  uint64_t changes;
} heddle_fork;
#define HEDDLE_POINTER 0x100u
void __heddle_sym_fork(heddle_fork* fork);
uint32_t __heddle_sym_meet(heddle_fork* fork, uint64_t hash);
uint32_t __heddle_sym_met(uint32_t meeting, uint32_t how, uint32_t shadow, uint64_t value);
// The thread is about to change something that only it can see and that no other hook reports.
void __heddle_sym_change(void);
// An input that is a whole object: `pattern` gives the sizes of its parts, '1', '2', '4', '8', or '-' for a byte that
// is not an input, and is repeated.
void __heddle_sym_input(void* object, uint64_t size, const char* name, const char* pattern, const heddle_place* place);

// For runtime/strings only. Does one of these bytes have a shadow, or one of this string up to its end or the given
// size, or anything at all?
int __heddle_sym_in_memory(const void* begin, uint64_t size);
int __heddle_sym_in_string(const char* text, uint64_t most);
int __heddle_sym_in_any_memory(void);
void __heddle_sym_fix_bytes(const void* begin, uint64_t size, const char* reason);
void* __heddle_sym_concrete(void* pointer);
// How many bytes of standard input are inputs; 0 if it is the real one. And: a function has used the real one although
// it should not have.
uint64_t __heddle_sym_stdin_size(void);
void __heddle_sym_real_input(const char* function);
void __heddle_sym_uncontrolled(const char* what);
// The path of the n-th file that consists of inputs, and its size; null if there are fewer.
const char* __heddle_sym_file(uint32_t nth, uint64_t* size);

#ifdef __cplusplus
}
#endif
// NOLINTEND(modernize-use-using)
