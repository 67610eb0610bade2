import AppBundles
import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import JSON
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/diff`: what is not the same in two dumps.
struct DiffRoutes: RouteGroup {
    let comparisons: Comparisons

    func add(to router: inout Router) {
        router.get("/api/v1/diff", query: ["from", "to", "tolerance", "limit", "after"]) { request, _ in
            try diff(request)
        }
    }

    private func diff(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        for name in ["from", "to"] where query.string(name) == nil {
            query.refuse(name, "“\(name)” is missing; it takes the id of a dump.")
        }
        let tolerance = query.number("tolerance", in: DumpDiff.tolerances)
        let range = PageRange(&query)
        try query.finish()
        let diff = try comparisons.diff(
            from: query.string("from") ?? "",
            to: query.string("to") ?? "",
            tolerance: tolerance ?? TreeDiff.standardTolerance
        )
        return .json { writer in
            writer.key("from")
            writer.diffSide(diff.former)
            writer.key("to")
            writer.diffSide(diff.new)
            writer.members(of: diff.views, range, warnings: diff.warnings)
        }
    }
}

/// Two dumps and what is not the same in them.
struct DumpDiff: Sendable {
    /// The tolerances that can be asked for, in points.
    static let tolerances = 0.0...10_000.0

    let former: DumpSummary
    let new: DumpSummary
    let views: TreeDiff

    /// What makes the comparison less than it seems.
    var warnings: [Diagnostic] {
        DiffWarnings.warnings(views, apps: (former.app, new.app), formats: (former.format, new.format))
    }
}

extension JSONWriter {
    /// Which dump it is.
    fileprivate mutating func diffSide(_ dump: DumpSummary) {
        beginObject()
        member("id", dump.id)
        member("name", dump.name)
        member("revision", dump.revision)
        member("viewCount", dump.viewCount)
        endObject()
    }
}
