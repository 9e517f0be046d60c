#pragma once

#include <string>

// What must not be left behind when Heddle ends, however it ends.

namespace heddle::cli {

// Kills all processes that descend from this one, and waits until they are gone. Orphans are found if this process
// adopts them (PR_SET_CHILD_SUBREAPER).
void kill_descendants();

// A name for a temporary directory that does not exist yet.
std::string new_temporary_folder_name();

// Removes temporary directories of this user that nobody has locked: their owners were killed, both at once.
void remove_abandoned_folders();

// A directory that exists as long as its owner. It is locked during that time.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::string path);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  // Empty if it could not be created.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace heddle::cli
