import AppBundles
import Catalog
import Defaults
import Diagnostics
import Foundation
package import HTTP
import HTTPTypes
import JSON
import Logging
package import Storage
import Synchronization
import Web

/// Liveness, readiness, the index of the API and its description.
struct ServiceRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.getImmediate("/healthz", query: []) { _, _ in
            .json { writer in
                writer.member("status", "ok")
                writer.member("version", ServerVersion.current)
            }
        }
        router.get("/readyz", query: []) { _, _ in try ready() }
        router.get("/metrics", query: []) { _, _ in
            var response = Response(
                status: .ok,
                contentType: "text/plain; version=0.0.4; charset=utf-8",
                body: services.metrics.text()
            )
            // Every look finds other numbers.
            response.headers[.cacheControl] = "no-store"
            return response
        }
        router.getImmediate("/api/v1", query: []) { _, _ in index() }
        router.getImmediate("/api/v1/openapi.json", query: []) { _, _ in .json(services.openAPI) }
        router.getImmediate("/api/v1/schemas/dump.json", query: []) { _, _ in .json(services.dumpSchema) }
    }

    private func ready() throws -> Response {
        guard !services.draining.hasBegun else {
            throw Problem(
                "draining",
                title: "Draining",
                status: .serviceUnavailable,
                detail: "The server is about to stop. Send new requests to another server.",
                headers: [.retryAfter: "5"]
            )
        }
        do throws(CatalogError) {
            // Defaults and tokens are kept in the same. It gives up sooner than others where the store is away.
            try services.catalog.checkStore()
        } catch {
            if let fault = error.storageFault {
                var problem = Problem(fault, "\(error)", logger: services.logger)
                problem.status = .serviceUnavailable
                problem.headers[.retryAfter] = "30"
                throw problem
            }
            services.logger.error("The store cannot be reached", metadata: ["error": "\(error)"])
            throw Problem(
                "store-unreachable",
                title: "Store unreachable",
                status: .serviceUnavailable,
                detail: "The store does not respond. See the log for the reason.",
                headers: [.retryAfter: "5"]
            )
        }
        return .json { writer in
            writer.member("status", "ok")
        }
    }

    private func index() -> Response {
        .json { writer in
            for (name, path) in [
                ("apps", "/api/v1/apps"), ("defaults", "/api/v1/defaults"), ("dumps", "/api/v1/dumps"),
                ("dumpSchema", "/api/v1/schemas/dump.json"), ("health", "/healthz"), ("metrics", "/metrics"),
                ("openapi", "/api/v1/openapi.json"),
                ("ready", "/readyz"), ("tokens", "/api/v1/tokens"), ("usage", "/api/v1/usage"),
            ] {
                writer.member(name, path)
            }
        }
    }
}

/// Static files, the exporters for apps and debuggers, and the address at which browsers look for an icon unasked.
struct AssetRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.add(services.assets.route)
        // What apps and debuggers take along has an address that can be written down.
        router.add(services.assets.route(folder: "exporter"))
        let icon = services.assets.url(for: "icons/vitrine.svg")
        router.getImmediate("/favicon.ico", query: []) { _, _ in .redirect(to: icon) }
    }
}

/// `POST /theme`: keeps the colour scheme a visitor chose in a cookie.
struct ThemeRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.on(.post, "/theme") { request, _ in
            let form = try URLEncodedForm(parsing: request.body)
            let theme = form["theme"] ?? "auto"
            guard ["auto", "light", "dark"].contains(theme) else {
                throw Problem.unprocessable("unknown-theme", title: "Unknown theme", "A theme is auto, light or dark.")
            }
            var response = Response.redirect(to: (form["return"] ?? "/").localPath)
            let age = theme == "auto" ? 0 : 365 * 24 * 3600
            response.headers[.setCookie] = "theme=\(theme); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax"
            return response
        }
    }
}

/// Whether the server takes new work: it says no to those who distribute requests before it stops.
package final class Draining: Sendable {
    private let state = Atomic<Bool>(false)

    /// Whether it is about to stop.
    var hasBegun: Bool { state.load(ordering: .acquiring) }

    package func begin() { state.store(true, ordering: .releasing) }
}

extension ServerApplication {
    /// Lets `/readyz` say from now on that nobody should send new requests here. What comes is answered as before.
    package func beginDraining() {
        services.draining.begin()
        services.logger.info("draining")
    }

    /// Ends what the server does besides answering requests.
    package func stop() {
        for group in groups { group.stop() }
    }

    /// Whether another process can take the server's place without anybody losing anything: no session of WebDriver, none with
    /// a device, and no layer of defaults is kept in memory only.
    package var canBeReplaced: Bool { groups.allSatisfy(\.isReplaceable) && !services.layers.dieWithProcess }

