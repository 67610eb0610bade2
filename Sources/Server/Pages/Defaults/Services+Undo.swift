import Defaults
import PropertyList

extension Services {
    /// The write that made a revision.
    /// - Throws: 404 when the history does not reach it.
    func entry(_ revision: Int, of domain: String) throws -> HistoryEntry {
        let page = try defaults.history(of: domain, limit: 1, after: revision &+ 1)
        guard let entry = page.entries.first, entry.revision == revision else {
            throw Problem.notFound("The history of “\(domain)” has no revision \(revision).")
        }
        return entry
    }

    /// Takes back what one revision did to its keys; later changes of other keys stay.
    /// - Throws: 409 when one of the keys has changed again since.
    func undo(_ revision: Int, of domain: String) throws -> DefaultsWriteResult {
        let changes = try entry(revision, of: domain).changes
        let snapshot = try defaults.snapshot(of: domain)
        let moved = changes.filter { change in
            switch (snapshot.values[change.key], change.after) {
            case (nil, nil): false
            case (let now?, let then?): !now.isIdentical(to: then)
            default: true
            }
        }
        guard moved.isEmpty else {
            let keys = moved.prefix(3).map { "“\($0.key.prefix(60))”" }.joined(separator: ", ")
            throw Problem.conflict(
                "undo-conflict",
                "\(keys) \(moved.count == 1 ? "has" : "have") changed again since revision \(revision). Undo the later "
                    + "change first, or restore the revision before."
            )
        }
        let edits = changes.map { change in
            change.before.map { DefaultsEdit.set(key: change.key, value: $0) } ?? .remove(key: change.key)
        }
        return try defaults.apply(edits, to: domain, source: .restore, ifRevision: snapshot.revision)
    }
}
