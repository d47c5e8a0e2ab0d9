// Branch and bound. A node has rules taken and rules refused; the others are left out unless a
// lesson asks for them. A lesson is *open* if none of `any` is taken and all of `unless` are: then
// every choice below the node takes one of `any`. So branch over the members of the open lesson
// with the fewest that are not refused, the cheap ones first, each refused in the branches after
// its own. With no open lesson left, what is taken is allowed, and whatever else the node holds
// costs more.
//
// Bound: open lessons that share no member cost at least their cheapest members together.

#include "logic/lab/choice.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::logic::inline lab {
namespace {

class Search {
  public:
    Search(std::span<const long long> prices, std::span<const Lesson> lessons, long long limit,
           std::uint64_t& nodes)
        : prices_(prices), lessons_(lessons), nodes_(nodes) {
        result_.price = limit;
    }

    CheapestChoice run(const Settled& settled) {
        visit(settled.taken, settled.refused, price_of(prices_, settled.taken));
        if (nodes_ == 0) result_.found = CheapestChoice::Found::gave_up;
        return result_;
    }

  private:
    static constexpr long long unpayable = 1'000'000'000'000;

    long long cheapest_of(const Choice& rules) const {
        long long least = unpayable;
        for (std::size_t rule : rules) least = std::min(least, prices_[rule]);
        return least;
    }

    void visit(const Choice& taken, Choice refused, long long price) {
        if (nodes_ == 0) return;
        --nodes_;
        constexpr std::size_t no_lesson = most_rules + 1;
        Choice branch;
        std::size_t fewest = no_lesson;
        Choice counted;  // members of the lessons in the bound
        long long bound = price;
        for (const Lesson& lesson : lessons_) {
            if (lesson.allows(taken)) continue;
            const Choice members = lesson.any & ~refused;
            if (const std::size_t size = members.size(); size < fewest) {
                fewest = size;
                branch = members;
            }
            if (!(members & counted).empty()) continue;
            counted |= members;
            bound += cheapest_of(members);
            if (bound >= result_.price) return;
        }
        if (fewest == no_lesson) {
            if (price < result_.price) result_ = {CheapestChoice::Found::cheapest, taken, price};
            return;
        }
        while (!branch.empty()) {
            std::size_t next = branch.first();
            for (std::size_t rule : branch)
                if (prices_[rule] < prices_[next]) next = rule;
            branch &= ~choice_of(next);
            visit(taken | choice_of(next), refused, price + prices_[next]);
            refused |= choice_of(next);
        }
    }

    std::span<const long long> prices_;
    std::span<const Lesson> lessons_;
    std::uint64_t& nodes_;
    CheapestChoice result_;
};

}  // namespace

bool Lessons::add(Lesson lesson) {
    if (std::ranges::any_of(lessons_, [&](const Lesson& l) { return l.implies(lesson); }))
        return false;
    std::erase_if(lessons_, [&](const Lesson& l) { return lesson.implies(l); });
    lessons_.push_back(lesson);
    return true;
}

long long price_of(std::span<const long long> prices, const Choice& choice) {
    long long sum = 0;
    for (std::size_t rule : choice) sum += prices[rule];
    return sum;
}

CheapestChoice cheapest_choice(std::span<const long long> prices, std::span<const Lesson> lessons,
                               long long limit, std::uint64_t& nodes, const Settled& settled) {
    CLEW_REQUIRE(prices.size() <= most_rules, "cheapest_choice: too many rules");
    return Search{prices, lessons, limit, nodes}.run(settled);
}

}  // namespace clew::logic::inline lab
