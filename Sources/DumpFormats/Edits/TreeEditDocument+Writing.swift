import JSON
public import ViewHierarchy

extension TreeEditDocument {
    /// The edit as JSON, which ``edit(_:)`` reads back as the same edit.
    ///
    /// Numbers that are not finite have no JSON; an edit with one is refused when it is read, as trees refuse it.
    public static func bytes(of edit: TreeEdit) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("op", operation(of: edit))
        switch edit {
        case .change(let view, let changes):
            writer.integerMember("view", view)
            writer.key("changes")
            writer.beginObject()
            changes.writeMembers(to: &writer)
            writer.endObject()
        case .insert(let superview, let index, let views):
            writer.integerMember("superview", superview)
            if let index { writer.integerMember("index", index) }
            if !views.isEmpty {
                writer.key("view")
                write(views, to: &writer)
            }
        case .remove(let view), .bringToFront(let view), .sendToBack(let view):
            writer.integerMember("view", view)
        case .move(let view, let superview, let index):
            writer.integerMember("view", view)
            writer.integerMember("superview", superview)
            if let index { writer.integerMember("index", index) }
        case .exchange(let superview, let first, let second):
            writer.integerMember("superview", superview)
            writer.key("indexes")
            writer.beginArray()
            writer.integer(first)
            writer.integer(second)
            writer.endArray()
        }
        writer.endObject()
        return writer.finish()
    }

    /// The name of the operation in the API.
    public static func operation(of edit: TreeEdit) -> String {
        switch edit {
        case .change: "change"
        case .insert: "insert"
        case .remove: "remove"
        case .move: "move"
        case .bringToFront: "bringToFront"
        case .sendToBack: "sendToBack"
        case .exchange: "exchange"
        }
    }

    /// Writes the first view with the others inside, each as far below the one before as it says.
    private static func write(_ views: [NewView], to writer: inout JSONWriter) {
        // How many objects are open, and how many of those have begun their subviews.
        var (objects, arrays) = (0, 0)
        func close(to depth: Int) {
            while objects > depth {
                if arrays == objects {
                    writer.endArray()
                    arrays &-= 1
                }
                writer.endObject()
                objects &-= 1
            }
        }
        for view in views {
            let depth = objects == 0 ? 0 : min(max(view.depth, 1), objects)
            close(to: depth)
            if arrays < depth {
                writer.key("subviews")
                writer.beginArray()
                arrays &+= 1
            }
            writer.beginObject()
            objects &+= 1
            DumpWriter.writeMembers(of: view.description, to: &writer)
        }
        close(to: 0)
    }
}

extension JSONWriter {
    fileprivate mutating func integerMember(_ name: String, _ value: Int) {
        key(name)
        integer(value)
    }
}
