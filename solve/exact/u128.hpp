#pragma once
// U128: an unsigned number of 128 bits, for sums that 64 bits cannot hold.
//
// The largest count this room can meet is the blank grid's 6 670 903 752 021 072 936 960, about
// 2^72.5. Arithmetic wraps at 2^128, as machine words do: some sums here go below zero on the way.

#include <boost/multiprecision/cpp_int.hpp>

namespace clew::exact {

using U128 = boost::multiprecision::uint128_t;

}  // namespace clew::exact
