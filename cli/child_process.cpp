#include "cli/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <system_error>
#include <thread>

namespace clew::cli {
namespace {

class FileActions {
  public:
    FileActions() { posix_spawn_file_actions_init(&actions_); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    void open(int descriptor, const std::string& path, int flags) {
        posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0666);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_{};
};

/// Kills a process when its time is over, unless it is dismissed first.
class Killer {
  public:
    Killer(pid_t process, double seconds) {
        if (seconds <= 0) return;
        thread_ = std::thread([this, process, seconds] {
            std::unique_lock lock(mutex_);
            if (wake_.wait_for(lock, std::chrono::duration<double>(seconds),
                               [this] { return dismissed_; }))
                return;
            fired_ = true;
            kill(process, SIGKILL);
        });
    }
    ~Killer() { dismiss(); }
    Killer(const Killer&) = delete;
    Killer& operator=(const Killer&) = delete;

    bool dismiss() {
        {
            const std::lock_guard lock(mutex_);
            dismissed_ = true;
        }
        wake_.notify_all();
        if (thread_.joinable()) thread_.join();
        return fired_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool dismissed_ = false;
    bool fired_ = false;
    std::thread thread_;
};

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

ChildRun run_child(const std::vector<std::string>& command, const ChildOptions& options) {
    FileActions files;
    files.open(STDIN_FILENO, options.input_file.empty() ? "/dev/null" : options.input_file,
               O_RDONLY);
    files.open(STDOUT_FILENO, options.output_file.empty() ? "/dev/null" : options.output_file,
               O_WRONLY | O_CREAT | O_TRUNC);
    files.open(STDERR_FILENO, "/dev/null", O_WRONLY);

    std::vector<std::string> words = command;
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    const auto start = std::chrono::steady_clock::now();
    pid_t process = 0;
    const int error = posix_spawnp(&process, argv[0], files.get(), nullptr, argv.data(), environ);
    if (error != 0)
        throw std::system_error(error, std::generic_category(), command[0] + " cannot be started");

    Killer killer{process, options.time_limit_seconds};
    int status = 0;
    rusage usage{};
    while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    ChildRun run;
    run.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    run.timed_out = killer.dismiss();
    run.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    run.peak_kib = usage.ru_maxrss;
    run.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return run;
}

bool is_installed(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
    return false;
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace clew::cli
