#pragma once

namespace heddle::runtime {

// The descriptors that a run has opened, which are closed after it: all but those that were open before the first
// run. Owned by the runtime.
class OpenFiles {
 public:
  void mark();
  void opened() { used_ = true; }
  void start_run();

 private:
  static constexpr int kSearched = 1024;  // the usual bound on descriptors

  bool marked_ = false;
  bool kept_[kSearched] = {};  // open before the first run
  bool used_ = false;
};

}  // namespace heddle::runtime
