#include <elf.h>
#include <link.h>
#include <string.h>

// The main function of a program whose own was compiled without Heddle, in a library such as gtest_main. In an archive
// of its own, so that it is only linked if the pass did not rename a main function; the linker (--wrap=main) knows the
// program's main function as __real_main.

namespace {

// Of the executable, provided by the linker.
extern "C" const ElfW(Ehdr) __ehdr_start;

// What the main functions of GoogleTest and GoogleMock print, and where they say they are from. Both are linked only if
// there is no other main function.
constexpr char kSays[] = "Running main() from ";
constexpr char kFile[] = "gtest_main.cc";
constexpr char kOtherFile[] = "gmock_main.cc";

// Does the text occur, other than as our own constant?
template <size_t kSize>
bool has_text(const char* begin, const char* end, const char (&text)[kSize]) {
  while (true) {
    const void* const found = memmem(begin, static_cast<size_t>(end - begin), text, kSize - 1);
    if (found != text) return found != nullptr;
    begin = text + kSize - 1;
  }
}

// Is the main function of this executable that of GoogleTest or GoogleMock? It does nothing but run the tests.
bool is_of_googletest() {
  const auto* const file = reinterpret_cast<const char*>(&__ehdr_start);
  const auto* const headers = reinterpret_cast<const ElfW(Phdr)*>(file + __ehdr_start.e_phoff);
  const char* base = nullptr;
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    if (headers[i].p_type == PT_PHDR) base = reinterpret_cast<const char*>(headers) - headers[i].p_vaddr;
  }
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    const ElfW(Phdr)& header = headers[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) != 0) continue;
    const char* const begin = base + header.p_vaddr;
    const char* const end = begin + header.p_filesz;
    if (has_text(begin, end, kSays) && (has_text(begin, end, kFile) || has_text(begin, end, kOtherFile))) return true;
  }
  return false;
}

}  // namespace

extern "C" {
int __real_main(int argc, char** argv, char** envp);
void __heddle_uncontrolled(const char* what);  // uncontrolled.cpp

int __heddle_user_main(int argc, char** argv, char** envp) {
  if (!is_of_googletest()) __heddle_uncontrolled("main, which was compiled without Heddle");
  return __real_main(argc, argv, envp);
}
}
