// Which teller tells which technique: one function a shape of argument, so that all sizes of a
// naked set share a sentence, and so do all fish (tell.hpp, chain.hpp). A shape reads the citations
// (truths are what must be met, links what may be met only once) and the roles. A smallest proof
// has no shape: it is told by its trace, or, where that needs a case distinction, by the balance of
// truths and links, which is the argument of last resort.

#include "explain/words/narrate.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "explain/words/chain.hpp"
#include "explain/words/first_break.hpp"
#include "explain/words/lessons.hpp"
#include "explain/words/tell.hpp"
#include "explain/words/tell_rules.hpp"
#include "explain/words/tell_totals.hpp"
#include "explain/words/trace.hpp"
#include "logic/shape/shape.hpp"

namespace clew::explain::inline words {

namespace {

using logic::Branch;
using logic::Citation;
using logic::Constraint;
using logic::Group;
using logic::Inference;
using logic::Role;
using logic::State;
using logic::Step;
using logic::Technique;
using logic::Truth;
using logic::Use;

constexpr std::size_t pairs_listed = 4;   // of cells that a rule for the whole board compares
constexpr std::size_t cites_listed = 40;  // of an argument that is not told in inner steps

constexpr std::size_t seen_whole = 6;     // constraints of an argument that is no long one
constexpr std::size_t in_a_sentence = 3;  // inferences of an argument without reasons
constexpr std::size_t cells_summed_up = 8;
constexpr std::size_t ways_followed = 9;    // of a cell within an argument
constexpr std::size_t region_told = 9;      // cells
constexpr std::size_t closed_told = 3;      // places or digits, all closed by a rule
constexpr std::size_t cases_within = 2;     // of a case
constexpr std::size_t traces_tried = 3000;  // to tell of a case

constexpr const char* left_alone = ", all that is left there";

/// "The killer cage at r1c1: r1c1 and r1c2 differ and sum to 10. ..."
std::string opening_of(std::span<const RuleSaid> rules) {
    std::string text;
    for (const RuleSaid& one : rules) text += Words::sentence(one.rule) + ": " + one.words + ". ";
    return text;
}

class Narrator {
  public:
    Narrator(const State& state, const Step& step, WordStyle style)
        : state_(state), step_(up_to_first_break(state, step)), words_(state.geometry(), style) {
        for (const Citation& c : step_.cites) {
            const Constraint& by = c.constraint;
            const bool truth = c.use == Use::truth;
            if (by.kind == Constraint::Kind::rule) {
                add_once(rules_, by);
            } else if (by.kind == Constraint::Kind::total) {
                add_once(truth_houses_, by.house);
            } else if (by.kind == Constraint::Kind::cell) {
                add_once(truth ? truth_cells_ : link_cells_, by.cell);
            } else {
                add_once(truth ? truth_houses_ : link_houses_, by.house);
                digits_.insert(by.digit);
            }
        }
    }

    Narration run() {
        Narration told;
        told.argument = argument();
        told.title = is_search_ ? words_.say("Found by a search") : Words::sentence(name());
        told.asked = rules_asked();
        note_board(step_.cites, told.board);
        for (const Branch& branch : step_.reasons) note_board(branch, told.board);
        told.manner = manner_;
        told.lines = std::move(lines_);
        told.language = words_.language();
        give_reasons_once(told.lines, told.language);
        told.upshot = std::move(upshot_);
        std::string& last = told.lines.empty() ? told.argument : told.upshot;
        if (words_.notation() == Notation::eureka && is_chain(step_))
            last += (last.empty() ? "" : " ") + eureka(state_, step_) + ".";
        if (step_.technique == Technique::smallest_proof) {
            const std::string bound = is_search_ ? std::string{} : no_argument_below();
            last += last.empty() || bound.empty() ? bound : " " + bound;
        }
        told.conclusion = conclusion();
        // An argument may end with what it concludes.
        if (last == told.conclusion) last.clear();
        if (last.ends_with(" " + told.conclusion))
            last.resize(last.size() - told.conclusion.size() - 1);
        return told;
    }

    /// What the step is called: an argument that nobody looked for by name has one all the same, if
    /// it has the shape of a technique, or rests on rules of the puzzle.
    std::string name() const {
        const Language language = words_.language();
        if (step_.technique != Technique::smallest_proof) return logic::title(step_, language);
        if (const auto known = known_shape(state_, step_)) {
            Step named;
            named.technique = known->technique;
            named.size = known->size;
            return logic::title(named, language);
        }
        if (rules_.empty() || step_.cites.size() > cites_listed)
            return logic::title(step_, language);
        if (step_.cites.size() > 1) return named_by_rules(tale());
        return part(rules_.front()).name(words_.language()) + ": " +
               words_.say(by_one_rule().manner);
    }

    /// What is proved of the size of a proof; nothing of one that is seen at a glance. Of the
    /// totals of houses some are looked at, with cages alone (smallest/totals.hpp), and so no bound
    /// speaks of them.
    std::string no_argument_below() const {
        const auto has_total = [](const rules::RulePart& part) { return part.total().has_value(); };
        const bool totals = state_.rule_parts() != nullptr &&
                            std::ranges::any_of(state_.rule_parts()->all(), has_total);
        const bool smallest = step_.none_below >= step_.size;
        const bool glance = step_.cites.size() <= (rules_.empty() ? seen_whole : cites_listed);
        if (step_.none_below < 2 || (glance && (smallest || !rules_.empty()))) return {};
        return words_.say(
            enum_name(step_.price, {"No argument for this{} cites fewer{} constraints.",
                                    "No argument for this{} looks at fewer{} cells.",
                                    "No argument for this{} looks at fewer{} candidates.",
                                    "No argument for this{} takes fewer{} points of effort."}),
            totals ? words_.say(" without totals of houses") : std::string{},
            smallest ? std::string{} : words_.say(" than {}", words_.count_word(step_.none_below)));
    }

    /// Where to look, without saying for what.
    std::string where() const {
        if (step_.technique == Technique::guess)
            return words_.say("Nothing more follows here by the rules in use: a guess is due.");
        const auto look_at = [&](const std::string& what) {
            return words_.say("Look at {}.", what);
        };
        if (!step_.deadly.empty()) {
            const std::vector<Cell> cells = pattern_cells();
            return cells.size() <= 8
                       ? look_at(words_.cells(cells))
                       : words_.say("Look at how few candidates the open cells have left.");
        }
        if (!step_.reasons.empty()) {
            const Candidate start = step_.reasons.front().lines.front().candidate;
            for (const Group& g : step_.groups)
                if (g.role == Role::pivot && g.in && g.in->kind == Constraint::Kind::house)
                    return words_.say("Look at the {} of {}.", plural(words_, g.in->digit),
                                      words_.house(g.in->house));
            return look_at(words_.cell(start.cell));
        }
        if (const std::string known = landmark(); !known.empty()) return look_at(known);
        if (!rules_.empty())
            return look_at(
                words_.all_of(rules_, [&](const Constraint& rule) { return label(rule); }));
        std::vector<House> houses = truth_houses_;
        if (houses.empty()) houses = link_houses_;
        std::ranges::sort(houses);
        if (truth_cells_.size() == 1 && houses.empty())
            return look_at(words_.cell(truth_cells_.front()));
        if (truth_houses_.empty() && truth_cells_.size() > cells_summed_up)
            return words_.say("Look at {} cells in {}.", truth_cells_.size(),
                              words_.houses(houses));
        if (truth_houses_.empty() && truth_cells_.size() > 1 && link_houses_.size() > 2)
            return look_at(words_.cells(truth_cells_));
        if (!houses.empty() && houses.size() <= 4) return look_at(words_.houses(houses));
        if (digits_.size() == 1)
            return words_.say("Look at the {}.", plural(words_, digits_.first()));
        std::vector<Cell> cells = cells_in_order(step_.placements);
        for (Candidate c : step_.eliminations) add_once(cells, c.cell);
        if (cells.size() > 4) cells.resize(4);
        return words_.say("Look at what rules something out in {}.", words_.cells(cells, "or"));
    }

  private:
    /// Where the eye starts: a pivot, two wings, the first set of an argument about sets, the first
    /// node of a chain, the first candidate of colours over many digits. Empty if nothing stands
    /// out.
    std::string landmark() const {
        for (Role role : {Role::pivot, Role::wing, Role::locked, Role::chain}) {
            const auto groups = groups_of(step_, role);
            if (groups.empty()) continue;
            std::vector<Cell> cells = cells_of(groups.front()->candidates);
            if (role == Role::wing && step_.technique == Technique::w_wing)
                for (Cell c : cells_of(groups.back()->candidates)) add_once(cells, c);
            return words_.cells(cells);
        }
        if (step_.technique == Technique::medusa)
            return words_.cell(groups_of(step_, Role::colour_1).front()->candidates.front().cell);
        return {};
    }

  public:
    // ---- inner steps --------------------------------------------------------------------------

    /// Of a branch that begins there.
    std::vector<InnerStep> inner_steps(const Branch& branch, State now) const {
        std::vector<InnerStep> found;
        const std::span<const Inference> lines{branch.lines};
        if (supposes(branch)) take(now, lines.front().candidate, lines.front().truth);
        for (std::size_t i = supposes(branch) ? 1 : 0, next = 0; i < lines.size(); i = next) {
            next = i + 1;
            while (next < lines.size() && said_together(lines[next - 1], lines[next])) ++next;
            const Inference& line = lines[i];
            const auto fallen = lines.subspan(i, next - i);
            if (!line.lemma.empty()) {
                found.push_back({i, next - 1, lemma(fallen, now)});
            } else if (line.truth == Truth::holds) {
                const std::string what = is(line.candidate);
                const bool last =
                    line.technique != Technique::hidden_single &&
                    now.candidates(line.candidate.cell) == DigitSet{line.candidate.digit};
                found.push_back({i, i,
                                 last ? Inferred{{what + words_.say(left_alone)}, what}
                                      : argued(what, fallen, now)});
            } else if (logic::is_inference(line)) {
                found.push_back({i, next - 1, argued(are_not(fallen), fallen, now)});
            }
            for (const Inference& one : fallen) take(now, one.candidate, one.truth);
        }
        return found;
    }

