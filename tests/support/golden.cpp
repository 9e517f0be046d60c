#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::tests {

std::string read_source_file(const std::string& path) {
  std::ifstream stream(std::string(HEDDLE_SOURCE_DIR "/") + path, std::ios::binary);
  EXPECT_TRUE(stream.good()) << "cannot read " << path;
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = "tests/golden/" + name;
  if (std::getenv("HEDDLE_REGENERATE_GOLDEN") != nullptr) {
    const std::filesystem::path full = std::filesystem::path(HEDDLE_SOURCE_DIR) / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream stream(full, std::ios::binary);
    stream << text;
    ASSERT_TRUE(stream.good()) << "cannot write " << full;
    return;
  }
  EXPECT_EQ(read_source_file(path), text) << "If the new text is right: scripts/regenerate_golden";
}

}  // namespace heddle::tests
