#pragma once
// Random isomorphism: a board rearranged in a way that changes nothing about its puzzles.
//
//     Puzzle same = apply(random_isomorphism(puzzle.geometry(), random), puzzle);

#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/symmetry.hpp"

namespace clew {

/// A random order of lines that keeps the groups of `height` together.
inline std::vector<std::size_t> random_lines(std::size_t size, std::size_t height, Random& random) {
    std::vector<std::size_t> groups(size / height), result(size);
    for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = i;
    random.shuffle(groups);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        std::vector<std::size_t> within(height);
        for (std::size_t i = 0; i < height; ++i) within[i] = i;
        random.shuffle(within);
        for (std::size_t i = 0; i < height; ++i)
            result[g * height + i] = groups[g] * height + within[i];
    }
    return result;
}

/// Uniform among all isomorphisms of the board. Requires has_isomorphisms().
inline Isomorphism random_isomorphism(const Geometry& geometry, Random& random) {
    const std::size_t n = geometry.size();
    const BoxShape shape = geometry.spec().boxes.value_or(BoxShape{n, n});
    Isomorphism map = identity(geometry);
    map.rows = random_lines(n, shape.rows, random);
    map.columns = random_lines(n, shape.columns, random);
    random.shuffle(map.digits);
    if (shape.rows == shape.columns && random.below(2) == 1)
        map.orientation = Orientation::transposed;
    return map;
}

}  // namespace clew