    /// What falls together; and what falls by the same truths, but by other links, or by another
    /// digit locked in the same two houses: one reason in words.
    bool said_together(const Inference& first, const Inference& second) const {
        if (logic::together(first, second)) return true;
        if (first.truth == Truth::holds || second.truth == Truth::holds || first.by.empty() ||
            first.technique != second.technique || !logic::is_inference(first))
            return false;
        const auto truths = [](const Inference& line) {
            std::vector<Constraint> found;
            for (const Citation& c : line.by)
                if (c.use == Use::truth) found.push_back(c.constraint);
            return found;
        };
        return (is_locked(first) || truths(first) == truths(second)) &&
               because(first) == because(second);
    }
    static bool is_locked(const Inference& line) {
        return line.technique == Technique::pointing || line.technique == Technique::claiming;
    }
    std::string supposition(const Branch& branch) const {
        const Inference& first = branch.lines.front();
        if (!supposes(branch)) return {};
        return words_.say("Suppose {}", first.truth == Truth::holds ? is(first.candidate)
                                                                    : is_not(first.candidate));
    }
    std::string breakdown(const Branch& branch) const {
        return branch.conflict ? runs_out(branch, state_) : std::string{};
    }

    std::vector<std::string> summary() const {
        if (step_.reasons.size() != 1) return {};
        const Branch& branch = step_.reasons.front();
        if (!supposes(branch) || !branch.conflict) return {};
        std::vector<std::string> filled;
        for (const Inference& line : std::span{branch.lines}.subspan(1))
            if (line.truth == Truth::holds)
                filled.push_back(words_.cell(line.candidate.cell) + " (" +
                                 symbol(line.candidate.digit) + ")");
        std::vector<std::string> all{
            words_.say("{}, and in the end {}.", supposition(branch), runs_out(branch, state_))};
        if (const std::size_t cells = filled.size(); cells > cells_summed_up + 1) {
            filled.resize(cells_summed_up);
            filled.push_back(words_.say("{} more cells", cells - cells_summed_up));
        }
        if (!filled.empty())
            all.push_back(words_.say("On the way it fills {}.", words_.all_of(filled)));
        all.push_back(words_.say("It takes {} inferences.", inner_steps(branch, state_).size()));
        return all;
    }

  private:
    // ---- what follows -------------------------------------------------------------------------

    std::string conclusion() const {
        if (step_.technique == Technique::guess)
            return words_.say("Suppose {}",
                              is(step_.placements.empty() ? step_.eliminations.front()
                                                          : step_.placements.front())) +
                   ".";
        std::string text;
        if (!step_.placements.empty())
            text = words_.say("So {}.",
                              words_.all_of(step_.placements, [&](Candidate c) { return is(c); }));
        if (!step_.eliminations.empty()) {
            if (!text.empty()) text += " ";
            text += words_.say("Remove {}.", words_.removal(step_.eliminations));
        }
        return text;
    }

    /// "r1c1 is 5", "11.5 holds" in the dotted notation.
    std::string told(Candidate c, std::string_view plain, std::string_view dotted) const {
        return words_.notation() == Notation::dotted
                   ? words_.say(dotted, words_.candidate(c))
                   : words_.say(plain, words_.cell(c.cell), symbol(c.digit));
    }
    std::string is(Candidate c) const { return told(c, "{} is {}", "{} holds"); }
    std::string is_not(Candidate c) const { return told(c, "{} is not {}", "{} fails"); }
    std::string were(Candidate c) const { return told(c, "{} were {}", "{} held"); }
    std::string were_not(Candidate c) const { return told(c, "{} were not {}", "{} failed"); }
    std::string would_be(Candidate c) const { return told(c, "{} would be {}", "{} would hold"); }

    // ---- why ----------------------------------------------------------------------------------

    Tale tale() const { return {state_, step_, words_}; }

    std::string argument() {
        using T = Technique;
        switch (step_.technique) {
            case T::guess:
                return words_.say("Nothing more follows by the rules in use.");
            case T::full_house:
                return full_house();
            case T::naked_single:
                return naked_single();
            case T::locked_pair:
            case T::locked_triple:
                return locked_set();
            case T::dual_two_string_kite:
                return dual_kite();
            case T::dual_empty_rectangle:
                return dual_rectangle();
            case T::siamese_x_wing:
            case T::siamese_swordfish:
            case T::siamese_jellyfish:
                return in_list(siamese());
            case T::hidden_single:
                return hidden_single();
            case T::pointing:
            case T::claiming:
                return locked();
            case T::common_peers:
                return tell_common_peers(tale());
            case T::almost_locked_pair:
            case T::almost_locked_triple:
                return tell_almost_locked(tale());
            case T::skyscraper:
            case T::two_string_kite:
            case T::turbot_fish:
            case T::empty_rectangle:
                return tell_two_links(tale());
            case T::xy_wing:
            case T::xyz_wing:
            case T::wxyz_wing:
            case T::bent_set:
            case T::sue_de_coq:
            case T::counted_set:
                return tell_counted(tale());
            case T::w_wing:
                return tell_w_wing(tale());
            case T::simple_colouring:
            case T::multi_colouring:
            case T::medusa:
                return in_list(tell_colouring(tale()));
            case T::death_blossom:
                return tell_blossom(tale());
            case T::multi_sector_locked_set:
            case T::sk_loop:
                return in_list(tell_sectors(tale()));
            case T::firework_triple:
            case T::firework_quadruple:
                return tell_fireworks(tale());
            case T::aligned_pair_exclusion:
            case T::aligned_triple_exclusion:
                return tell_aligned(tale());
            case T::junior_exocet:
            case T::senior_exocet:
                return tell_exocet(tale());
            case T::tridagon:
                return in_list(tell_tridagon(tale()));
            case T::template_delete:
            case T::template_set:
                return by_template();
            case T::smallest_proof:
                if (const auto sums = tell_totals(state_, step_, words_)) return *sums;
                if (step_.cites.size() == 1 && rules_.size() == 1)
                    return in_list(by_one_rule().reason);
                if (rules_.size() == 1)
                    if (auto text = tell_rule_and_houses(tale(), rules_.front(), asked());
                        !text.empty())
                        return text;
                if (!rules_.empty()) break;
                // The smallest proofs have the shapes of the simplest techniques.
                if (step_.cites.size() == 1 && step_.placements.size() == 1)
                    return truth_cells_.empty() ? hidden_single() : naked_single();
                if (step_.cites.size() == 2 && truth_houses_.size() == 1 &&
                    link_houses_.size() == 1 && digits_.size() == 1)
                    return locked();
                break;
            default:
                break;
        }
        if (is_subset(step_.technique)) return set();
        if (is_chain(step_)) {
            ToldChain told = tell_chain(state_, step_, words_);
            return in_list(
                {std::move(told.start), in_groups(std::move(told.links)), std::move(told.upshot)});
        }
        if (!step_.deadly.empty()) return uniqueness();
        if (!step_.reasons.empty()) return reasons();
        if (is_fish()) return tell_fish(tale());
        return by_trace();
    }

    bool is_fish() const {
        return step_.technique != Technique::smallest_proof && digits_.size() == 1 &&
               truth_cells_.empty() && !groups_of(step_, Role::cover).empty();
    }

    std::string full_house() const {
        const Candidate c = step_.placements.front();
        return words_.say("{} is the last open cell of {}, and {} is what is missing there.",
                          words_.cell(c.cell), words_.houses(truth_houses_), symbol(c.digit));
    }

    /// "In r1c1 every digit but 3 is ruled out: it sees 2, 5 and 6 in box 1 and 7 in row 1. 8 and 9
    /// were crossed out before."
    std::string naked_single() const {
        const Candidate c = step_.placements.front();
        DigitSet crossed_out = DigitSet::all(state_.size()) - DigitSet{c.digit};
        std::vector<std::string> sees, away;
        std::string_view move;
        for (const Group& group : step_.groups) {
            if (group.role != Role::seen) continue;
            const DigitSet digits = digits_of(group.candidates);
            crossed_out -= digits;
            const House house = house_of(c.cell, group.candidates);
            const HouseRole role = state_.geometry().info(house).role;
            const bool pair = role == HouseRole::knight || role == HouseRole::king;
            if (pair)
                move = role == HouseRole::knight ? "a knight's move away, {}"
                                                 : "a king's move away, {}";
            (pair ? away : sees)
                .push_back(words_.say(
                    "{} in {}", words_.digits(digits),
                    pair ? words_.cells(cells_of(group.candidates)) : words_.house(house)));
        }
        const std::string only = words_.say("In {} every digit but {} is ruled out",
                                            words_.cell(c.cell), symbol(c.digit));
        if (sees.empty() && away.empty()) return only + ".";
        std::string seen = words_.all_of(sees);
        if (!away.empty()) {
            const std::string there = words_.say(move, words_.all_of(away));
            seen = sees.empty() ? there : words_.say("{} and, {}", seen, there);
        }
        const std::string text = words_.say(
            is_sentence(only + seen) ? "{}: it sees {}." : "{}. It sees {}.", only, seen);
        if (crossed_out.empty()) return text;
        return words_.say_of(crossed_out.size(), "{} {} was crossed out before.",
                             "{} {} were crossed out before.", text, words_.digits(crossed_out));
    }

