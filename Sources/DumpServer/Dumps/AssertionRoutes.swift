import Catalog
import Checks
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// `/api/v1/dumps/{dump}/assert`: whether a layout is what rules ask for. Nothing is stored.
struct AssertionRoutes: RouteGroup {
    /// The media types of a rule document; which of the grammars it has shows in its first letter.
    private static let mediaTypes: Set = [
        "application/json", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/plain",
    ]

    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/api/v1/dumps/{dump}/assert", query: ["devices", "failed", "limit", "after"]) {
            try check(try $1.required("dump"), $0)
        }
    }

    private func check(_ id: String, _ request: Request) throws -> Response {
        let dump = try services.snapshot(of: id).dump
        var query = QueryReader(request)
        let devices = devices(&query)
        let isOnlyFailed = query.bool("failed") ?? false
        let range = PageRange(&query)
        try query.finish()
        if let type = request.mediaType, !Self.mediaTypes.contains(type) {
            throw Problem.unsupportedMediaType("Rules are application/json or application/yaml, not \(type).")
        }
        guard request.body.count <= RuleDocument.maximumBytes else {
            throw Problem(
                "rules-too-large",
                title: "Rules too large",
                status: .contentTooLarge,
                detail: "The rules are larger than \(RuleDocument.maximumBytes >> 10) KiB."
            )
        }
        let report: AssertionReport
        let rules = try request.body.bytes()
        do throws(RuleError) {
            report = try RuleDocument(parsing: rules).check(dump, on: devices)
        } catch {
            throw Problem(error)
        }
        let results = isOnlyFailed ? report.results.filter { !$0.isPassed } : report.results
        var writer = JSONWriter(reservingCapacity: min(results.count, range.limit) * 200 + 1_000)
        writer.beginObject()
        writer.member("passed", report.isPassed)
        let next = writer.part("results", of: results, range) { $1.write(to: &$0) }
        report.writeSummary(to: &writer)
        writer.end(total: results.count, next: next)
        return .json(writer.finish())
    }

    /// The devices of the query, which stand for those of the document; nil for none.
    private func devices(_ query: inout QueryReader) -> [RuleDevice]? {
        let names = query.names("devices")
        guard !names.isEmpty else { return nil }
        var devices: [RuleDevice] = []
        for name in names.prefix(RuleDocument.maximumDevices) {
            if let device = RuleDevice(name) {
                devices.append(device)
            } else {
                query.refuse("devices", RuleDevice.refusal(of: name))
            }
        }
        if names.count > RuleDocument.maximumDevices {
            query.refuse("devices", "There are more than \(RuleDocument.maximumDevices) devices.")
        }
        return devices
    }
}

extension Problem {
    /// 422 that names every fault of a rule document with its place.
    init(_ error: RuleError) {
        let items = error.faults.map { fault in
            let line = fault.line.map { " (line \($0))" } ?? ""
            let place: Item.Place? = fault.pointer.isEmpty ? fault.line.map { .line($0) } : .pointer(fault.pointer)
            return Item(fault.message + (fault.pointer.isEmpty ? "" : line), at: place)
        }
        self = .unprocessable(
            "impossible-rules",
            title: "Impossible rules",
            items.count == 1 ? items[0].detail : "\(items.count) errors in the rules.",
            errors: items
        )
    }
}
