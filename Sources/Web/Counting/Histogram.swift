package import HTTPTypes
import Synchronization

/// A number that only grows, for many threads at once: none waits for another.
package final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    /// The number.
    package var value: Int { number.load(ordering: .relaxed) }

    package func add(_ count: Int = 1) { number.wrappingAdd(count, ordering: .relaxed) }
}

/// How long things took: how many of them no longer than each of some bounds, as Prometheus counts it.
package final class Histogram: Sendable {
    /// The bounds in microseconds, with the text that stands for each in seconds.
    package static let bounds: [(microseconds: Int, seconds: String)] = [
        (500, "0.0005"), (1_000, "0.001"), (2_500, "0.0025"), (5_000, "0.005"), (10_000, "0.01"), (25_000, "0.025"),
        (50_000, "0.05"), (100_000, "0.1"), (250_000, "0.25"), (500_000, "0.5"), (1_000_000, "1"), (2_500_000, "2.5"),
        (10_000_000, "10"),
    ]

    /// How many fell between each bound and the one before, those past the last at the end.
    private let buckets = (0...bounds.count).map { _ in Counter() }
    private let total = Counter()

    /// Counts one more.
    package func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let microseconds = Int(clamping: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000)
        let place = Self.bounds.firstIndex { microseconds <= $0.microseconds } ?? Self.bounds.count
        buckets[place].add()
        total.add(microseconds)
    }

    /// How many were no longer than each bound, and how many there are in all.
    package var cumulative: [Int] {
        buckets.reduce(into: []) { counts, bucket in counts.append((counts.last ?? 0) &+ bucket.value) }
    }

    /// How long all took together, in seconds.
    package var seconds: Double { Double(total.value) / 1_000_000 }
}

/// What is counted of one route: how often and how long, by the class of the answer's status.
package final class RouteSeries: Sendable {
    /// The method of the route; nil for requests that no route answers.
    package let method: String?
    /// The route's pattern.
    package let pattern: String?
    /// By the first digit of the status, from 1 to 5, and those that were declined.
    private let classes = (1...6).map { _ in Histogram() }
    private static let names = (1...5).map { "\($0)xx" } + ["declined"]

    package init(method: String? = nil, pattern: String? = nil) {
        self.method = method
        self.pattern = pattern
    }

    /// Counts an answer.
    /// - Parameter isDeclined: whether its status is a protocol's and tells of no fault of the server.
    package func record(_ status: HTTPResponse.Status, isDeclined: Bool = false, since began: ContinuousClock.Instant) {
        classes[isDeclined ? 5 : min(max(status.code / 100, 1), 5) - 1].record(.now - began)
    }

    /// The classes that have answers, by their names: `2xx`, and `declined` for what a protocol answers with 500 though the
    /// server is well.
    package var byClass: [(name: String, histogram: Histogram)] {
        zip(Self.names, classes).map { ($0, $1) }.filter { $0.1.cumulative.last != 0 }
    }
}
