package import Diagnostics
import Foundation
package import HTTP
package import HTTPTypes
import Logging
import Synchronization

/// What the server counts of itself, for those who watch it.
///
/// What every request touches are atomic numbers of its own route: no two requests wait for each other there. What is
/// only known at one moment, such as the length of a queue, is asked for when somebody reads the metrics.
package final class Metrics: Sendable {
    /// One number with what tells it from others of its name.
    package typealias Sample = (labels: [(name: String, value: String)], value: Double)

    /// A number that is asked for when the metrics are read.
    private struct Gauge: Sendable {
        let name: String
        let help: String
        /// Whether it only grows.
        let isCounter: Bool
        let samples: @Sendable () -> [Sample]
    }

    /// How long the store took to read.
    package let reads = Histogram()
    /// How long the store took to write, waiting for other writers included.
    package let writes = Histogram()
    private let routes = Mutex(RouteMetrics([]))
    private let gauges = Mutex<[Gauge]>([])
    private let caches = Mutex<[@Sendable () -> [(name: String, statistics: CacheStatistics)]]>([])
    private let began = Date()

    package init() {}

    /// Tells what is counted of routes, too, from now on.
    package func add(_ routes: RouteMetrics) { self.routes.withLock { $0 = routes } }

    /// Adds a number that is asked for whenever somebody reads the metrics.
    /// - Parameters:
    ///   - name: as Prometheus wants it: lower case with underscores, the unit at its end.
    ///   - isCounter: whether it only grows.
    package func add(
        _ name: String,
        _ help: String,
        isCounter: Bool = false,
        _ samples: @escaping @Sendable () -> [Sample]
    ) {
        gauges.withLock { $0.append(Gauge(name: name, help: help, isCounter: isCounter, samples: samples)) }
    }

    /// What the caches hold that were added.
    package var cacheStatistics: [(name: String, statistics: CacheStatistics)] {
        caches.withLock { $0 }.flatMap { $0() }
    }

    /// Lets the metrics tell of caches, too.
    package func addCaches(_ caches: @escaping @Sendable () -> [(name: String, statistics: CacheStatistics)]) {
        self.caches.withLock { $0.append(caches) }
    }

    /// Everything in Prometheus' text format (Exposition formats, version 0.0.4).
    package func text() -> [UInt8] {
        var writer = MetricsWriter()
        let series = routes.withLock { $0 }.all
        writer.begin(
            "vitrine_http_request_duration_seconds",
            "histogram",
            "Time from the head of a request to its answer."
        )
        for series in series {
            for (name, histogram) in series.byClass {
                let labels = [
                    ("route", series.pattern ?? "none"), ("method", series.method ?? "any"), ("status", name),
                ]
                writer.write(histogram, labels)
            }
        }
        writer.begin(
            "vitrine_store_duration_seconds",
            "histogram",
            "Time that the store takes to read, and to write, waiting for other writers included."
        )
        writer.write(reads, [("operation", "read")])
        writer.write(writes, [("operation", "write")])
        writer.begin("vitrine_uptime_seconds", "gauge", "Time since the start.")
        writer.write(Date().timeIntervalSince(began), [])
        for gauge in gauges.withLock({ $0 }) {
            writer.begin(gauge.name, gauge.isCounter ? "counter" : "gauge", gauge.help)
            for sample in gauge.samples() { writer.write(sample.value, sample.labels) }
        }
        return writer.bytes
    }
}

/// What is counted of each route.
package struct RouteMetrics: Sendable {
    private let routes: [String: [HTTPRequest.Method: RouteSeries]]
    private let others = RouteSeries()

    /// Prepares counting for some routes.
    package init(_ routes: [Route]) {
        self.routes = routes.reduce(into: [:]) { series, route in
            series[route.pattern, default: [:]][route.method] = RouteSeries(
                method: route.method.rawValue,
                pattern: route.pattern
            )
        }
    }

    /// Where a request is counted: with its route, or with all others that none has.
    package func series(of match: Match) -> RouteSeries {
        guard case .found(let route, _) = match else { return others }
        return routes[route.pattern]?[route.method] ?? others
    }

    /// All, by pattern and method.
    package var all: [RouteSeries] {
        (routes.values.flatMap(\.values) + [others]).sorted {
            ($0.pattern ?? "", $0.method ?? "") < ($1.pattern ?? "", $1.method ?? "")
        }
    }
}

/// Writes the lines of Prometheus' text format.
struct MetricsWriter {
    package private(set) var bytes: [UInt8] = []
    private var name = ""

    /// Begins a metric.
    package mutating func begin(_ name: String, _ type: String, _ help: String) {
        self.name = name
        line("# HELP \(name) \(help)")
        line("# TYPE \(name) \(type)")
    }

    /// Writes a number of the metric.
    package mutating func write(_ value: Double, _ labels: [(name: String, value: String)], suffix: String = "") {
        let text = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
        line("\(name)\(suffix)\(Self.text(labels)) \(text)")
    }

    /// Writes the numbers of a histogram.
    package mutating func write(_ histogram: Histogram, _ labels: [(name: String, value: String)]) {
        let counts = histogram.cumulative
        for (bound, count) in zip(Histogram.bounds.map(\.seconds) + ["+Inf"], counts) {
            write(Double(count), labels + [("le", bound)], suffix: "_bucket")
        }
        write(histogram.seconds, labels, suffix: "_sum")
        write(Double(counts.last ?? 0), labels, suffix: "_count")
    }

    private static func text(_ labels: [(name: String, value: String)]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(name)=\"\(escaped)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    private mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(10)
    }
}

extension Work {
    /// The same work, counted when it has answered.
    package func counted(by series: RouteSeries, since began: ContinuousClock.Instant) -> Work {
        switch self {
        case .immediate(let work):
            .immediate { request in
                do {
                    let response = try work(request)
                    series.record(response.status, isDeclined: response.isDeclined, since: began)
                    return response
                } catch {
                    series.record(Problem.status(of: error), since: began)
                    throw error
                }
            }
        case .pooled(let work):
            .pooled { request in
                do {
                    let response = try await work(request)
                    series.record(response.status, isDeclined: response.isDeclined, since: began)
                    return response
                } catch {
                    series.record(Problem.status(of: error), since: began)
                    throw error
                }
            }
        }
    }
}

extension Problem {
    private static let silence = Logger(label: "vitrine.silent") { _ in SwiftLogNoOpLogHandler() }

    /// The status with which an error is answered; nothing is logged.
    fileprivate static func status(of error: any Error) -> HTTPResponse.Status {
        Problem(from: error, logger: silence).status
    }
}

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
