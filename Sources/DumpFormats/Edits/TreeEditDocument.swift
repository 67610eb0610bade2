public import JSON
public import ViewHierarchy

/// Why a document is no edit: everything that is wrong with it, at most ``JSON/MemberReader/maximumFaults``.
public struct EditDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable slug of the failure.
    public static let code = "invalid-edit"

    /// What is wrong, in the order of the document; never empty.
    public var faults: [MemberReader.Fault]

    /// Creates an error.
    public init(_ faults: [MemberReader.Fault]) { self.faults = faults }

    /// One sentence for people.
    public var message: String {
        guard faults.count == 1, let fault = faults.first else {
            return "\(faults.count) things are wrong with the edit."
        }
        return fault.message
    }

    /// The sentence for people.
    public var description: String { message }
}

/// One edit as JSON: `{"op":"remove","view":17}` and the like. Journals keep edits so, and the API takes them so.
public enum TreeEditDocument {
    /// How deep views may be nested in one that is inserted, itself counted as 1.
    public static let maximumInsertedDepth = 100
    /// The names of all operations.
    public static let operations = [
        "insert", "remove", "move", "bringToFront", "sendToBack", "exchange", "change", "changes", "changeConstraint",
        "addConstraint", "removeConstraint", "changeLayout",
    ]
    /// How many views one edit changes at the most.
    public static let maximumChanges = 1_000

