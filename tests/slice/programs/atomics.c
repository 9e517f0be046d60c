// Atomic operations read and write; what fails to exchange decides as well.
// slice: --assertions
#include <assert.h>
#include <stdatomic.h>

atomic_int turn, tickets, spins;
atomic_flag busy = ATOMIC_FLAG_INIT;

int main(void) {
  int expected = 0;
  atomic_fetch_add(&spins, 1);                                 // .
  atomic_fetch_add(&tickets, 1);                               // >
  if (!atomic_compare_exchange_strong(&turn, &expected, 1))    // >
    atomic_store(&tickets, 2);                                 // >
  while (atomic_flag_test_and_set(&busy)) {                    // >
  }
  atomic_thread_fence(memory_order_seq_cst);
  assert(atomic_load(&tickets) == 1);                          // !
  atomic_flag_clear(&busy);                                    // >
  return 0;                                                    // -
}
