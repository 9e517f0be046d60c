#include <list>

// The functions of std::list that are not in headers: those of the library have no hooks. Compiled with the pass.

namespace std::__detail {

void _List_node_base::_M_hook(_List_node_base* position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

// Moves [first, last) in front of this.
void _List_node_base::_M_transfer(_List_node_base* first, _List_node_base* last) noexcept {
  if (this == last) return;
  _List_node_base* const end = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _M_prev->_M_next = first;
  first->_M_prev = _M_prev;
  end->_M_next = this;
  _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

namespace {

bool is_empty(const _List_node_base& list) { return list._M_next == &list; }

// `list` has replaced another one in the ring.
void enter(_List_node_base& list) {
  list._M_next->_M_prev = &list;
  list._M_prev->_M_next = &list;
}

void take(_List_node_base& to, _List_node_base& from) {
  to._M_next = from._M_next;
  to._M_prev = from._M_prev;
  enter(to);
  from._M_next = from._M_prev = &from;
}

}  // namespace

void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  if (is_empty(a) && is_empty(b)) return;
  if (is_empty(a)) return take(a, b);
  if (is_empty(b)) return take(b, a);
  const _List_node_base was = a;
  a._M_next = b._M_next;
  a._M_prev = b._M_prev;
  b._M_next = was._M_next;
  b._M_prev = was._M_prev;
  enter(a);
  enter(b);
}

}  // namespace std::__detail
