public import Catalog
import Dispatch
import Synchronization

/// Tells a server of what other processes write to its folder: commands, and other servers.
extension SQLiteStorage: FollowedStore {
    /// How often it looks whether anybody has committed anything, in milliseconds.
    private static let interval = 300

    /// Says that domains may have changed after each commit of anybody.
    public func follow(_ receive: @escaping @Sendable (SharedChange) -> Void) -> @Sendable () -> Void {
        let queue = DispatchQueue(label: "vitrine.commits")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let seen = Mutex(version())
        timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .milliseconds(50))
        timer.setEventHandler { [weak self] in
            guard let self else { return }
            // Without a number anything may have been written.
            let now = version()
            let isNews = seen.withLock { seen in
                defer { seen = now }
                return now == nil || now != seen
            }
            if isNews { receive(.domains) }
        }
        timer.activate()
        let source = TimerBox(timer: timer)
        return {
            source.timer.cancel()
            queue.sync {}
        }
    }

    /// Unchecked because the overlay of Dispatch does not say that a source may be cancelled on any thread.
    private struct TimerBox: @unchecked Sendable { let timer: any DispatchSourceTimer }
}
