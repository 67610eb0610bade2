import FoundationEssentials
import JSON
import PropertyList
public import ViewHierarchy

/// Writes dumps in Vitrine's own format.
public enum DumpWriter {
    /// The dump as Vitrine JSON, which reads back as the same dump.
    ///
    /// Properties with UIKit's defaults are left out. Numbers that are not finite, which JSON has none for, are the
    /// strings `inf`, `-inf` and `nan`. Attributes whose names repeat are an array of pairs.
    public static func vitrineJSON(_ dump: Dump) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 &* (dump.tree.count &+ 1))
        writer.beginObject()
        writer.key("vitrine")
        writer.integer(1)
        writeEnvelope(dump, to: &writer)
        writer.key("windows")
        writer.beginArray()
        write(dump.tree, to: &writer)
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
            writer.endObject()
        }
        writer.member("screenshot", dump.screenshot.map { Data($0).base64EncodedString() })
    }

    /// Depth-first order is the order of the text: only the brackets between two views depend on their depths.
    private static func write(_ tree: ViewTree, to writer: inout JSONWriter) {
        var open = 0
        for index in tree.indices {
            guard let view = tree.description(of: index) else { continue }
            close(&open, to: tree.depth(of: index), writer: &writer)
            writer.beginObject()
            writeMembers(of: view, to: &writer)
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

    /// Ends the arrays of subviews that are open beyond the depth, and the views that they belong to.
    private static func close(_ open: inout Int, to depth: Int, writer: inout JSONWriter) {
        while open > depth {
            writer.endArray()
            writer.endObject()
            open &-= 1
        }
    }

    /// Writes everything about a view but its subviews into the object that is open.
    static func writeMembers(of view: ViewDescription, to writer: inout JSONWriter) {
        writer.key("class")
        writer.string(view.className)
        writer.member("address", view.address)
        writer.member(
            "frame",
            [view.frame.origin.x, view.frame.origin.y, view.frame.size.width, view.frame.size.height]
        )
        writeGeometry(of: view, to: &writer)
        writeFlags(of: view, to: &writer)
        if view.alpha != 1 { writer.member("alpha", view.alpha) }
        if !view.autoresizingMask.isEmpty {
            writer.key("autoresizingMask")
            writer.beginArray()
            for name in view.autoresizingMask.flagNames { writer.string(name) }
            writer.endArray()
        }
        if view.contentMode != .scaleToFill { writer.member("contentMode", view.contentMode.name) }
        if view.tag != 0 {
            writer.key("tag")
            writer.integer(view.tag)
        }
        writer.member("text", view.text)
        writer.member("identifier", view.identifier)
        writer.member("label", view.label)
        writer.member("value", view.value)
        writer.member("controller", view.controller)
        write(view.attributes, to: &writer)
    }

    /// Only what does not follow from the frame alone.
    private static func writeGeometry(of view: ViewDescription, to writer: inout JSONWriter) {
        let plain = ViewGeometry(frame: view.frame)
        let isPlain =
            view.bounds ?? plain.bounds == plain.bounds && view.center ?? plain.center == plain.center
            && view.transform.isIdentity && view.anchorPoint == ViewGeometry.middle
        if !isPlain {
            if let bounds = view.bounds {
                writer.member(
                    "bounds",
                    [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
                )
            }
            if let center = view.center { writer.member("center", [center.x, center.y]) }
            let t = view.transform
            if !t.isIdentity { writer.member("transform", [t.a, t.b, t.c, t.d, t.tx, t.ty]) }
            let anchor = view.anchorPoint
            if anchor != ViewGeometry.middle { writer.member("anchorPoint", [anchor.x, anchor.y]) }
        }
        if let offset = view.contentOffset { writer.member("contentOffset", [offset.x, offset.y]) }
        if let size = view.contentSize { writer.member("contentSize", [size.width, size.height]) }
    }

    private static func writeFlags(of view: ViewDescription, to writer: inout JSONWriter) {
        let flags: [(name: String, value: Bool, usual: Bool)] = [
            ("hidden", view.isHidden, false), ("opaque", view.isOpaque, true),
            ("clipsToBounds", view.clipsToBounds, false),
            ("userInteractionEnabled", view.isUserInteractionEnabled, true),
            ("multipleTouchEnabled", view.isMultipleTouchEnabled, false),
            ("exclusiveTouch", view.isExclusiveTouch, false),
            ("autoresizesSubviews", view.autoresizesSubviews, true),
        ]
        for flag in flags where flag.value != flag.usual {
            writer.key(flag.name)
            writer.bool(flag.value)
        }
    }

    private static func write(_ attributes: [ViewDescription.Attribute], to writer: inout JSONWriter) {
        guard !attributes.isEmpty else { return }
        writer.key("attributes")
        if Set(attributes.map(\.name)).count == attributes.count {
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
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member with a number; nothing for nil.
    mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        key(name)
        exact(value)
    }

    /// Writes a member with an array of numbers.
    mutating func member(_ name: String, _ values: [Double]) {
        key(name)
        beginArray()
        for value in values { exact(value) }
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
}
