// clew rate: how hard a puzzle is, on scales that people know.

#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/input_file.hpp"
#include "cli/output_file.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/human.hpp"
#include "explain/report/rate.hpp"
#include "logic/rating/human_fit.hpp"

namespace clew::cli {
namespace {

using report::RatingScale;
using report::Solutions;

class RateCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"rate", "Explain", "Rate how hard puzzles are, on known scales"};
    }

    void declare(Arguments& a) override {
        batch_.declare_plain(a);
        const auto scales = report::rating_scales();
        a.choice("--scale", scale_, {scales.begin(), scales.end()},
                 "Sudoku Explainer (the default); HoDoKu; sudokusolver.co.uk; the largest reason "
                 "needed, in constraints; J. Paris's choices; the minutes that people take");
        a.flag("--assume-unique", unique_,
               "use uniqueness, as rating lists do, where the puzzle has one solution")
            .not_with({{"--scale", {"methods", "needs", "paris", "human"}}});
        a.flag("--steps", steps_,
               "the steps of the walk too, each with its rating; for human the slowest moments")
            .not_with({{"--csv"}});
        a.value("--rules", rules_, "RULES", rules_help("the rules whose hardest step is named"))
            .needs({{"--scale", {"needs"}}});
        a.value("--budget", budget_, "NODES",
                "how far to search, for needs (default 300000) or paris (100000)")
            .needs({{"--scale", {"needs", "paris"}}});
        declare_price(a, price_).needs({{"--scale", {"needs"}}});
        a.file("--plot", plot_, "FILE",
               "SVG: share of puzzles rated up to each value, a curve a file; with --fit times by "
               "prediction")
            .needs({{"--scale", {"needs", "paris"}}, {"--fit"}})
            .not_with({{"--resume"}});
        a.flag("--fit", fit_,
               "fit the scale to people's times and print the model: FILE is a table with columns "
               "puzzle and mean_seconds")
            .needs({{"--scale", {"human"}}})
            .not_with({{"--csv"}, {"--resume"}, {"--steps"}, {"--keep-going"}, {"--model"}});
        a.file("--model", model_, "FILE", "use a model that --fit printed")
            .needs({{"--scale", {"human"}}});
        a.note(
            "On the scale se one line a puzzle, ER/EP/ED: the hardest step of the walk that always "
            "takes the lowest rated one, the hardest up to the first placement, and the first. se, "
            "hodoku and human rate plain 9x9 boards. Only needs and paris know variant rules "
            "(cages, arrows, ...).");
        a.note(
            "A puzzle with several solutions is rated as far as logic goes, and its rating is "
            "marked (exit code 11); so is one without a solution (10) and one whose walk gets "
            "stuck (12).");
        a.example("clew rate --assume-unique examples/gould92.sdk", "as rating lists have it");
        a.example("clew rate --scale hodoku puzzles.sdm", "a score and a level a puzzle");
        a.example("clew rate --json --steps examples/gould92.sdk", "with every step");
        a.example("clew rate --scale needs --csv puzzles.sdm",
                  "the largest reason that each needs, proved, whatever the technique is called");
        a.example("clew rate --scale human --steps examples/gould92.sdk",
                  "the minutes that people take, and where they go");
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
        static constexpr std::array human = {"scale", "seconds", "low",    "high",     "grade",
                                             "ways",  "beyond",  "ending", "solutions"};
        if (fit_) return fit(host);
        if (model_) read_model(host);
        batch_.columns = sums;
        if (scale_ == RatingScale::human) batch_.columns = human;
        if (scale_ == RatingScale::se) batch_.columns = se;
        if (scale_ == RatingScale::needs) batch_.columns = needs;
        // The others are defined by techniques, which are about houses.
        if (report::knows_rules(scale_))
            batch_.input.rules = Rules::known;
        else
            batch_.input.command = std::string{"rate --scale "} +
                                   report::rating_scales()[static_cast<std::size_t>(scale_)].first;
        if (scale_ == RatingScale::paris) batch_.columns = paris;
        if (steps_) batch_.naming = Naming::above;
        if (scale_ == RatingScale::needs) {
            named_ = rules_of("--rules", rules_);
        }
        const ExitCode code =
            batch_.run(host, "clew/rate/1", [this](const Record& record, BatchContext& asking) {
                const std::string why = report::undefined(record.puzzle, scale_);
                if (!why.empty()) throw InputError(record.place, why, "--scale needs");
                return report::with_rating(record.puzzle, scale_, options_of(asking),
                                           [&](const auto& rated) { return said(record, rated); });
            });
        if (plot_)
            write_plot(
                host,
                scale_ == RatingScale::needs
                    ? report::share_plot(
                          "Puzzles that arguments of no more than so much solve",
                          logic::price_words(0, price_).substr(2) + " of the largest argument",
                          ratings_)
                    : report::share_plot("Puzzles solved by no more than so many choices",
                                         "choices at binary cells", ratings_));
        return code;
    }

  private:
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
                .model = used_,
                .solve = asking.options};
    }

    template <class Rated>
    BatchAnswer said(const Record& record, const Rated& rated) const {
        note_rating(record, rated);
        const report::RatedEnding ending = report::ending_of(rated);
        BatchAnswer answer;
        answer.out = batch_.structured() ? batch_.line(report::to_json(record, rated))
                                         : report::to_text(rated);
        answer.code =
            ending == report::RatedEnding::interrupted || ending == report::RatedEnding::beyond
                ? ExitCode::partial
                : code_of(rated.solutions, ending == report::RatedEnding::through);
        return answer;
    }

    template <class Rated>
    void note_rating(const Record&, const Rated&) const {}
    void note_rating(const Record& record, const report::RatedNeeds& rated) const {
        note_rating(record,
                    rated.needed.complete() ? std::optional{rated.needed.largest} : std::nullopt);
    }
    void note_rating(const Record& record, const report::RatedParis& rated) const {
        note_rating(record, rated.rating.ending == logic::ParisEnding::solved
                                ? std::optional{rated.rating.choices.size()}
                                : std::nullopt);
    }
    void note_rating(const Record& record, std::optional<std::size_t> rating) const {
        if (!plot_) return;
        const std::lock_guard lock{ratings_mutex_};
        ++ratings_[record.place.source][rating];
    }

    /// The one file that --fit reads.
    ExitCode fit(Host& host) const {
        Watch watch{host, batch_.work.timeout};
        const std::vector<std::string>& files = batch_.input.files;
        if (files.size() != 1)
            throw UsageError("--fit", "one table is fitted to",
                             "one FILE, or - for standard input");
        NamedInput file{host, files.front(), &watch.flag()};
        ProgressLine progress{host, "fits", batch_.quiet ? Quiet::yes : Quiet::no};
        const std::vector<rating::HumanTime> times =
            report::read_times(file.stream(), file.source(), watch.flag());
        const rating::HumanFit fit = rating::fit_human(
            times, {.repeats = 10,
                    .ablate = true,
                    .threads = batch_.work.thread_count(),
                    .stop = &watch.flag(),
                    .on_progress = [&](std::size_t done, std::size_t of) {
                        progress.reach(done);
                        progress.share(static_cast<double>(done) / static_cast<double>(of));
                    }});
        progress.finish();
        if (fit.ending == Ending::exhausted)
            host.out << report::to_json(fit, times.size()).dump(2) << "\n";
        else
            host.err << "clew: " << watch.why() << ": no model\n";
        if (plot_ && fit.ending == Ending::exhausted)
            write_plot(host, report::fit_plot(times, fit));
        return watch.exit_code();
    }

    void write_plot(Host& host, const report::Plot& plot) const {
        OutputFile output{host, plot_};
        output.stream() << write_svg(plot);
        output.commit();
    }

    void read_model(Host& host) {
        InputFile bytes{*model_, host.interrupt};
        std::istream in{&bytes};
        used_ = report::read_model(in, *model_);
    }

    BatchCommand batch_;
    mutable std::mutex ratings_mutex_;
    mutable std::map<std::string, report::Ratings> ratings_;  // by file, for the plot
    logic::RuleSet named_;
    std::string rules_ = "all";
    std::optional<std::uint64_t> budget_;
    std::optional<std::string> plot_, model_;
    rating::HumanModel used_ = rating::human_model();
    logic::Price price_ = logic::Price::constraints;
    RatingScale scale_ = RatingScale::se;
    bool unique_ = false;
    bool steps_ = false;
    bool fit_ = false;
};

}  // namespace

std::unique_ptr<Command> make_rate() { return std::make_unique<RateCommand>(); }

}  // namespace clew::cli
