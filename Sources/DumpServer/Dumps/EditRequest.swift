import Catalog
import DumpFormats
import JSON
import ViewHierarchy

/// What the bodies of edits ask for. The grammar of one edit is that of journals; undoing and the like are the API's.
enum EditRequest {
    private static let commands: [(name: String, command: EditCommand)] = [
        ("undo", .undo), ("redo", .redo), ("reset", .reset),
    ]

    /// Reads the members of `POST …/edits`.
    /// - Throws: everything that is wrong with them, each with its place.
    static func command(_ members: [JSONMember]) throws(EditDocumentError) -> EditCommand {
        var reader = MemberReader()
        let body = JSONPlace(.object(members))
        var command = commands.first { $0.name == body["op"]?.value.stringValue }?.command
        if command == nil {
            command = TreeEditDocument.edit(body, &reader, others: commands.map(\.name)).map { .edit($0) }
        } else {
            reader.checkNames(of: body, ["op"])
        }
        guard let command, reader.faults.isEmpty else { throw EditDocumentError(reader.faults) }
        return command
    }

    /// Reads the members of `PATCH …/views/{view}`.
    /// - Throws: everything that is wrong with them, each with its place.
    static func changes(_ members: [JSONMember]) throws(EditDocumentError) -> ViewChanges {
        var reader = MemberReader()
        let changes = reader.changes(JSONPlace(.object(members)))
        guard reader.faults.isEmpty else { throw EditDocumentError(reader.faults) }
        return changes
    }

    /// The place of a fault that a tree found in an edit, in the body.
    static func pointer(of error: TreeEditError, in edit: TreeEdit) -> String {
        switch edit {
        case .changes: return "/views"
        case .change where error.member != "view", .changeLayout where error.member != "view",
            .changeConstraint where error.member != "constraint":
            return "/changes/\(error.member)"
        case .addConstraint: return error.member.isEmpty ? "/constraint" : "/constraint/\(error.member)"
        default: return "/\(error.member)"
        }
    }
}
