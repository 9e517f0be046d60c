// Takes the place of the runtime: prints what instrumented code announces, one line each. An operation in a system
// header shows the place of the user's call, with a star. Compiled without the pass.

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "abi/instrumented.h"

const heddle_place* __heddle_place;
const heddle_type* __heddle_type;
__thread uint64_t __heddle_result_bits;
__thread uint64_t __heddle_argument_bits[HEDDLE_TOLD_ARGUMENTS];

// A table that keeps nothing quiet.
static void map_table(void) {
  void* table = mmap((void*)(HEDDLE_QUIET_TABLE - 4096), HEDDLE_QUIET_SIZE + 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (table == MAP_FAILED) abort();
  *(unsigned char*)HEDDLE_QUIET_NOW = 0xff;
}

static void at(const heddle_place* place) {
  const heddle_place* where = place ? place : __heddle_place;
  if (where) {
    printf(" %s:%u:%s%s\n", where->file, where->line, where->function, place ? "" : "*");
  } else {
    printf(" nowhere\n");
  }
}

void __heddle_module(uint32_t abi_version, const heddle_place* places, const heddle_place* places_end,
                     const heddle_global* globals, const heddle_global* globals_end) {
  static const heddle_place* known;
  if (known == places) return;
  if (!known) map_table();
  known = places;
  printf("module %u\n", abi_version == HEDDLE_ABI_VERSION);
  for (const heddle_place* place = places; place != places_end; ++place) {
    if (!place->file || !place->function || place->line > 100000) printf("bad place\n");
  }
  for (const heddle_global* global = globals; global != globals_end; ++global) {
    printf("global %s %lu %s\n", global->name, (unsigned long)global->size, global->type ? global->type : "?");
  }
}

static void access(const char* kind, uint64_t size, const heddle_place* place) {
  printf("%s %lu", kind, (unsigned long)size);
  at(place);
}

void __heddle_read(const void* address, uint64_t size, const heddle_place* place) {
  (void)address;
  access("read", size, place);
}
void __heddle_read_to_decide(const void* address, uint64_t size, const heddle_place* place) {
  __heddle_read(address, size, place);
}
void __heddle_write(void* address, uint64_t size, const heddle_place* place) {
  (void)address;
  access("write", size, place);
}

static void atomic(const char* kind, uint32_t size, uint32_t order, const heddle_place* place) {
  printf("%s %u order %u", kind, size, order);
  at(place);
}

void __heddle_atomic_load(const void* address, uint32_t size, uint32_t order, const heddle_place* place) {
  (void)address;
  atomic("load", size, order, place);
}
void __heddle_atomic_store(void* address, uint32_t size, uint32_t order, const heddle_place* place) {
  (void)address;
  atomic("store", size, order, place);
}
void __heddle_atomic_rmw(void* address, uint32_t size, uint32_t order, const heddle_place* place) {
  (void)address;
  atomic("rmw", size, order, place);
}
void __heddle_atomic_add(void* address, uint32_t size, uint32_t order, int64_t amount, const heddle_place* place) {
  (void)address;
  (void)amount;
  atomic("add", size, order, place);
}
void __heddle_atomic_count(void* address, uint32_t size, uint32_t order, int64_t amount, int64_t end,
                           const heddle_place* place) {
  (void)address;
  printf("count %u order %u amount %ld end %ld", size, order, (long)amount, (long)end);
  at(place);
}
void __heddle_atomic_exchange(void* address, uint32_t size, uint32_t order, uint64_t value, uint64_t high,
                              const heddle_place* place) {
  (void)address;
  printf("exchange %u order %u value %lx %lx", size, order, (unsigned long)value, (unsigned long)high);
  at(place);
}
void __heddle_atomic_cas(void* address, uint32_t size, uint32_t success, uint32_t failure, uint64_t expected,
                         uint64_t high, const heddle_place* place) {
  (void)address;
  printf("cas %u order %u %u expected %lx %lx", size, success, failure, (unsigned long)expected, (unsigned long)high);
  at(place);
}
void __heddle_await_next(const void* address, uint32_t relation, uint32_t bits, uint64_t value, uint32_t how) {
  printf("await%s relation %u bits %u value %lx%s\n", address ? "" : " nowhere", relation, bits, (unsigned long)value,
         how & HEDDLE_AWAIT_LOADS ? " loads" : "");
}
void __heddle_await_set(const void* address, uint32_t bits, bool (*leaves)(const uint64_t*, uint64_t),
                        const uint64_t* same, const uint64_t* points, uint32_t count, uint32_t how) {
  printf("await%s bits %u points", address ? "" : " nowhere", bits);
  for (uint32_t i = 0; i < count; ++i) printf(" %lx:%d", (unsigned long)points[i], leaves(same, points[i]));
  printf("%s%s%s%s%s\n", how & HEDDLE_AWAIT_TURN ? " turn" : "", how & HEDDLE_AWAIT_LOADS ? " loads" : "", how & HEDDLE_AWAIT_ASSUMED ? " assumed" : "",
         how & HEDDLE_AWAIT_COMPARES ? " compares" : "", how & HEDDLE_AWAIT_EXCHANGES ? " exchanges" : "");
}
void __heddle_await_turn(const void* frame, const heddle_place* place) {
  (void)frame;
  (void)place;
}
void __heddle_await_begins(void) { printf("await begins\n"); }
void __heddle_retry_next(const void* address, uint32_t leaves, uint64_t value, int32_t read_begin, int32_t read_end,
                         const uint64_t* fixed, uint32_t count) {
  printf("retry%s", address ? "" : " nowhere");
  if (leaves) printf(" leaves %lx", (unsigned long)value);
  if (read_begin != read_end) printf(" reads %d to %d", read_begin, read_end);
  for (uint32_t i = 0; i < count; ++i)
    printf(" %s %lu", fixed[2 * i + 1] & HEDDLE_RETRY_WRITES ? "write" : "read",
           (unsigned long)(fixed[2 * i + 1] & ~HEDDLE_RETRY_WRITES));
  printf("\n");
}
void __heddle_fence(uint32_t order, const heddle_place* place) {
  printf("fence %u", order);
  at(place);
}

// The states of loops are numbers without meaning: only whether one equals the last one counts.
void __heddle_loop(const void* frame, uint64_t state, const heddle_place* place) {
  static uint64_t last;
  printf("loop %s%s", frame ? "" : "without frame ", state == last ? "same" : "new");
  last = state;
  at(place);
}

void __heddle_external(heddle_site* site, const void* function, const char* name, const uint64_t* arguments,
                       const heddle_place* place) {
  (void)arguments;
  site->quiet = function;
  printf("external %s%s", name ? name : "by pointer", function ? "" : " at null");
  at(place);
}

void __heddle_unseen(const char* what, const heddle_place* place) {
  printf("unseen %s", what);
  at(place);
}

// `heddle cc` makes the linker call it by another name.
#ifndef RECORDER_MAIN
#define RECORDER_MAIN main
#endif
int RECORDER_MAIN(int argc, char** argv, char** envp) {
  setvbuf(stdout, 0, _IOFBF, 1 << 20);
  const int code = __heddle_user_main(argc, argv, envp);
  printf("code %d\n", code);
  return 0;
}

void __heddle_uncontrolled(const char* what) { printf("%s\n", what); }
void __heddle_beyond(const void* address, uint64_t size, const void* object, const heddle_variable* variable,
                     uint32_t is_write, const heddle_place* place) {
  printf("beyond %s %d %ld %lu", variable->name, (int)is_write, (long)((const char*)address - (const char*)object),
         (unsigned long)size);
  at(place);
}
// Variables stay where they are.
void* __heddle_enter(void* block, const heddle_frame* frame) {
  (void)frame;
  return block;
}
void __heddle_leave(void* entered, const heddle_frame* frame) { (void)entered, (void)frame; }
void* __heddle_enter_array(void* block, uint64_t size, const heddle_variable* variable) {
  (void)size, (void)variable;
  return (char*)block + HEDDLE_FRAME_HEADER;
}
void __heddle_release(const void* from, const void* to) { (void)from, (void)to; }
void __heddle_unwound(const void* stack) { (void)stack; }
void __heddle_scope_begins(void* variable, uint64_t size) { (void)variable, (void)size; }
void __heddle_scope_ends(void* variable, uint64_t size) { (void)variable, (void)size; }
// All values are defined.
uint64_t __heddle_read_bits(const void* address, uint64_t size, const heddle_place* place) {
  __heddle_read(address, size, place);
  return 0;
}
void __heddle_keep_bits(void* address, uint64_t size, uint64_t bits) { (void)address, (void)size, (void)bits; }
void __heddle_copy_bits(void* to, const void* from, uint64_t size) { (void)to, (void)from, (void)size; }
void __heddle_give_bits(void* to, const void* bits, uint64_t size) { (void)to, (void)bits, (void)size; }
void __heddle_take_bits(void* bits, const void* from, uint64_t size) { (void)bits, (void)from, (void)size; }
void __heddle_no_value(void* variable, uint64_t size) { (void)variable, (void)size; }
void __heddle_indeterminate(const char* what, const heddle_place* place) {
  printf("indeterminate %s", what);
  at(place);
}
void __heddle_index_beyond(const char* type, uint64_t index, uint32_t has_sign, const heddle_place* place) {
  printf("index beyond %s %ld %d", type, (long)index, (int)has_sign);
  at(place);
}
void __heddle_effect(void) { printf("effect\n"); }
