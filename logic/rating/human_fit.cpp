#include "logic/rating/human_fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>

#include "core/base/contract.hpp"
#include "core/base/workers.hpp"
#include "logic/rating/human_start.hpp"

namespace clew::rating {
namespace {

constexpr unsigned fit_walks = 8;
constexpr unsigned folds = 10;
constexpr double pull = 0.0005;  // for leaving a guess by a factor of e

/// The ranks of the values, 1 the smallest.
std::vector<double> ranks(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> rank(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
        for (std::size_t k = i; k < end; ++k) rank[order[k]] = static_cast<double>(i + end + 1) / 2;
        i = end;
    }
    return rank;
}

double correlation(std::span<const double> a, std::span<const double> b) {
    const auto n = static_cast<double>(a.size());
    const double ma = std::accumulate(a.begin(), a.end(), 0.0) / n;
    const double mb = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - ma) * (b[i] - mb);
        aa += (a[i] - ma) * (a[i] - ma);
        bb += (b[i] - mb) * (b[i] - mb);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

/// The value below which `share` of the values lie.
double quantile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    const double at = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (at - static_cast<double>(low)) * (values[high] - values[low]);
}

HumanModel guessed() {
    HumanModel model;
    for (const HumanTermInfo& info : human_terms()) model.at(info.term) = info.guess;
    return model;
}

/// One puzzle of the fit.
struct Sample {
    HumanStart start;
    double seconds;
    std::vector<HumanWalk> walks;  // under the guesses
};

std::vector<HumanWalk> drawn(const HumanStart& start, const HumanPrices& prices, unsigned count) {
    std::vector<HumanWalk> walks;
    for (unsigned i = 0; i < count; ++i)
        walks.push_back(human_walk(start.board, &*start.solution, prices, human_random(i)));
    return walks;
}

double mean_seconds(const std::vector<HumanWalk>& walks, const HumanPrices& prices) {
    double sum = 0;
    for (const HumanWalk& walk : walks) sum += prices.seconds(walk);
    return sum / static_cast<double>(walks.size());
}

/// As rate_human() has it.
double rated(const Sample& sample, const HumanPrices& prices) {
    return mean_seconds(drawn(sample.start, prices, human_walks), prices);
}

class Fitter {
  public:
    Fitter(const std::vector<const Sample*>& samples, std::optional<HumanTerm> without,
           const StopFlag* stop)
        : samples_(samples), stop_(stop) {
        for (const Sample* sample : samples) seconds_.push_back(sample->seconds);
        ranks_ = ranks(seconds_);
        model_ = guessed();
        for (const HumanTermInfo& info : human_terms())
            if (info.term == without)
                model_.at(info.term) = info.without;
            else
                free_.push_back(info);
    }

    HumanModel run() {
        double best = loss(model_);
        for (double step = 0.6; step > 0.1 && !stopped(); step /= 2)
            for (bool better = true; better && !stopped();) {
                better = false;
                for (const HumanTermInfo& info : free_)
                    for (const double factor :
                         {std::exp(stride(info, step)), std::exp(-stride(info, step))}) {
                        HumanModel other = model_;
                        other.at(info.term) *= factor;
                        const double found = loss(other);
                        if (found > best - 1e-5) continue;
                        best = found;
                        model_ = other;
                        better = true;
                        break;
                    }
            }
        scale();
        return model_;
    }

  private:
    bool stopped() const { return stop_ != nullptr && stop_->raised(); }

    /// A factor that is raised to a power moves in smaller steps.
    static double stride(const HumanTermInfo& info, double step) {
        return info.term == HumanTerm::nearly ? step / 6 : step;
    }

    std::vector<double> predicted(const HumanModel& model) const {
        const HumanPrices prices{model};
        std::vector<double> all;
        for (const Sample* sample : samples_) all.push_back(mean_seconds(sample->walks, prices));
        return all;
    }

    double loss(const HumanModel& model) const {
        double away = 0;
        for (const HumanTermInfo& info : free_) {
            const double by = std::log(model.at(info.term) / info.guess);
            away += by * by;
        }
        return pull * away - correlation(ranks(predicted(model)), ranks_);
    }

    void scale() {
        std::vector<double> ratios = predicted(model_);
        for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] = seconds_[i] / ratios[i];
        const double by = quantile(ratios, 0.5);
        for (const HumanTermInfo& info : human_terms())
            if (info.unit == std::string_view{"seconds"}) model_.at(info.term) *= by;
    }

    std::vector<const Sample*> samples_;
    const StopFlag* stop_;
    std::vector<double> seconds_, ranks_;
    std::vector<HumanTermInfo> free_;
    HumanModel model_;
};

/// A fit to all samples but one fold, if a fold is left out.
struct Task {
    std::optional<unsigned> repeat;
    unsigned fold = 0;
    std::optional<HumanTerm> without;
};

