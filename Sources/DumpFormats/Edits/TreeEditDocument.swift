public import JSON
public import ViewHierarchy

/// Edits as the API's JSON: `{"op":"remove","view":17}` and the like.
public enum TreeEditDocument {
    /// How deep views may be nested in one that is inserted, itself counted as 1.
    public static let maximumInsertedDepth = 100

    /// Reads the members of the API's `POST …/edits`.
    /// - Throws: everything that is wrong with them, each with its place.
    public static func command(_ members: [JSONMember]) throws(EditDocumentError) -> EditCommand {
        var reader = EditMembers(members)
        let command = Self.command(&reader)
        try reader.finish()
        guard let command else { throw EditDocumentError([EditFault("This is no edit.", at: "")]) }
        return command
    }

    /// Reads the members of the API's `PATCH …/views/{view}`.
    /// - Throws: everything that is wrong with them, each with its place.
    public static func changes(_ members: [JSONMember]) throws(EditDocumentError) -> ViewChanges {
        var values = EditValues()
        let changes = ViewChanges(members, at: "", &values)
        try values.finish()
        return changes
    }

    /// Reads an edit that ``bytes(of:)`` wrote.
    public static func edit(_ bytes: [UInt8]) throws(EditDocumentError) -> TreeEdit {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: bytes, limits: .dump)
        } catch {
            throw EditDocumentError([EditFault(error.message, at: "")])
        }
        guard case .edit(let edit) = try command(document.objectValue ?? []) else {
            throw EditDocumentError([EditFault("This is no edit.", at: "/op")])
        }
        return edit
    }

    /// The place of a fault that a tree found in an edit, in the edit's document.
    public static func pointer(of error: TreeEditError, in edit: TreeEdit) -> String {
        if case .change = edit, error.member != "view" { return "/changes/\(error.member)" }
        return "/\(error.member)"
    }

    private static func command(_ reader: inout EditMembers) -> EditCommand? {
        let names = "insert, remove, move, bringToFront, sendToBack, exchange, change, undo, redo, reset"
        guard let operation = reader.take("op") else { return nil }
        switch operation.stringValue {
        case "undo": return .undo
        case "redo": return .redo
        case "reset": return .reset
        case "insert": return insertion(&reader).map { .edit($0) }
        case "change": return change(&reader).map { .edit($0) }
        case "remove": return reader.integer("view").map { .edit(.remove(view: $0)) }
        case "bringToFront": return reader.integer("view").map { .edit(.bringToFront(view: $0)) }
        case "sendToBack": return reader.integer("view").map { .edit(.sendToBack(view: $0)) }
        case "move":
            let (view, superview) = (reader.integer("view"), reader.integer("superview"))
            let index = reader.optionalInteger("index")
            guard let view, let superview else { return nil }
            return .edit(.move(view: view, superview: superview, index: index))
        case "exchange":
            let (superview, indexes) = (reader.integer("superview"), reader.twoIntegers("indexes"))
            guard let superview, let indexes else { return nil }
            return .edit(.exchange(superview: superview, indexes.0, indexes.1))
        default:
            reader.refuseAll("There is no such operation; there are \(names).", at: "op")
            return nil
        }
    }

    private static func change(_ reader: inout EditMembers) -> TreeEdit? {
        let view = reader.integer("view")
        guard let changes = reader.object("changes") else { return nil }
        let read = ViewChanges(changes, at: "/changes", &reader.values)
        return view.map { .change(view: $0, read) }
    }

    private static func insertion(_ reader: inout EditMembers) -> TreeEdit? {
        let superview = reader.integer("superview")
        let index = reader.optionalInteger("index")
        guard let view = reader.take("view") else { return nil }
        let views = NewViewReader.views(of: view, at: "/view", &reader.values)
        return superview.map { .insert(superview: $0, index: index, views: views) }
    }
}
