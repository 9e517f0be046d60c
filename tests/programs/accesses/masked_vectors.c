// limit: Other machine instructions that get pointers (`_mm256_i32gather_epi32`)
// Of a masked or gathered vector, the elements that are accessed are accesses.
// heddle: -D CASE=1 --flags=-mavx2
// expect: bug kind=data-race where=@
// heddle: -D CASE=2 --flags=-mavx2
// expect: complete
// heddle: -D CASE=3 --flags='-mavx2 -O2'
// expect: bug kind=data-race where=@
// heddle: -D CASE=4 --flags='-mavx512f -mavx512vl'
// expect: bug kind=data-race where=@
// heddle: -D CASE=5 --flags='-mavx512f -mavx512vl'
// expect: complete
// heddle: -D CASE=6 --flags=-mavx2
// expect: incomplete reason="llvm.x86.avx2.gather"
#include <immintrin.h>
#include <pthread.h>
#include <stdlib.h>

static int numbers[8] __attribute__((aligned(32)));
static volatile int never;

static void vectors(void) {
  // Of the last two the machine need not have the instructions: what matters is that they are not carried out.
  if (CASE >= 4 && CASE <= 5 && !__builtin_cpu_supports("avx512vl")) {
    numbers[CASE == 4 ? 1 : 0] = 7;
    return;
  }
  const __m256i mask = _mm256_setr_epi32(-1, CASE == 2 ? 0 : -1, 0, 0, 0, 0, 0, 0);
  (void)mask;
#if CASE == 1 || CASE == 2
  _mm256_maskstore_epi32(numbers, mask, _mm256_set1_epi32(7));
#elif CASE == 3
  if (_mm256_extract_epi32(_mm256_maskload_epi32(numbers, mask), 1) == 9) abort();
#elif CASE == 4
  _mm256_mask_storeu_epi32(numbers, 2, _mm256_set1_epi32(7));
#elif CASE == 5
  _mm256_mask_storeu_epi32(numbers, 1, _mm256_set1_epi32(7));
#else
  const __m256i all = _mm256_i32gather_epi32(numbers, _mm256_set1_epi32(1), 4);
  if (_mm256_extract_epi32(all, 0) == 9) abort();
#endif
}

static void* other(void* unused) {
#if CASE != 6
  numbers[1] = 5;  // @
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  vectors();
  pthread_join(thread, NULL);
  return never;
}
