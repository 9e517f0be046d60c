#pragma once

#include <string>

#include "symbolic/expressions.h"

namespace heddle::symbolic {

// The SMT-LIB term of an operation on floating point, from those of its operands, bit-vectors of `width`. Converting a
// number to its bits (fp.to_ieee_bv) is an extension of Z3.
std::string float_term(const Node& n, unsigned width, const std::string& a, const std::string& b);

}  // namespace heddle::symbolic
