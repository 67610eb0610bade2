import Glibc

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
