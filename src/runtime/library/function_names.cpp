#include "runtime/library/function_names.h"

#include <algorithm>
#include <cstring>
#include <cwchar>
#include <future>
#include <ios>
#include <system_error>

namespace heddle::runtime {

// With C linkage: in C++ some have two versions that differ in const.
extern "C" {
extern char heddle_chosen_memchr[] __asm__("memchr");
extern char heddle_chosen_memcmp[] __asm__("memcmp");
extern char heddle_chosen_memcpy[] __asm__("memcpy");
extern char heddle_chosen_memmove[] __asm__("memmove");
extern char heddle_chosen_mempcpy[] __asm__("mempcpy");
extern char heddle_chosen_memrchr[] __asm__("memrchr");
extern char heddle_chosen_memset[] __asm__("memset");
extern char heddle_chosen_rawmemchr[] __asm__("rawmemchr");
extern char heddle_chosen_stpcpy[] __asm__("stpcpy");
extern char heddle_chosen_stpncpy[] __asm__("stpncpy");
extern char heddle_chosen_strcasecmp[] __asm__("strcasecmp");
extern char heddle_chosen_strcasestr[] __asm__("strcasestr");
extern char heddle_chosen_strcat[] __asm__("strcat");
extern char heddle_chosen_strchr[] __asm__("strchr");
extern char heddle_chosen_strchrnul[] __asm__("strchrnul");
extern char heddle_chosen_strcmp[] __asm__("strcmp");
extern char heddle_chosen_strcpy[] __asm__("strcpy");
extern char heddle_chosen_strcspn[] __asm__("strcspn");
extern char heddle_chosen_strlen[] __asm__("strlen");
extern char heddle_chosen_strncasecmp[] __asm__("strncasecmp");
extern char heddle_chosen_strncat[] __asm__("strncat");
extern char heddle_chosen_strncmp[] __asm__("strncmp");
extern char heddle_chosen_strncpy[] __asm__("strncpy");
extern char heddle_chosen_strnlen[] __asm__("strnlen");
extern char heddle_chosen_strpbrk[] __asm__("strpbrk");
extern char heddle_chosen_strrchr[] __asm__("strrchr");
extern char heddle_chosen_strspn[] __asm__("strspn");
extern char heddle_chosen_strstr[] __asm__("strstr");
extern char heddle_chosen_wcschr[] __asm__("wcschr");
extern char heddle_chosen_wcscmp[] __asm__("wcscmp");
extern char heddle_chosen_wcscpy[] __asm__("wcscpy");
extern char heddle_chosen_wcslen[] __asm__("wcslen");
extern char heddle_chosen_wcsncmp[] __asm__("wcsncmp");
extern char heddle_chosen_wcsrchr[] __asm__("wcsrchr");
extern char heddle_chosen_wmemchr[] __asm__("wmemchr");
extern char heddle_chosen_wmemcmp[] __asm__("wmemcmp");
extern char heddle_chosen_wmemset[] __asm__("wmemset");
extern char heddle_chosen_time[] __asm__("time");
extern char heddle_chosen_gettimeofday[] __asm__("gettimeofday");
}

namespace {

struct Chosen {
  const char* name;
  const void* function;
};

// The classes of the categories are internal to the library, and so are the names of their functions.
bool is_of_error_category(const void* function) {
  constexpr int kFunctions = 8;  // destructors, name, message of two kinds, default_error_condition, equivalent
  for (const std::error_category* category :
       {&std::generic_category(), &std::system_category(), &std::future_category(), &std::iostream_category()}) {
    const void* const* const functions = *reinterpret_cast<const void* const* const*>(category);
    if (std::find(functions, functions + kFunctions, function) != functions + kFunctions) return true;
  }
  return false;
}

// In a function: their addresses are known when it is called.
}  // namespace

const char* name_of_chosen(const void* function) {
  const Chosen all[] = {
      {"memchr", heddle_chosen_memchr},
      {"memcmp", heddle_chosen_memcmp},
      {"memcpy", heddle_chosen_memcpy},
      {"memmove", heddle_chosen_memmove},
      {"mempcpy", heddle_chosen_mempcpy},
      {"memrchr", heddle_chosen_memrchr},
      {"memset", heddle_chosen_memset},
      {"rawmemchr", heddle_chosen_rawmemchr},
      {"stpcpy", heddle_chosen_stpcpy},
      {"stpncpy", heddle_chosen_stpncpy},
      {"strcasecmp", heddle_chosen_strcasecmp},
      {"strcasestr", heddle_chosen_strcasestr},
      {"strcat", heddle_chosen_strcat},
      {"strchr", heddle_chosen_strchr},
      {"strchrnul", heddle_chosen_strchrnul},
      {"strcmp", heddle_chosen_strcmp},
      {"strcpy", heddle_chosen_strcpy},
      {"strcspn", heddle_chosen_strcspn},
      {"strlen", heddle_chosen_strlen},
      {"strncasecmp", heddle_chosen_strncasecmp},
      {"strncat", heddle_chosen_strncat},
      {"strncmp", heddle_chosen_strncmp},
      {"strncpy", heddle_chosen_strncpy},
      {"strnlen", heddle_chosen_strnlen},
      {"strpbrk", heddle_chosen_strpbrk},
      {"strrchr", heddle_chosen_strrchr},
      {"strspn", heddle_chosen_strspn},
      {"strstr", heddle_chosen_strstr},
      {"wcschr", heddle_chosen_wcschr},
      {"wcscmp", heddle_chosen_wcscmp},
      {"wcscpy", heddle_chosen_wcscpy},
      {"wcslen", heddle_chosen_wcslen},
      {"wcsncmp", heddle_chosen_wcsncmp},
      {"wcsrchr", heddle_chosen_wcsrchr},
      {"wmemchr", heddle_chosen_wmemchr},
      {"wmemcmp", heddle_chosen_wmemcmp},
      {"wmemset", heddle_chosen_wmemset},
      {"time", heddle_chosen_time},
      {"gettimeofday", heddle_chosen_gettimeofday},
  };
  for (const Chosen& chosen : all) {
    if (chosen.function == function) return chosen.name;
  }
  return is_of_error_category(function) ? "_ZNKSt14error_category" : nullptr;
}

}  // namespace heddle::runtime
