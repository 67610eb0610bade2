import Diagnostics
import FoundationEssentials
public import JSON
public import PropertyList
public import ViewHierarchy

/// Writes dumps in Vitrine's own format.
public enum DumpWriter {
    /// The key of the properties that have UIKit's default wherever a view does not name them.
    static let completeKey = "complete"
    /// What need not be written of a view whose frame says it.
    private static let followingFromFrame = PropertySet([ViewProperty.bounds, .center])

    /// The dump as Vitrine JSON, which reads back as the same dump.
    ///
    /// Properties with UIKit's defaults are left out, and `complete` names those of which the dump said so. Numbers that are not finite, which JSON has none for, are the
    /// strings `inf`, `-inf` and `nan`. Attributes whose names repeat are an array of pairs.
    public static func vitrineJSON(_ dump: Dump) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 &* (dump.tree.count &+ 1))
        writer.beginObject()
        writer.key("vitrine")
        writer.integer(1)
        writeEnvelope(dump, to: &writer)
        let complete = dump.tree.saidByAll
        let names = complete.subtracting(.identity).properties.map(\.name)
        if !names.isEmpty {
            writer.key(completeKey)
            writer.beginArray()
            for name in names { writer.string(name) }
            writer.endArray()
        }
        writer.key("windows")
        writer.beginArray()
        write(dump.tree, dump.pictures, complete, to: &writer)
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// A tree as Vitrine JSON, with a name.
    public static func vitrineJSON(_ tree: ViewTree, name: String? = nil) -> [UInt8] {
        var dump = Dump(format: .vitrineJSON, tree: tree)
        dump.name = name
        return vitrineJSON(dump)
    }

    private static func writeEnvelope(_ dump: Dump, to writer: inout JSONWriter) {
        writer.member("name", dump.name)
        writer.member("capturedAt", dump.capturedAt.flatMap { Instant.text($0) })
        writer.member("app", dump.app)
        if let device = dump.device {
            writer.key("device")
            writer.beginObject()
            writer.member("name", device.name)
            writer.member("width", device.width)
            writer.member("height", device.height)
            writer.member("scale", device.scale)
            writer.member("idiom", device.idiom)
            writer.member("system", device.system)
            writer.endObject()
        }
        if let canvas = dump.tree.layoutCanvas {
            writer.key(CanvasDocument.key)
            writer.canvas(canvas) { dump.tree.index(ofID: $0) }
        }
        writer.member("screenshot", dump.screenshot.map { Data($0).base64EncodedString() })
    }

    /// Depth-first order is the order of the text: only the brackets between two views depend on their depths.
    private static func write(
        _ tree: ViewTree,
        _ pictures: [Int: [UInt8]],
        _ complete: PropertySet,
        to writer: inout JSONWriter
    ) {
        var open = 0
        for index in tree.indices {
            guard let view = tree.description(of: index) else { continue }
            close(&open, to: tree.depth(of: index), writer: &writer)
            writer.beginObject()
            writeMembers(of: view, complete: complete, to: &writer)
            if let picture = tree.id(at: index).flatMap({ pictures[$0] }) { writer.member("image", dataURI(picture)) }
            writeLayout(of: index, in: tree, to: &writer)
            if tree.subtree(of: index).count > 1 {
                writer.key("subviews")
                writer.beginArray()
                open &+= 1
            } else {
                writer.endObject()
            }
        }
        close(&open, to: 0, writer: &writer)
    }

    /// Writes what is said of a view's layout, and the constraints that it holds. Views are named by their places.
    private static func writeLayout(of index: Int, in tree: ViewTree, to writer: inout JSONWriter) {
        guard tree.saysConstraints else { return }
        let number = { (id: Int) in tree.index(ofID: id) }
        if let traits = tree.layoutTraits(of: index) {
            writer.key(LayoutDocument.traitsKey)
            writer.layoutTraits(traits, number: number)
        }
        let constraints = tree.constraints(heldBy: index)
        guard !constraints.isEmpty else { return }
        writer.key(LayoutDocument.constraintsKey)
        writer.beginArray()
        for constraint in constraints {
            writer.beginObject()
            writer.constraintMembers(constraint, isWhole: false, number: number)
            writer.endObject()
        }
        writer.endArray()
    }

    /// A picture as a data URI (RFC 2397).
    public static func dataURI(_ picture: [UInt8]) -> String {
        let type = PictureFormat(detectedIn: picture)?.mediaType ?? "application/octet-stream"
        return "data:\(type);base64,\(Data(picture).base64EncodedString())"
    }

    /// Ends the arrays of subviews that are open beyond the depth, and the views that they belong to.
    private static func close(_ open: inout Int, to depth: Int, writer: inout JSONWriter) {
        while open > depth {
            writer.endArray()
            writer.endObject()
            open &-= 1
        }
    }

    /// Writes everything about a view but its subviews into the object that is open: what is not UIKit's default, and of
    /// its place only what does not follow from the frame alone.
    /// - Parameter complete: the properties that have `UIView`'s default where they are left out, whatever the class; nil
    ///   for a view that an edit makes, about which everything is said.
    package static func writeMembers(
        of view: ViewDescription,
        complete: PropertySet? = nil,
        to writer: inout JSONWriter
    ) {
        let family = view.family
        let untold = complete.map { view.said.subtracting($0).subtracting(.identity) } ?? []
        let plain = ViewGeometry(frame: view.frame)
        let isPlain =
            view.bounds ?? plain.bounds == plain.bounds && view.center ?? plain.center == plain.center
            && view.transform.isIdentity && view.anchorPoint == ViewGeometry.middle
        var unusual = view.unusualProperties.union(untold).union(family?.unusualProperties ?? [])
        if isPlain, view.said.contains(.frame) || !view.said.contains(.bounds) { unusual.subtract(followingFromFrame) }
        unusual.subtract(PropertySet.ofFrame.subtracting(view.said))
        for property in ViewProperty.all where unusual.contains(property) {
            let isTold = untold.contains(property)
            let value = property.value(in: view)
            let usual = complete?.contains(property) == true ? property.usual : property.usualValue(in: family)
            guard isTold || (value != nil && value != usual) else { continue }
            writer.key(property.name)
            if let value { writer.exact(value) } else { writer.null() }
        }
        write(view.attributes, to: &writer)
    }

    /// Whether no two attributes have the same name. Few names are held against each other faster than hashed.
    private static func haveOwnNames(_ attributes: [ViewDescription.Attribute]) -> Bool {
        guard attributes.count <= 16 else { return Set(attributes.map(\.name)).count == attributes.count }
        for (place, attribute) in attributes.enumerated() {
            for earlier in attributes[..<place] where earlier.name == attribute.name { return false }
        }
        return true
    }

    private static func write(_ attributes: [ViewDescription.Attribute], to writer: inout JSONWriter) {
        guard !attributes.isEmpty else { return }
        writer.key("attributes")
        if haveOwnNames(attributes) {
            writer.beginObject()
            for attribute in attributes {
                writer.key(attribute.name)
                writer.string(attribute.value)
            }
            writer.endObject()
        } else {
            writer.beginArray()
            for attribute in attributes {
                writer.beginArray()
                writer.string(attribute.name)
                writer.string(attribute.value)
                writer.endArray()
            }
            writer.endArray()
        }
    }
}