    /// Lets the metrics tell what the server is busy with that gives this application its requests.
    package func watchLoad(_ load: @escaping @Sendable () -> ServerLoad) {
        addMetric("vitrine_http_requests_in_flight", "Requests that are being answered.") {
            [([], Double(load().requests))]
        }
        addMetric("vitrine_pool_waiting", "Requests that wait for a thread of the pool.") {
            [([], Double(load().waiting))]
        }
        addMetric("vitrine_pool_running", "Requests that are worked on.") { [([], Double(load().running))] }
        addMetric("vitrine_event_streams", "Event streams that are open.") { [([], Double(load().eventStreams))] }
        addMetric("vitrine_connections", "Connections that are open.") { [([], Double(load().connections))] }
        addMetric("vitrine_connections_limit", "Connections that may be open at once.") {
            [([], Double(load().maximumConnections))]
        }
        addMetric("vitrine_request_body_bytes", "Bodies of requests that are held, in memory and in files.") {
            let load = load()
            return [
                ([("place", "memory")], Double(load.bodyMemory)), ([("place", "file")], Double(load.spooledBytes)),
            ]
        }
        addMetric("vitrine_unread_reply_bytes", "Answers that clients have not read to the end.") {
            [([], Double(load().unreadBytes))]
        }
        addMetric(
            "vitrine_refused_total",
            "What was refused or ended early because too much was wanted, by reason.",
            isCounter: true
        ) {
            let refused = load().refused
            return RefusalReason.allCases.map { ([("reason", $0.rawValue)], Double(refused[$0] ?? 0)) }
        }
    }

    /// Lets the metrics tell how long the store takes that keeps dumps, apps, defaults and tokens.
    package func watchStore(_ times: StorageTimes) {
        times.observe { [metrics = services.metrics] operation, duration in
            switch operation {
            case .read: metrics.reads.record(duration)
            case .write: metrics.writes.record(duration)
            }
        }
    }

    /// Adds a number to the metrics that is asked for whenever somebody reads them, such as what a store holds.
    /// - Parameters:
    ///   - name: as Prometheus wants it: `vitrine_`, lower case with underscores, the unit at its end.
    ///   - isCounter: whether it only grows.
    ///   - samples: the numbers, each with the labels that tell it from the others. It must not wait for long.
    package func addMetric(
        _ name: String,
        _ help: String,
        isCounter: Bool = false,
        _ samples: @escaping @Sendable () -> [(labels: [(name: String, value: String)], value: Double)]
    ) {
        services.metrics.add(name, help, isCounter: isCounter, samples)
    }
}

extension Services {
    /// Lets the metrics tell of what all routes share.
    func addMetrics() {
        metrics.add("vitrine_uploads_waiting", "Uploads that wait for their turn to be read.") {
            [uploads, appUploads] in
            [
                ([("kind", "dump")], Double(uploads.load.waiting)),
                ([("kind", "app")], Double(appUploads.load.waiting)),
            ]
        }
        metrics.add("vitrine_uploads_refused_total", "Uploads refused because too many waited.", isCounter: true) {
            [uploads, appUploads] in
            [
                ([("kind", "dump")], Double(uploads.load.refused)),
                ([("kind", "app")], Double(appUploads.load.refused)),
            ]
        }
        metrics.add("vitrine_dump_reads_total", "How often a dump that was sent was read.", isCounter: true) {
            [catalog] in
            [([], Double(catalog.readCount))]
        }
        // One look at the store for all numbers of one reading.
        metrics.add("vitrine_store_bytes", "What is stored, by kind; left out where the store cannot tell.") {
            [catalog] in
            let amounts = (try? catalog.usage(largest: 0))?.kinds ?? []
            return amounts.map { ([("kind", $0.kind.rawValue)], Double($0.bytes)) }
        }
        metrics.add("vitrine_memory_resident_bytes", "Memory that the process has.") {
            ProcessMemory.resident.map { [([], Double($0))] } ?? []
        }
        metrics.add(
            "vitrine_memory_limit_bytes",
            "Memory that its control group allows; left out where that has no limit."
        ) {
            ProcessMemory.limit.map { [([], Double($0))] } ?? []
        }
        metrics.addCaches { [answers] in [("answers", answers.statistics)] }
        func add(
            _ name: String,
            _ help: String,
            _ isCounter: Bool,
            _ value: @escaping @Sendable (CacheStatistics) -> Int
        ) {
            metrics.add(name, help, isCounter: isCounter) { [unowned metrics] in
                metrics.cacheStatistics.map { ([("cache", $0.name)], Double(value($0.statistics))) }
            }
        }
        add("vitrine_cache_entries", "Values that a cache keeps.", false) { $0.entries }
        add("vitrine_cache_bytes", "What they take, as estimated.", false) { $0.cost }
        add("vitrine_cache_hits_total", "How often a value was asked for that a cache had.", true) { $0.hits }
        add("vitrine_cache_misses_total", "How often one was asked for that it had not.", true) { $0.misses }
    }
}

/// What memory the process has and may have, as Linux tells it.
enum ProcessMemory {
    /// The resident pages of the process in bytes (proc_pid_statm(5)).
    static var resident: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
    }

    /// The limit of the control group, version 2 or 1, in bytes; nil where there is none.
    package static var limit: Int? {
        for path in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            // Version 1 writes a number near 2^63 where there is no limit.
            if let limit = Int(text.filter(\.isNumber)), limit < 1 << 60 { return limit }
        }
        return nil
    }
}
