#include "runtime/library/known_functions.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace heddle::runtime
