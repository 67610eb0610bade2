import Catalog
import DumpFormats
import JSON
import ViewHierarchy

/// Writes views of one tree as the API's `View`.
struct ViewWriter {
    /// Deeper than this a view's `key` is null: a path grows with the depth, and a reply with it.
    static let maximumKeyDepth = 1_000

    let tree: ViewTree
    let geometry: WindowGeometry
    let fields: [ViewField]
    /// Measured only when a share is to be written.
    private let visibleArea: VisibleArea?
    private let touchableArea: TouchableArea?

    init(tree: ViewTree, geometry: WindowGeometry, fields: [ViewField] = ViewField.standard) {
        self.tree = tree
        self.geometry = geometry
        self.fields = fields
        visibleArea = fields.contains(.visibleFraction) ? VisibleArea(tree) : nil
        touchableArea = fields.contains(.touchFraction) ? TouchableArea(tree) : nil
    }

    /// Views of a dump, with what its revision has worked out already.
    init(_ snapshot: DumpSnapshot, fields: [ViewField] = ViewField.standard) {
        tree = snapshot.dump.tree
        geometry = snapshot.geometry
        self.fields = fields
        visibleArea = fields.contains(.visibleFraction) ? snapshot.visibleArea : nil
        touchableArea = fields.contains(.touchFraction) ? snapshot.touchableArea : nil
    }

    /// The API's list of views: the part of those at the indexes, how many there are in all, and the cursor of the next.
    func list(of indexes: [Int], _ range: PageRange = .everything) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: min(indexes.count, range.limit) * 700 + 100)
        writer.beginObject()
        let next = writer.part("views", of: indexes, range) { writeMembers(of: $1, to: &$0) }
        writer.end(total: indexes.count, next: next)
        return writer.finish()
    }

    /// Writes the members of a view into the object that is open.
    func writeMembers(of index: Int, to writer: inout JSONWriter) {
        for field in fields { write(field, of: index, to: &writer) }
    }

    private func write(_ field: ViewField, of index: Int, to writer: inout JSONWriter) {
        switch field {
        case .id: writer.member("id", tree.id(at: index))
        case .key: writer.member("key", tree.key(of: index, maximumDepth: Self.maximumKeyDepth))
        case .superview: writer.member("superview", tree.superview(of: index).flatMap { tree.id(at: $0) })
        case .subviews: writer.nested("subviews", tree.subviews(of: index).compactMap { tree.id(at: $0) })
        case .depth: writer.member("depth", tree.depth(of: index))
        case .windowFrame: writer.member("windowFrame", geometry.windowFrame(of: index))
        case .visibleFrame: writer.member("visibleFrame", geometry.visibleFrame(of: index))
        case .visible: writer.member("visible", geometry.isVisible(index))
        case .attributes: writeAttributes(of: index, to: &writer)
        case .diagnostics: writer.member("diagnostics", tree.diagnostics(of: index))
        case .visibleFraction: writer.member("visibleFraction", visibleArea?.fraction(of: index))
        case .touchFraction: writer.member("touchFraction", touchableArea?.fraction(of: index))
        default: writeProperty(field.rawValue, of: index, to: &writer)
        }
    }

    /// Null where the view has no value, and for numbers that are not finite.
    private func writeProperty(_ name: String, of index: Int, to writer: inout JSONWriter) {
        writer.key(name)
        guard let value = ViewProperty.named(name)?.value(of: index, in: tree), value.isFinite else {
            return writer.null()
        }
        writer.value(value)
    }

    /// A name that comes twice keeps its first place and every value, on lines of their own.
    private func writeAttributes(of index: Int, to writer: inout JSONWriter) {
        var values: [String: String] = [:]
        var order: [String] = []
        for attribute in tree.attributes(of: index) {
            if let earlier = values[attribute.name] {
                values[attribute.name] = earlier + "\n" + attribute.value
            } else {
                values[attribute.name] = attribute.value
                order.append(attribute.name)
            }
        }
        writer.key("attributes")
        writer.beginObject()
        for name in order { writer.member(name, values[name]) }
        writer.endObject()
    }
}

/// The members of the API's `View`, in the order in which they are written.
enum ViewField: String, CaseIterable, Sendable {
    case id, key, `class`, address, superview, subviews, depth
    case frame, bounds, center, transform, anchorPoint, windowFrame, visibleFrame, visible
    case alpha, hidden, opaque, clipsToBounds, userInteractionEnabled, autoresizesSubviews, autoresizingMask
    case contentMode, tag, contentOffset, contentSize, text, identifier, label, value, controller
    case attributes, diagnostics
    case visibleFraction, touchFraction

    /// The members that are written unless a request names others: the shares cost a sweep over all views.
    static let standard = allCases.filter { $0 != .visibleFraction && $0 != .touchFraction }

    /// Reads `fields=a,b`: the named members, or a problem that names the unknown ones.
    static func list(_ text: String?, query: inout QueryReader) -> [ViewField] {
        guard let text else { return standard }
        var chosen: Set<ViewField> = []
        for name in text.split(separator: ",") {
            guard let field = ViewField(rawValue: String(name)) else {
                query.refuse(
                    "fields",
                    "A view has no “\(name.prefix(40))”; it has \(allCases.map(\.rawValue).joined(separator: ", "))."
                )
                continue
            }
            chosen.insert(field)
        }
        return allCases.filter(chosen.contains)
    }
}