    /// The first box, otherwise the first house that holds a cell and all of these.
    House house_of(Cell cell, std::span<const Candidate> with) const {
        std::optional<House> found;
        for (const logic::HousePosition& seat : state_.layout().seats(cell)) {
            const bool holds = std::ranges::all_of(
                with, [&](Candidate c) { return state_.layout().cells(seat.house).test(c.cell); });
            const bool box = state_.geometry().info(seat.house).role == HouseRole::box;
            if (holds && (!found || box)) found = seat.house;
        }
        return *found;
    }

    std::string hidden_single() const {
        const Candidate c = step_.placements.front();
        return words_.say("In {}, {} can only go in {}.", words_.houses(truth_houses_),
                          symbol(c.digit), words_.cell(c.cell));
    }

    std::string locked() const {
        const std::vector<Cell> cells = cells_of(candidates_in(step_, Role::base));
        return words_.say(
            cells.size() == 1
                ? "In {0}, {1} can only go in {2}, which is in {3}, so nothing else in {3} is {1}."
            : cells.size() == 2
                ? "In {0}, {1} can only go in {2}, both in {3}, so nothing else in {3} is {1}."
                : "In {0}, {1} can only go in {2}, all in {3}, so nothing else in {3} is {1}.",
            words_.houses(truth_houses_), symbol(digits_.first()), words_.cells(cells, "or"),
            words_.houses(link_houses_));
    }

    std::string set() const { return truth_cells_.empty() ? hidden_set() : naked_set(); }

    std::string naked_set() const {
        return words_.say("In {}, {} hold nothing but {}, so these {} cells use up the {} digits.",
                          words_.houses(link_houses_), words_.cells(truth_cells_),
                          words_.digits(digits_), words_.count_word(truth_cells_.size()),
                          words_.count_word(digits_.size()));
    }

    std::string locked_set() const {
        return words_.say(link_houses_.size() == 2
                              ? "{0} hold nothing but {1} and lie in {2} at once, so {1} have no "
                                "other place in either of them."
                              : "{0} hold nothing but {1} and lie in {2} at once, so {1} have no "
                                "other place in any of them.",
                          words_.cells(truth_cells_), words_.digits(digits_),
                          words_.houses(link_houses_));
    }

    std::string hidden_set() const {
        const std::string text =
            words_.say("In {}, {} can only go in {}, so these {} cells hold nothing else.",
                       words_.houses(truth_houses_), words_.digits(digits_),
                       words_.cells(link_cells_), words_.count_word(link_cells_.size()));
        // Fewer cells may be easier to see.
        std::vector<Cell> others;
        DigitSet left;
        for (const Cell c : state_.geometry().cells_of(truth_houses_.front()))
            if (!state_.placed(c) && std::ranges::find(link_cells_, c) == link_cells_.end()) {
                others.push_back(c);
                left |= state_.candidates(c);
            }
        if (others.size() < 2 || others.size() >= link_cells_.size() ||
            left.size() != others.size())
            return text;
        return words_.say("{} Or, the other way round: {} hold nothing but {}.", text,
                          words_.cells(others), words_.digits(left));
    }

    /// The groups of the second of two findings that are told as one begin after the first's fins.
    std::vector<std::vector<const Group*>> halves() const {
        std::vector<std::vector<const Group*>> found(1);
        for (const Group& group : step_.groups) {
            if (group.role == Role::base) continue;
            found.back().push_back(&group);
            if (group.role == Role::fin) found.emplace_back();
        }
        found.pop_back();
        return found;
    }

    static std::vector<House> covers_of(const std::vector<const Group*>& half) {
        std::vector<House> houses;
        for (const Group* group : half)
            if (group->role == Role::cover) add_once(houses, group->in->house);
        std::ranges::sort(houses);
        return houses;
    }

    Listed siamese() const {
        const std::string all = plural(words_, digits_.first());
        const std::string bases = words_.houses(houses_of(step_, Role::base));
        Listed told{words_.say("Two fish share {}.", bases),
                    {},
                    words_.say("In each fish a fin is {}, or else the {} of its other houses all "
                               "lie in {}.",
                               symbol(digits_.first()), all, bases)};
        for (const auto& fish : halves()) {
            const std::vector<Cell> fins = cells_of(fish.back()->candidates);
            const std::vector<House> covers = covers_of(fish);
            std::vector<Cell> lose;
            std::vector<House> there;
            for (const Candidate c : step_.eliminations)
                for (const House h : covers)
                    if (state_.layout().cells(h).test(c.cell) &&
                        std::ranges::all_of(
                            fins, [&](Cell fin) { return state_.geometry().sees(fin, c.cell); })) {
                        add_once(lose, c.cell);
                        add_once(there, h);
                    }
            told.lines.push_back({words_.say_of(
                lose.size(), "but for {}, these {} lie in {}. {} and lies in {}",
                "but for {}, these {} lie in {}. {} and lie in {}",
                words_.say_of(fins.size(), "the fin {}", "the fins {}", words_.cells(fins)), all,
                words_.houses(covers), Words::sentence(cells_see(words_, lose, fins.size())),
                words_.houses(there))});
        }
        return told;
    }

    /// The two ends that a kite or an empty rectangle leaves.
    std::string ends(const std::vector<const Group*>& half) const {
        return words_.cells(cells_of(half.back()->candidates), "or");
    }

    std::string dual_kite() const {
        const auto kites = halves();
        const Group& joint = *kites.front().front();
        return words_.say(
            "{0} see each other in {1}, and each is one of two places for {2} in its row and in "
            "its column. The row of one and the column of the other leave {2} in {3}, and the "
            "other way round in {4}.",
            words_.cells(cells_of(joint.candidates)), words_.house(joint.in->house),
            symbol(digits_.first()), ends(kites.front()), ends(kites.back()));
    }

    std::string dual_rectangle() const {
        const auto rectangles = halves();
        House region{};
        std::vector<House> lines;
        for (House h : truth_houses_) {
            const HouseRole role = state_.geometry().info(h).role;
            if (role == HouseRole::row || role == HouseRole::column)
                lines.push_back(h);
            else
                region = h;
        }
        return words_.say_of(
            lines.size(),
            "In {}, {} lies on one row and one column. With {}, which has two places, that leaves "
            "it in {} for the one, and in {} for the other.",
            "In {}, {} lies on one row and one column. With {}, which have two places each, that "
            "leaves it in {} for the one, and in {} for the other.",
            words_.house(region), symbol(digits_.first()), words_.houses(lines),
            ends(rectangles.front()), ends(rectangles.back()));
    }

    // ---- uniqueness ---------------------------------------------------------------------------

    std::vector<Cell> pattern_cells() const { return cells_in_order(step_.deadly); }
    DigitSet pattern_digits() const { return digits_of(step_.deadly); }
    DigitSet pattern_of(Cell cell) const {
        DigitSet digits;
        for (Candidate c : step_.deadly)
            if (c.cell == cell) digits.insert(c.digit);
        return digits;
    }

    /// The two digits of a reverse BUG that would close the placed ones; none for its loops.
    DigitSet exchanged() const {
        if (step_.technique != Technique::reverse_bug || pattern_digits().size() == 2) return {};
        return digits_of(groups_of(step_, Role::deadly).front()->candidates);
    }

    /// What would be there without the guardians, and that it must not be.
    std::string deadly(const std::vector<Cell>& cells, std::span<const Candidate> guardians) const {
        std::vector<Cell> placed;
        const DigitSet digits = pattern_digits();
        for (Cell c : cells)
            if (state_.placed(c)) add_once(placed, c);
        const std::string but = guardians.size() <= 6 ? words_.candidates(guardians)
                                                      : words_.say("the other candidates");
        std::string text;
        if (step_.technique == Technique::bug_1 || step_.technique == Technique::bug_n) {
            text = words_.say(
                "But for {}, every open cell would have two candidates, and every digit two places "
                "in each house that lacks it: what is left could be filled in two ways, or in none",
                but);
        } else if (const DigitSet two = exchanged(); !two.empty()) {
            const Candidate last = step_.eliminations.front();
            text = words_.say(
                "But for {}, {} would be {}. Then each house would have both {} placed, or "
                "neither, and all that are yet to come could change places: two solutions",
                but, words_.cell(last.cell), symbol(last.digit), words_.digits(two));
        } else {
            text = words_.say(
                digits.size() == 2 ? "But for {}, {} would hold nothing but {}, which could change "
                                     "places: two solutions"
                                   : "But for {}, {} would hold nothing but {}, and the two lines "
                                     "could change places: two solutions",
                but,
                cells.size() <= 8
                    ? words_.cells(cells)
                    : words_.say("the {} cells from {} to {}", words_.count_word(cells.size()),
                                 words_.cell(cells.front()), words_.cell(cells.back())),
                words_.digits(digits));
        }
        if (!placed.empty())
            text = words_.say_of(placed.size(), "{} is not given. {}", "{} are not given. {}",
                                 words_.cells(placed), text);
        return words_.say(state_.uniqueness() == logic::Uniqueness::proved
                              ? "{}. Clew has proved the solution unique, so "
                              : "{}. There is to be one solution only, so ",
                          text);
    }

