// limit: OpenMP, TBB, and with it `std::execution::par`, are refused by the compiler, by name.
// heddle:
// expect: does-not-compile says="TBB (also below std::execution::par) is not supported"
//
// What the headers of TBB call, which need not be installed for this.
namespace tbb::detail::r1 {
void spawn();
}

int main() { tbb::detail::r1::spawn(); }
