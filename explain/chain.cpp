// A chain is told as it is followed: were the first node false, then the next would hold, for this
// reason, so the one after it would not, and so on. Only what holds is said where what fails goes
// without saying (a strong link's other side in the same cell or house is named by its reason).

#include "explain/chain.hpp"

#include <algorithm>
#include <vector>

#include "encode/board/notation.hpp"
#include "explain/tell.hpp"

namespace clew::explain {

namespace {

using logic::Constraint;
using logic::Group;
using logic::Link;
using logic::LinkKind;
using logic::Role;
using logic::State;
using logic::Step;

std::vector<const Group*> nodes_of(const Step& step) { return groups_of(step, Role::chain); }

std::vector<Cell> cells_of(const Group& group) { return explain::cells_of(group.candidates); }

class Teller {
  public:
    Teller(const State& state, const Step& step, const Words& words)
        : state_(state), step_(step), words_(words), nodes_(nodes_of(step)) {
        for (const Group& group : step.groups)
            if (group.role == Role::locked) sets_.push_back(&group);
    }

    std::string run() const {
        if (step_.technique == logic::Technique::remote_pair) return remote_pair();
        std::string text = "If " + were_not(*nodes_.front()) + ", ";
        std::size_t set = 0;
        for (std::size_t i = 1; i < nodes_.size(); i += 2) {
            const Link& strong = strong_into(i);
            if (i > 1) text += i == 3 ? ", so " : "; so ";
            text += would_be(*nodes_[i]) + because(strong, i, set);
        }
        const Group& first = *nodes_.front();
        const Group& last = *nodes_.back();
        if (first.candidates == last.candidates) return text + ". So it holds either way.";
        if (closes()) {
            text += ", which rules " + out(first) + " out in turn. The chain closes: of the two " +
                    "ends of every link just one holds";
            text += sets_.empty() ? "" : ", and the other digits of the sets are locked in them";
            return text + ". What sees both ends of a link goes.";
        }
        return text + ". So either " + is(first) + " or " + is(last) +
               ", and what neither allows goes.";
    }

  private:
    std::string remote_pair() const {
        std::vector<Cell> cells;
        for (const Group* node : nodes_)
            if (cells.empty() || cells.back() != node->candidates.front().cell)
                cells.push_back(node->candidates.front().cell);
        const std::string digits = words_.digits(state_.candidates(cells.front()));
        return words_.cells(cells) + " hold " + digits + " in turn, each the other one than the " +
               "cell before. So " + words_.cell(cells.front()) + " and " +
               words_.cell(cells.back()) + " hold one of " + digits +
               " each, and what sees both goes.";
    }

    bool closes() const {
        return std::ranges::any_of(step_.links, [&](const Link& link) {
            return link.kind == LinkKind::weak && link.to == 0;
        });
    }

    const Link& strong_into(std::size_t node) const {
        return *std::ranges::find_if(step_.links, [&](const Link& link) {
            return link.kind == LinkKind::strong && link.to == node;
        });
    }

    Digit digit(const Group& node) const { return node.candidates.front().digit; }

    std::string place(const Group& node, const char* last) const {
        return words_.cells(cells_of(node), last);
    }

    std::string is(const Group& node) const {
        if (node.candidates.size() > 1) return symbol(digit(node)) + " is in " + place(node, "or");
        return place(node, "or") + " is " + symbol(digit(node));
    }
    std::string would_be(const Group& node) const {
        if (node.candidates.size() > 1)
            return symbol(digit(node)) + " would be in " + place(node, "or");
        return place(node, "or") + " would be " + symbol(digit(node));
    }
    std::string were_not(const Group& node) const {
        if (node.candidates.size() > 1)
            return symbol(digit(node)) + (cells_of(node).size() == 2
                                              ? " were in neither " + place(node, "nor")
                                              : " were in none of " + place(node, "and"));
        return place(node, "or") + " were not " + symbol(digit(node));
    }
    std::string out(const Group& node) const {
        return symbol(digit(node)) + " in " + place(node, "and");
    }

    // Why the strong link into node i holds, given that the weak link before it has struck.
    std::string because(const Link& strong, std::size_t i, std::size_t& set) const {
        const Group& off = *nodes_[i - 1];
        const Group& on = *nodes_[i];
        // What the node before the link takes away, where it is not the chain's own start.
        const std::string taken = i > 1 ? "not " + symbol(digit(off)) + ", " : "";
        if (strong.by.kind == Constraint::Kind::house)
            return " (" + (i > 1 ? except(off) : std::string{}) + "the only other " +
                   (on.candidates.size() > 1 ? "places" : "place") + " in " +
                   words_.house(strong.by.house) + ")";
        if (on.candidates.size() == 1 && off.candidates.size() == 1 &&
            on.candidates.front().cell == off.candidates.front().cell &&
            state_.candidates(strong.by.cell).size() == 2)
            return i > 1 ? " (" + taken + "so its other digit)" : std::string{" (its other digit)"};
        const Group& cells = *sets_[set++];
        DigitSet digits;
        for (Candidate c : cells.candidates) digits.insert(c.digit);
        return " (" + taken + words_.cells(cells_of(cells)) + " can lack just one of " +
               words_.digits(digits) + ")";
    }

