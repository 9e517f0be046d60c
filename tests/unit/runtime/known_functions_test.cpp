#include "runtime/library/known_functions.h"

#include <gtest/gtest.h>

#include "abi/library_functions.h"
#include "runtime/library/effects.h"

namespace heddle::runtime {
namespace {

TEST(KnownFunctions, what_only_computes_is_harmless) {
  for (const char* name : {"strlen", "qsort", "printf", "sqrt", "sqrtf", "__errno_location"})
    EXPECT_EQ(control_of(name), Control::kHarmless) << name;
}

TEST(KnownFunctions, families_are_known_by_the_beginning_of_their_names) {
  for (const char* name : {"_ZNSt6thread4joinEv", "_ZSt9terminatev", "_ZNSaIcEC2Ev", "_ZNKSs4sizeEv",
                           "pthread_mutex_lock", "sem_post", "__cxa_throw", "_Znwm"})
    EXPECT_EQ(control_of(name), Control::kHarmless) << name;
}

TEST(KnownFunctions, reading_files_is_told_from_changing_them) {
  EXPECT_EQ(control_of("fread"), Control::kReadsFiles);
  EXPECT_EQ(control_of("getenv"), Control::kReadsFiles);
  EXPECT_EQ(control_of("unlink"), Control::kNeedsFork);
  EXPECT_EQ(control_of("setenv"), Control::kNeedsFork);
}

TEST(KnownFunctions, everything_else_is_unknown) {
  for (const char* name : {"", "socket", "gethostbyname", "strlenx", "str", "zzz"})
    EXPECT_EQ(control_of(name), Control::kUnknown) << name;
}

TEST(KnownFunctions, the_table_says_whose_effects_on_memory_are_known) {
  for (const abi::LibraryFunction& function : abi::kLibraryFunctions)
    EXPECT_EQ(function.has(abi::Trait::kEffects), effects_of(function.name) != nullptr) << function.name;
}

TEST(KnownFunctions, whose_effects_are_known_is_in_the_table) {
  for (const std::span<const Effects> subject :
       {effects_on_memory(), effects_on_texts(), effects_on_wide_texts(), effects_of_numbers(), effects_of_formats(),
        effects_of_streams(), effects_of_time(), effects_of_system(), effects_of_threads()}) {
    for (const Effects& entry : subject)
      EXPECT_TRUE(abi::has_trait(entry.name, abi::Trait::kEffects)) << entry.name << " is not in the table";
  }
}

TEST(KnownFunctions, who_yields_lets_time_pass) {
  for (const abi::LibraryFunction& function : abi::kLibraryFunctions) {
    if (!function.has(abi::Trait::kYields) || function.name.starts_with("_Z")) continue;
    EXPECT_TRUE(function.has(abi::Trait::kPauses)) << function.name;
  }
}

}  // namespace
}  // namespace heddle::runtime
