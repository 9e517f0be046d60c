// limit: OpenMP, TBB, and with it `std::execution::par`, are refused by the compiler, by name.
// heddle: --flags=-fopenmp
// expect: does-not-compile says="OpenMP is not supported: its threads cannot be controlled"
// heddle:
// expect: complete
//
// Without the flag the loop is one of a single thread.
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; ++i) sum += i;
  return sum != 45;
}
