#pragma once

#include <llvm/IR/Module.h>

#include "instrument/hooks.h"
#include "instrument/places.h"

namespace heddle::instrument {

// Until main calls something, its place is main itself: an exit code may be all that it has.
void place_main(llvm::Module& module, Places& places, const Hooks& hooks);

// The program's main becomes a function that the runtime calls, once for every run:
//
//   define i32 @main(i32 %argc, ptr %argv)     define internal i32 @__heddle_main_body(i32 %argc, ptr %argv)
//                                              define i32 @__heddle_user_main(i32 %argc, ptr %argv, ptr %envp) {
//                                                %code = call i32 @__heddle_main_body(i32 %argc, ptr %argv)
//                                                ret i32 %code
//                                              }
//
// It may have fewer parameters, and C compilers allow it to return nothing: the code is then 0.
void rename_main(llvm::Module& module);

}  // namespace heddle::instrument
