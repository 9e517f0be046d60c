#pragma once

#include <optional>
#include <string>
#include <vector>

// Programs that were compiled before. Compiling takes longer than most explorations, and each `test`, `replay` and
// `ask` of the same source begins with it.
//
// A program is identified by its key: the command and everything else that compilers read apart from files. It is
// reused as long as all files that it was made from are unchanged, and the folders that contain them, or in which
// others may be looked for, have the same names in them: a new header may take precedence over one that was found.

namespace heddle::cli {

class BuildCache {
 public:
  // That of this user: $HEDDLE_CACHE, $XDG_CACHE_HOME/heddle or ~/.cache/heddle. HEDDLE_CACHE=off: none.
  static std::optional<BuildCache> of_user();

  explicit BuildCache(std::string folder) : folder_(std::move(folder)) {}

  // Puts the program with this key at `output` and returns what the compiler said about it.
  std::optional<std::string> take(const std::string& key, const std::string& output) const;

  // Keeps the program, made from `paths` (files and folders) by a compiler that was started at `begin` (seconds since
  // the epoch). Not if one of the files is that recent: it is unknown which of its contents was read. Drops those not
  // used for the longest time if there are too many. A failure is not an error: the program is compiled again.
  void keep(const std::string& key, const std::string& program, const std::string& messages,
            const std::vector<std::string>& paths, double begin) const;

 private:
  std::string folder_;
};

// The files of a rule as compilers and linkers write them for make ("target: file file …").
std::vector<std::string> files_of_rule(const std::string& rule);

}  // namespace heddle::cli
