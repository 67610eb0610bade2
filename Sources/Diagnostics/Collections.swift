import Dispatch
import Synchronization

// Loops ask these for each view: another module can make them for its own type of elements.

extension RandomAccessCollection where Index == Int {
    /// Where elements that come first end, in a collection that has all of them before all others; logarithmic.
    ///
    /// - Parameter comesFirst: whether an element is one of them.
    /// - Returns: the place of the first other element, `endIndex` when there is none.
    @inlinable package func end(ofFirst comesFirst: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if comesFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
    /// Where the first element of a sorted collection stands that is past another; `endIndex` where there is none.
    @inlinable package func firstPlace(past element: Element) -> Int { end(ofFirst: { $0 <= element }) }
}

extension [Int] {
    /// Where the first number of a sorted list stands that is not below another one; the count where there is none.
    @inlinable package func firstPlace(notBelow number: Int) -> Int { end(ofFirst: { $0 < number }) }

    /// Whether a sorted list has a number.
    package func holds(_ number: Int) -> Bool {
        let place = firstPlace(notBelow: number)
        return place < count && self[place] == number
    }

    /// How many numbers of a sorted list lie in a range.
    package func count(in range: Range<Int>) -> Int {
        firstPlace(notBelow: range.upperBound) - firstPlace(notBelow: range.lowerBound)
    }
}

extension Array {
    /// The element at a place; nil out of range.
    @inlinable package subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}

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