extension JSONWriter {
    /// Writes a member with a text; nothing for nil.
    fileprivate mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member with a number; nothing for nil.
    fileprivate mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        key(name)
        exact(value)
    }

    /// Writes a value so that it reads back as itself: groups of numbers as arrays.
    fileprivate mutating func exact(_ value: ViewPropertyValue) {
        switch value {
        case .point(let point): exact(point.x, point.y)
        case .size(let size): exact(size.width, size.height)
        case .rect(let rect): exact(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
        case .transform(let t): exact(t.a, t.b, t.c, t.d, t.tx, t.ty)
        case .bool, .integer, .number, .text, .mask, .contentMode: self.value(value)
        }
    }

    private mutating func exact(_ numbers: Double...) {
        beginArray()
        for number in numbers { exact(number) }
        endArray()
    }

    /// Writes a number, as a string where JSON has none for it.
    private mutating func exact(_ value: Double) {
        if value.isFinite {
            number(value)
        } else {
            string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
        }
    }

    /// Writes the value of a property as the API and edits do: a point, a size and a rectangle as an object, a transform
    /// as an array. Numbers that are not finite are strings, which no edit takes; null would take a value away.
    public mutating func value(_ value: ViewPropertyValue) {
        switch value {
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): exact(value)
        case .text(let value): string(value)
        case .contentMode(let mode): string(mode.name)
        case .mask(let mask):
            beginArray()
            for name in mask.flagNames { string(name) }
            endArray()
        case .transform: exact(value)
        case .point, .size, .rect:
            beginObject()
            for (name, number) in zip(value.kind.components, value.numbers) {
                key(name)
                exact(number)
            }
            endObject()
        }
    }
}

extension DumpWriter {
    /// The dump as an XML property list with the structure of Vitrine's JSON, which reads back as the same dump.
    ///
    /// Pictures become data. A property list has no null: where a view was said to have no value for a property, that is
    /// lost.
    /// - Throws: ``PropertyListError`` with code `tooDeep` for views nested deeper than such lists are read.
    public static func propertyList(_ dump: Dump) throws(PropertyListError) -> [UInt8] {
        var limits = JSONLimits.dump
        limits.maximumBytes = .max
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: vitrineJSON(dump), limits: limits)
        } catch {
            throw PropertyListError(.tooDeep, error.message)
        }
        // No deeper than the JSON reader lets a document be.
        return try PropertyListWriter.xml(value(document.root))
    }

    private static func value(_ node: JSONNode) -> PropertyListValue {
        switch node.kind {
        case .bool: return .bool(node.boolValue ?? false)
        case .integer: return .integer(node.integerValue ?? 0)
        case .number: return .real(node.doubleValue ?? 0)
        case .string: return .string(node.stringValue ?? "")
        case .array: return .array(node.elements.map(value))
        case .object:
            var members: [String: PropertyListValue] = [:]
            node.forEachMember { name, member in
                guard !member.isNull else { return }
                let bytes = name == "screenshot" ? member.stringValue.flatMap { Data(base64Encoded: $0) } : nil
                members[name] = bytes.map { .data($0) } ?? value(member)
            }
            return .dictionary(members)
        case .null: return .string("")
        }
    }
}