    /// What follows from one of the guardians' holding, by the roles that there are besides.
    std::string uniqueness() const {
        const std::vector<Cell> cells = pattern_cells();
        const std::vector<Candidate> guardians = candidates_in(step_, Role::guardian),
                                     locked = candidates_in(step_, Role::locked);
        const std::vector<Cell> guarded = cells_in_order(guardians),
                                others = cells_in_order(locked);
        const DigitSet own = digits_of(guardians), subset = own | digits_of(locked);
        std::vector<Constraint> links;
        for (const Group* g : groups_of(step_, Role::base))
            if (g->in) add_once(links, *g->in);
        const std::string text = deadly(cells, guardians);
        const std::string any = guarded.size() <= 8
                                    ? words_.cells(guarded)
                                    : words_.say("{} cells", words_.count_word(guarded.size()));
        if (!others.empty())
            return text + words_.say("one of {} is {}; with {} it uses up {} in {}.", any,
                                     words_.digits(own, "or"), words_.cells(others),
                                     words_.digits(subset), words_.houses(houses_of_subset()));
        if (!links.empty()) return text + by_links(guarded, links);
        if (guarded.size() == 1)
            return text + words_.say("{} is not {}.", any,
                                     words_.digits(pattern_of(guarded.front()) &
                                                       state_.candidates(guarded.front()),
                                                   "or"));
        if (own.size() == 1) return text + words_.say("one of {} is {}.", any, words_.digits(own));
        return text + words_.say("one of these holds; each of them rules the same out.");
    }

    std::vector<House> houses_of_subset() const {
        // The house that all members of the subset are in is cited for each of their digits.
        const auto cited = [&](House h) {
            return std::ranges::count_if(step_.cites, [&](const Citation& c) {
                return c.constraint.kind == Constraint::Kind::house && c.constraint.house == h;
            });
        };
        const auto best = std::ranges::max_element(link_houses_, {}, cited);
        return best == link_houses_.end() ? std::vector<House>{} : std::vector{*best};
    }

    /// Types 4 and 6, hidden rectangles: what else fills the pattern.
    std::string by_links(const std::vector<Cell>& guarded,
                         const std::vector<Constraint>& links) const {
        std::vector<std::string> items;
        std::vector<Cell> narrow;
        for (const Constraint& link : links) {
            if (link.kind == Constraint::Kind::cell) {
                narrow.push_back(link.cell);
                continue;
            }
            std::vector<Cell> places;
            for (const Group& g : step_.groups)
                if (g.in == link)
                    for (Candidate c : g.candidates) add_once(places, c.cell);
            std::ranges::sort(places);
            items.push_back(words_.say("in {}, {} can only go in {}", words_.house(link.house),
                                       symbol(link.digit), words_.cells(places, "or")));
        }
        std::ranges::sort(narrow);
        const std::string digits = words_.digits(pattern_digits());
        if (!narrow.empty())
            items.push_back(words_.say_of(narrow.size(), "{} holds nothing but {}",
                                          "{} hold nothing but {}", words_.cells(narrow), digits));
        std::string text = words_.say_of(
            guarded.size(), "{} holds something else. {}.", "one of {} holds something else. {}.",
            words_.cells(guarded), Words::sentence(words_.all_of(items)));
        for (Candidate c : step_.eliminations) {
            const std::string fills = filled_by(c, links);
            text += fills.empty() ? words_.say(" If {}.", were(c))
                                  : words_.say(" If {}, {}.", were(c), fills);
        }
        return text + words_.say(" Then the {} cells would hold nothing but {}.",
                                 words_.count_word(pattern_cells().size()), digits);
    }

    /// "r1c5 would be 6 by row 1 and r4c1 would be 5 by column 1": how the links of a pattern
    /// fill it from one of its candidates on.
    std::string filled_by(Candidate start, const std::vector<Constraint>& links) const {
        const std::vector<Cell> cells = pattern_cells();
        std::map<Cell, Digit> held{{start.cell, start.digit}};
        const auto may_hold = [&](Candidate c) {
            if (const auto at = held.find(c.cell); at != held.end()) return at->second == c.digit;
            return std::ranges::none_of(held, [&](const auto& other) {
                return other.second == c.digit && state_.geometry().sees(other.first, c.cell);
            });
        };
        std::vector<std::string> items;
        for (bool again = true; std::exchange(again, false);)
            for (const Constraint& link : links) {
                std::vector<Candidate> left = candidates_of(state_, link);
                std::erase_if(left, [&](Candidate c) { return !may_hold(c); });
                if (left.size() != 1 || held.contains(left.front().cell)) continue;
                const std::string what = would_be(left.front());
                items.push_back(link.kind == Constraint::Kind::cell
                                    ? what
                                    : words_.say("{} by {}", what, words_.house(link.house)));
                held[left.front().cell] = left.front().digit;
                again = true;
            }
        return words_.all_of(items);
    }

    /// Names the cells that a smallest proof is made of, where it has roles.
    std::string opening() const {
        std::vector<std::string> items;
        for (const Group& g : step_.groups) {
            if (!g.in || g.in->kind != Constraint::Kind::cell) continue;
            if (std::ranges::find(truth_cells_, g.in->cell) == truth_cells_.end()) continue;
            const std::string cell = cell_with_digits(tale(), g.in->cell);
            add_once(items, g.role == Role::pivot ? words_.say("the pivot {}", cell) : cell);
        }
        if (items.size() < 2) return {};
        if (items.size() > 8)
            return words_.say("Follow {} through {} cells to {}. ", items.front(), items.size() - 2,
                              items.back());
        return words_.say("Take {}. ", words_.all_of(items));
    }

    std::string in_list(Listed told) {
        lines_ = std::move(told.lines);
        upshot_ = std::move(told.upshot);
        return std::move(told.opening);
    }

    // ---- rules --------------------------------------------------------------------------------

    const rules::RulePart& part(const Constraint& rule) const { return part_of(state_, rule); }

    std::string label(const Constraint& rule) const { return label_of(state_, rule, words_); }

    /// What a rule for the whole board asks of several pairs of cells is said once.
    std::vector<RuleSaid> rules_asked() const {
        std::vector<RuleSaid> all_asked;
        std::map<std::size_t, std::vector<Constraint>> pairs;  // by rule
        for (const Constraint& rule : rules_)
            if (const RuleKind kind = rule_of(state_, part(rule)).kind;
                is_whole_board(kind) && kind != RuleKind::connected_digits)
                pairs[part(rule).rule()].push_back(rule);
            else
                all_asked.push_back({label(rule), part(rule).words(words_.language())});
        for (const auto& [rule, all] : pairs) {
            std::string at = listed(all, "; ", [&](const Constraint& pair) {
                return words_.cells(part(pair).cells());
            });
            const rules::RulePart& first = part(all.front());
            if (all.size() > pairs_listed)
                at = words_.say(
                    first.cells().size() == 2 ? "{} pairs of cells" : "{} places of four cells",
                    all.size());
            all_asked.push_back({words_.say("the {} at {}", first.name(words_.language()), at),
                                 first.words(words_.language())});
        }
        return all_asked;
    }
    std::string asked() const { return opening_of(rules_asked()); }

    /// What is taken of the board beyond rows, columns and boxes.
    void note_board(std::span<const Citation> cites, std::vector<std::string>& said) const {
        for (const Citation& c : cites) {
            if (c.constraint.kind != Constraint::Kind::house) continue;
            const HouseInfo& house = state_.geometry().info(c.constraint.house);
            const std::string name = words_.house(c.constraint.house);
            if (house.role == HouseRole::diagonal)
                add_once(said, words_.say("each digit once on {} too", name));
            if (house.role == HouseRole::extra)
                add_once(said, words_.say("no digit twice in {}, which is {}", name,
                                          words_.cells(house.cells)));
            if (house.role == HouseRole::box && !state_.geometry().spec().boxes)
                note_region(c.constraint.house, said);
            for (const BoardVariant& variant : board_variants())
                if (variant.role == house.role) add_once(said, words_.say(variant.help));
        }
    }
    /// Where a region of a jigsaw lies, and how they are numbered.
    void note_region(House region, std::vector<std::string>& said) const {
        std::vector<Cell> first;
        for (const HouseInfo& house : state_.geometry().houses())
            if (house.role == HouseRole::box) first.push_back(house.cells.front());
        if (std::ranges::is_sorted(first))
            add_once(said, words_.say("regions are numbered in the order of their first cells, "
                                      "row by row"));
        const std::vector<Cell>& cells = state_.geometry().info(region).cells;
        if (cells.size() <= region_told)
            add_once(said, words_.say("{} is {}", words_.house(region), words_.cells(cells)));
    }
    void note_board(const Branch& branch, std::vector<std::string>& said) const {
        for (const Inference& line : branch.lines) {
            note_board(line.by, said);
            for (const Branch& inner : line.lemma) note_board(inner, said);
        }
    }

    /// Of a step that cites a rule and nothing else: its name and its words, worked out once.
    const RuleTale& by_one_rule() const {
        if (!by_one_rule_) by_one_rule_ = tell_rule(tale(), rules_.front(), asked());
        return *by_one_rule_;
    }

    std::string ends(const Trace& trace) const {
        const Constraint& end = trace.end;
        if (end.kind == Constraint::Kind::rule) {
            const std::string why =
                tell_broken(tale(), end, alone(end), trace.left, Mood::would_be);
            return why.empty()
                       ? tell_where_broken(tale(), end, alone(end), trace.left, Mood::would_be)
                       : why;
        }
        return left_out(end, trace.crowded);
    }
    /// What runs out, or has too much.
    std::string left_out(const Constraint& end, bool crowded) const {
        if (end.kind == Constraint::Kind::cell)
            return words_.say(crowded ? "{} would need two digits" : "{} would have no digit left",
                              words_.cell(end.cell));
        return words_.say(crowded ? "{} would have two {}" : "{} would have no place for {}",
                          words_.house(end.house),
                          crowded ? plural(words_, end.digit) : symbol(end.digit));
    }

