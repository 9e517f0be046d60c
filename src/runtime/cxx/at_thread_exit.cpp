#include <pthread.h>

#include <condition_variable>
#include <future>

// What happens when a thread has ended, after the destructors of its thread-local objects: std::promise::
// set_value_at_thread_exit and the like, and std::notify_all_at_thread_exit. In the library, this code has no hooks.
// Compiled with the pass.

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

// The destructors of keys are called after those of thread-local objects; for the thread that ends the program they are
// not, so this object's own is there for it.
class List {
 public:
  List() {
    if (pthread_key_create(&key_, run_all) != 0) __throw_system_error(EAGAIN);
  }
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  ~List() {
    if (void* const elements = pthread_getspecific(key_)) {
      pthread_setspecific(key_, nullptr);
      run_all(elements);
    }
  }

  void push(Element* element) {
    element->_M_next = static_cast<Element*>(pthread_getspecific(key_));
    pthread_setspecific(key_, element);
  }

 private:
  pthread_key_t key_ = 0;
};

void at_thread_exit(Element* element, void (*callback)(void*)) {
  static List list;
  element->_M_cb = callback;
  list.push(element);
}

struct Notification : Element {
  Notification(condition_variable& those_who_wait, unique_lock<mutex> held)
      : waiting(&those_who_wait), lock(std::move(held)) {}

  static void run(void* element) {
    const unique_ptr<Notification> self(static_cast<Notification*>(element));
    self->lock.unlock();
    self->waiting->notify_all();
  }

  condition_variable* waiting;
  unique_lock<mutex> lock;
};

}  // namespace

void __future_base::_State_baseV2::_Make_ready::_S_run(void* element) {
  const unique_ptr<_Make_ready> self(static_cast<_Make_ready*>(element));
  if (const auto state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() { at_thread_exit(this, &_Make_ready::_S_run); }

void notify_all_at_thread_exit(condition_variable& waiting, unique_lock<mutex> lock) {
  auto* const notification = new Notification(waiting, std::move(lock));
  at_thread_exit(notification, &Notification::run);
}

}  // namespace std
