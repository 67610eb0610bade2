import Drawing
import JSON
import ViewHierarchy
import Web

/// The columns of `views?shape=columns`, in the order in which they are written. Names as in the API's `View`.
enum ViewColumn: String, CaseIterable, Sendable {
    case id, `class`, superview, frame, flags, autoresizingMask, contentMode
    case bounds, center, transform, anchorPoint, alpha, tag, text, identifier, label, controller, address, layoutIssues
    case backgroundColor, drawing

    /// What a request gets that names none: all but what is large and wanted only to draw.
    private static let usual = Set(allCases).subtracting([.drawing])

    /// Reads `fields=a,b`: the columns named, the usual ones where none are; unknown ones are noted in the query.
    static func list(_ query: inout QueryReader) -> Set<ViewColumn> {
        let names = query.names("fields")
        guard !names.isEmpty else { return usual }
        return Set(
            names.compactMap { name in
                if let column = ViewColumn(rawValue: name) { return column }
                let known = allCases.map(\.rawValue).joined(separator: ", ")
                query.refuse("fields", "There is no column “\(name.prefix(40))”; there are \(known).")
                return nil
            }
        )
    }
}

/// Writes all views of a tree property by property.
///
/// A list of objects repeats the names of thirty members for each view, and members that follow from others. Here each
/// property is one array: dense where every view has a value, else the positions of those that have one and their values.
/// A position is the place of a view in depth-first order.
struct ViewColumns {
    /// The text of a colour is cut at so many characters.
    private static let maximumColorText = 200

    let tree: ViewTree
    let revision: Int
    let wanted: Set<ViewColumn>
    /// Whether the dump says anything about looks.
    let saysLooks: Bool
    /// The rules by which the views are drawn.
    let drawing: () -> ScreenDrawing

    /// The document.
    func document() -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: tree.count * 60 + 4_096)
        writer.beginObject()
        writer.member("shape", "columns")
        writer.member("revision", revision)
        writer.member("count", tree.count)
        writer.member("saysLooks", saysLooks)
        writer.member("scene", tree.firstScene)
        let withheld = wanted.contains(.text) ? tree.indices.filter(tree.isTextWithheld) : []
        if !withheld.isEmpty { writer.member("redacted", withheld) }
        if wanted.contains(.id), tree.indices.contains(where: { tree.id(at: $0) != $0 }) {
            writer.dense("id", tree.indices) { $0.integer(tree.id(at: $1)) }
        }
        var classes = Interned<String>()
        var modes = Interned<ContentMode>()
        var colors = Interned<String>()
        var backgrounds: [(at: Int, color: Int)] = []
        let classIDs = wanted.contains(.class) ? tree.indices.map { classes.number(of: tree.className(of: $0)) } : []
        let modeIDs =
            wanted.contains(.contentMode) ? tree.indices.map { modes.number(of: tree.contentMode(of: $0)) } : []
        if wanted.contains(.backgroundColor) {
            for view in tree.indices {
                guard let text = tree.attributes(of: view).first(where: { $0.name == "backgroundColor" })?.value else {
                    continue
                }
                backgrounds.append((view, colors.number(of: String(text.prefix(Self.maximumColorText)))))
            }
        }
        if wanted.contains(.class) {
            writer.member("classes", classes.values)
            writeNames(classes.values, to: &writer)
        }
        if wanted.contains(.contentMode) { writer.member("contentModes", modes.values.map(\.name)) }
        if wanted.contains(.flags) {
            writer.member(
                "flagNames",
                ViewProperty.flags.map(\.name) + ["diagnostics", "autoresizingMaskUnknown", "frameUnknown"]
            )
        }
        if wanted.contains(.backgroundColor) { write(colors.values, to: &writer) }
        if wanted.contains(.drawing) {
            var columns = DrawingColumns(drawing(), of: tree)
            columns.write(tree.indices, to: &writer)
        }
        writer.key("columns")
        writer.beginObject()
        if wanted.contains(.class) { writer.dense("class", classIDs.indices) { $0.integer(classIDs[$1]) } }
        writeStructure(to: &writer)
        if wanted.contains(.contentMode) { writer.dense("contentMode", modeIDs.indices) { $0.integer(modeIDs[$1]) } }
        writeGeometry(to: &writer)
        writeRare(to: &writer)
        if wanted.contains(.backgroundColor) {
            writer.key("backgroundColor")
            writer.beginObject()
            writer.member("at", backgrounds.map(\.at))
            writer.member("values", backgrounds.map(\.color))
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// The names of classes and controllers that are shown in another way than the dump has them.
    private func writeNames(_ classes: [String], to writer: inout JSONWriter) {
        var names = Interned<String>()
        for name in classes { _ = names.number(of: name) }
        for view in tree.indices { if let name = tree.controller(of: view) { _ = names.number(of: name) } }
        let titles = names.values.map { ClassName($0) }.filter { $0.shown != $0.raw }
        writer.list("displayNames", titles) { writer, title in
            writer.member("raw", title.raw)
            writer.member("readable", title.readable)
            writer.member("shown", title.shown)
        }
    }

    private func writeStructure(to writer: inout JSONWriter) {
        if wanted.contains(.superview) {
            writer.dense("superview", tree.indices) { $0.integer(tree.superview(of: $1) ?? -1) }
        }
        if wanted.contains(.frame) { writer.dense("frame", tree.indices) { $0.numbers(tree.frame(of: $1)) } }
        if wanted.contains(.flags) { writeFlags(to: &writer) }
        if wanted.contains(.autoresizingMask) {
            writer.dense("autoresizingMask", tree.indices) { $0.integer(tree.autoresizingMask(of: $1).rawValue) }
        }
    }

    /// A bit for each yes-or-no property in the order of the table, one for views with diagnostics, one for those whose mask the
    /// dump did not say, and one for those whose frame it did not.
    private func writeFlags(to writer: inout JSONWriter) {
        let bits = ViewProperty.flags.compactMap(\.flag).enumerated().map { (flag: $1, bit: 1 << $0) }
        writer.dense("flags", tree.indices) { writer, view in
            let flags = tree.flags(of: view)
            var number = tree.diagnostics(of: view).isEmpty ? 0 : 1 << bits.count
            if !tree.says(.autoresizingMask, of: view) { number |= 2 << bits.count }
            if !tree.says(.frame, of: view) { number |= 4 << bits.count }
            for entry in bits where flags.contains(entry.flag) { number |= entry.bit }
            writer.integer(number)
        }
    }

    private func writeGeometry(to writer: inout JSONWriter) {
        if !wanted.isDisjoint(with: [.bounds, .center]) {
            let views = tree.indices.filter(tree.hasOwnGeometry)
            if wanted.contains(.bounds) { writer.sparse("bounds", views) { $0.numbers(tree.bounds(of: $1)) } }
            if wanted.contains(.center) { writer.sparse("center", views) { $0.numbers(tree.center(of: $1)) } }
        }
        if wanted.contains(.transform) {
            writer.sparse("transform", tree.indices.filter { !tree.transform(of: $0).isIdentity }) { writer, view in
                let matrix = tree.transform(of: view)
                for part in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] { writer.number(part) }
            }
        }
        if wanted.contains(.anchorPoint) {
            writer.sparse("anchorPoint", tree.indices.filter { tree.anchorPoint(of: $0) != ViewGeometry.middle }) {
                $0.numbers(tree.anchorPoint(of: $1))
            }
        }
    }

    private func writeRare(to writer: inout JSONWriter) {
        if wanted.contains(.alpha) {
            writer.sparse("alpha", tree.indices.filter { tree.alpha(of: $0) != 1 }) { $0.number(tree.alpha(of: $1)) }
        }
        if wanted.contains(.tag) {
            writer.sparse("tag", tree.indices.filter { tree.tag(of: $0) != 0 }) { $0.integer(tree.tag(of: $1)) }
        }
        let texts: [(column: ViewColumn, text: (Int) -> String?)] = [
            (.text, tree.text(of:)), (.identifier, tree.identifier(of:)), (.label, tree.label(of:)),
            (.controller, tree.controller(of:)), (.address, tree.address(of:)), (.layoutIssues, issues(of:)),
        ]
        for (column, text) in texts where wanted.contains(column) {
            writer.sparse(column.rawValue, tree.indices.filter { text($0) != nil }) { $0.string(text($1)) }
        }
    }

    private func issues(of view: Int) -> String? {
        let issues = tree.layoutIssues(of: view)
        return issues.isEmpty ? nil : issues.words
    }

    private func write(_ colors: [String], to writer: inout JSONWriter) {
        writer.key("colors")
        writer.beginArray()
        for text in colors {
            let color = ColorText(text).color
            writer.beginObject()
            writer.member("text", text)
            for (name, parts) in [("light", color?.light), ("dark", color?.dark)] {
                writer.key(name)
                guard let parts else {
                    writer.null()
                    continue
                }
                writer.beginArray()
                for part in [parts.red, parts.green, parts.blue, parts.alpha] { writer.number(part) }
                writer.endArray()
            }
            writer.endObject()
        }
        writer.endArray()
    }
}

