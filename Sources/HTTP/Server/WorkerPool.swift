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

/// A thread of this process's own, for what must not run on the threads that tasks share.
package enum OwnThread {
    /// The size of a stack in bytes: enough for the nesting that the limits of the readers allow.
    private static let stackBytes = 8 << 20

    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }

    /// Starts a thread that ends with its work; false when the system has none left.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        // Released by the thread.
        let job = Unmanaged.passRetained(Job(work: work))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackBytes)
        var thread = pthread_t()
        guard pthread_create(&thread, &attributes, main, job.toOpaque()) == 0 else {
            job.release()
            return false
        }
        return true
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        if let pointer { Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().work() }
        return nil
    }
}

/// A value behind a lock, on whose changes threads of our own can wait. Tasks must not: they use `Mutex`.
///
/// Unchecked because of the pointers and the value: POSIX lets every thread use the former from `init` to `deinit`, and
/// the latter is touched by who holds the lock only.
final class Monitor<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(change, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    /// Looks at the value or changes it.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes one of the threads that wait.
    func changeForOne(_ body: (inout Value) -> Void) {
        withLock { body(&$0) }
        pthread_cond_signal(change)
    }

    /// Changes the value and wakes every thread that waits.
    func changeForAll(_ body: (inout Value) -> Void) {
        withLock { body(&$0) }
        pthread_cond_broadcast(change)
    }

    /// Waits until the value gives a result.
    func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(change, mutex)
        }
    }

    /// Waits for a change until a time of the monotonic clock in nanoseconds, and gives the value as it is then.
    func wait(until time: UInt64) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var end = timespec(tv_sec: Int(clamping: time / 1_000_000_000), tv_nsec: Int(clamping: time % 1_000_000_000))
        pthread_cond_timedwait(change, mutex, &end)
        return value
    }
}

/// What is done now and then, on a thread of its own: nothing that answers requests can hold it up.
final class Timers: Sendable {
    /// One thing to do again and again. It must not wait.
    struct Timer: Sendable {
        var interval: Duration
        var action: @Sendable () -> Void
    }

    private let timers: [Timer]
    private let isStopped = Monitor(false)

    init(_ timers: [Timer]) { self.timers = timers }

    /// Starts the thread.
    /// - Throws: `cannotStart` when the system has no thread left.
    func start() throws(HTTPError) {
        let isStarted = OwnThread.start { [timers, isStopped] in
            let intervals = timers.map { max($0.interval.nanoseconds, 1_000_000) }
            var due = intervals.map { MonotonicClock.now &+ $0 }
            while let next = due.min(), !isStopped.wait(until: next) {
                let now = MonotonicClock.now
                for index in due.indices where due[index] <= now {
                    timers[index].action()
                    due[index] = now &+ intervals[index]
                }
            }
        }
        guard isStarted else { throw HTTPError(.cannotStart, "The system can't create a thread for timers.") }
    }

    /// Ends the thread as soon as what it does at the moment is done.
    func stop() {
        isStopped.changeForAll { $0 = true }
    }
}

/// The monotonic clock of the system.
enum MonotonicClock {
    /// Its time in nanoseconds.
    static var now: UInt64 { ThreadClock.time(of: CLOCK_MONOTONIC) }
}

/// The clocks of what threads use of the processor.
enum ThreadClock {
    /// The clock of the thread that asks. Other threads can look at it as long as this one is there.
    static var ofThisThread: clockid_t {
        var clock = CLOCK_THREAD_CPUTIME_ID
        pthread_getcpuclockid(pthread_self(), &clock)
        return clock
    }

    /// The time of a clock in nanoseconds.
    static func time(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, from 0 to about 31 years.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        return UInt64(exactly: min(max(nanoseconds, 0), 1e18).rounded()) ?? 0
    }
}
