import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// What becomes of each element, in their order.
    ///
    /// The elements are worked on by all cores, which share nothing but what `transform` captures; the caller's thread is one of
    /// them, and waits for the last. The others have the stacks that the system gives to threads and are in no task: what asks for
    /// `Task.isCancelled` there is told no.
    /// - Parameter transform: works on one element; several at once.
    public func concurrentMap<Value: Sendable>(_ transform: @Sendable (Element) -> Value) -> [Value] {
        let values = Mutex<[(index: Int, value: Value)]>([])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let value = transform(self[index])
            values.withLock { $0.append((index, value)) }
        }
        return values.withLock { $0.sorted { $0.index < $1.index }.map(\.value) }
    }

    /// What becomes of each element, in their order, where not every one need become something.
    ///
    /// All of them are worked on, also behind one that failed: what is told does not depend on which core was sooner.
    /// - Parameter transform: as of ``concurrentMap(_:)``.
    /// - Throws: what the first of them failed with, in their order.
    public func concurrentMap<Value: Sendable>(
        throwing transform: @Sendable (Element) throws -> Value
    ) throws -> [Value] {
        try concurrentMap { element in Result { try transform(element) } }.map { try $0.get() }
    }
}
