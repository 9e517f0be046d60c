#include <locale>

// The facet of locales that reads numbers from a stream. The library has it compiled, without hooks, and it takes the
// characters directly from the memory of the stream. Compiled with the pass. The library makes its facet with the table
// of virtual functions that the program exports, so every stream uses this one.

template class std::num_get<char>;
