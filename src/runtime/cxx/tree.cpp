#include <map>
#include <utility>

// The functions of std::map and std::set that are not in headers: those of the library have no hooks. Compiled with the
// pass. Red-black trees as in Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms, chapter 13. The header of a
// tree has the root as its parent, the first and the last node as its children, and is red.

namespace std {

namespace {

using Node = _Rb_tree_node_base;

bool is_black(const Node* node) { return node == nullptr || node->_M_color == _S_black; }

// Puts `child` in the place of `node` under its parent.
void replace_child(Node* node, Node* child, Node& header) {
  if (header._M_parent == node) {
    header._M_parent = child;
  } else if (node->_M_parent->_M_left == node) {
    node->_M_parent->_M_left = child;
  } else {
    node->_M_parent->_M_right = child;
  }
}

// The child on the other side, `up`, becomes the parent of `node`, which moves down to the side of `down`.
void rotate(Node* node, Node* Node::* down, Node* Node::* up, Node& header) {
  Node* const child = node->*up;
  node->*up = child->*down;
  if (child->*down != nullptr) (child->*down)->_M_parent = node;
  child->_M_parent = node->_M_parent;
  replace_child(node, child, header);
  child->*down = node;
  node->_M_parent = child;
}

struct Sides {
  Node* Node::* own;
  Node* Node::* other;
};

// On which side of its parent is it?
Sides sides_of(const Node* node, const Node* parent) {
  if (parent->_M_left == node) return {&Node::_M_left, &Node::_M_right};
  return {&Node::_M_right, &Node::_M_left};
}

const Node* next_of(const Node* node) {
  if (node->_M_right != nullptr) {
    node = node->_M_right;
    while (node->_M_left != nullptr) node = node->_M_left;
    return node;
  }
  const Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // In a tree with one node, the header is in effect the right child of the root.
  return node->_M_right != parent ? parent : node;
}

const Node* previous_of(const Node* node) {
  const bool is_header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (is_header) return node->_M_right;
  if (node->_M_left != nullptr) {
    node = node->_M_left;
    while (node->_M_right != nullptr) node = node->_M_right;
    return node;
  }
  const Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

void rebalance_after_insertion(Node* node, Node& header) {
  while (node != header._M_parent && !is_black(node->_M_parent)) {
    Node* const parent = node->_M_parent;
    Node* const grandparent = parent->_M_parent;
    const Sides sides = sides_of(parent, grandparent);
    Node* const uncle = grandparent->*sides.other;
    if (!is_black(uncle)) {
      parent->_M_color = uncle->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      node = grandparent;
      continue;
    }
    if (node == parent->*sides.other) {
      node = parent;
      rotate(node, sides.own, sides.other, header);
    }
    node->_M_parent->_M_color = _S_black;
    grandparent->_M_color = _S_red;
    rotate(grandparent, sides.other, sides.own, header);
  }
  header._M_parent->_M_color = _S_black;
}

// The paths through `node`, a child of `parent` that may be null, have one black node too few.
void rebalance_after_removal(Node* node, Node* parent, Node& header) {
  while (node != header._M_parent && is_black(node)) {
    const Sides sides = sides_of(node, parent);
    Node* sibling = parent->*sides.other;
    if (!is_black(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, sides.own, sides.other, header);
      sibling = parent->*sides.other;
    }
    if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      node = parent;
      parent = node->_M_parent;
      continue;
    }
    if (is_black(sibling->*sides.other)) {
      (sibling->*sides.own)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, sides.other, sides.own, header);
      sibling = parent->*sides.other;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    (sibling->*sides.other)->_M_color = _S_black;
    rotate(parent, sides.own, sides.other, header);
    break;
  }
  if (node != nullptr) node->_M_color = _S_black;
}

// A node with two children changes places with the next one, which has no left child. Returns the parent of `child`,
// which is now where that node was.
Node* replace_by_next(Node* node, Node* next, Node* child, Node& header) {
  node->_M_left->_M_parent = next;
  next->_M_left = node->_M_left;
  Node* parent = next;
  if (next != node->_M_right) {
    parent = next->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    parent->_M_left = child;
    next->_M_right = node->_M_right;
    node->_M_right->_M_parent = next;
  }
  replace_child(node, next, header);
  next->_M_parent = node->_M_parent;
  std::swap(next->_M_color, node->_M_color);
  return parent;
}

// A node with at most one child, which takes its place.
void replace_by_child(Node* node, Node* child, Node& header) {
  if (child != nullptr) child->_M_parent = node->_M_parent;
  replace_child(node, child, header);
  if (header._M_left == node)
    header._M_left = child == nullptr ? node->_M_parent : _Rb_tree_node_base::_S_minimum(child);
  if (header._M_right == node)
    header._M_right = child == nullptr ? node->_M_parent : _Rb_tree_node_base::_S_maximum(child);
}

}  // namespace

Node* _Rb_tree_increment(Node* node) throw() { return const_cast<Node*>(next_of(node)); }
const Node* _Rb_tree_increment(const Node* node) throw() { return next_of(node); }
Node* _Rb_tree_decrement(Node* node) throw() { return const_cast<Node*>(previous_of(node)); }
const Node* _Rb_tree_decrement(const Node* node) throw() { return previous_of(node); }

void _Rb_tree_insert_and_rebalance(const bool left, Node* node, Node* parent, Node& header) throw() {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    parent->_M_left = node;  // in an empty tree it is also the first one
    if (parent == &header) {
      header._M_parent = header._M_right = node;
    } else if (parent == header._M_left) {
      header._M_left = node;
    }
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  rebalance_after_insertion(node, header);
}

Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) throw() {
  Node* child = nullptr;
  Node* parent = nullptr;
  if (node->_M_left != nullptr && node->_M_right != nullptr) {
    Node* const next = Node::_S_minimum(node->_M_right);
    child = next->_M_right;
    parent = replace_by_next(node, next, child, header);
  } else {
    child = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    replace_by_child(node, child, header);
  }
  if (node->_M_color == _S_black) rebalance_after_removal(child, parent, header);
  return node;
}

}  // namespace std
