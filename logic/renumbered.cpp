#include "logic/renumbered.hpp"

#include <utility>

namespace clew::logic {

Inference renumbered(Inference line, std::size_t at, std::size_t here,
                     std::span<const std::size_t> number) {
    for (std::size_t& from : line.from) from = from < at ? number[from] : from - at + here;
    for (Branch& branch : line.lemma)
        for (Inference& inner : branch.lines)
            inner = renumbered(std::move(inner), at, here, number);
    return line;
}

}  // namespace clew::logic
