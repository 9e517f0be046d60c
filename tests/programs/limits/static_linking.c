// limit: `heddle cc` does not link statically
// heddle: --flags=-static
// expect: does-not-compile says="cannot link statically; remove -static"
int main(void) { return 0; }