    /// Reads an edit that ``bytes(of:)`` wrote.
    /// - Throws: everything that is wrong with it, each with its place.
    public static func edit(_ bytes: [UInt8]) throws(EditDocumentError) -> TreeEdit {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: bytes, limits: .dump)
        } catch {
            throw EditDocumentError([.init(error.message, at: "")])
        }
        var reader = MemberReader()
        let edit = edit(JSONPlace(document), &reader)
        guard let edit, reader.faults.isEmpty else {
            throw EditDocumentError(reader.faults.isEmpty ? [.init("This is no edit.", at: "/op")] : reader.faults)
        }
        return edit
    }

    /// Reads an edit; nil where the operation or something that it needs is missing, which the reader then says.
    ///
    /// - Parameter others: the names of operations that the caller knows beside the edits, for the sentence about one
    ///   that nobody knows.
    public static func edit(
        _ document: JSONPlace,
        _ reader: inout MemberReader,
        others: [String] = []
    ) -> TreeEdit? {
        guard let operation = reader.required("op", of: document) else { return nil }
        guard let name = operation.value.stringValue, operations.contains(name) else {
            // It decides about all other members, so nothing is said of those.
            let names = (operations + others).joined(separator: ", ")
            reader.refuse(operation, "There is no such operation; there are \(names).")
            return nil
        }
        let (edit, members) = edit(name, document, &reader)
        reader.checkNames(of: document, ["op"] + members)
        return edit
    }

    /// The edit, and the names of the members that it may have.
    private static func edit(
        _ operation: String,
        _ document: JSONPlace,
        _ reader: inout MemberReader
    ) -> (TreeEdit?, [String]) {
        if let found = layoutEdit(operation, document, &reader) { return found }
        switch operation {
        case "insert":
            let superview = reader.integer(reader.required("superview", of: document))
            let index = reader.integer(document.unlessNull("index"))
            let views = reader.required("view", of: document).map { place in
                reader.refuseNull(in: place)
                return reader.newViews(place)
            }
            guard let superview, let views else { return (nil, ["superview", "index", "view"]) }
            return (.insert(superview: superview, index: index, views: views), ["superview", "index", "view"])
        case "exchange":
            let superview = reader.integer(reader.required("superview", of: document))
            let places = reader.elements(reader.required("indexes", of: document), count: 2, of: "whole numbers")
            let indexes = places.map { $0.compactMap { reader.integer($0) } } ?? []
            guard let superview, indexes.count == 2 else { return (nil, ["superview", "indexes"]) }
            return (.exchange(superview: superview, indexes[0], indexes[1]), ["superview", "indexes"])
        case "move":
            let view = reader.integer(reader.required("view", of: document))
            let superview = reader.integer(reader.required("superview", of: document))
            let index = reader.integer(document.unlessNull("index"))
            guard let view, let superview else { return (nil, ["view", "superview", "index"]) }
            return (.move(view: view, superview: superview, index: index), ["view", "superview", "index"])
        case "change":
            let view = reader.integer(reader.required("view", of: document))
            let changes = reader.object(reader.required("changes", of: document)).map { reader.changes($0) }
            guard let view, let changes else { return (nil, ["view", "changes"]) }
            return (.change(view: view, changes), ["view", "changes"])
        case "changes":
            guard let list = reader.required("views", of: document) else { return (nil, ["views"]) }
            return (changes(list, &reader), ["views"])
        default:
            guard let view = reader.integer(reader.required("view", of: document)) else { return (nil, ["view"]) }
            switch operation {
            case "remove": return (.remove(view: view), ["view"])
            case "bringToFront": return (.bringToFront(view: view), ["view"])
            default: return (.sendToBack(view: view), ["view"])
            }
        }
    }

    /// The changes of several views.
    private static func changes(_ list: JSONPlace, _ reader: inout MemberReader) -> TreeEdit? {
        let places = list.elements
        guard (1...maximumChanges).contains(places.count) else {
            reader.refuse(list, "“views” is a list of 1 to \(maximumChanges) changes.")
            return nil
        }
        let changes = places.compactMap { place -> ViewChange? in
            let view = reader.integer(reader.required("view", of: place))
            let changes = reader.object(reader.required("changes", of: place)).map { reader.changes($0) }
            reader.checkNames(of: place, ["view", "changes"])
            guard let view, let changes else { return nil }
            return ViewChange(view: view, changes)
        }
        return changes.count == places.count ? .changes(changes) : nil
    }

    /// The edit as JSON, which ``edit(_:)`` reads back as the same edit.
    ///
    /// Numbers that are not finite have no JSON; an edit with one is refused when it is read, as trees refuse it.
    public static func bytes(of edit: TreeEdit) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("op")
        writer.string(operation(of: edit))
        switch edit {
        case .change(let view, let changes):
            writer.change(of: view, changes)
        case .changes(let changes):
            writer.key("views")
            writer.beginArray()
            for one in changes {
                writer.beginObject()
                writer.change(of: one.view, one.changes)
                writer.endObject()
            }
            writer.endArray()
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
        case .changeConstraint, .addConstraint, .removeConstraint, .changeLayout:
            writer.members(ofLayoutEdit: edit)
        }
        writer.endObject()
        return writer.finish()
    }

    /// The name of the operation in the API.
    public static func operation(of edit: TreeEdit) -> String {
        switch edit {
        case .change: "change"
        case .changes: "changes"
        case .insert: "insert"
        case .remove: "remove"
        case .move: "move"
        case .bringToFront: "bringToFront"
        case .sendToBack: "sendToBack"
        case .exchange: "exchange"
        case .changeConstraint: "changeConstraint"
        case .addConstraint: "addConstraint"
        case .removeConstraint: "removeConstraint"
        case .changeLayout: "changeLayout"
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

extension JSONPlace {
    /// A member that may be missing or null.
    fileprivate func unlessNull(_ name: String) -> JSONPlace? { self[name].flatMap { $0.value == .null ? nil : $0 } }
}

extension JSONWriter {
    /// Writes the members of a change of one view.
    fileprivate mutating func change(of view: Int, _ changes: ViewChanges) {
        integerMember("view", view)
        key("changes")
        beginObject()
        for (property, value) in changes.given {
            key(property.name)
            if let value { self.value(value) } else { null() }
        }
        endObject()
    }

    mutating func integerMember(_ name: String, _ value: Int) {
        key(name)
        integer(value)
    }
}
