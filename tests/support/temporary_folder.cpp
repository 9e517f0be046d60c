#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace heddle::tests {

TemporaryFolder::TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "heddle-test-XXXXXX") {
  EXPECT_NE(::mkdtemp(path_.data()), nullptr) << path_;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace heddle::tests