    std::string except(const Group& off) const { return "not in " + place(off, "or") + ", so "; }

    const State& state_;
    const Step& step_;
    const Words& words_;
    std::vector<const Group*> nodes_;
    std::vector<const Group*> sets_;
};

// "r2c1", "r2c12", "r12c3", "r2c1|r3c4".
std::string short_cells(const Geometry& geometry, const std::vector<Cell>& cells) {
    const auto same = [&](auto line) {
        return std::ranges::all_of(cells, [&](Cell c) { return line(c) == line(cells.front()); });
    };
    const auto row = [&](Cell c) { return geometry.row_of(c); };
    const auto column = [&](Cell c) { return geometry.column_of(c); };
    if (cells.size() > 1 && geometry.size() <= 9) {
        std::string text;
        if (same(row)) {
            text = "r" + std::to_string(row(cells.front()) + 1) + "c";
            for (Cell c : cells) text += std::to_string(column(c) + 1);
            return text;
        }
        if (same(column)) {
            text = "r";
            for (Cell c : cells) text += std::to_string(row(c) + 1);
            return text + "c" + std::to_string(column(cells.front()) + 1);
        }
    }
    std::string text;
    for (Cell c : cells) text += (text.empty() ? "" : "|") + clew::to_string(c, geometry.size());
    return text;
}

}  // namespace

bool is_chain(const Step& step) {
    const std::size_t nodes = nodes_of(step).size();
    if (nodes < 4 || nodes % 2 != 0) return false;
    for (std::size_t i = 1; i < nodes; i += 2)
        if (std::ranges::none_of(step.links, [&](const Link& link) {
                return link.kind == LinkKind::strong && link.from + 1 == i && link.to == i;
            }))
            return false;
    return true;
}

std::string tell_chain(const State& before, const Step& step, const Words& words) {
    return Teller{before, step, words}.run();
}

std::string eureka(const State& before, const Step& step) {
    const Geometry& geometry = before.geometry();
    const auto nodes = nodes_of(step);
    std::vector<const Group*> sets;
    for (const Group& group : step.groups)
        if (group.role == Role::locked) sets.push_back(&group);
    std::size_t set = 0;
    std::string text;
    for (std::size_t i = 0; i + 1 < nodes.size(); i += 2) {
        const Digit off = nodes[i]->candidates.front().digit;
        const Digit on = nodes[i + 1]->candidates.front().digit;
        if (i > 0) text += "-";
        if (off == on) {
            text += "(" + symbol(off) + ")" + short_cells(geometry, cells_of(*nodes[i])) + "=" +
                    short_cells(geometry, cells_of(*nodes[i + 1]));
            continue;
        }
        const bool one_cell =
            nodes[i]->candidates.size() == 1 && nodes[i + 1]->candidates.size() == 1 &&
            nodes[i]->candidates.front().cell == nodes[i + 1]->candidates.front().cell &&
            before.candidates(nodes[i]->candidates.front().cell).size() == 2;
        std::vector<Cell> cells = cells_of(*nodes[i]);
        std::string locked = symbol(on);
        if (!one_cell && set < sets.size()) {
            cells = cells_of(*sets[set]);
            DigitSet digits;
            for (Candidate c : sets[set++]->candidates) digits.insert(c.digit);
            locked.clear();
            for (Digit d : digits)
                if (d != off) locked += symbol(d);
        }
        text += "(" + symbol(off) + "=" + locked + ")" + short_cells(geometry, cells);
    }
    if (std::ranges::any_of(step.links, [](const Link& link) {
            return link.kind == LinkKind::weak && link.to == 0;
        }))
        text += "-loop";
    text += " =>";
    for (std::size_t i = 0; i < step.placements.size(); ++i)
        text += (i == 0 ? " " : ", ") + clew::to_string(step.placements[i], geometry.size());
    for (std::size_t i = 0; i < step.eliminations.size(); ++i) {
        std::string gone = clew::to_string(step.eliminations[i], geometry.size());
        gone.replace(gone.find('='), 1, "<>");
        text += (i == 0 ? " " : ", ") + gone;
    }
    return text;
}

}  // namespace clew::explain
