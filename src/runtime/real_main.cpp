// The main function of a program whose own was compiled without Heddle, in a library such as gtest_main. In an archive
// of its own, so that it is only linked where the pass has renamed none; the linker (--wrap=main) knows the program's
// main function as __real_main.
extern "C" {
int __real_main(int argc, char** argv, char** envp);
void __heddle_uncontrolled(const char* what);  // uncontrolled.cpp

int __heddle_user_main(int argc, char** argv, char** envp) {
  __heddle_uncontrolled("main, which was compiled without Heddle");
  return __real_main(argc, argv, envp);
}
}