    /// What would follow, by one reason at once: "r4c2 and r5c1 would be 1 by the arrow".
    std::vector<Inferred> followed(const Trace& trace) const {
        std::vector<Inferred> items;
        for (std::size_t i = 0, next = 0; i < trace.lines.size(); i = next) {
            const TraceLine& first = trace.lines[i];
            const Constraint& by = first.by;
            const bool fails = first.truth == Truth::fails;
            std::vector<Candidate> all;
            for (next = i; next < trace.lines.size() && said_at_once(first, trace.lines[next]);
                 ++next)
                all.push_back(trace.lines[next].candidate);
            std::vector<std::string> each;
            if (!fails && words_.notation() == Notation::dotted)
                each.push_back(words_.say_of(all.size(), "{} would hold", "{0} would hold",
                                             words_.candidates(all)));
            else
                each = Words::of_groups(all, [&](const auto& cells, DigitSet digits) {
                    return words_.say_of(
                        cells.size(), fails ? "{} would not be {}" : "{} would be {}",
                        fails ? "{0} would not be {1}" : "{0} would be {1}", words_.cells(cells),
                        words_.digits(digits, fails ? "or" : "and"));
                });
            const std::string said = words_.all_of(each);
            items.push_back(
                {{by.kind == Constraint::Kind::cell
                      ? said
                      : words_.say("{} by {}", said,
                                   by.kind == Constraint::Kind::rule ? alone(by)
                                                                     : words_.house(by.house))},
                 said});
        }
        return items;
    }
    /// A rule without its place, if it is the only one that is cited.
    std::string alone(const Constraint& rule) const {
        return rules_.size() == 1 && rules_.front() == rule
                   ? words_.say("the {}", part(rule).name(words_.language()))
                   : label(rule);
    }

    /// Candidates of which the contrary of what is concluded breaks the same in the same way.
    struct TracedCase {
        std::vector<Candidate> supposed;
        std::vector<Inferred> items;  // what would follow
        std::string end;
        bool by_ways = false;  // of one cell or digit, an item each
        std::optional<Trace> trace{};
    };
    /// What a case is told by: a cell, or the places of a digit, that has few ways.
    std::vector<Constraint> pivots() const {
        std::vector<Constraint> found;
        for (const Citation& c : step_.cites) {
            if (c.constraint.kind == Constraint::Kind::rule)
                for (const Cell cell : part(c.constraint).cells())
                    add_once(found, Constraint::of(cell));
            else if (c.use == Use::truth &&
                     (c.constraint.kind == Constraint::Kind::cell ||
                      state_.geometry().info(c.constraint.house).holds_every_digit()))
                add_once(found, c.constraint);
        }
        std::erase_if(found, [&](const Constraint& pivot) {
            const std::size_t ways = candidates_of(state_, pivot).size();
            return ways < 2 || ways > ways_followed;
        });
        return found;
    }

    /// How much has been followed to find a case.
    struct Effort {
        std::size_t traces = traces_tried;
        std::size_t lines = 0;
    };
    /// Of what has no trace by itself: by a cell, or the places of a digit, of which each way has
    /// one beside it, or is told so in turn.
    std::optional<TracedCase> by_ways_of_one(Candidate supposed, Truth truth,
                                             std::vector<Candidate> besides, std::size_t depth,
                                             Effort& effort) const {
        std::optional<TracedCase> best;
        std::size_t least = 0;
        for (const Constraint& pivot : pivots()) {
            std::vector<Candidate> ways = candidates_of(state_, pivot);
            if (truth == Truth::fails) std::erase(ways, supposed);
            const auto settled = [&](Candidate c) {
                return std::ranges::count(ways, c.cell, &Candidate::cell) > 0;
            };
            if ((truth == Truth::holds && settled(supposed)) ||
                std::ranges::any_of(besides, settled))
                continue;
            TracedCase one{{supposed}, {}, left_out(pivot, false), true};
            effort.lines = 0;
            std::vector<RuledOut> all;
            for (const Candidate way : ways) {
                besides.push_back(way);
                auto item = ruled_out(supposed, truth, besides, depth, effort);
                besides.pop_back();
                if (!item) break;
                all.push_back(std::move(*item));
            }
            if (all.size() < ways.size() || (best && effort.lines >= least)) continue;
            least = effort.lines;
            one.items = in_one(all, pivot);
            best = std::move(one);
        }
        effort.lines = least;
        return best;
    }
    /// Ways that cannot be, all for one reason.
    struct RuledOut {
        std::vector<Candidate> ways;
        std::string reason;
        std::vector<Line> inner;
    };
    /// "r1c1 or r1c2 were 3 or 4": by cells that have the same.
    std::vector<std::string> each_or(std::span<const Candidate> candidates,
                                     std::string_view form) const {
        return Words::of_groups(candidates, [&](const auto& cells, DigitSet digits) {
            return words_.say(form, words_.cells(cells, "or"), words_.digits(digits, "or"));
        });
    }
    /// A line for each reason: "r8c2 could not be 3 or 4, or else r8c3 would be 6, so ...".
    std::vector<Inferred> in_one(std::vector<RuledOut>& all, const Constraint& pivot) const {
        std::vector<RuledOut> reasons;
        for (RuledOut& one : all) {
            const auto same = std::ranges::find_if(reasons, [&](const RuledOut& other) {
                return other.reason == one.reason && other.inner == one.inner;
            });
            if (same == reasons.end())
                reasons.push_back(std::move(one));
            else
                same->ways.push_back(one.ways.front());
        }
        std::vector<Inferred> items;
        const bool cell = pivot.kind == Constraint::Kind::cell;
        for (RuledOut& one : reasons) {
            std::string brief = words_.all_of(each_or(one.ways, "{} could not be {}"));
            const bool at_once = one.inner.empty();
            std::string text =
                reasons.size() > 1
                    ? words_.say(at_once ? "{}, or else {}" : "{}, or else in the end {}", brief,
                                 one.reason)
                : cell ? words_.say(
                             at_once ? "whatever {} were, {}" : "whatever {} were, in the end {}",
                             words_.cell(pivot.cell), one.reason)
                       : words_.say(at_once ? "whatever cell of {} were {}, {}"
                                            : "whatever cell of {} were {}, in the end {}",
                                    words_.house(pivot.house), symbol(pivot.digit), one.reason);
            items.push_back({{std::move(text), std::move(one.inner)}, std::move(brief)});
        }
        return items;
    }
    /// Why the last of these cannot be.
    std::optional<RuledOut> ruled_out(Candidate supposed, Truth truth,
                                      const std::vector<Candidate>& besides, std::size_t depth,
                                      Effort& effort) const {
        if (effort.traces == 0) return std::nullopt;
        --effort.traces;
        const auto trace = refute(state_, step_.cites, supposed, truth, besides);
        if (!trace) {
            const std::size_t before = effort.lines;
            auto nested = depth > 1 ? by_ways_of_one(supposed, truth, besides, depth - 1, effort)
                                    : std::nullopt;
            effort.lines += before + 1;
            if (!nested) return std::nullopt;
            return RuledOut{
                {besides.back()}, std::move(nested->end), in_groups(std::move(nested->items))};
        }
        effort.lines += 1 + trace->lines.size();
        if (std::string closed = closed_by_rule(*trace); !closed.empty())
            return RuledOut{{besides.back()}, std::move(closed), {}};
        auto inner = followed(*trace);
        std::string end = ends(*trace);
        if (std::string all = leading_to(inner, end);
            inner.size() < in_a_sentence && is_sentence(all)) {
            inner.clear();
            end = std::move(all);
        }
        return RuledOut{{besides.back()}, std::move(end), in_groups(std::move(inner))};
    }
    static std::vector<std::string> texts_in(const std::vector<Inferred>& items) {
        return texts_of(items, [](const Inferred& item) { return item.line.text; });
    }
    /// "r1c2 would be 3 by the arrow at r9c2, then r1c3 would be 5, so r1c4 would have no digit".
    std::string leading_to(const std::vector<Inferred>& items, const std::string& end) const {
        if (items.empty()) return end;
        return words_.say("{}, so {}", one_by_one(texts_in(items), words_.language()), end);
    }
    /// As lines (folded()).
    std::vector<Line> in_groups(std::vector<Inferred> inferred) const {
        return folded(std::move(inferred), words_.language());
    }

