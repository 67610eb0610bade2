import AppBundles
import Catalog
import Diagnostics
import DumpFormats
import HTTP
import Checks
import ViewHierarchy
import JSON

/// `/api/v1/diff`: what is not the same in two dumps.
struct DiffRoutes: RouteGroup {
    let services: Services

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
        let diff = try services.diff(
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
        Self.warnings(views, apps: (former.app, new.app), formats: (former.format, new.format))
    }

    /// What makes the comparison of a step with the one before less than it seems; nothing for the first.
    /// - Parameter origin: says of which app a step's dump is, and in which format.
    static func warnings(
        ofStep number: Int,
        of timeline: Timeline,
        origin: (Int) -> (app: String?, format: DumpFormat)
    ) -> [Diagnostic] {
        guard number > 0, let diff = timeline.steps[number].diff else { return [] }
        let (former, new) = (origin(number - 1), origin(number))
        return warnings(diff, apps: (former.app, new.app), formats: (former.format, new.format))
    }

    /// What makes a comparison less than it seems.
    static func warnings(
        _ diff: TreeDiff,
        apps: (String?, String?),
        formats: (DumpFormat, DumpFormat)
    ) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if let one = apps.0, let other = apps.1, one != other {
            warnings.append(
                Diagnostic(.warning, "diff.differentApps", "The dumps are of different apps: “\(one)” and “\(other)”.")
            )
        }
        if formats.0 != formats.1 {
            let message =
                "The dumps have different formats, which may say different things of the same view: "
                + "\(formats.0.name) and \(formats.1.name)."
            warnings.append(Diagnostic(.info, "diff.differentFormats", message))
        }
        if !diff.unsaid.isEmpty {
            let names = diff.unsaid.prefix(20).joined(separator: ", ")
            let more = diff.unsaid.count > 20 ? " and \(diff.unsaid.count - 20) more" : ""
            warnings.append(
                Diagnostic(
                    .info,
                    "diff.unsaid",
                    "Only one of the dumps says this, so it is not compared: \(names)\(more)."
                )
            )
        }
        return warnings
    }
}

extension Services {
    /// Compares two dumps as they are now; a comparison that was made is kept for a while.
    /// - Throws: `unknownDump`, and what reading a dump throws.
    func diff(from: String, to: String, tolerance: Double) throws -> DumpDiff {
        let (former, new) = (try snapshot(of: from), try snapshot(of: to))
        let states = [former, new].map { "\($0.summary.id) \($0.summary.revision) \($0.summary.fileVersion ?? "")" }
        let views = try diffs.value("\(states.joined(separator: " ")) \(tolerance) \(Self.showsSecrets)") {
            // It may have waited long for others to be made.
            try Task.checkCancellation()
            return TreeDiff(from: former.dump.tree, to: new.dump.tree, tolerance: tolerance)
        }
        return DumpDiff(former: former.summary, new: new.summary, views: views)
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

    /// Writes a part of the changes, each into the list of every kind that it is of, and what there is in all.
    mutating func members(of diff: TreeDiff, _ range: PageRange, warnings: [Diagnostic]) {
        member("tolerance", diff.tolerance)
        let part = range.slice(of: diff.changes)
        for kind in TreeDiff.Kind.allCases {
            key(kind.rawValue)
            beginArray()
            for change in part.entries where change.kinds.contains(kind) {
                beginObject()
                members(of: change, kind, in: diff)
                endObject()
            }
            endArray()
        }
        key("summary")
        beginObject()
        for kind in TreeDiff.Kind.allCases { member(kind.rawValue, diff.count(kind)) }
        member("different", diff.changes.count)
        member("same", diff.merged.nodes.count - diff.changes.count)
        endObject()
        member("warnings", warnings)
        member("total", diff.changes.count)
        member("next", part.next.map(String.init))
    }

    /// A property that is not the same.
    mutating func members(of property: TreeDiff.PropertyChange) {
        member("name", property.name)
        if property.isAttribute { member("attribute", true) }
        member("before", property.before)
        member("after", property.after)
    }

    private mutating func members(of change: TreeDiff.Change, _ kind: TreeDiff.Kind, in diff: TreeDiff) {
        let (tree, index) = diff.view(of: change)
        member("from", change.before.flatMap { diff.former.id(at: $0) })
        member("to", change.after.flatMap { diff.new.id(at: $0) })
        member("class", tree.className(of: index))
        member("text", tree.text(of: index))
        member("identifier", tree.identifier(of: index))
        switch kind {
        case .added, .removed: member("frame", change.frames.before ?? change.frames.after)
        case .moved, .resized:
            member("before", change.frames.before)
            member("after", change.frames.after)
        case .reparented:
            member("before", change.before.flatMap { diff.former.superview(of: $0) }.flatMap { diff.former.id(at: $0) })
            member("after", change.after.flatMap { diff.new.superview(of: $0) }.flatMap { diff.new.id(at: $0) })
        case .reordered:
            member("before", change.before.flatMap { diff.former.subviewIndex(of: $0) })
            member("after", change.after.flatMap { diff.new.subviewIndex(of: $0) })
        case .changed:
            changedProperties(change.properties)
        }
    }

    /// What became of the properties of a view.
    mutating func changedProperties(_ properties: [TreeDiff.PropertyChange]) {
        nested("properties", properties) { writer, property in
            writer.beginObject()
            writer.members(of: property)
            writer.endObject()
        }
    }
}

extension TreeDiff {
    /// A view of a change with its tree: the new one, the former one of a view that is gone.
    func view(of change: Change) -> (tree: ViewTree, index: Int) {
        if let after = change.after { (new, after) } else { (former, change.before ?? 0) }
    }
}
