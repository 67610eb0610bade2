import Catalog
import HTTP
import HTTPTypes

/// What a write says about the state it starts from: `If-Match` (RFC 9110, section 13.1.1) against revisions.
enum Precondition {
    /// The tag of a revision.
    /// - Parameter variant: tells apart several representations of the same revision.
    static func tag(_ revision: Int, variant: String = "") -> String {
        variant.isEmpty ? "\"\(revision)\"" : "\"\(revision)-\(variant)\""
    }

    /// The tag of a dump as it is: its revision, and for a file without edits which content of the file that is.
    /// - Parameter bytes: of what is sent; nil for the dump as a whole.
    static func tag(_ dump: DumpSummary, hashing bytes: [UInt8]? = nil) -> String {
        let state = dump.fileVersion.map { "\(dump.revision).\($0)" } ?? String(dump.revision)
        return "\"\(state)\(bytes.map { "-" + EntityTag.strong(hashing: $0).unquoted } ?? "")\""
    }

    /// Checks `If-Match` against a dump as it is.
    /// - Returns: the revision the write may start from, or nil when the request does not say.
    /// - Throws: 412 when the client saw another state, 400 when the field is unreadable.
    static func revision(_ request: Request, of dump: DumpSummary) throws(Problem) -> Int? {
        try revision(request, current: dump.revision, version: dump.fileVersion)
    }

    /// Checks `If-Match` against the present revision of a thing.
    /// - Parameter version: which of several contents with the same revision it has; a tag that names none holds for all.
    /// - Returns: the revision the write may start from, or nil when the request does not say.
    /// - Throws: 412 when the client saw another state, 400 when the field is unreadable.
    static func revision(
        _ request: Request,
        current: Int,
        version: String? = nil,
        exists: Bool = true
    ) throws(Problem) -> Int? {
        guard let field = request.headers[.ifMatch] else { return nil }
        if field.trimmingBlanks == "*" {
            guard exists else { throw .preconditionFailed("There is nothing here yet, so If-Match: * cannot hold.") }
            return nil
        }
        var isReadable = false
        for tag in field.split(separator: ",") {
            var tag = tag.trimmingBlanks
            // A weak tag is a tag, but none that a write could rely on: it never matches (RFC 9110, section 13.1.1).
            let isWeak = tag.hasPrefix("W/")
            if isWeak { tag = String(tag.dropFirst(2)) }
            guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count >= 2 else { continue }
            isReadable = true
            if isWeak { continue }
            let state = tag.dropFirst().dropLast().prefix { $0 != "-" }.split(separator: ".", maxSplits: 1)
            guard let revision = state.first.flatMap({ Int($0) }), revision == current else { continue }
            if state.count == 1 || version == String(state[1]) { return current }
        }
        guard isReadable else {
            throw Problem(
                "bad-if-match",
                title: "Bad If-Match",
                status: .badRequest,
                detail: "If-Match takes the ETag of an earlier reply, in its quotes, or *."
            )
        }
        throw .preconditionFailed(
            "The state has changed since: it is at revision \(current) now. Read it again before you write."
        )
    }
}