    /// "by the ratio neither r7c2 nor r8c2 would be 3, and column 2 has no other place for it": of
    /// a digit with few places, or a cell with few digits, that one rule alone closes. Else empty.
    std::string closed_by_rule(const Trace& trace) const {
        if (trace.crowded || trace.lines.empty() || trace.end.kind == Constraint::Kind::rule)
            return {};
        const Constraint& by = trace.lines.front().by;
        const bool one_rule =
            std::ranges::all_of(trace.lines, [&](const TraceLine& line) { return line.by == by; });
        const std::vector<Candidate> left = candidates_of(state_, trace.end);
        const auto is_closed = [&](Candidate c) {
            return c.cell == trace.assumption.cell ||
                   std::ranges::any_of(trace.lines, [&](const TraceLine& line) {
                       return line.truth == Truth::fails
                                  ? line.candidate == c
                                  : line.candidate.cell == c.cell && line.candidate != c;
                   });
        };
        if (!one_rule || by.kind != Constraint::Kind::rule || left.size() > closed_told ||
            !std::ranges::all_of(left, is_closed))
            return {};
        if (trace.end.kind == Constraint::Kind::cell)
            return words_.say("by {} {} would not be {}, all that it can be", alone(by),
                              words_.cell(trace.end.cell),
                              words_.digits(state_.candidates(trace.end.cell), "or"));
        const std::vector<Cell> places = explain::cells_of(left);
        return words_.say(
            places.size() == 1   ? "by {} {} would not be {}, and {} has no other place for it"
            : places.size() == 2 ? "by {} neither {} would be {}, and {} has no other place for it"
                                 : "by {} none of {} would be {}, and {} has no other place for it",
            alone(by), words_.cells(places, places.size() == 2 ? "nor" : "and"),
            symbol(trace.end.digit), words_.house(trace.end.house));
    }
    /// Whether both break the same in the same way; of a rule by what the two leave together, which
    /// is then told of the first.
    bool ends_alike(TracedCase& one, const TracedCase& other) const {
        const auto text = [](const Inferred& item) { return item.line.text; };
        if (!std::ranges::equal(one.items, other.items, {}, text, text)) return false;
        if (one.end == other.end) return true;
        if (!one.trace || !other.trace || one.trace->end != other.trace->end ||
            one.trace->left.empty() || one.supposed.front().cell != other.supposed.front().cell)
            return false;
        std::vector<DigitSet> left = one.trace->left;
        for (std::size_t i = 0; i < left.size(); ++i) left[i] |= other.trace->left[i];
        std::string why =
            tell_broken(tale(), one.trace->end, alone(one.trace->end), left, Mood::would_be);
        if (why.empty()) return false;
        one.end = std::move(why);
        one.trace->left = std::move(left);
        return true;
    }

    TracedCase case_of(Candidate c, const Trace& trace) const {
        if (std::string closed = closed_by_rule(trace); !closed.empty())
            return {{c}, {}, std::move(closed)};
        return {{c}, followed(trace), ends(trace), false, trace};
    }
    /// Those whose traces are shortest first; what has no trace is left in `targets`.
    std::vector<TracedCase> traced(std::vector<Candidate>& targets, bool placing) const {
        std::vector<std::pair<std::size_t, TracedCase>> found;
        const Truth truth = placing ? Truth::fails : Truth::holds;
        std::erase_if(targets, [&](Candidate c) {
            const auto trace = refute(state_, step_.cites, c, truth);
            std::optional<TracedCase> told;
            if (trace) told = case_of(c, *trace);
            // What no digits that differ can sum to is seen at once.
            for (const Constraint& rule : placing ? std::vector<Constraint>{} : rules_)
                if (std::string why = tell_unfilled(tale(), rule, c);
                    !why.empty() && (!told || !told->items.empty()))
                    told = TracedCase{{c}, {}, std::move(why)};
            // What rules place is said more briefly by what clashes.
            const bool by_ways = !placing || rules_.empty();
            for (std::size_t depth = 1; by_ways && !told && depth <= cases_within; ++depth) {
                Effort effort;
                told = by_ways_of_one(c, truth, {}, depth, effort);
            }
            if (!told) return false;
            TracedCase& one = *told;
            // Of what is supposed: there.
            const std::string itself = digit_there(words_, c);
            if (const auto at = one.end.find(itself); at != std::string::npos)
                one.end.replace(at, itself.size(), words_.say("there"));
            const auto same = std::ranges::find_if(
                found, [&](auto& other) { return ends_alike(other.second, one); });
            if (same == found.end())
                found.emplace_back(one.items.size(), std::move(one));
            else
                same->second.supposed.push_back(c);
            return true;
        });
        std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
        std::vector<TracedCase> cases;
        for (auto& [size, one] : found) cases.push_back(std::move(one));
        return cases;
    }

    /// By where the digit would go then; where that is long, what it comes to.
    std::string by_template() {
        const bool placing = !step_.placements.empty();
        const std::string claim =
            words_.say(placing ? "Every way to place all {} on the board has one in {}."
                               : "No way to place all {} on the board has one in {}.",
                       plural(words_, digits_.first()),
                       placing ? words_.cell(step_.placements.front().cell)
                               : words_.cells(explain::cells_of(step_.eliminations), "or"));
        const auto why = by_cases();
        return why ? claim + " " + *why : claim;
    }

    std::string by_trace() {
        if (auto told = by_cases()) {
            manner_ = Manner::trace;
            return *std::move(told);
        }
        if (is_set()) return set();
        manner_ = Manner::balance;
        return step_.cites.size() > cites_listed ? by_search() : by_balance();
    }

    /// A case for each conclusion, or for several, of which the contrary breaks; nothing if none
    /// is seen to.
    std::optional<std::string> by_cases() {
        const bool placing = step_.eliminations.empty();
        std::vector<Candidate> targets = placing ? step_.placements : step_.eliminations;
        std::vector<TracedCase> cases = traced(targets, placing);
        if (cases.empty()) return std::nullopt;
        const auto supposed = [&](const TracedCase& one) {
            if (placing || words_.notation() == Notation::dotted)
                return words_.any_of(one.supposed,
                                     [&](Candidate c) { return placing ? were_not(c) : were(c); });
            return words_.any_of(each_or(one.supposed, "{} were {}"));
        };
        const auto is_brief = [&](const TracedCase& one) {
            return one.items.size() <= in_a_sentence && !one.by_ways &&
                   is_sentence(", " + leading_to(one.items, one.end));
        };
        const std::string text = asked() + opening();
        const std::string rest = nor_with(targets);
        if (cases.size() == 1) {
            TracedCase& only = cases.front();
            const std::string what = supposed(only);
            if (is_brief(only))
                return text + words_.say("If {}, {}.", what, leading_to(only.items, only.end)) +
                       (rest.empty() ? "" : " " + rest);
            lines_ = in_groups(std::move(only.items));
            upshot_ = words_.say("So {}.", only.end) + (rest.empty() ? "" : " " + rest);
            return text + words_.say("If {}, then:", what);
        }
        std::vector<Inferred> all;
        for (TracedCase& one : cases) {
            const std::string what = supposed(one);
            const bool brief = is_brief(one);
            Inferred told{{words_.say(brief ? "if {}, {}" : "if {}, in the end {}", what,
                                      brief ? leading_to(one.items, one.end) : one.end)},
                          words_.say("if {}, {}", what, one.end)};
            if (!brief) told.line.inner = in_groups(std::move(one.items));
            all.push_back(std::move(told));
        }
        lines_ = in_groups(std::move(all));
        upshot_ = rest;
        return text + words_.say("Each of these leads to a contradiction:");
    }

    /// Whether a proof is a naked or a hidden set.
    bool is_set() const {
        const auto known = logic::known_shape(state_, step_);
        return known && is_subset(known->technique);
    }
    static bool is_subset(Technique technique) {
        using enum Technique;
        static constexpr Technique sets[] = {naked_pair,  naked_triple,  naked_quad,  naked_set,
                                             hidden_pair, hidden_triple, hidden_quad, hidden_set};
        return std::ranges::find(sets, technique) != std::end(sets);
    }

    /// What a step cites beside rules: "box 4 has no two 1s or 2s", "row 9 has its 8".
    std::vector<std::string> what_clashes() const {
        std::map<House, std::vector<std::string>> links, has;
        std::vector<Cell> narrow;
        for (const Citation& c : step_.cites) {
            const bool truth = c.use == Use::truth;
            if (c.constraint.kind == Constraint::Kind::cell && !truth)
                narrow.push_back(c.constraint.cell);
            if (c.constraint.kind != Constraint::Kind::house) continue;
            const Digit digit = c.constraint.digit;
            if (truth)
                has[c.constraint.house].push_back(words_.say("its {}", symbol(digit)));
            else
                links[c.constraint.house].push_back(plural(words_, digit));
        }
        std::vector<std::string> found;
        for (const auto& [house, digits] : links)
            has[house].insert(has[house].begin(), words_.say("no two {}", words_.any_of(digits)));
        for (const auto& [house, what] : has)
            found.push_back(words_.say("{} has {}", words_.house(house), words_.all_of(what)));
        if (!truth_cells_.empty())
            found.push_back(words_.say_of(truth_cells_.size(), "{} has a digit",
                                          "{} have a digit each", words_.cells(truth_cells_)));
        if (!narrow.empty())
            found.push_back(words_.say_of(narrow.size(), "{} has one digit",
                                          "{} have one digit each", words_.cells(narrow)));
        return found;
    }
    /// "Nor is there a way with 5 in r1c1 to keep them, as box 4 has no two 1s.": of what has no
    /// case of its own, and what rules it out together, if that is short.
    std::string nor_with(std::span<const Candidate> targets) const {
        const auto items = Words::of_groups(targets, [&](const auto& cells, DigitSet digits) {
            return words_.say("{} in {}", words_.digits(digits, "or"), words_.cells(cells, "or"));
        });
        if (items.empty()) return {};
        std::string text = words_.say("Nor is there a way with {}", words_.any_of(items));
        if (!rules_.empty())
            text = words_.say_of(rules_.size(), "{} to keep it", "{} to keep them", text);
        const std::string all = rules_.empty() ? balance() : words_.all_of(what_clashes());
        if (all.empty() || !is_sentence(all)) return text + ".";
        return rules_.empty() ? text + ": " + all + "." : words_.say("{}, as {}.", text, all);
    }

    /// "No way to keep it has 5 in r5c3, as box 4 has no two 1s or 2s and row 9 has an 8."
    std::string by_rules_and() {
        const std::vector<std::string> as = what_clashes();
        const bool placing = !step_.placements.empty();
        const std::string no_way =
            asked() +
            words_.say_of(rules_.size(),
                          placing ? "Every way to keep it has {}" : "No way to keep it has {}",
                          placing ? "Every way to keep them has {}" : "No way to keep them has {}",
                          subject_of(tale()));
        const std::string reasons = words_.all_of(as);
        if (is_sentence(reasons))
            return as.empty() ? no_way + "." : words_.say("{}, as {}.", no_way, reasons);
        std::vector<Inferred> all;
        for (const std::string& one : as) all.push_back({{one}, one});
        lines_ = in_groups(std::move(all));
        return words_.say("{}, as:", no_way);
    }