std::vector<unsigned> folds_of(std::size_t samples, unsigned repeat) {
    std::vector<unsigned> fold(samples);
    for (std::size_t i = 0; i < samples; ++i) fold[i] = static_cast<unsigned>(i % folds);
    Random random{repeat};
    random.shuffle(fold);
    return fold;
}

}  // namespace

double spearman(std::span<const double> a, std::span<const double> b) {
    CLEW_REQUIRE(a.size() == b.size() && !a.empty(), "spearman: as many values on both sides");
    return correlation(ranks(a), ranks(b));
}

HumanFit fit_human(std::span<const HumanTime> times, const HumanFitOptions& options) {
    CLEW_REQUIRE(times.size() >= 100, "fit_human: at least 100 times");
    const auto stopped = [&] { return options.stop != nullptr && options.stop->raised(); };
    const HumanPrices first{guessed()};
    std::vector<Sample> samples;
    std::vector<double> seconds;
    for (const HumanTime& time : times) {
        if (stopped()) break;
        HumanStart start = human_start(time.puzzle, &time.solution);
        std::vector<HumanWalk> walks = drawn(start, first, fit_walks);
        samples.push_back({std::move(start), time.seconds, std::move(walks)});
        seconds.push_back(time.seconds);
    }
    HumanFit fit;
    if (stopped()) {
        fit.ending = Ending::interrupted;
        return fit;
    }
    const std::size_t n = samples.size();

    std::vector<Task> tasks{{}};
    for (unsigned r = 0; r < options.repeats; ++r)
        for (unsigned f = 0; f < folds; ++f) tasks.push_back({r, f, {}});
    if (options.ablate)
        for (const HumanTermInfo& info : human_terms())
            if (info.without != info.guess && info.term > HumanTerm::cell)
                for (unsigned f = 0; f < folds; ++f) tasks.push_back({0, f, info.term});

    // One prediction a sample of each cross-validation, by repeat or by the term left out.
    std::vector<std::vector<double>> plain(options.repeats, std::vector<double>(n));
    std::vector<std::vector<double>> ablated(human_term_count, std::vector<double>(n));
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex guard;
    run_workers(options.threads, [&](unsigned) {
        for (std::size_t i = next++; i < tasks.size() && !stopped(); i = next++) {
            const Task& task = tasks[i];
            const std::vector<unsigned> fold =
                task.repeat ? folds_of(n, *task.repeat) : std::vector<unsigned>(n, folds);
            const auto left_out = [&](std::size_t s) { return fold[s] == task.fold; };
            std::vector<const Sample*> seen;
            for (std::size_t s = 0; s < n; ++s)
                if (!left_out(s)) seen.push_back(&samples[s]);
            const HumanModel model = Fitter{seen, task.without, options.stop}.run();
            if (!task.repeat) {
                fit.model = model;
            } else {
                auto& into = task.without ? ablated[static_cast<std::size_t>(*task.without)]
                                          : plain[*task.repeat];
                const HumanPrices prices{model};
                for (std::size_t s = 0; s < n; ++s)
                    if (left_out(s)) into[s] = rated(samples[s], prices);
            }
            const std::scoped_lock lock{guard};
            if (++done; options.on_progress) options.on_progress(done, tasks.size());
        }
    });
    if (stopped()) {
        fit.ending = Ending::interrupted;
        return fit;
    }

    std::vector<double> predicted;
    const HumanPrices fitted{fit.model};
    for (const Sample& sample : samples) predicted.push_back(rated(sample, fitted));
    fit.seen = spearman(predicted, seconds);
    for (const std::vector<double>& one : plain) fit.each.push_back(spearman(one, seconds));
    if (!fit.each.empty())
        fit.crossed = std::accumulate(fit.each.begin(), fit.each.end(), 0.0) /
                      static_cast<double>(fit.each.size());
    if (options.ablate)
        for (const Task& task : tasks)
            if (task.without && task.fold == 0)
                fit.without.emplace_back(
                    *task.without,
                    spearman(ablated[static_cast<std::size_t>(*task.without)], seconds));

    // How far people's times lie from what is predicted: of puzzles that the fit had not seen,
    // where there are such.
    fit.predicted = plain.empty() ? predicted : plain.front();
    std::vector<double> ratios;
    for (std::size_t s = 0; s < n; ++s) ratios.push_back(seconds[s] / fit.predicted[s]);
    fit.model.low = quantile(ratios, 0.1);
    fit.model.high = quantile(ratios, 0.9);
    for (std::size_t g = 0; g < fit.model.grades.size(); ++g)
        fit.model.grades[g] = quantile(predicted, std::array{0.25, 0.5, 0.75, 0.95}[g]);
    fit.model.longest = std::ranges::max(predicted);
    return fit;
}

}  // namespace clew::rating
