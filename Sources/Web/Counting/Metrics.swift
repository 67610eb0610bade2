package import Diagnostics
import Foundation
package import HTTP
import HTTPTypes
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
