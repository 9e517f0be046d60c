#include <bits/functexcept.h>

#include <cerrno>
#include <thread>

// The functions of std::thread that change the object: those of the library have no hooks. Compiled with the pass.

namespace std {

void thread::join() {
  const int error = joinable() ? __gthread_join(_M_id._M_thread, nullptr) : EINVAL;
  if (error != 0) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  const int error = joinable() ? __gthread_detach(_M_id._M_thread) : EINVAL;
  if (error != 0) __throw_system_error(error);
  _M_id = id();
}

}  // namespace std