/// Where the views are that a layout moved, as `layout?shape=columns` tells it.
struct LayoutColumns {
    let result: LayoutResult
    /// The positions of the views that are listed.
    let views: [Int]
    /// Those of the views that show another text than in the dump.
    let reworded: [Int]

    /// Writes the member `columns` into the object that is open.
    func write(to writer: inout JSONWriter) {
        let tree = result.tree
        writer.key("columns")
        writer.beginObject()
        writer.member("at", views)
        writer.dense("frame", views) { $0.numbers(tree.frame(of: $1)) }
        let own = views.filter(tree.hasOwnGeometry)
        writer.sparse("bounds", own) { $0.numbers(tree.bounds(of: $1)) }
        writer.sparse("center", own) { $0.numbers(tree.center(of: $1)) }
        // Of all views: one that masks leave alone may be in doubt too.
        writer.sparse("certainty", result.uncertain) { $0.string(result.certainty(of: $1).rawValue) }
        writer.sparse("text", reworded) { $0.string(tree.text(of: $1) ?? "") }
        writer.endObject()
    }
}

extension ViewTree {
    /// Whether bounds and center do not follow from the frame alone.
    fileprivate func hasOwnGeometry(_ view: Int) -> Bool { geometry(of: view) != ViewGeometry(frame: frame(of: view)) }
}

extension JSONWriter {
    /// Writes a member with one value, or as many as the closure writes, for each view.
    fileprivate mutating func dense(
        _ name: String,
        _ views: some Collection<Int>,
        _ write: (inout JSONWriter, Int) -> Void
    ) {
        key(name)
        beginArray()
        for view in views { write(&self, view) }
        endArray()
    }

    /// Writes a member with the positions of the views that have a value, and the values.
    fileprivate mutating func sparse(_ name: String, _ views: [Int], _ write: (inout JSONWriter, Int) -> Void) {
        key(name)
        beginObject()
        member("at", views)
        dense("values", views, write)
        endObject()
    }

    fileprivate mutating func numbers(_ rect: Rect) {
        number(rect.origin.x)
        number(rect.origin.y)
        number(rect.size.width)
        number(rect.size.height)
    }

    fileprivate mutating func numbers(_ point: Point) {
        number(point.x)
        number(point.y)
    }
}
