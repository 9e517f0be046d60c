#pragma once

namespace heddle::runtime {

// The descriptors that a run opened, which are closed after it: all except those that were open before the first run.
// Owned by the runtime.
class OpenFiles {
 public:
  void mark();
  void opened() { used_ = true; }
  void put_back();

  // Records the positions of the descriptors, so that several processes can start there one after another: they share
  // positions. False if one of them has no position, such as a pipe.
  bool keep_positions();
  void put_back_positions() const;

 private:
  static constexpr int kSearched = 1024;  // the usual bound on descriptors

  bool marked_ = false;
  bool kept_[kSearched] = {};  // open before the first run
  bool used_ = false;

  struct Position {
    int descriptor;
    long offset;
    long flags;
  };
  Position positions_[kSearched] = {};
  int position_count_ = 0;
};

}  // namespace heddle::runtime
