#include <pthread.h>

#include <future>

// std::promise::set_value_at_thread_exit and the like: in the library, the code that makes the state ready has no
// hooks. Compiled with the pass.

namespace std {

namespace {

using Element = __at_thread_exit_elt;

void run_all(void* list) {
  auto* element = static_cast<Element*>(list);
  while (element != nullptr) {
    Element* const next = element->_M_next;
    element->_M_cb(element);
    element = next;
  }
}

// The destructors of keys are called after those of thread-local objects.
pthread_key_t key_of_lists() {
  static const pthread_key_t key = [] {
    pthread_key_t made = 0;
    if (pthread_key_create(&made, run_all) != 0) __throw_system_error(EAGAIN);
    return made;
  }();
  return key;
}

}  // namespace

void __future_base::_State_baseV2::_Make_ready::_S_run(void* element) {
  const unique_ptr<_Make_ready> self(static_cast<_Make_ready*>(element));
  if (const auto state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  const pthread_key_t key = key_of_lists();
  _M_cb = &_Make_ready::_S_run;
  _M_next = static_cast<Element*>(pthread_getspecific(key));
  pthread_setspecific(key, this);
}

}  // namespace std
