import Synchronization

/// What a storage is asked to do.
public enum StorageOperation: String, Sendable, Hashable, CaseIterable {
    /// To read, which changes nothing.
    case read
    /// To write in a transaction, which takes waiting for other writers, and for the disk or the database.
    case write
}

/// Tells how long the work of a storage takes, whatever the work is about: dumps, apps, defaults or tokens.
public final class StorageTimes: Sendable {
    /// Told of each piece of work when it is over, well or not, on the thread that did it.
    public typealias Observer = @Sendable (StorageOperation, Duration) -> Void

    /// In a value of its own: a closure that stands alone in a `Mutex` is wrapped once more each time it is looked at.
    private struct Told: Sendable {
        var observer: Observer?
    }

    private let told = Mutex(Told())

    /// Creates times that nobody is told of yet.
    public init() {}

    /// Tells somebody from now on, in place of whoever was told before.
    public func observe(_ observer: @escaping Observer) { told.withLock { $0.observer = observer } }

    /// Does some work and tells how long it took.
    public func measuring<Result>(_ operation: StorageOperation, _ work: () throws -> Result) rethrows -> Result {
        guard let observer = told.withLock({ $0.observer }) else { return try work() }
        let began = ContinuousClock.now
        defer { observer(operation, .now - began) }
        return try work()
    }
}

extension Duration {
    /// Whole milliseconds, fractions cut off.
    package var milliseconds: Int {
        Int(clamping: components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
