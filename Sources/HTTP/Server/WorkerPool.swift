/// The threads that answer requests: as many as it is given, with large stacks, and a queue that has an end.
///
/// Tasks that prefer it (SE-0417) run here and nowhere else, so that what computes or waits for long holds neither the
/// library's threads nor those that all tasks of the process share. A task that is suspended holds no thread.
package final class WorkerPool: TaskExecutor {
    private struct State {
        /// What is ready to run, from `first` on.
        var jobs: [UnownedJob] = []
        var first = 0
        /// How many tasks have not begun.
        var waiting = 0
        /// How many tasks have not ended.
        var unfinished = 0
        var isStopped = false

        /// The next job. Forgets those that have been taken now and then, so that each is moved once at most.
        mutating func next() -> UnownedJob? {
            guard first < jobs.count else { return nil }
            let job = jobs[first]
            first += 1
            if first > jobs.count / 2 {
                jobs.removeFirst(first)
                first = 0
            }
            return job
        }
    }

    private enum Step {
        case run(UnownedJob)
        case end
    }

    private let state = Monitor(State())
    private let threads: Int
    private let maximumWaiting: Int

    /// Creates a pool whose threads do not run yet.
    /// - Parameters:
    ///   - threads: How many threads there are, at least 1.
    ///   - maximumWaiting: How many tasks may wait for a thread, at least 1.
    package init(threads: Int, maximumWaiting: Int) {
        self.threads = max(1, threads)
        self.maximumWaiting = max(1, maximumWaiting)
    }

    /// Starts the threads, which keep the pool alive until it is stopped.
    /// - Throws: `cannotStart` when the system has too few threads left.
    package func start() throws(HTTPError) {
        for _ in 0..<threads {
            guard OwnThread.start({ self.work() }) else {
                stop()
                throw HTTPError(.cannotStart, "The system has too few threads left.")
            }
        }
    }

    /// Lets the threads end when every task has.
    package func stop() {
        state.changeForAll { $0.isStopped = true }
    }

    /// How many tasks wait for a thread, and how many have begun and not ended.
    package var load: (waiting: Int, running: Int) {
        state.withLock { ($0.waiting, $0.unfinished - $0.waiting) }
    }

    /// Runs work in a task of the pool; nil when as many wait for a thread as may.
    package func run(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        let hasRoom = state.withLock { state in
            guard state.waiting < maximumWaiting else { return false }
            state.waiting += 1
            state.unfinished += 1
            return true
        }
        guard hasRoom else { return nil }
        return Task(executorPreference: self) {
            self.state.withLock { $0.waiting -= 1 }
            await work()
            // The threads of a pool that has been stopped wait for the last task.
            self.state.changeForAll { $0.unfinished -= 1 }
        }
    }

    /// How many tasks wait for a thread.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// Takes a job of a task, for the runtime.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.changeForOne { $0.jobs.append(job) }
    }

    private func work() {
        while case .run(let job) = state.wait(for: { state in Self.step(&state) }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private static func step(_ state: inout State) -> Step? {
        if let job = state.next() { return .run(job) }
        return state.isStopped && state.unfinished == 0 ? .end : nil
    }
}