    /// Of what nobody could follow: what it rests on, in numbers.
    std::string by_search() {
        is_search_ = true;
        const auto count = [&](Constraint::Kind kind) {
            return static_cast<std::size_t>(std::ranges::count_if(
                step_.cites, [&](const Citation& c) { return c.constraint.kind == kind; }));
        };
        std::vector<std::string> items;
        const auto add = [&](std::size_t some, const char* one, const char* several) {
            if (some > 0) items.push_back(words_.say_of(some, one, several, some));
        };
        add(count(Constraint::Kind::cell), "{} cell", "{} cells");
        add(count(Constraint::Kind::house), "{} digit of a house", "{} digits of houses");
        add(count(Constraint::Kind::rule), "{} rule", "{} rules");
        add(count(Constraint::Kind::total), "{} total of a house", "{} totals of houses");
        return words_.say(
            "No argument was found that a person could follow. A search through all cases shows "
            "it, and rests on {}.",
            words_.all_of(items));
    }

    /// "something must hold in each of r1c1 and r1c2, and only once in each of the 5s of row 1".
    std::string balance() const {
        std::vector<std::string> truths;
        std::vector<std::string> links;
        for (const Citation& c : step_.cites)
            (c.use == Use::truth ? truths : links)
                .push_back(c.constraint.kind == Constraint::Kind::cell
                               ? words_.cell(c.constraint.cell)
                               : words_.say("the {} of {}", symbol(c.constraint.digit),
                                            words_.house(c.constraint.house)));
        const std::string each =
            words_.say("something must hold in each of {}", words_.all_of(truths));
        return links.empty()
                   ? each
                   : words_.say("{}, and only once in each of {}", each, words_.all_of(links));
    }
    std::string by_balance() {
        if (!rules_.empty()) return by_rules_and();
        return words_.say("{}: in every way to do that, the conclusion holds.",
                          Words::sentence(balance()));
    }

    // ---- assume and propagate -----------------------------------------------------------------

    std::string because(const Inference& line) const {
        if (line.by.empty()) return {};
        std::vector<House> houses;
        std::vector<std::string> rules;
        bool cell = false;
        for (const Citation& c : line.by) {
            if (c.constraint.kind == Constraint::Kind::rule)
                rules.push_back(label(c.constraint));
            else if (c.constraint.kind == Constraint::Kind::cell)
                cell = true;
            else
                add_once(houses, c.constraint.house);
        }
        if (!rules.empty()) {
            for (House h : houses) rules.push_back(words_.house(h));
            return words_.say(", by {}", words_.all_of(rules));
        }
        if (line.technique == Technique::naked_single) return words_.say(left_alone);
        if (line.technique == Technique::hidden_single && houses.size() == 1)
            return words_.say(", the only place in {}", words_.house(houses.front()));
        if (line.technique == Technique::smallest_proof)
            return words_.say(", by {}", cited(line.by));
        const std::string name = with_article(line);
        if (houses.empty() || (cell && houses.size() > 3))
            return words_.say(", by {} of {}", name, cited(line.by));
        return words_.say(", by {} in {}", name, words_.houses(houses));
    }

    /// What is inferred at one place, with its reason, which is argued for within where it takes
    /// several constraints at once.
    Inferred argued(const std::string& what, std::span<const Inference> lines,
                    const State& now) const {
        const Inference& line = lines.front();
        std::string reason = shown_there(lines, now);
        if (reason.empty()) reason = because(line);
        Inferred told{{what + reason}, what};
        const bool rule = std::ranges::any_of(
            line.by, [](const Citation& c) { return c.constraint.kind == Constraint::Kind::rule; });
        if (!rule && (line.technique != Technique::smallest_proof || line.by.size() < 3))
            return told;
        Step step;
        step.technique = Technique::smallest_proof;
        for (const Inference& one : lines) {
            for (const Citation& c : one.by) add_once(step.cites, c);
            (one.truth == Truth::holds ? step.placements : step.eliminations)
                .push_back(one.candidate);
        }
        std::ranges::sort(step.eliminations);
        Narration by = Narrator{now, step, words_.style()}.run();
        std::set<std::string> said{by.board.begin(), by.board.end()};
        for (const RuleSaid& one : by.asked) said.insert(one.words);
        by.leave_out(said);
        by.argument.pop_back();
        told.line.inner.push_back({std::move(by.argument), std::move(by.lines)});
        if (!by.upshot.empty()) {
            by.upshot.pop_back();
            told.line.inner.push_back({std::move(by.upshot)});
        }
        return told;
    }

    /// ", as r1c1 and r1c2 hold nothing but 3 and 7", ", as box 1 has its 5 in r1c1 or r1c2": what
    /// a set or what is locked is seen by. Empty of others.
    std::string shown_there(std::span<const Inference> lines, const State& now) const {
        const Inference& line = lines.front();
        std::vector<Cell> cells, where;  // truths, links
        std::vector<House> houses, over;
        DigitSet digits;
        for (const Inference& one : lines)
            for (const Citation& c : one.by) {
                if (c.constraint.kind == Constraint::Kind::rule) return {};
                const bool truth = c.use == Use::truth;
                if (c.constraint.kind == Constraint::Kind::cell) {
                    add_once(truth ? cells : where, c.constraint.cell);
                } else {
                    add_once(truth ? houses : over, c.constraint.house);
                    digits.insert(c.constraint.digit);
                }
            }
        std::ranges::sort(cells);
        const bool peers = line.technique == Technique::common_peers;
        if (is_locked(line) || peers) {
            if (houses.size() != 1 || !cells.empty() || (peers && digits.size() != 1)) return {};
            std::map<std::vector<Cell>, DigitSet> where_each;
            for (const Digit d : digits)
                where_each[explain::cells_of(candidates_of(now, Constraint::of(houses.front(), d)))]
                    .insert(d);
            std::vector<std::string> items;
            for (const auto& [all, each] : where_each)
                items.push_back(
                    words_.say("its {} in {}", words_.digits(each), words_.cells(all, "or")));
            const std::size_t places = where_each.begin()->first.size();
            std::vector<Cell> losers;
            for (const Inference& one : lines) add_once(losers, one.candidate.cell);
            const std::string has =
                words_.say(", as {} has {}", words_.house(houses.front()), words_.all_of(items));
            return peers ? words_.say("{}, and {}", has, cells_see(words_, losers, places)) : has;
        }
        if (!is_subset(line.technique)) return {};
        if (houses.empty()) {
            DigitSet held;
            for (const Cell cell : cells) held |= now.candidates(cell);
            if (held.size() != cells.size()) return {};
            return words_.say(", as {} hold nothing but {}", words_.cells(cells),
                              words_.digits(held));
        }
        DigitSet all;
        std::vector<Cell> places;
        for (const Citation& c : line.by)
            if (c.use == Use::truth) {
                all.insert(c.constraint.digit);
                for (const Candidate at : candidates_of(now, c.constraint))
                    add_once(places, at.cell);
            }
        if (!cells.empty() || houses.size() != 1 || places.size() != all.size()) return {};
        std::ranges::sort(places);
        return words_.say(", as {} has its {} in {}", words_.house(houses.front()),
                          words_.digits(all), words_.cells(places));
    }

    /// "a naked pair", "an X-wing", "locked candidates"; without an article in other languages.
    std::string with_article(const Inference& line) const {
        const std::string_view name = logic::info(line.technique).name;
        const std::string told = words_.say(name);
        if (is_locked(line) || line.technique == Technique::common_peers)
            return told.substr(0, told.find(" ("));
        // X is said "ex".
        const char first = Words::sentence(std::string{name}).front();
        const bool vowel = std::string_view{"AEIOX"}.find(first) != std::string_view::npos;
        return words_.say(vowel ? "an {}" : "a {}", told);
    }

    /// "r1c1, r1c2 and the 5s of row 3".
    std::string cited(const std::vector<Citation>& by) const {
        return words_.all_of(by, [&](const Citation& c) {
            return c.constraint.kind == Constraint::Kind::cell
                       ? words_.cell(c.constraint.cell)
                       : words_.say("the {} of {}", plural(words_, c.constraint.digit),
                                    words_.house(c.constraint.house));
        });
    }

    /// "r1c1 is not 5", "r1c1 and r1c2 are not 5 and r1c3 is not 4".
    std::string are_not(std::span<const Inference> lines) const {
        std::vector<Candidate> fallen;
        for (const Inference& line : lines) fallen.push_back(line.candidate);
        return none_is(fallen);
    }
    std::string none_is(std::span<const Candidate> fallen) const {
        if (fallen.size() == 1) return is_not(fallen.front());
        return words_.all_of(Words::of_groups(fallen, [&](const auto& cells, DigitSet digits) {
            return words_.say_of(cells.size(), "{} is not {}", "{} are not {}", words_.cells(cells),
                                 words_.digits(digits, "or"));
        }));
    }

    /// What is inferred in a branch, in order, without what is supposed.
    std::vector<Inferred> inferred_in(const Branch& branch, const State& from) const {
        std::vector<Inferred> found;
        for (InnerStep& step : inner_steps(branch, from)) found.push_back(std::move(step.inferred));
        return found;
    }

    /// Why candidates fail within a longer argument, all for the same reason.
    Inferred lemma(std::span<const Inference> lines, const State& now) const {
        const Branch& branch = lines.front().lemma.front();
        return {{words_.say("{}: otherwise {}", are_not(lines), runs_out(branch, now)),
                 in_groups(inferred_in(branch, now))},
                are_not(lines)};
    }

