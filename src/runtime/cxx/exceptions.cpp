#include <unwind.h>

#include <exception>
#include <utility>

// Exceptions that threads share, by std::exception_ptr: whoever is the last to let one go destroys it. Those who count
// are functions of the library, which has no hooks: these are here, compiled with the pass. An exception to which no
// std::exception_ptr refers belongs to one thread, and the library does the rest.

namespace std {

namespace {

// What is in front of an exception object (the C++ ABI, and libstdc++'s unwind-cxx.h): the head of a primary one, or of
// one that is thrown for it by std::rethrow_exception.
struct Head {
  void* type_or_primary;
  void (*destructor)(void*);
  void (*unexpected)();
  void (*terminate)();
  void* next;
  int handlers;
  int handler_switch;
  const unsigned char* action;
  const unsigned char* language_data;
  _Unwind_Ptr catch_temporary;
  void* adjusted;
  _Unwind_Exception unwinding;
};

struct CountedHead {
  int count;
  alignas(16) Head head;
};

struct Globals {
  void* caught;
  unsigned uncaught;
};

constexpr _Unwind_Exception_Class kDependentClass = 0x474e5543432b2b01;  // "GNUCC++\1"

}  // namespace

}  // namespace std

extern "C" {
void* __cxa_allocate_dependent_exception() noexcept;
void __cxa_free_dependent_exception(void* exception) noexcept;
void __cxa_free_exception(void* exception) noexcept;
void* __cxa_begin_catch(void* exception) noexcept;
std::Globals* __cxa_get_globals() noexcept;
}

namespace std {

namespace {

CountedHead* head_of(void* object) { return static_cast<CountedHead*>(object) - 1; }

// Was it the last one?
bool release(void* object) {
  CountedHead* const counted = head_of(object);
  if (__atomic_sub_fetch(&counted->count, 1, __ATOMIC_ACQ_REL) != 0) return false;
  if (counted->head.destructor != nullptr) counted->head.destructor(object);
  __cxa_free_exception(object);
  return true;
}

bool ends_as_expected(_Unwind_Reason_Code code) {
  return code == _URC_FOREIGN_EXCEPTION_CAUGHT || code == _URC_NO_REASON;
}

Head* head_of(_Unwind_Exception* unwinding) { return reinterpret_cast<Head*>(unwinding + 1) - 1; }

// The handlers of a primary exception have ended.
void end_primary(_Unwind_Reason_Code code, _Unwind_Exception* unwinding) {
  if (!ends_as_expected(code)) std::terminate();
  release(unwinding + 1);
}

void end_dependent(_Unwind_Reason_Code code, _Unwind_Exception* unwinding) {
  if (!ends_as_expected(code)) std::terminate();
  Head* const head = head_of(unwinding);
  void* const primary = head->type_or_primary;
  __cxa_free_dependent_exception(head);
  release(primary);
}

}  // namespace

namespace __exception_ptr {

void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object == nullptr) return;
  CountedHead* const counted = head_of(_M_exception_object);
  // The first std::exception_ptr: the library's own function would count without hooks when the handlers have ended.
  if (counted->head.unwinding.exception_cleanup != end_primary) counted->head.unwinding.exception_cleanup = end_primary;
  __atomic_add_fetch(&counted->count, 1, __ATOMIC_ACQ_REL);
}

void exception_ptr::_M_release() noexcept {
  if (_M_exception_object != nullptr && release(_M_exception_object)) _M_exception_object = nullptr;
}

}  // namespace __exception_ptr

void rethrow_exception(exception_ptr exception) {
  Head* const dependent = static_cast<Head*>(__cxa_allocate_dependent_exception());
  // It takes over what the argument holds, which is gone before any handler runs: two steps fewer.
  dependent->type_or_primary = std::exchange(*reinterpret_cast<void**>(&exception), nullptr);
  dependent->terminate = std::get_terminate();
  dependent->unexpected = dependent->terminate;
  dependent->unwinding.exception_class = kDependentClass;
  dependent->unwinding.exception_cleanup = end_dependent;
  __cxa_get_globals()->uncaught += 1;
  _Unwind_RaiseException(&dependent->unwinding);
  __cxa_begin_catch(&dependent->unwinding);
  std::terminate();
}

}  // namespace std
