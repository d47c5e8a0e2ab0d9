// clew rate: how hard a puzzle is, on scales that people know.

#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "encode/setter/density.hpp"
#include "encode/solve/solve.hpp"
#include "explain/report/rate.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/rating/hodoku.hpp"

namespace clew::cli {
namespace {

using rating::Explainer;
using rating::Uniqueness;
using report::RatedPath;
using report::RatedSe;
using report::Solutions;

enum class Scale : std::uint8_t { se, hodoku, clew, methods };

class RateCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"rate", "Explain", "How hard a puzzle is, on scales that people know"};
    }

    void declare(Arguments& a) override {
        batch_.declare_plain(a);
        a.choice(
            "--scale", scale_,
            {{"se", Scale::se},
             {"hodoku", Scale::hodoku},
             {"clew", Scale::clew},
             {"methods", Scale::methods}},
            "Sudoku Explainer (the default), HoDoKu's scores and levels, Clew's own scores, or "
            "those of sudokusolver.co.uk");
        a.flag("--assume-unique", unique_,
               "use what rests on there being one solution, as rating lists do, where the puzzle "
               "has just one")
            .not_with({{"--scale", {"clew", "methods"}}});
        a.flag("--steps", steps_, "the steps of the walk too, each with its rating")
            .not_with({{"--csv"}});
        a.note(
            "On the scale se one line a puzzle, ER/EP/ED: the hardest step of the walk that always "
            "takes the lowest rated step, the hardest up to the first placement, and the first "
            "step. It is defined for plain 9x9 boards, as HoDoKu's is; others are refused. The "
            "other scales add up scores.");
        a.note(
            "A puzzle with several solutions is walked as far as logic goes, never by uniqueness, "
            "and its rating is marked (exit code 11); so is one without a solution (10), and one "
            "whose walk gets stuck (12).");
        a.example("clew rate --assume-unique examples/gould92.sdk", "as rating lists have it");
        a.example("clew rate --scale hodoku puzzles.sdm", "a score and a level a puzzle");
        a.example("clew rate --json --steps examples/gould92.sdk", "with every step");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array se = {
            "scale", "rating", "er", "ep", "ed", "ending", "solutions", "assume_unique", "steps"};
        static constexpr std::array sums = {"scale",  "score",     "hardest", "level",
                                            "ending", "solutions", "steps"};
        batch_.columns = sums;
        if (scale_ == Scale::se) batch_.columns = se;
        if (steps_) batch_.naming = Naming::above;
        return batch_.run(host, "clew/rate/1", [this](const Record& record, Asking& asking) {
            return scale_ == Scale::se ? explained(record, asking) : summed(record, asking);
        });
    }

  private:
    void refuse(const Record& record, const char* scale) const {
        if (rating::can_rate(record.puzzle)) return;
        throw InputError(record.place,
                         std::string("the scale ") + scale +
                             " is defined for plain 9x9 boards, "
                             "this one is " +
                             record.puzzle.geometry().description(),
                         "--scale clew");
    }

    static Solutions solutions_of(const Puzzle& puzzle, const SolveOptions& options) {
        SolveOptions two = options;
        two.engine = Engine::automatic;
        two.limit = 2;
        const CountResult found = count(puzzle, two);
        if (found.solutions >= Count{2}) return Solutions::several;
        if (found.ending != Ending::exhausted) return Solutions::unknown;
        return found.solutions == Count{0} ? Solutions::none : Solutions::one;
    }

    /// Which candidates are in some solution; false if a stop came first.
    static bool find_living(const Puzzle& puzzle, const StopFlag* stop,
                            std::array<std::uint16_t, 81>& living) {
        if (!is_built(Engine::sat)) return false;  // it is only a shortcut
        const setter::Density d =
            setter::density(puzzle, {.counting = setter::Counting::none, .budget = {.stop = stop}});
        if (!d.known()) return false;
        for (std::size_t i = 0; i < living.size(); ++i)
            for (Digit digit : d.possible(Cell{i}))
                living[i] = static_cast<std::uint16_t>(living[i] | 1U << digit.index());
        return true;
    }

    static ExitCode code_of(Solutions solutions, bool solved) {
        if (solutions == Solutions::none) return ExitCode::no_solution;
        if (solutions == Solutions::several) return ExitCode::several;
        return solved ? ExitCode::ok : ExitCode::not_found;
    }

    Answer explained(const Record& record, const Asking& asking) const {
        refuse(record, "se");
        thread_local Explainer explainer;  // its memory is worth keeping
        RatedSe rated;
        rated.solutions = solutions_of(record.puzzle, asking.options);
        const StopFlag* stop = asking.options.budget.stop;
        rating::SeOptions options;
        options.stop = stop;
        if (unique_ && rated.solutions == Solutions::one) options.uniqueness = Uniqueness::granted;
        rated.uniqueness = options.uniqueness;
        if (steps_) {
            rated.steps.emplace();
            options.on_step = [&](const rating::SeStep& step) { rated.steps->push_back(step); };
        }
        std::array<std::uint16_t, 81> living{};
        if (rated.solutions == Solutions::several && find_living(record.puzzle, stop, living))
            options.living = &living;
        rated.rating = explainer.rate(record.puzzle, options);
        Answer answer;
        answer.out = batch_.structured() ? batch_.line(report::to_json(record, rated))
                                         : report::to_text(rated);
        answer.unfinished = rated.rating.ending == rating::SeEnding::interrupted;
        answer.code = answer.unfinished ? ExitCode::partial
                                        : code_of(rated.solutions,
                                                  rated.rating.ending == rating::SeEnding::solved);
        return answer;
    }

    Answer summed(const Record& record, const Asking& asking) const {
        if (scale_ == Scale::hodoku) refuse(record, "hodoku");
        const logic::RuleSet& rules = scale_ == Scale::hodoku ? rating::hodoku_rules()
                                      : scale_ == Scale::clew ? *logic::built_in_rules("all")
                                                              : *logic::built_in_rules("methods");
        const char* name = scale_ == Scale::hodoku ? "hodoku"
                           : scale_ == Scale::clew ? "clew"
                                                   : "methods";
        logic::PathOptions options;
        options.rules = &rules;
        options.guess = logic::Guess::off;
        options.stop = asking.options.budget.stop;
        const Solutions solutions = solutions_of(record.puzzle, asking.options);
        logic::State start{record.puzzle};
        const bool unique = unique_ && solutions == Solutions::one;
        if (unique) start.set_unique(logic::Uniqueness::proved, record.puzzle);
        RatedPath rated{name, logic::walk(start, options), solutions, {}, {}, steps_};
        if (scale_ == Scale::hodoku) {
            rated.level = rating::hodoku_level(rated.path);
            rated.assume_unique = unique;
        }
        Answer answer;
        answer.out = batch_.structured() ? batch_.line(report::to_json(record, rated))
                                         : report::to_text(rated);
        answer.unfinished = rated.path.status == logic::Status::interrupted;
        answer.code = answer.unfinished
                          ? ExitCode::partial
                          : code_of(rated.solutions, rated.path.status == logic::Status::solved);
        return answer;
    }

    BatchCommand batch_;
    Scale scale_ = Scale::se;
    bool unique_ = false;
    bool steps_ = false;
};

}  // namespace

std::unique_ptr<Command> make_rate() { return std::make_unique<RateCommand>(); }

}  // namespace clew::cli
