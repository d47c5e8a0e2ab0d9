// A constraint with two candidates left is a *pair*: one of them holds and the other does not,
// whether it is cited as a truth or as a link. What pairs join is a component, and it takes two
// colours. All other links are *weak*: they say that two candidates conflict. That nothing can be
// left out and that it all follows is known; what is left to see is which kind it is:
//
//   trap      one component; every weak link holds the candidate in question, which has no colour
//   wrap      one component; one weak link holds two candidates of the colour of that in question
//             (3D Medusa: or that colour conflicts with all candidates of one more truth)
//   two components of one digit: one weak link between them and the others at a candidate without
//             colour; or all between them, the candidate in question in one of the components

#include "logic/shape/shape_argument.hpp"

#include <algorithm>
#include <map>

namespace clew::logic::inline shape {
namespace {

using T = Technique;

class Colours {
  public:
    /// `emptied`: the truth that a colour leaves without a candidate, if that is how it breaks.
    Colours(const ShapeArgument& argument, const ShapePart* emptied)
        : argument_(argument), emptied_(emptied) {
        for (const ShapePart& truth : argument.truths) {
            if (&truth == emptied) continue;
            if (truth.members.size() == 2)
                join(truth);
            else
                pairs_only_ = false;
        }
        for (const ShapePart& link : argument.links) {
            if (link.members.size() == 2 && must_hold(link))
                join(link);
            else
                weak_.push_back(&link);
        }
    }

    std::optional<KnownShape> name() {
        if (!pairs_only_ || !paint()) return std::nullopt;
        const bool one = one_digit();
        const std::size_t size = colour_.size();
        if (emptied_ != nullptr)
            return components_ == 1 && !one && empties()
                       ? std::optional{KnownShape{T::medusa, size}}
                       : std::nullopt;
        if (components_ == 1 && (trap() || wrap()))
            return KnownShape{one ? T::simple_colouring : T::medusa, size};
        if (components_ == 2 && one && (bridge() || between()))
            return KnownShape{T::multi_colouring, size};
        return std::nullopt;
    }

  private:
    struct Colour {
        std::size_t component = 0;
        std::size_t side = 0;
        friend bool operator==(const Colour&, const Colour&) = default;
    };

    bool must_hold(const ShapePart& part) const {
        return part.is_cell() ||
               argument_.state.geometry().info(part.constraint.house).holds_every_digit();
    }
    void join(const ShapePart& pair) {
        pairs_[pair.members[0]].push_back(pair.members[1]);
        pairs_[pair.members[1]].push_back(pair.members[0]);
    }

    /// False if a component does not take two colours.
    bool paint() {
        for (const auto& [start, next] : pairs_) {
            if (colour_.contains(start)) continue;
            std::vector<Candidate> queue{start};
            colour_[start] = {components_, 0};
            for (std::size_t i = 0; i < queue.size(); ++i) {
                const Colour here = colour_.at(queue[i]);
                for (const Candidate c : pairs_.at(queue[i])) {
                    const Colour other{components_, 1 - here.side};
                    const auto [at, fresh] = colour_.emplace(c, other);
                    if (fresh)
                        queue.push_back(c);
                    else if (at->second != other)
                        return false;
                }
            }
            ++components_;
        }
        return components_ > 0;
    }
    bool one_digit() const {
        return std::ranges::all_of(
            colour_, [&](const auto& c) { return c.first.digit == argument_.asked.digit; });
    }
    bool has_colour(Candidate c) const { return colour_.contains(c); }
    std::size_t count(const ShapePart& part, Colour colour) const {
        return static_cast<std::size_t>(std::ranges::count_if(part.members, [&](Candidate c) {
            const auto at = colour_.find(c);
            return at != colour_.end() && at->second == colour;
        }));
    }
    bool touches(const ShapePart& part, std::size_t component) const {
        return count(part, {component, 0}) + count(part, {component, 1}) > 0;
    }

    bool trap() const {
        return !has_colour(argument_.asked) && std::ranges::all_of(weak_, [&](const ShapePart* p) {
            return p->holds(argument_.asked);
        });
    }
    bool wrap() const {
        const auto asked = colour_.find(argument_.asked);
        return asked != colour_.end() && weak_.size() == 1 &&
               count(*weak_.front(), asked->second) > 1;
    }
    bool empties() const {
        const auto asked = colour_.find(argument_.asked);
        if (asked == colour_.end()) return false;
        const Colour other{asked->second.component, 1 - asked->second.side};
        return std::ranges::all_of(emptied_->members, [&](Candidate c) {
            const auto at = colour_.find(c);
            if (at != colour_.end() && at->second == other) return true;
            return std::ranges::any_of(weak_, [&](const ShapePart* p) {
                return p->holds(c) && count(*p, asked->second) > 0;
            });
        });
    }

    bool joins_both(const ShapePart& part) const { return touches(part, 0) && touches(part, 1); }
    bool bridge() const {
        if (has_colour(argument_.asked)) return false;
        std::size_t between = 0;
        for (const ShapePart* p : weak_) {
            if (p->holds(argument_.asked)) continue;
            if (!joins_both(*p)) return false;
            ++between;
        }
        return between == 1;
    }
    bool between() const {
        return has_colour(argument_.asked) && !weak_.empty() && weak_.size() <= 2 &&
               std::ranges::all_of(weak_, [&](const ShapePart* p) { return joins_both(*p); });
    }

    const ShapeArgument& argument_;
    const ShapePart* emptied_;
    bool pairs_only_ = true;                             // all other truths are pairs
    std::map<Candidate, std::vector<Candidate>> pairs_;  // both ways
    std::map<Candidate, Colour> colour_;
    std::size_t components_ = 0;
    std::vector<const ShapePart*> weak_;  // links that are no pairs
};

}  // namespace

std::optional<KnownShape> colours_of(const ShapeArgument& argument) {
    if (const auto found = Colours{argument, nullptr}.name()) return found;
    for (const ShapePart& truth : argument.truths)
        if (const auto found = Colours{argument, &truth}.name()) return found;
    return std::nullopt;
}

}  // namespace clew::logic::inline shape
