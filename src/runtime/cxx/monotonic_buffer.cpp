#include <algorithm>
#include <cstddef>
#include <memory_resource>

// The functions of std::pmr::monotonic_buffer_resource that are not in headers, and with them its virtual table: those
// of the library have no hooks, and what they call has no names. Compiled with the pass.

namespace std::pmr {

// At the end of each buffer, with the one before.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  size_t size;
  size_t alignment;

  char* buffer() { return reinterpret_cast<char*>(this + 1) - size; }
};

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t aligned = std::max(alignment, alignof(max_align_t));
  size_t size = std::max(bytes, _M_next_bufsiz) + sizeof(_Chunk);
  if (size < bytes) size = 0;  // more than there can be: what is upstream says so
  size = (size + aligned - 1) / aligned * aligned;
  if (size == 0) size = -aligned;
  char* const buffer = static_cast<char*>(_M_upstream->allocate(size, aligned));
  _M_head = ::new (buffer + size - sizeof(_Chunk)) _Chunk{_M_head, size, aligned};
  _M_current_buf = buffer;
  _M_avail = size - sizeof(_Chunk);
  _M_next_bufsiz *= _S_growth_factor;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_M_head != nullptr) {
    _Chunk* const last = _M_head;
    _M_head = last->next;
    _M_upstream->deallocate(last->buffer(), last->size, last->alignment);
  }
}

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

}  // namespace std::pmr
