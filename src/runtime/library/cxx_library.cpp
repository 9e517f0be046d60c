#include "runtime/library/sorted.h"

// Effects of functions of the C++ library that are not compiled with the program.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

// An object that must not be used by two threads at once: a part of it behind the pointer to its functions, which
// everybody reads who calls one of them, stands for the whole.
void change_object(C& c) {
  constexpr std::uint64_t kWord = sizeof(void*);
  c.writes_at(c.text(0) + kWord, kWord);
}

void hash(C& c) { c.reads(0, c.number(1)); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"_ZSt11_Hash_bytesPKvmm", hash},
    {"_ZSt15_Fnv_hash_bytesPKvmm", hash},
    {"_ZNSt3pmr25monotonic_buffer_resource11do_allocateEmm", change_object},
    {"_ZNSt3pmr25monotonic_buffer_resource13do_deallocateEPvmm", nullptr},
    {"_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm", change_object},
    {"_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv", change_object},
    {"_ZNSt3pmr25monotonic_buffer_resourceD0Ev", change_object},
    {"_ZNSt3pmr25monotonic_buffer_resourceD1Ev", change_object},
    {"_ZNSt3pmr25monotonic_buffer_resourceD2Ev", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resource7releaseEv", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resourceC1ERKNS_12pool_optionsEPNS_15memory_resourceE", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resourceD1Ev", change_object},
    {"_ZNKSt3pmr25monotonic_buffer_resource11do_is_equalERKNS_15memory_resourceE", nullptr},
    {"_ZNKSt3pmr28unsynchronized_pool_resource11do_is_equalERKNS_15memory_resourceE", nullptr},
}));

}  // namespace

std::span<const Effects> effects_of_cxx_library() { return kTable; }

}  // namespace heddle::runtime
