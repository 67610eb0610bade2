package import Catalog
import DumpFormats
import FoundationEssentials
package import HTTP
import HTTPTypes
import JSON
package import Web

extension SeriesUpload {
    /// The files of a request that came together: several parts `dump` of a form, or a zip archive that is neither an app nor a
    /// dump. Nil for anything else.
    /// - Throws: `refusedArchive`, and 400 for what is no form.
    package static func taken(from request: Request, limits: CatalogLimits) throws -> SeriesUpload? {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            return try archived(try request.body.bytes()[...], limits: limits)
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else { return nil }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let parts = form.parts.filter { ($0.name == "dump" || $0.name == "screenshot") && !$0.isUnchosenFile }
        let dumps = parts.filter { $0.name == "dump" }
        guard dumps.count > 1 else { return try dumps.first.flatMap { try archived($0.bytes, limits: limits) } }
        return SeriesUpload(
            parts.enumerated().map { place, part in
                SeriesFile(path: part.filename ?? "\(part.name) \(place + 1)", bytes: [UInt8](part.bytes))
            }
        )
    }

    private static func archived(_ bytes: ArraySlice<UInt8>, limits: CatalogLimits) throws -> SeriesUpload? {
        guard AppUpload.isArchive(bytes), !DumpReader.isArchivedDump([UInt8](bytes)),
            try !holdsBundle(bytes, limits: limits)
        else { return nil }
        return try SeriesUpload(archive: bytes, limits: limits)
    }
}

extension Services {
    /// Stores what came together in a request when it is its turn; nil where it is one dump or an app.
    /// - Throws: `nothing-used` when none of the files is a dump.
    package func addSeries(of request: Request) async throws -> SeriesOutcome? {
        let outcome = try await uploads.pass { () throws -> SeriesOutcome? in
            guard let series = try SeriesUpload.taken(from: request, limits: catalog.limits) else { return nil }
            let outcome = try catalog.add(series)
            guard !outcome.dumps.isEmpty else { throw Problem.nothingUsed(outcome.unused) }
            return outcome
        }
        if outcome != nil { events.publishLibrary() }
        return outcome
    }
}

extension Services {
    /// Reads and stores an upload when it is its turn; it is durable when this returns.
    /// - Parameter upload: takes it from its request.
    package func addDump(_ upload: () throws -> DumpUpload) async throws -> DumpSummary {
        let dump = try await uploads.pass { try catalog.add(try upload()) }
        events.publishLibrary()
        return dump
    }

    /// Reads and stores what a dump was before a change, of a text that holds both.
    /// - Throws: `unknownDump`, and `one-side` where the text holds one only.
    package func addOldSide(ofDump id: String) async throws -> DumpSummary {
        try checkSource(of: id)
        return try await addDump {
            guard let old = DumpReader.oldSide(of: try catalog.source(of: id).bytes) else {
                throw Problem.unprocessable(
                    "one-side",
                    title: "One dump only",
                    "The text of the dump “\(id)” holds one dump only: no lines that were added and taken away, and no older one before it."
                )
            }
            return DumpUpload(source: old, name: "\(try catalog.dump(id).name), before")
        }
    }

    /// Reads and stores an app when it is its turn; it is durable when this returns.
    /// - Parameter upload: takes it from its request.
    package func addApp(_ upload: () throws -> AppUpload) async throws -> (app: CatalogApp, isNew: Bool) {
        let added = try await appUploads.pass { try catalog.add(try upload()) }
        if added.isNew { events.publishLibrary() }
        return added
    }
}

extension SeriesOutcome {
    /// The page to look at: the timeline, the only dump, or the library for several interfaces.
    package var address: String {
        if isTimeline { return "/timeline?dumps=\(dumps.map(\.id.pathSegment).joined(separator: ","))" }
        return dumps.count == 1 ? "/dumps/\(dumps[0].id.pathSegment)" : "/"
    }

    /// As the API replies.
    package var json: [UInt8] {
        JSONWriter.object { writer in
            writer.list("dumps", dumps) { writer, dump in writer.members(of: dump) }
            writer.list("unused", unused) { writer, file in
                writer.member("file", file.path)
                writer.member("reason", file.reason)
                if !file.fits.isEmpty { writer.member("fits", file.fits.map(\.id)) }
            }
            writer.member("page", address)
        }
    }
}

extension Problem {
    /// 422 for files of which none is a dump, with the reason for each.
    fileprivate static func nothingUsed(_ files: [UnusedFile]) -> Problem {
        let what =
            files.isEmpty
            ? "There is no file in it."
            : files.count == 1 ? "The file is no dump." : "None of the \(files.count) files is a dump."
        let next =
            "Send page sources or hierarchies with their screenshots, as a UI test attaches them, or an .ipa or a zipped .app."
        var problem = Problem.unprocessable(
            CatalogError.Code.nothingUsed.rawValue,
            title: "Nothing to open",
            "\(what) \(next)",
            errors: files.prefix(200).map { Item("\($0.path): \($0.reason)") }
        )
        problem.lines = [what, next]
        return problem
    }
}

/// What became of files that came together where not all of them were used, for the page.
package struct SeriesNotice: PageModel {
    /// So many are listed at once; the others are behind a fold.
    private static let shown = 3

    private let outcome: SeriesOutcome

    package init(_ outcome: SeriesOutcome) { self.outcome = outcome }

    private struct Line: PageModel {
        let file: UnusedFile

        static let members: Members<Self> = [
            "file": .text { $0.file.path }, "reason": .text { $0.file.reason },
            "hasFits": .flag { !$0.file.fits.isEmpty }, "fits": .list { $0.file.fits.map(Fit.init) },
        ]
    }

    /// A dump that a picture may show.
    private struct Fit: PageModel {
        let fit: UnusedFile.Fit

        static let members: Members<Self> = [
            "words": .text { $0.fit.words }, "address": .text { "/dumps/\($0.fit.id.pathSegment)/companions" },
            "picture": .text { "/api/v1/dumps/\($0.fit.id.pathSegment)/wireframe.svg" },
        ]
    }

    package static let members: Members<Self> = [
        "count": .number { $0.outcome.dumps.count }, "isOne": .flag { $0.outcome.dumps.count == 1 },
        "address": .text { $0.outcome.address }, "isTimeline": .flag { $0.outcome.isTimeline },
        "lines": .list { $0.outcome.unused.prefix(shown).map(Line.init) },
        "rest": .list { $0.outcome.unused.dropFirst(shown).map(Line.init) },
        "hasRest": .flag { $0.outcome.unused.count > shown }, "restCount": .number { $0.outcome.unused.count - shown },
    ]
}
