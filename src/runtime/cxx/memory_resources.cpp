#include <memory_resource>
#include <new>

// The resources of std::pmr that need no object of the program's: what those of the library do is called through a
// table, has no hooks and no names. Compiled with the pass.

namespace std::pmr {

namespace {

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
  void do_deallocate(void* memory, size_t bytes, size_t alignment) override {
    ::operator delete(memory, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

class Null final : public memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

// There before everything else, and never destroyed: nothing is registered for the end of programs, which may be in C.
template <class Resource>
union Eternal {
  Resource resource;
  constexpr Eternal() : resource() {}
  ~Eternal() {}
};

[[clang::no_destroy]] constinit Eternal<NewDelete> new_delete;
[[clang::no_destroy]] constinit Eternal<Null> null;

}  // namespace

memory_resource* new_delete_resource() noexcept { return &new_delete.resource; }
memory_resource* null_memory_resource() noexcept { return &null.resource; }

}  // namespace std::pmr
