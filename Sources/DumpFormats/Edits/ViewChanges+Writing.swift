import JSON
public import ViewHierarchy

extension ViewChanges {
    /// The names of all properties that can be set, as the API calls them.
    static let names = [
        "transform", "anchorPoint", "bounds", "center", "frame", "alpha", "hidden", "opaque", "clipsToBounds",
        "userInteractionEnabled", "autoresizesSubviews", "autoresizingMask", "contentMode", "tag", "contentSize",
    ]

    /// The names of the properties that are given, as the API calls them, in the order in which they are set.
    public var givenNames: [String] {
        let given = [
            transform != nil, anchorPoint != nil, bounds != nil, center != nil, frame != nil, alpha != nil,
            isHidden != nil, isOpaque != nil, clipsToBounds != nil, isUserInteractionEnabled != nil,
            autoresizesSubviews != nil, autoresizingMask != nil, contentMode != nil, tag != nil, contentSize != nil,
        ]
        return zip(Self.names, given).filter(\.1).map(\.0)
    }

    /// Writes what is given into the object that is open.
    func writeMembers(to writer: inout JSONWriter) {
        writeGeometry(to: &writer)
        if let alpha { writer.member("alpha", alpha) }
        let flags = [
            ("hidden", isHidden), ("opaque", isOpaque), ("clipsToBounds", clipsToBounds),
            ("userInteractionEnabled", isUserInteractionEnabled), ("autoresizesSubviews", autoresizesSubviews),
        ]
        for (name, value) in flags {
            guard let value else { continue }
            writer.key(name)
            writer.bool(value)
        }
        if let autoresizingMask {
            writer.key("autoresizingMask")
            writer.beginArray()
            for name in autoresizingMask.flagNames { writer.string(name) }
            writer.endArray()
        }
        if let contentMode { writer.member("contentMode", contentMode.name) }
        if let tag {
            writer.key("tag")
            writer.integer(tag)
        }
        if let contentSize {
            writer.key("contentSize")
            guard let contentSize else { return writer.null() }
            writer.object([("width", contentSize.width), ("height", contentSize.height)])
        }
    }

    private func writeGeometry(to writer: inout JSONWriter) {
        if let t = transform { writer.member("transform", [t.a, t.b, t.c, t.d, t.tx, t.ty]) }
        if let anchorPoint { writer.member("anchorPoint", anchorPoint) }
        if let bounds { writer.member("bounds", bounds) }
        if let center { writer.member("center", center) }
        if let frame { writer.member("frame", frame) }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ point: Point) {
        key(name)
        object([("x", point.x), ("y", point.y)])
    }

    fileprivate mutating func member(_ name: String, _ rect: Rect) {
        key(name)
        object([
            ("x", rect.origin.x), ("y", rect.origin.y), ("width", rect.size.width), ("height", rect.size.height),
        ])
    }

    fileprivate mutating func object(_ numbers: [(name: String, value: Double)]) {
        beginObject()
        for (name, value) in numbers {
            key(name)
            number(value)
        }
        endObject()
    }
}
