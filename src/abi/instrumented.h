#pragma once

// What instrumented code calls: the whole interface between the pass (src/instrument) and the runtime that is linked
// into the tested program (src/runtime). Plain C.
//
// Every function is called immediately *before* the access or call it announces; the access itself stays in the
// program, and nothing happens between the two. docs/how-it-runs.md shows the code before and after.

#include <stdbool.h>
#include <stdint.h>

// NOLINTBEGIN(modernize-use-using): it is also read as C.
#ifdef __cplusplus
extern "C" {
#endif

// Changes with every change of this file. A program that was compiled for another version is refused by name.
#define HEDDLE_ABI_VERSION 11

// Functions that are rarely called and preserve their caller's registers.
#define HEDDLE_COLD __attribute__((preserve_most))

// A place in the source. The pass collects those of a module in the section "heddle_places", so that the index there
// identifies the place.
typedef struct heddle_place {
  const char* file;
  const char* function;
  uint32_t line;
  uint32_t column;
} heddle_place;

// A global variable of the program and its type, for names such as "queue.slots[3].full". Section "heddle_globals".
// `type` describes the layout:
//   type  ::= kind size                                   a scalar of this many bytes: 'i' a signed number, 'u' an
//                                                         unsigned one, 'b' a truth value, 'c' a character, 'f' a
//                                                         floating-point number, 'p' a pointer, 's' one to characters
//           | kind size '(' unit ')'                      a number of these: of milliseconds, "i8(ms)"
//           | 'e' size '(' name '=' value ',' ... ')'     an enumeration
//           | 'B' shift ',' width type                    a bit-field, `shift` bits after the byte at its offset
//           | '[' count ',' stride ']' type               an array
//           | '{' { name ':' offset ':' type ';' } '}'    a structure or class
typedef struct heddle_global {
  const void* address;
  uint64_t size;
  const char* name;
  const char* type;  // null if there is no debug information
  uint64_t zone;     // this many bytes after it belong to nobody: an access to them is out of bounds
} heddle_global;

// A variable whose bounds are checked.
typedef struct heddle_variable {
  const char* name;           // null if it has none
  const heddle_place* place;  // where it is declared; null if unknown
  uint64_t offset;            // in its frame
  uint64_t size;
  uint64_t has_scope;  // it is dead until __heddle_scope_begins
  const char* type;    // as in heddle_global; null if unknown
} heddle_variable;

// The type of an allocated object.
typedef struct heddle_type {
  const char* name;    // "Node"
  const char* layout;  // as in heddle_global
  uint64_t size;       // of one object; there may be several
} heddle_type;

// The variables of one function that live in the memory of __heddle_enter.
typedef struct heddle_frame {
  uint64_t size;  // a multiple of 8; the first HEDDLE_FRAME_HEADER bytes belong to the runtime
  uint64_t count;
  const heddle_variable* variables;
} heddle_frame;
#define HEDDLE_FRAME_HEADER 16

// The orders of atomic operations, as in C.
typedef enum heddle_order {
  HEDDLE_RELAXED = 0,
  HEDDLE_CONSUME = 1,
  HEDDLE_ACQUIRE = 2,
  HEDDLE_RELEASE = 3,
  HEDDLE_ACQ_REL = 4,
  HEDDLE_SEQ_CST = 5,
} heddle_order;

// Called by a constructor of every translation unit, before any other call. The arguments are the bounds of the two
// sections of its executable or shared library; calling it twice is fine.
void __heddle_module(uint32_t abi_version, const heddle_place* places, const heddle_place* places_end,
                     const heddle_global* globals, const heddle_global* globals_end);

// Where the program is: stored before every call in the user's own functions, but not in those of system headers, so
// that an operation deep in the standard library gets the place of the user's call. Functions of system headers pass
// null as `place` below, which stands for this place.
extern const heddle_place* __heddle_place;

// What the next call of an allocating function is for, where that is known: stored before the call, which consumes it.
extern const heddle_type* __heddle_type;

// Which bits of a result, and of the first arguments, have no value, where one function passes this information to
// another (src/instrument/told_bits.h).
#define HEDDLE_TOLD_ARGUMENTS 8
extern __thread uint64_t __heddle_result_bits;
extern __thread uint64_t __heddle_argument_bits[HEDDLE_TOLD_ARGUMENTS];

// A plain load or store of `size` bytes, of any alignment.
HEDDLE_COLD void __heddle_read(const void* address, uint64_t size, const heddle_place* place);
HEDDLE_COLD void __heddle_write(void* address, uint64_t size, const heddle_place* place);

// A load of at most 8 bytes. Returns which of its bits were never given a value.
HEDDLE_COLD uint64_t __heddle_read_bits(const void* address, uint64_t size, const heddle_place* place);
// After a store of at most 8 bytes: these bits of what was stored have no value.
HEDDLE_COLD void __heddle_keep_bits(void* address, uint64_t size, uint64_t bits);
// After a copy. Bytes without a value have none in their new place either.
HEDDLE_COLD void __heddle_copy_bits(void* to, const void* from, uint64_t size);
// The same if one of the two is a variable whose bits the function itself keeps, at `bits`.
HEDDLE_COLD void __heddle_give_bits(void* to, const void* bits, uint64_t size);
HEDDLE_COLD void __heddle_take_bits(void* bits, const void* from, uint64_t size);
// A variable in the memory of __heddle_enter is declared without a value.
HEDDLE_COLD void __heddle_no_value(void* variable, uint64_t size);

// When these calls are omitted: each 8 bytes of memory have a byte at a fixed address. If for every byte of an access
// that byte equals HEDDLE_QUIET_NOW, or for a read that byte | 1 equals HEDDLE_QUIET_READ_NOW, the call would have no
// effect, and the memory has no shadows (symbolic.h). A write that is not announced leaves a 1 in HEDDLE_QUIET_WROTE.
#define HEDDLE_QUIET_TABLE 0x400000000000
#define HEDDLE_QUIET_NOW (HEDDLE_QUIET_TABLE - 16)
#define HEDDLE_QUIET_WROTE (HEDDLE_QUIET_TABLE - 15)
#define HEDDLE_QUIET_READ_NOW (HEDDLE_QUIET_TABLE - 14)
#define HEDDLE_QUIET_GRANULE_BITS 3
#define HEDDLE_QUIET_ADDRESS_BITS 47
#define HEDDLE_QUIET_SIZE (1ull << (HEDDLE_QUIET_ADDRESS_BITS - HEDDLE_QUIET_GRANULE_BITS))

// How often each edge of the program's control flow was taken in this run, modulo 256: a byte for each, in a table at a
// fixed address. Which one belongs to an edge is a hash of its place in the code; two may share one. Only code with
// shadows (symbolic.h) counts.
#define HEDDLE_EDGE_BITS 15
#define HEDDLE_EDGES (HEDDLE_QUIET_TABLE - 0x10000)

// Atomic operations on 1, 2, 4, 8 or 16 bytes. `order` is a heddle_order.
void __heddle_atomic_load(const void* address, uint32_t size, uint32_t order, const heddle_place* place);
void __heddle_atomic_store(void* address, uint32_t size, uint32_t order, const heddle_place* place);
// Any read-modify-write except the three below.
void __heddle_atomic_rmw(void* address, uint32_t size, uint32_t order, const heddle_place* place);
// One that adds, and whose result is unused. `amount`: what it adds, 0 if that is not known.
void __heddle_atomic_add(void* address, uint32_t size, uint32_t order, int64_t amount, const heddle_place* place);
// One that adds this amount, and whose result is only compared: is the sum `end`?
void __heddle_atomic_count(void* address, uint32_t size, uint32_t order, int64_t amount, int64_t end,
                           const heddle_place* place);
// `value` is the new value, zero-extended (16 bytes: the low half in value, the high one in high).
void __heddle_atomic_exchange(void* address, uint32_t size, uint32_t order, uint64_t value, uint64_t high,
                              const heddle_place* place);
// `expected` likewise.
void __heddle_atomic_cas(void* address, uint32_t size, uint32_t success, uint32_t failure, uint64_t expected,
                         uint64_t high, const heddle_place* place);
// The relations of trace::AwaitCondition, in the same order; less and greater are signed.
typedef enum {
  HEDDLE_EQUAL,
  HEDDLE_NOT_EQUAL,
  HEDDLE_LESS,
  HEDDLE_LESS_EQUAL,
  HEDDLE_BELOW,
  HEDDLE_BELOW_EQUAL,
  HEDDLE_ABOVE,
  HEDDLE_ABOVE_EQUAL,
  HEDDLE_GREATER,
  HEDDLE_GREATER_EQUAL,
} heddle_relation;
// How it waits; several may hold.
typedef enum heddle_await {
  HEDDLE_AWAIT_LOADS = 1,      // the loop also reads plain memory, which has begun with __heddle_await_begins
  HEDDLE_AWAIT_ASSUMED = 2,    // not in a loop: a false assumption follows without effects
  HEDDLE_AWAIT_COMPARES = 4,   // the access is a compare-exchange; the last of the points is what it expects
  HEDDLE_AWAIT_EXCHANGES = 8,  // the access is an exchange; the last of the points is what it stores
  HEDDLE_AWAIT_TURN = 16,      // the last access of a turn of a loop with several: see __heddle_await_turn
} heddle_await;
// The next atomic access is to this address, and it is all that a loop does. The loop is left as soon as the value
// found has this relation to `value`, both truncated to `bits` bits: a compare-exchange that finds what it expects, an
// exchange that finds something other than what it stores, a load.
void __heddle_await_next(const void* address, uint32_t relation, uint32_t bits, uint64_t value, uint32_t how);
// The same for a load that leaves the loop where `leaves(same, found)` holds: a function that has one answer for all
// values between two neighbours among these points. For a compare-exchange it says what happens if that fails.
void __heddle_await_set(const void* address, uint32_t bits, bool (*leaves)(const uint64_t* same, uint64_t value),
                        const uint64_t* same, const uint64_t* points, uint32_t count, uint32_t how);
void __heddle_await_begins(void);
// Before that: the loop of the turn, as announced by __heddle_loop.
void __heddle_await_turn(const void* frame, const heddle_place* place);
// The next atomic access is a load with which a turn of a loop begins that tries to replace what it finds, by a
// compare-exchange of the same variable, until that succeeds. With `leaves`, it stops if it finds `value`. Between the
// two it reads plain memory, [found + read_begin, found + read_end) if they differ, and accesses `count` pieces that
// are the same in each turn: each two words, the address, and the size, with HEDDLE_RETRY_WRITES if it is written.
#define HEDDLE_RETRY_WRITES (1ull << 63)
void __heddle_retry_next(const void* address, uint32_t leaves, uint64_t value, int32_t read_begin, int32_t read_end,
                         const uint64_t* fixed, uint32_t count);
void __heddle_fence(uint32_t order, const heddle_place* place);

// The access to this many bytes of this variable, at `object`, is out of bounds.
void __heddle_beyond(const void* address, uint64_t size, const void* object, const heddle_variable* variable,
                     uint32_t is_write, const heddle_place* place);

// `what` depends on a value that was never set.
void __heddle_indeterminate(const char* what, const heddle_place* place);

// An index is outside an array whose length is given in the source. `type` is that of the array, in quotes.
void __heddle_index_beyond(const char* type, uint64_t index, uint32_t has_sign, const heddle_place* place);

// Stack variables whose address is known to others live not on the stack but in other memory of the thread, at a fixed
// distance from it. Nothing else is there, so it is always known which of its bytes may be accessed. `block` is memory
// on the stack, of the size of the frame. Returns where the frame is: there, or `block` itself if that is not on one of
// the runtime's stacks.
HEDDLE_COLD void* __heddle_enter(void* block, const heddle_frame* frame);
// The function returns, or is left by an exception. `entered` is what __heddle_enter returned.
HEDDLE_COLD void __heddle_leave(void* entered, const heddle_frame* frame);
// The same for one variable-length variable, with `size` bytes after the header of `block`; returns the variable.
// `block` has HEDDLE_FRAME_HEADER more bytes after them, starting at the next multiple of 8.
HEDDLE_COLD void* __heddle_enter_array(void* block, uint64_t size, const heddle_variable* variable);
// The stack has shrunk: everything from `from` to `to` is gone, even without __heddle_leave.
HEDDLE_COLD void __heddle_release(const void* from, const void* to);
// After an exception or longjmp: everything below `stack` is gone.
HEDDLE_COLD void __heddle_unwound(const void* stack);
// The lifetime of a variable in a frame, within the function. The end is also announced for other variables that live
// in an iteration of a loop that may wait.
HEDDLE_COLD void __heddle_scope_begins(void* variable, uint64_t size);
HEDDLE_COLD void __heddle_scope_ends(void* variable, uint64_t size);

// In every iteration of a loop that may wait for other threads: one in which the thread itself changes nothing except
// what is covered by `state`, a hash of the values that are live there and computed in the loop, and by these hooks.
// `frame` distinguishes activations of the function (its frame address).
void __heddle_loop(const void* frame, uint64_t state, const heddle_place* place);
// In such a loop: the thread is about to change something that no other hook reports.
void __heddle_effect(void);

// Around the body of a function that takes several locks, and releases them all and starts over if one of them is held.
void __heddle_lock_all(void);
void __heddle_locked_all(void);

// A call in the source to a function that is not defined in this translation unit, or through a pointer. The sites are
// in the section "heddle_sites", which is not reset between runs. Initially everything is null.
typedef struct heddle_site {
  const void* quiet;     // calls to this function are not announced
  const void* function;  // the last one announced,
  const void* effects;   // and what the runtime knows about it;
  const void* changes;   // the same function again if it may change what is in no memory, null otherwise
} heddle_site;

// Before such a call, unless it is to `quiet`. If the function is neither instrumented nor known to the runtime, it is
// uncontrolled; if it is known to read or write memory through its arguments, these are accesses. `name` is null for a
// call through a pointer. `arguments` is null if there are neither pointers nor variable arguments among them.
// Otherwise each takes 8 bytes, in order, except that a long double after the named ones takes 16, aligned: what
// follows the named ones can be read like arguments passed in memory.
void __heddle_external(heddle_site* site, const void* function, const char* name, const uint64_t* arguments,
                       const heddle_place* place);

// Before code that may use memory nothing is known about: inline assembly, or a machine instruction.
void __heddle_unseen(const char* what, const heddle_place* place);

// These two words precede the code of instrumented functions.
#define HEDDLE_MARK_LOW 0x656c646465680b0full
#define HEDDLE_MARK_HIGH 0x6465746e656d7572ull

// The program's own main, renamed by the pass.
int __heddle_user_main(int argc, char** argv, char** envp);

#ifdef __cplusplus
}
#endif
// NOLINTEND(modernize-use-using)
