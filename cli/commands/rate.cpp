// clew rate: how hard a puzzle is, on scales that people know.

#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "explain/report/rate.hpp"
#include "logic/rating/explainer.hpp"

namespace clew::cli {
namespace {

using report::Solutions;

enum class Scale : std::uint8_t { se, hodoku, methods, needs, paris };

class RateCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"rate", "Explain", "Rate how hard puzzles are, on known scales"};
    }

    void declare(Arguments& a) override {
        batch_.declare_plain(a);
        a.choice("--scale", scale_,
                 {{"se", Scale::se},
                  {"hodoku", Scale::hodoku},
                  {"methods", Scale::methods},
                  {"needs", Scale::needs},
                  {"paris", Scale::paris}},
                 "Sudoku Explainer (the default); HoDoKu's scores and levels; the scores of "
                 "sudokusolver.co.uk; the largest reason that is needed, in constraints; J. "
                 "Paris's choices at binary cells");
        a.flag("--assume-unique", unique_,
               "use what rests on there being one solution, as rating lists do, where the puzzle "
               "has just one")
            .not_with({{"--scale", {"methods", "needs", "paris"}}});
        a.flag("--steps", steps_, "the steps of the walk too, each with its rating")
            .not_with({{"--csv"}});
        a.value("--rules", rules_, "RULES", rules_help("the rules whose hardest step is named"))
            .needs({{"--scale", {"needs"}}});
        a.value("--budget", budget_, "NODES",
                "how far to search: needs for the shortest reason in each state (default 300000), "
                "paris for the fewest choices (default 100000)")
            .needs({{"--scale", {"needs", "paris"}}});
        declare_price(a, price_).needs({{"--scale", {"needs"}}});
        a.file("--plot", plot_, "FILE",
               "SVG: share of puzzles that are rated no more than so much, a curve a file")
            .needs({{"--scale", {"needs", "paris"}}})
            .not_with({{"--resume"}});
        a.note(
            "On the scale se one line a puzzle, ER/EP/ED: the hardest step of the walk that always "
            "takes the lowest rated step, the hardest up to the first placement, and the first "
            "step. It is defined for plain 9x9 boards, as HoDoKu's is; others are refused. The "
            "other scales add up scores. Variant rules (cages, arrows, ...) are known to needs and "
            "paris; the other scales are defined by techniques for houses and refuse them.");
        a.note(
            "A puzzle with several solutions is rated as far as logic goes, never by uniqueness, "
            "and its rating is marked (exit code 11); so is one without a solution (10) and one "
            "whose walk gets stuck (12).");
        a.example("clew rate --assume-unique examples/gould92.sdk", "as rating lists have it");
        a.example("clew rate --scale hodoku puzzles.sdm", "a score and a level a puzzle");
        a.example("clew rate --json --steps examples/gould92.sdk", "with every step");
        a.example("clew rate --scale needs --csv puzzles.sdm",
                  "the largest reason that each needs, proved, whatever the technique is called");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array se = {
            "scale", "rating", "er", "ep", "ed", "ending", "solutions", "assume_unique", "steps"};
        static constexpr std::array sums = {"scale",  "score",     "hardest", "level",
                                            "ending", "solutions", "steps"};
        static constexpr std::array needs = {"scale",  "largest",  "at_least",      "sum",
                                             "steps",  "profile",  "hardest_named", "names_suffice",
                                             "ending", "solutions"};
        static constexpr std::array paris = {"scale",   "steps",    "given_freedom",   "freedom",
                                             "choices", "fewest",   "fewest_at_least", "search",
                                             "ending",  "solutions"};
        batch_.columns = sums;
        if (scale_ == Scale::se) batch_.columns = se;
        if (scale_ == Scale::needs) batch_.columns = needs;
        // The others are defined by techniques, which are about houses.
        if (scale_ == Scale::needs || scale_ == Scale::paris)
            batch_.input.rules = Rules::known;
        else
            batch_.input.command = scale_ == Scale::se       ? "rate --scale se"
                                   : scale_ == Scale::hodoku ? "rate --scale hodoku"
                                                             : "rate --scale methods";
        if (scale_ == Scale::paris) batch_.columns = paris;
        if (steps_) batch_.naming = Naming::above;
        if (scale_ == Scale::needs) {
            named_ = rules_of("--rules", rules_);
        }
        const ExitCode code =
            batch_.run(host, "clew/rate/1", [this](const Record& record, BatchContext& asking) {
                switch (scale_) {
                    case Scale::se:
                        return explained(record, asking);
                    case Scale::needs:
                        return needed(record, asking);
                    case Scale::paris:
                        return chosen(record, asking);
                    default:
                        return summed(record, asking);
                }
            });
        if (plot_) {
            OutputFile output{host, plot_};
            output.stream() << write_svg(
                scale_ == Scale::needs
                    ? report::share_plot(
                          "Puzzles that arguments of no more than so much solve",
                          std::string{logic::to_string(price_)} + " of the largest argument",
                          ratings_)
                    : report::share_plot("Puzzles solved by no more than so many choices",
                                         "choices at binary cells", ratings_));
            output.commit();
        }
        return code;
    }

  private:
    void refuse(const Record& record, const char* scale) const {
        if (rating::can_rate(record.puzzle)) return;
        throw InputError(record.place,
                         std::string("the scale ") + scale +
                             " is defined for plain 9x9 boards, "
                             "this one is " +
                             record.puzzle.geometry().description(),
                         "--scale needs");
    }

    static ExitCode code_of(Solutions solutions, bool solved) {
        if (solutions == Solutions::none) return ExitCode::no_solution;
        if (solutions == Solutions::several) return ExitCode::several;
        return solved ? ExitCode::ok : ExitCode::not_found;
    }

    report::RateOptions options_of(const BatchContext& asking) const {
        return {.assume_unique = unique_,
                .with_steps = steps_,
                .price = price_,
                .rules = named_,
                .nodes = budget_,
                .solve = asking.options};
    }

    template <class Rated>
    BatchAnswer said(const Record& record, const Rated& rated, bool unfinished,
                     ExitCode code) const {
        BatchAnswer answer;
        answer.out = batch_.structured() ? batch_.line(report::to_json(record, rated))
                                         : report::to_text(rated);
        answer.unfinished = unfinished;
        answer.code = unfinished ? ExitCode::partial : code;
        return answer;
    }

    BatchAnswer explained(const Record& record, const BatchContext& asking) const {
        refuse(record, "se");
        const report::RatedSe rated = report::rate_se(record.puzzle, options_of(asking));
        return said(record, rated, rated.rating.ending == rating::SeEnding::interrupted,
                    code_of(rated.solutions, rated.rating.ending == rating::SeEnding::solved));
    }

    BatchAnswer summed(const Record& record, const BatchContext& asking) const {
        if (scale_ == Scale::hodoku) refuse(record, "hodoku");
        const report::Sum sum =
            scale_ == Scale::hodoku ? report::Sum::hodoku : report::Sum::methods;
        const report::RatedPath rated = report::rate_sum(record.puzzle, sum, options_of(asking));
        return said(record, rated, rated.path.status == logic::Status::interrupted,
                    code_of(rated.solutions, rated.path.status == logic::Status::solved));
    }

    BatchAnswer needed(const Record& record, const BatchContext& asking) const {
        const report::RatedNeeds rated = report::rate_needs(record.puzzle, options_of(asking));
        const logic::NeededSteps& needed = rated.needed;
        note_rating(record, needed.complete() ? std::optional{needed.largest} : std::nullopt);
        return said(record, rated,
                    needed.ending == logic::NeededEnding::interrupted ||
                        rated.named.status == logic::Status::interrupted,
                    needed.ending == logic::NeededEnding::beyond ? ExitCode::partial
                                                                 : code_of(rated.solutions, true));
    }

    BatchAnswer chosen(const Record& record, const BatchContext& asking) const {
        const report::RatedParis rated = report::rate_paris(record.puzzle, options_of(asking));
        const logic::ParisRating& rating = rated.rating;
        const bool solved = rating.ending == logic::ParisEnding::solved;
        note_rating(record, solved ? std::optional{rating.choices.size()} : std::nullopt);
        return said(record, rated, rating.search == Ending::interrupted,
                    code_of(rated.solutions, solved));
    }

    void note_rating(const Record& record, std::optional<std::size_t> rating) const {
        if (!plot_) return;
        const std::lock_guard lock{ratings_mutex_};
        ++ratings_[record.place.source][rating];
    }

    BatchCommand batch_;
    mutable std::mutex ratings_mutex_;
    mutable std::map<std::string, report::Ratings> ratings_;  // by file, for the plot
    logic::RuleSet named_;
    std::string rules_ = "all";
    std::optional<std::uint64_t> budget_;
    std::optional<std::string> plot_;
    logic::Price price_ = logic::Price::constraints;
    Scale scale_ = Scale::se;
    bool unique_ = false;
    bool steps_ = false;
};

}  // namespace

std::unique_ptr<Command> make_rate() { return std::make_unique<RateCommand>(); }

}  // namespace clew::cli
