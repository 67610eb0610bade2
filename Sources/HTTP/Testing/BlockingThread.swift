import Glibc

/// Runs work that blocks on a thread of its own: on those of tasks it would hold up the very server it waits for.
enum BlockingThread {
    /// The stack of such a thread in bytes.
    private static let stackSize = 512 * 1024

    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }

    /// Runs work and returns what it returns.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            // Released by the thread.
            let job = Unmanaged.passRetained(Job { continuation.resume(with: Result { try work() }) })
            guard !start(job) else { return }
            job.release()
            continuation.resume(throwing: HTTPError(.clientFailure, "No thread could be started."))
        }
    }

    private static func start(_ job: Unmanaged<Job>) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        var thread = pthread_t()
        return pthread_create(&thread, &attributes, main, job.toOpaque()) == 0
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        if let pointer { Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().work() }
        return nil
    }
}
