#pragma once

#include <cstdio>

namespace heddle::runtime {

// The number that a file will have is decided by one step, and what is opened by a later one, right before it is: in
// between the number is taken by something else.
class ReservedNumber {
 public:
  // The step that decides the number. None is reserved where nobody else could take it.
  static ReservedNumber of_descriptor();
  // The same for a stream or a directory that is read, whose numbers matter only if the program uses descriptors, too.
  static ReservedNumber of_stream();

  bool is_reserved() const { return number_ >= 0; }
  // What has been opened gets the number; negative: that has failed, and the number is free again. The result of the
  // call.
  long settle(long opened) const;
  // The same for a stream; null if it could not be opened.
  FILE* settle(FILE* stream) const;

 private:
  explicit ReservedNumber(int number) : number_(number) {}

  int number_;  // or -1
};

}  // namespace heddle::runtime
