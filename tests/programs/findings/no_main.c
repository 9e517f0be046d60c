// heddle:
// expect: does-not-compile says="the program has no main function"
//
// Only a whole program can be run; the linker would say this about code of ours.
int answer(void) { return 42; }
