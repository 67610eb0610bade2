import Catalog
import Diagnostics
import DumpFormats
import HTTP
import JSON
import Services
import ViewHierarchy
import Web

/// What edits made of the constraints of a dump and of the layout of its views, `/api/v1/dumps/{dump}/constraints/changes`:
/// what to carry over into the app's sources.
struct ConstraintChangeRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/constraints/changes", query: ["limit", "after", "format"]) {
            try changes(try $1.required("dump"), $0)
        }
    }

    private func changes(_ id: String, _ request: Request) throws -> Response {
        let freshness = services.freshness(ofDump: id)
        let snapshot = Services.shown(try services.snapshot(of: id))
        var query = QueryReader(request)
        let format = query.choice("format", of: ["json", "text"]) ?? "json"
        let range = PageRange(&query)
        try query.finish()
        let tree = snapshot.dump.tree
        let (constraints, views) = (tree.changedConstraints, tree.changedLayoutTraits)
        let total = constraints.count + views.count
        let isWhole = format == "text" && query.string("limit") == nil
        let positions = isWhole ? 0..<total : range.positions(of: total)
        let part = positions.map { place in
            place < constraints.count
                ? LayoutChange(constraints[place]) : LayoutChange(views[place - constraints.count])
        }
        if format == "text" {
            return .text(part.map { $0.line(in: tree) + "\n" }.joined()).kept(while: freshness)
        }
        let bytes = JSONWriter.object(reservingCapacity: part.count * 400 + 100) { writer in
            writer.list("changes", part.filter { $0.constraint != nil }) { $1.writeMembers(in: tree, to: &$0) }
            writer.list("views", part.filter { $0.constraint == nil }) { $1.writeMembers(in: tree, to: &$0) }
            writer.member("total", total)
            let isLast = positions.isEmpty || positions.upperBound >= total
            writer.member("next", isLast ? nil : String(positions.upperBound - 1))
        }
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes)).kept(while: freshness)
    }
}

/// One entry of what edits changed: a constraint, or what is said of a view's layout.
private struct LayoutChange {
    /// Nil for what is said of a view.
    let constraint: ConstraintChange?
    private let view: Int
    /// The members that differ; nil where there was nothing, or is nothing any more.
    private let before: [JSONMember]?
    private let after: [JSONMember]?

    init(_ change: ConstraintChange) {
        constraint = change
        view = 0
        let (old, new) = (change.before.map(Self.members), change.after.map(Self.members))
        guard let old, let new else {
            (before, after) = (old, new)
            return
        }
        (before, after) = Self.difference(old, new)
    }

    init(_ change: LayoutTraitsChange) {
        constraint = nil
        view = change.view
        (before, after) = Self.difference(Self.members(change.before), Self.members(change.after))
    }

    // MARK: Members

    private static func members(_ constraint: LayoutConstraint) -> [JSONMember] {
        members(of: JSONWriter.object { $0.constraintMembers(constraint, isWhole: true) { $0 } })
    }

    private static func members(_ traits: LayoutTraits) -> [JSONMember] {
        var writer = JSONWriter()
        writer.layoutTraits(traits) { $0 }
        return members(of: writer.finish())
    }

    private static func members(of object: [UInt8]) -> [JSONMember] {
        (try? JSONValue(parsing: object, limits: .dump))?.objectValue ?? []
    }

    /// What differs between two objects, with null for what only the other one has; of objects inside what differs there.
    private static func difference(_ old: [JSONMember], _ new: [JSONMember]) -> ([JSONMember], [JSONMember]) {
        var (before, after): ([JSONMember], [JSONMember]) = ([], [])
        var names = old.map(\.name)
        for member in new where !names.contains(member.name) { names.append(member.name) }
        for name in names {
            var values = [old, new].map { members in members.first { $0.name == name }?.value ?? .null }
            guard values[0] != values[1] else { continue }
            if values.contains(where: { $0.kind == .object }) {
                let inside = difference(values[0].objectValue ?? [], values[1].objectValue ?? [])
                values = [.object(inside.0), .object(inside.1)]
            }
            before.append(JSONMember(name: name, value: values[0]))
            after.append(JSONMember(name: name, value: values[1]))
        }
        return (before, after)
    }

    func writeMembers(in tree: ViewTree, to writer: inout JSONWriter) {
        if let constraint, let now = constraint.after ?? constraint.before {
            writer.member("number", constraint.number)
            writer.member("name", now.name)
            writer.member("identifier", now.identifier)
            writer.member("change", kind)
            let view = now.views.first { tree.index(ofID: $0) != nil }
            writer.member("view", view)
            writer.member("text", ConstraintWords(now, of: view.flatMap { tree.index(ofID: $0) } ?? -1, in: tree).text)
        } else {
            let index = tree.index(ofID: view)
            writer.member("view", view)
            writer.member("class", index.map { tree.className(of: $0) })
            writer.member("identifier", index.flatMap { tree.identifier(of: $0) })
        }
        writer.key("before")
        writer.value(before.map { .object($0) } ?? .null)
        writer.key("after")
        writer.value(after.map { .object($0) } ?? .null)
    }

    private var kind: String { before == nil ? "added" : after == nil ? "removed" : "changed" }

    // MARK: Text

    /// `a1B-2c-D3e  Title.leading = superview.leading: constant 8 → 16`, or what the API calls it where it has no name.
    func line(in tree: ViewTree) -> String {
        func name(_ view: Int) -> String { tree.index(ofID: view).map { tree.name(of: $0) } ?? "view \(view)" }
        let what: String
        if let constraint, let now = constraint.after ?? constraint.before {
            let name = now.name.isEmpty ? "#\(constraint.number)" : now.name
            what = "\(name)  \(ConstraintWords.sides(of: now, in: tree, name: name(_:)))"
        } else {
            what = "view \(view)  \(name(view))"
        }
        let parts: [String]
        if let before, let after {
            parts = Self.words(before, after)
        } else {
            let now = after ?? before ?? []
            let numbers = ["constant", "multiplier", "priority"].compactMap { name in
                now.first { $0.name == name }.map { "\(name) \(Self.words($0.value))" }
            }
            parts = ["\(kind), \(numbers.joined(separator: ", "))"]
        }
        let line = "\(what): \(parts.joined(separator: "; "))"
        return line.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func words(_ before: [JSONMember], _ after: [JSONMember], in path: String = "") -> [String] {
        zip(before, after).flatMap { old, new -> [String] in
            if let old = old.value.objectValue, let inside = new.value.objectValue {
                return words(old, inside, in: "\(path)\(new.name).")
            }
            return ["\(path)\(new.name) \(words(old.value)) → \(words(new.value))"]
        }
    }

    private static func words(_ value: JSONValue) -> String {
        switch value {
        case .null: "none"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): NumberText.fine(value)
        case .string(let text): text
        case .array, .object: String(decoding: value.serialized(), as: UTF8.self)
        }
    }
}
