#pragma once

#include <string>

// What must not be left behind when Heddle ends, in whatever way.

namespace heddle::cli {

// Kills all processes that descend from this one, and waits until they are gone. Orphans are found if this process
// adopts them (PR_SET_CHILD_SUBREAPER).
void kill_descendants();

// A name for a temporary folder that does not exist yet.
std::string new_temporary_folder_name();

// Removes temporary folders of this user that nobody has locked: their owners were killed, both at once.
void remove_abandoned_folders();

// A folder that lives as long as its owner. It is locked meanwhile.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::string path);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  // Empty if it could not be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace heddle::cli