    /// "Whatever r1c1 holds, r2c2 is not 3.", and a line for each case, or for several that are
    /// told in the same words.
    std::string whatever() {
        const Group& pivot = *groups_of(step_, Role::pivot).front();
        const bool cell = pivot.in->kind == Constraint::Kind::cell;
        const bool placed = !step_.placements.empty();
        const std::string shown =
            placed ? is(step_.placements.front()) : none_is(step_.eliminations);
        struct Case {
            std::vector<std::string> held;  // which digits, or places, lead to it
            std::string tail;
            std::vector<Line> inner;
        };
        std::vector<Case> cases;
        for (const Branch& branch : step_.reasons) {
            const Candidate start = branch.lines.front().candidate;
            Case one{{cell ? symbol(start.digit) : words_.cell(start.cell)}, {}, {}};
            auto inner = inferred_in(branch, state_);
            std::vector<std::string> items = texts_in(inner);
            const bool plain =
                std::ranges::all_of(inner, [](const Inferred& i) { return i.line.inner.empty(); });
            const bool few = plain && inner.size() <= in_a_sentence &&
                             is_sentence(in_turn(items, words_.language()));
            if (!few) items.clear();
            if (branch.conflict)
                items.push_back(runs_out(branch, state_));
            else if (inner.empty())
                items.push_back(shown);
            else if (!few)
                items.push_back(inner.back().brief);
            one.tail = in_turn(items, words_.language());
            if (!branch.conflict && !inner.empty() && inner.back().brief != shown)
                one.tail = words_.say("{}, so {}", one.tail, shown);
            if (!few) one.inner = in_groups(std::move(inner));
            const auto same = std::ranges::find_if(cases, [&](const Case& other) {
                return other.inner.empty() && other.tail == one.tail;
            });
            if (few && same != cases.end())
                same->held.push_back(one.held.front());
            else
                cases.push_back(std::move(one));
        }
        std::vector<Line> lines;
        for (Case& one : cases) {
            const std::string held = words_.any_of(one.held);
            const bool few = one.inner.empty();
            std::string text =
                words_.say(cell  ? few ? "if it is {}, {}" : "if it is {}, in the end {}"
                           : few ? "if it is in {}, {}"
                                 : "if it is in {}, in the end {}",
                           held, one.tail);
            lines.push_back({std::move(text), std::move(one.inner)});
        }
        // The last ones together, where they are more than a reader keeps in mind.
        if (lines.size() > lines_followed) {
            Line rest{words_.say("likewise in the other {} cases",
                                 words_.count_word(lines.size() - lines_followed + 1)),
                      {},
                      true};
            const auto from = lines.begin() + lines_followed - 1;
            rest.inner.assign(std::make_move_iterator(from), std::make_move_iterator(lines.end()));
            lines.erase(from, lines.end());
            lines.push_back(std::move(rest));
        }
        lines_ = std::move(lines);
        return asked() +
               (cell ? words_.say("Whatever {} holds, {}.", words_.cell(pivot.in->cell), shown)
                     : words_.say("Wherever {} goes in {}, {}.", symbol(pivot.in->digit),
                                  words_.house(pivot.in->house), shown));
    }

    /// Where a branch that begins there ends. Requires a conflict.
    std::string runs_out(const Branch& branch, State now) const {
        const Constraint& c = *branch.conflict;
        if (c.kind == Constraint::Kind::cell)
            return words_.say("no digit is left for {}", words_.cell(c.cell));
        if (c.kind != Constraint::Kind::rule)
            return words_.say("no place is left for {} in {}", symbol(c.digit),
                              words_.house(c.house));
        for (const Inference& line : branch.lines) take(now, line.candidate, line.truth);
        std::vector<DigitSet> left;
        for (const Cell cell : part(c).cells()) left.push_back(now.candidates(cell));
        std::string why = tell_broken(tale(), c, alone(c), left, Mood::is);
        if (why.empty()) why = tell_unfilled(tale(), c, left, Mood::is);
        return why.empty() ? tell_where_broken(tale(), c, label(c), left, Mood::is) : why;
    }

    std::string reasons() {
        if (step_.reasons.size() == 1) {
            const Branch& branch = step_.reasons.front();
            lines_ = in_groups(inferred_in(branch, state_));
            if (branch.conflict) upshot_ = words_.say("Now {}.", runs_out(branch, state_));
            std::string text = asked();
            if (supposes(branch)) text += supposition(branch) + ".";
            if (text.empty() && !lines_.empty()) return words_.say("In this order:");
            if (lines_.empty() && !upshot_.empty()) text += " " + std::exchange(upshot_, {});
            return text;
        }
        if (std::ranges::find(step_.groups, Role::pivot, &Group::role) != step_.groups.end())
            return whatever();
        std::vector<std::string> cases;
        for (const Branch& branch : step_.reasons) {
            const Candidate first = branch.lines.front().candidate;
            auto inner = inferred_in(branch, state_);
            std::string text =
                branch.conflict ? words_.say("if {}, {}", is(first), runs_out(branch, state_))
                : inner.empty()
                    ? words_.say("if {}, it is so", is(first))
                    : words_.say("if {}, it follows that {}", is(first), inner.back().brief);
            lines_.push_back({std::move(text), in_groups(std::move(inner))});
            cases.push_back(is(first));
        }
        upshot_ = words_.say("Either way the same follows.");
        return asked() + words_.say("One of these holds: {}.", words_.any_of(cases));
    }

    const State& state_;
    Step step_;  // told up to its first break
    Words words_;
    std::vector<Cell> truth_cells_;
    std::vector<Cell> link_cells_;
    std::vector<House> truth_houses_;
    std::vector<House> link_houses_;
    std::vector<Constraint> rules_;  // of the puzzle
    mutable std::optional<RuleTale> by_one_rule_;
    DigitSet digits_;
    Manner manner_ = Manner::shape;
    bool is_search_ = false;  // it is no argument that a person could follow
    std::vector<Line> lines_;
    std::string upshot_;
};

}  // namespace

std::string Narration::text(Levels levels) const {
    if (lines.empty()) return argument + " " + conclusion;
    return argument + "\n" + in_lines(lines, levels) + "\n" + (upshot.empty() ? "" : upshot + " ") +
           conclusion;
}

namespace {

/// Whether a rule is named behind the opening of an argument, on its first level.
bool names(const Narration& told, std::size_t opening, const std::string& rule) {
    const auto has_it = [&](const std::string& text) {
        return text.find(rule) != std::string::npos;
    };
    return told.argument.find(rule, opening) != std::string::npos || has_it(told.upshot) ||
           std::ranges::any_of(told.lines, has_it, &Line::text);
}

}  // namespace

void Narration::leave_out(std::set<std::string>& said) {
    const std::string opening = opening_of(asked);
    if (!opening.empty() && argument.starts_with(opening)) {
        std::vector<RuleSaid> now;
        std::vector<std::string> again;
        for (const RuleSaid& one : asked)
            if (said.insert(one.words).second)
                now.push_back(one);
            else if (asked.size() == 1 || !names(*this, opening.size(), one.rule))
                again.push_back(one.rule);
        argument.erase(0, opening.size());
        // "By the arrow: if"
        if (!again.empty())
            argument = say(language, now.empty() ? "By {}: {}" : "With {}: {}",
                           clew::joined(again, "and", language),
                           language == Language::english ? Words::within(argument) : argument);
        argument.insert(0, opening_of(now));
    }
    std::vector<std::string> first;
    for (const std::string& one : board)
        if (said.insert(one).second) first.push_back(one);
    if (first.empty()) return;
    const auto has_list = [](const std::string& one) { return one.find(',') != std::string::npos; };
    std::string text = clew::joined(first, "and", language);
    // What is a list itself is a sentence.
    if (std::ranges::any_of(first, has_list)) {
        text = first.front();
        for (std::size_t i = 1; i < first.size(); ++i) text += ". " + Words::sentence(first[i]);
    }
    argument.insert(0, say(language, "On this board: {}. ", text));
}

bool Narration::has_more() const {
    return std::ranges::any_of(lines, [](const Line& line) { return !line.inner.empty(); });
}

Narration narrate(const State& before, const Step& step, WordStyle style) {
    return Narrator{before, step, style}.run();
}

std::vector<InnerStep> inner_steps(const State& before, const Step& step, const Branch& branch,
                                   WordStyle style) {
    return Narrator{before, step, style}.inner_steps(branch, before);
}

std::string supposition(const State& before, const Step& step, const Branch& branch,
                        WordStyle style) {
    return Narrator{before, step, style}.supposition(branch);
}

std::string breakdown(const State& before, const Step& step, const Branch& branch,
                      WordStyle style) {
    return Narrator{before, step, style}.breakdown(branch);
}

std::vector<std::string> summary(const State& before, const Step& step, WordStyle style) {
    return Narrator{before, step, style}.summary();
}

std::string hint(const State& before, const Step& step, Disclosure disclosure, WordStyle style) {
    Narrator narrator{before, step, style};
    switch (disclosure) {
        case Disclosure::where:
            return narrator.where();
        case Disclosure::technique: {
            std::string where = narrator.where();
            if (step.technique == Technique::guess) return where;
            const Lesson* lesson = lesson_of(step.technique);
            return where + (lesson != nullptr ? " " + say(style.language, lesson->ask) : "") +
                   " (" + narrator.name() + ")";
        }
        case Disclosure::step: {
            const Narration told = narrator.run();
            return told.title + ". " + told.text();
        }
    }
    return {};
}

}  // namespace clew::explain::inline words
