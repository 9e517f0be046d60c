#include "runtime/anchor.h"

// Is the program run by `heddle test` rather than by hand? See include/heddle/heddle.h.
extern "C" bool heddle_explores() { return heddle::runtime::runtime().process.attached; }
