import Web
package import Catalog

extension Services {
    /// Reads and stores an upload when it is its turn; it is durable when this returns.
    /// - Parameter upload: takes it from its request.
    package func addDump(_ upload: () throws -> DumpUpload) async throws -> DumpSummary {
        let dump = try await uploads.pass { try catalog.add(try upload()) }
        events.publishLibrary()
        return dump
    }

    /// Reads and stores an app when it is its turn; it is durable when this returns.
    /// - Parameter upload: takes it from its request.
    package func addApp(_ upload: () throws -> AppUpload) async throws -> (app: CatalogApp, isNew: Bool) {
        let added = try await appUploads.pass { try catalog.add(try upload()) }
        if added.isNew { events.publishLibrary() }
        return added
    }
}

extension Services {
    /// Removes an uploaded dump and tells those who watch it.
    /// - Throws: `unknownDump`, and `readOnly` for a file.
    package func deleteDump(_ id: String) throws(CatalogError) {
        try catalog.delete(id)
        events.publish(deletionOfDump: id)
        events.publishLibrary()
    }

    /// Gives an uploaded dump another name and tells those who watch the library.
    /// - Throws: as the catalog's function does.
    package func renameDump(_ id: String, to name: String) throws(CatalogError) -> DumpSummary {
        let summary = try catalog.rename(id, to: name)
        events.publishLibrary()
        return summary
    }

    /// Removes an uploaded app and tells those who watch the library.
    /// - Throws: `unknownApp`, and `readOnly` for a folder.
    package func deleteApp(_ id: String) throws(CatalogError) {
        try catalog.deleteApp(id)
        events.publishLibrary()
    }

    /// Puts a newer version in the place of an uploaded dump when it is its turn, and tells those who watch it.
    /// - Throws: as the catalog's function does.
    /// - Parameter upload: takes it from its request.
    package func replaceDump(
        _ id: String,
        ifRevision revision: Int?,
        with upload: () throws -> DumpUpload
    ) async throws -> DumpReplacement {
        let replacement = try await uploads.pass {
            try catalog.replace(id, with: try upload(), ifRevision: revision) { outcome in
                events.publish(replacementOfDump: id, revision: outcome.revision)
            }
        }
        events.publishLibrary()
        return replacement
    }
}

extension Services {
    /// Carries out a command about the marks of a view, and tells those who watch the dump.
    /// - Throws: as the catalog's function does.
    package func mark(
        _ view: Int,
        of id: String,
        _ command: MarkCommand,
        ifRevision revision: Int? = nil
    ) throws(CatalogError) -> MarkOutcome {
        try catalog.mark(view, of: id, command, ifRevision: revision) { outcome in
            events.publish(marksOfDump: id, outcome)
        }
    }
}
