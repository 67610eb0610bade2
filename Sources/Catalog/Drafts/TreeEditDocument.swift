import DumpFormats
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
    /// All operations with the names of their members.
    private static let members: KeyValuePairs = [
        "insert": ["superview", "index", "view"], "remove": ["view"], "move": ["view", "superview", "index"],
        "bringToFront": ["view"], "sendToBack": ["view"], "exchange": ["superview", "indexes"],
        "change": ["view", "changes"], "changes": ["views"], "changeConstraint": ["constraint", "changes"],
        "addConstraint": ["constraint"], "removeConstraint": ["constraint"], "changeLayout": ["view", "changes"],
    ]
    /// The names of all operations.
    public static let operations = members.map(\.key)
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
        guard let found = members.first(where: { $0.key == operation.value.stringValue }) else {
            // It decides about all other members, so nothing is said of those.
            let names = (operations + others).joined(separator: ", ")
            reader.refuse(operation, "There is no such operation; there are \(names).")
            return nil
        }
        let edit = edit(found.key, document, &reader)
        reader.checkNames(of: document, ["op"] + found.value)
        return edit
    }

    private static func edit(
        _ operation: String,
        _ document: JSONPlace,
        _ reader: inout MemberReader
    ) -> TreeEdit? {
        func number(_ name: String) -> Int? { reader.integer(reader.required(name, of: document)) }
        switch operation {
        case "insert":
            let superview = number("superview")
            let index = reader.integer(document.unlessNull("index"))
            let views = reader.required("view", of: document).map { place in
                reader.refuseNull(in: place)
                return reader.newViews(place)
            }
            guard let superview, let views else { return nil }
            return .insert(superview: superview, index: index, views: views)
        case "exchange":
            let superview = number("superview")
            let places = reader.elements(reader.required("indexes", of: document), count: 2, of: "whole numbers")
            let indexes = places.map { $0.compactMap { reader.integer($0) } } ?? []
            guard let superview, indexes.count == 2 else { return nil }
            return .exchange(superview: superview, indexes[0], indexes[1])
        case "move":
            let (view, superview) = (number("view"), number("superview"))
            let index = reader.integer(document.unlessNull("index"))
            guard let view, let superview else { return nil }
            return .move(view: view, superview: superview, index: index)
        case "change":
            return viewChange(document, &reader).map { .change(view: $0.view, $0.changes) }
        case "changes": return reader.required("views", of: document).flatMap { changes($0, &reader) }
        case "changeConstraint":
            return change("constraint", document, &reader) { $0.changes($1, of: LayoutConstraint.self) }
                .map { .changeConstraint($0, $1) }
        case "addConstraint":
            return reader.required("constraint", of: document).flatMap { reader.newConstraint($0) }
                .map { .addConstraint($0) }
        case "removeConstraint": return number("constraint").map { .removeConstraint($0) }
        case "changeLayout":
            return change("view", document, &reader) { $0.changes($1, of: LayoutTraits.self) }
                .map { .changeLayout(view: $0, $1) }
        case "remove": return number("view").map { .remove(view: $0) }
        case "bringToFront": return number("view").map { .bringToFront(view: $0) }
        default: return number("view").map { .sendToBack(view: $0) }
        }
    }

    /// The number of what is changed, and the new values.
    private static func change<Changes>(
        _ name: String,
        _ document: JSONPlace,
        _ reader: inout MemberReader,
        _ read: (inout MemberReader, JSONPlace) -> Changes?
    ) -> (Int, Changes)? {
        let number = reader.integer(reader.required(name, of: document))
        let changes = reader.required("changes", of: document).flatMap { read(&reader, $0) }
        return number.flatMap { number in changes.map { (number, $0) } }
    }

    private static func viewChange(_ document: JSONPlace, _ reader: inout MemberReader) -> ViewChange? {
        change("view", document, &reader) { reader, place in reader.object(place).map { reader.changes($0) } }
            .map { ViewChange(view: $0, $1) }
    }

    /// The changes of several views.
    private static func changes(_ list: JSONPlace, _ reader: inout MemberReader) -> TreeEdit? {
        let places = list.elements
        guard (1...maximumChanges).contains(places.count) else {
            reader.refuse(list, "“views” is a list of 1 to \(maximumChanges) changes.")
            return nil
        }
        let changes = places.compactMap { place -> ViewChange? in
            let change = viewChange(place, &reader)
            reader.checkNames(of: place, ["view", "changes"])
            return change
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
        case .change(let view, let changes): writer.change(of: "view", view, changes)
        case .changes(let changes):
            writer.key("views")
            writer.beginArray()
            for one in changes {
                writer.beginObject()
                writer.change(of: "view", one.view, one.changes)
                writer.endObject()
            }
            writer.endArray()
        case .insert(let superview, let index, let views):
            writer.member("superview", superview)
            if let index { writer.member("index", index) }
            if !views.isEmpty {
                writer.key("view")
                write(views, to: &writer)
            }
        case .remove(let view), .bringToFront(let view), .sendToBack(let view):
            writer.member("view", view)
        case .move(let view, let superview, let index):
            writer.member("view", view)
            writer.member("superview", superview)
            if let index { writer.member("index", index) }
        case .exchange(let superview, let first, let second):
            writer.member("superview", superview)
            writer.key("indexes")
            writer.beginArray()
            writer.integer(first)
            writer.integer(second)
            writer.endArray()
        case .changeConstraint(let number, let changes): writer.change(of: "constraint", number, changes)
        case .addConstraint(let constraint):
            writer.key("constraint")
            writer.write(constraint)
        case .removeConstraint(let number): writer.member("constraint", number)
        case .changeLayout(let view, let changes): writer.change(of: "view", view, changes)
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
    /// Writes the members of a change of one view or constraint.
    fileprivate mutating func change<Property>(of name: String, _ number: Int, _ changes: EditChanges<Property>) {
        member(name, number)
        key("changes")
        write(changes)
    }
}
