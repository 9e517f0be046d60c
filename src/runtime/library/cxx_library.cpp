#include "runtime/library/sorted.h"

// Effects of C++ library functions that are not compiled with the program.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

// An object that two threads must not use at once: a part of it after the vtable pointer, which everybody reads who
// calls one of its functions, stands for the whole.
void change_object(C& c) {
  constexpr std::uint64_t kWord = sizeof(void*);
  c.writes_at(c.text(0) + kWord, kWord);
}

// The text of an exception is shared by its copies: a pointer after the vtable pointer.
constexpr std::uint64_t kText = sizeof(void*);

void exception_read(C& c) { c.reads_at(c.text(0) + kText, sizeof(void*)); }
void exception_of_text(C& c) {
  c.reads_text(1);
  c.writes_at(c.text(0) + kText, sizeof(void*));
}
void exception_of_string(C& c) {
  struct String {  // how std::string begins
    const char* text;
    std::uint64_t length;
  };
  c.reads(1, sizeof(String));
  c.reads_at(c.pointer<String>(1)->text, c.pointer<String>(1)->length);
  c.writes_at(c.text(0) + kText, sizeof(void*));
}
void exception_moved(C& c) {
  c.reads_at(c.text(1) + kText, sizeof(void*));
  c.writes_at(c.text(0) + kText, sizeof(void*));
  c.writes_at(c.text(1) + kText, sizeof(void*));
}

// A locale is a pointer to what its copies share.
void locale_made(C& c) { c.writes(0, sizeof(void*)); }
void locale_named(C& c) {
  c.reads_text(1);
  locale_made(c);
}
void locale_copied(C& c) {
  c.reads(1, sizeof(void*));
  locale_made(c);
}
void locale_compared(C& c) {
  c.reads(0, sizeof(void*));
  c.reads(1, sizeof(void*));
}
// After the string that it returns.
void name_of_locale(C& c) { c.reads(1, sizeof(void*)); }

// The pointer at the start of the object says what it is.
void cast(C& c) { c.reads(0, sizeof(void*)); }

// A file begins with its stream, if it is open.
void look_at_file(C& c) { c.reads(0, sizeof(void*)); }
void change_file(C& c) { c.writes(0, sizeof(void*)); }
void open_file(C& c) {
  c.reads_text(1);
  change_file(c);
}

// Bytes that are passed to a file.
void put_bytes(C& c) { c.reads(1, c.number(2)); }
void put_bytes_twice(C& c) {
  c.reads(1, c.number(2));
  c.reads(3, c.number(4));
}

void hash(C& c) { c.reads(0, c.number(1)); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"_ZSt11_Hash_bytesPKvmm", hash},
    {"_ZSt15_Fnv_hash_bytesPKvmm", hash},
    {"_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resource7releaseEv", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resourceC1ERKNS_12pool_optionsEPNS_15memory_resourceE", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resourceC2ERKNS_12pool_optionsEPNS_15memory_resourceE", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resourceD1Ev", change_object},
    {"_ZNSt3pmr28unsynchronized_pool_resourceD2Ev", change_object},
    {"_ZNKSt3pmr28unsynchronized_pool_resource11do_is_equalERKNS_15memory_resourceE", nullptr},
    {"_ZNSt13runtime_errorC1EOS_", exception_moved},
    {"_ZNSt13runtime_errorC2EOS_", exception_moved},
    {"_ZNSt13runtime_erroraSEOS_", exception_moved},
    {"_ZNKSt13runtime_error4whatEv", exception_read},
    {"_ZNSt11logic_errorC1EOS_", exception_moved},
    {"_ZNSt11logic_errorC2EOS_", exception_moved},
    {"_ZNSt11logic_erroraSEOS_", exception_moved},
    {"_ZNKSt11logic_error4whatEv", exception_read},
    {"_ZNSt13runtime_errorC1EPKc", exception_of_text},
    {"_ZNSt13runtime_errorC2EPKc", exception_of_text},
    {"_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", exception_of_string},
    {"_ZNSt13runtime_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", exception_of_string},
    {"_ZNSt11logic_errorC1EPKc", exception_of_text},
    {"_ZNSt11logic_errorC2EPKc", exception_of_text},
    {"_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", exception_of_string},
    {"_ZNSt11logic_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", exception_of_string},
    {"_ZNSt6localeC1Ev", locale_made},
    {"_ZNSt6localeC1EPKc", locale_named},
    {"_ZNSt6localeC1ERKS_", locale_copied},
    {"_ZNSt6localeC2Ev", locale_made},
    {"_ZNSt6localeC2EPKc", locale_named},
    {"_ZNSt6localeC2ERKS_", locale_copied},
    {"_ZNSt6localeaSERKS_", locale_copied},
    {"_ZNSt6localeD1Ev", locale_made},
    {"_ZNSt6localeD2Ev", locale_made},
    {"_ZNKSt6localeeqERKS_", locale_compared},
    {"_ZNKSt6locale4nameB5cxx11Ev", name_of_locale},
    {"__dynamic_cast", cast},
    {"_ZNKSt12__basic_fileIcE7is_openEv", look_at_file},
    {"_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei", open_file},
    {"_ZNSt12__basic_fileIcE5closeEv", change_file},
    {"_ZNSt12__basic_fileIcE6xsputnEPKcl", put_bytes},
    {"_ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l", put_bytes_twice},
    {"_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE6xsputnEPKcl", put_bytes},
}));

}  // namespace

std::span<const Effects> effects_of_cxx_library() { return kTable; }

}  // namespace heddle::runtime
