import Checks
import ViewHierarchy
import Catalog
import HTTP
import HTTPTypes
import Services
import Shapes
import Web

/// `/api/v1/dumps/{dump}/report`: a dump with its picture, its tree and what a check finds, as one file to take along.
struct ReportRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/report", query: LintQuestion.parameters) { request, path in
            try report(try path.required("dump"), request)
        }
    }

    private func report(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        var query = QueryReader(request)
        let question = LintQuestion(&query, for: snapshot)
        try query.finish()
        let report = PrintedReport(
            of: snapshot,
            findings: question.findings(in: snapshot),
            screenshot: try services.catalog.screenshot(of: id)
        )
        // A file to keep and no page of this server: browsers save it, and what would show it all the same runs nothing.
        var response = Response.data(report.html, type: "text/html; charset=utf-8")
        response.headers[.contentDisposition] = "attachment; filename=\"\(snapshot.summary.fileName)-report.html\""
        return response
    }
}

extension PrintedReport {
    /// Gathers what is reported about a dump of the server, as it is now.
    init(of snapshot: DumpSnapshot, findings: [ReportedFinding], screenshot: [UInt8]?) {
        var dump = snapshot.dump
        dump.screenshot = screenshot
        self.init(of: dump, name: snapshot.summary.name, findings: findings, snapshot.geometry, snapshot.drawing)
    }
}
