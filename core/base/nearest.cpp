#include "core/base/nearest.hpp"

#include <algorithm>

namespace clew::inline base {
namespace {

std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest(const std::string& typed,
                                   const std::vector<std::string>& words) {
    std::optional<std::string> best;
    std::size_t best_distance = 0;
    for (const std::string& word : words) {
        const std::size_t d = distance(typed, word);
        if (3 * d > std::max(typed.size(), word.size())) continue;
        if (!best || d < best_distance) {
            best = word;
            best_distance = d;
        }
    }
    return best;
}

}  // namespace clew::inline base
