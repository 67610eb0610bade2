import Glibc
import Synchronization

/// The threads that answer requests: as many as it is given, with large stacks, and a queue that has an end.
///
/// Tasks that prefer it (SE-0417) run here and nowhere else, so that what computes or waits for long holds neither the
/// library's threads nor those that all tasks of the process share. A task that is suspended holds no thread.
package final class WorkerPool: Sendable {
    /// A piece of a task that is ready to run, and the task.
    fileprivate struct Job {
        let job: UnownedJob
        let task: PooledTask
    }

    private struct State {
        /// What is ready to run, from `first` on.
        var jobs: [Job] = []
        var first = 0
        /// How many tasks have not begun.
        var waiting = 0
        /// How many tasks have not ended.
        var unfinished = 0
        var isStopped = false

        /// The next job. Forgets those that have been taken now and then, so that each is moved once at most.
        mutating func next() -> Job? {
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
        case run(Job)
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
                throw HTTPError(.cannotStart, "The system can't create enough threads.")
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
    package func run(_ work: @escaping @Sendable () async -> Void) -> PooledTask? {
        let hasRoom = state.withLock { state in
            guard state.waiting < maximumWaiting else { return false }
            state.waiting += 1
            state.unfinished += 1
            return true
        }
        guard hasRoom else { return nil }
        let pooled = PooledTask(self)
        pooled.begin {
            self.state.withLock { $0.waiting -= 1 }
            await work()
            // The threads of a pool that has been stopped wait for the last task.
            self.state.changeForAll { $0.unfinished -= 1 }
        }
        return pooled
    }

    /// How many tasks wait for a thread.
    package var waiting: Int { state.withLock { $0.waiting } }

    fileprivate func enqueue(_ job: Job) {
        state.changeForOne { $0.jobs.append(job) }
    }

    private func work() {
        while case .run(let job) = state.wait(for: { state in Self.step(&state) }) {
            job.task.run(job.job)
        }
    }

    private static func step(_ state: inout State) -> Step? {
        if let job = state.next() { return .run(job) }
        return state.isStopped && state.unfinished == 0 ? .end : nil
    }
}

/// A task on the threads of a pool. Knows what it has used of the processor, at any time and from any thread, also while it runs
/// or is suspended; the tasks in it count.
package final class PooledTask: TaskExecutor {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        /// Nanoseconds of the pieces that have been run.
        var used: UInt64 = 0
        /// The clocks of the threads on which it runs at the moment, and where they were when it began there.
        var running: [(clock: clockid_t, start: UInt64)] = []
    }

    private let pool: WorkerPool
    private let state = Mutex(State())

    fileprivate init(_ pool: WorkerPool) { self.pool = pool }

    /// Begins the work. The runtime keeps no executor alive that a task only prefers: the work does.
    fileprivate func begin(_ work: @escaping @Sendable () async -> Void) {
        let task = Task(executorPreference: self) {
            await work()
            withExtendedLifetime(self) {}
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Tells the work that nobody waits for it any more.
    package func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Waits for the end of the work.
    package var value: Void {
        get async { await state.withLock { $0.task }?.value }
    }

    /// What it has used of the processor, in nanoseconds.
    package var processorTime: UInt64 {
        state.withLock { state in
            state.running.reduce(state.used) { $0 &+ (ThreadClock.time(of: $1.clock) &- $1.start) }
        }
    }

    /// Takes a job of the task, for the runtime.
    package func enqueue(_ job: consuming ExecutorJob) {
        pool.enqueue(WorkerPool.Job(job: UnownedJob(job), task: self))
    }

    /// Runs a piece of the task on the thread that calls.
    fileprivate func run(_ job: UnownedJob) {
        let clock = ThreadClock.ofThisThread
        let start = ThreadClock.time(of: clock)
        state.withLock { $0.running.append((clock, start)) }
        job.runSynchronously(on: asUnownedTaskExecutor())
        state.withLock { state in
            state.running.removeAll { $0.clock == clock }
            state.used &+= ThreadClock.time(of: clock) &- start
        }
    }
}
