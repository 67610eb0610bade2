import Archives
import Diagnostics
import DumpFormats
import FoundationEssentials
import ViewHierarchy

/// A file that came with others.
public struct SeriesFile: Sendable {
    /// Its path, or its name alone.
    public var path: String
    /// Its bytes.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

/// Files that came together: the dumps of a UI test with their screenshots, or interfaces with their tables of texts.
public struct SeriesUpload: Sendable {
    /// The most files that are looked at.
    public static let maximumFiles = 2_000
    /// The most dumps among them, as many as a timeline shows.
    public static let maximumDumps = 100
    /// The most bytes that the files of an archive may have together.
    public static let maximumBytes = 256 << 20

    /// The files.
    public var files: [SeriesFile]
    /// Files that were not even read.
    public var unused: [UnusedFile] = []

    /// Takes files that came one by one.
    public init(_ files: [SeriesFile]) { self.files = files }
}

/// A file of which nothing was used, and why.
public struct UnusedFile: Sendable, Hashable {
    /// Its path, or its name alone.
    public var path: String
    /// A sentence or two for people.
    public var reason: String
    /// Of a picture: those of the dumps that came with it that it may show.
    public var fits: [Fit] = []

    /// A dump that a picture may show.
    public struct Fit: Sendable, Hashable {
        /// The id of the dump.
        public let id: String
        /// Its name, and where the picture shows its whole screen the size of that and the scale.
        public let words: String

        init(_ dump: DumpSummary, in pixels: Size) {
            id = dump.id
            let isWhole = ScreenshotFit.isKnown(dump.size) && ScreenshotFit.shows(pixels, dump.size, scale: nil)
            words = isWhole ? "\(dump.name): \(ScreenshotFit.words(for: dump.size, in: pixels))" : dump.name
        }
    }

    /// Creates an entry.
    public init(_ path: String, _ reason: String) {
        (self.path, self.reason) = (String(path.cleanedName.prefix(300)), reason)
    }
}

/// What became of files that came together.
public struct SeriesOutcome: Sendable {
    /// The dumps that were stored, in the order of the timeline.
    public var dumps: [DumpSummary] = []
    /// What was not used, in the order of the paths.
    public var unused: [UnusedFile] = []

    /// Whether the dumps are moments of an app, which a timeline shows.
    public var isTimeline: Bool {
        dumps.count > 1 && !dumps.contains { [.xib, .storyboard, .nib, .storyboardc].contains($0.format) }
    }
}

extension SeriesUpload {
    /// Whether an archive holds an app or a settings bundle: a folder `.app` or `.bundle`.
    /// - Throws: `refusedArchive`.
    public static func holdsBundle(_ archive: ArraySlice<UInt8>, limits: CatalogLimits) throws(CatalogError) -> Bool {
        do throws(ArchiveError) {
            return try Archive.reading(archive, limits: limits.archive) { archive throws(ArchiveError) in
                archive.entries.contains { holds([".app", ".bundle"], in: $0) }
            }
        } catch {
            throw CatalogError(error)
        }
    }

    private static func holds(_ endings: [String], in entry: ArchiveEntry) -> Bool {
        let names = entry.path.split(separator: "/")
        return (entry.isFolder ? names : names.dropLast()).contains { name in
            let name = name.lowercased()
            return endings.contains { name.hasSuffix($0) }
        }
    }

    /// Takes the files of an archive that may be dumps, pictures, tables of texts or a manifest.
    /// - Throws: `refusedArchive` for one that cannot be read, `nothingUsed` for a bundle of Xcode's results, `tooManyFiles`.
    public init(archive: ArraySlice<UInt8>, limits: CatalogLimits) throws(CatalogError) {
        let result: Result<SeriesUpload, CatalogError>
        do throws(ArchiveError) {
            result = try Archive.reading(archive, limits: limits.archive) { archive throws(ArchiveError) in
                if archive.entries.contains(where: { Self.holds([".xcresult"], in: $0) }) {
                    return .failure(.resultBundle)
                }
                let files = archive.entries.filter { !$0.isFolder }
                guard files.count <= Self.maximumFiles else { return .failure(.tooManyFiles(files.count)) }
                var upload = SeriesUpload([])
                var room = Self.maximumBytes
                let most = max(limits.dump.maximumBytes, limits.maximumPictureBytes)
                for entry in files {
                    if let reason = Self.otherKind(of: entry.path) {
                        upload.unused.append(UnusedFile(entry.path, reason))
                    } else if entry.size > min(most, room) {
                        let reason = "It has \(entry.size) bytes; at most \(min(most, room)) are read of it here."
                        upload.unused.append(UnusedFile(entry.path, reason))
                    } else {
                        room -= entry.size
                        upload.files.append(SeriesFile(path: entry.path, bytes: try archive.read(entry)))
                    }
                }
                return .success(upload)
            }
        } catch {
            throw CatalogError(error)
        }
        self = try result.get()
    }

    /// Why a file is none that is read, going by its name; nil where it may be one.
    static func otherKind(of path: String) -> String? {
        let name = path.fileLastPart.lowercased()
        switch name.split(separator: ".").last.map(String.init) ?? "" {
        case "mp4", "mov", "m4v": return "It is a video. Dumps, screenshots and tables of texts are read."
        case "heic", "gif", "webp", "bmp", "tiff":
            return "It is a picture, but neither PNG nor JPEG. Save it as one of these."
        case "zip", "ipa", "xcarchive": return "It is an archive among other files. Send it alone."
        default: return nil
        }
    }
}

extension Catalog {
    /// Stores the dumps among files that came together, each with its screenshot, in the order in which they were taken; tables of
    /// texts join their interfaces.
    ///
    /// What cannot be used is told, and the rest is stored all the same. When the storage fails, nothing is kept.
    /// - Throws: `tooManyFiles`, and what the storage throws.
    public func add(_ series: SeriesUpload) throws(CatalogError) -> SeriesOutcome {
        guard series.files.count <= SeriesUpload.maximumFiles else { throw .tooManyFiles(series.files.count) }
        var sorting = SeriesSorting(series)
        guard sorting.dumpCount <= SeriesUpload.maximumDumps else {
            throw CatalogError(
                .tooManyFiles,
                "These are \(sorting.dumpCount) dumps; at most \(SeriesUpload.maximumDumps) are opened at once. Send those of one "
                    + "test, as xcresulttool exports them with --test-id."
            )
        }
        var outcome = SeriesOutcome()
        do throws(CatalogError) {
            for step in sorting.steps {
                if let dump = try add(step, &sorting.unused) { outcome.dumps.append(dump) }
            }
            try join(sorting.tables, to: &outcome.dumps, &sorting.unused)
        } catch {
            for dump in outcome.dumps {
                // try?: the storage fails already; what it does not remove is listed and can be deleted.
                try? delete(dump.id)
            }
            throw error
        }
        outcome.unused = sorting.unused.sorted { SeriesKey.isBefore($0.path, $1.path) }
        let bytes = Dictionary(series.files.map { (UnusedFile($0.path, "").path, $0.bytes) }) { first, _ in first }
        let pictures = outcome.unused.indices.compactMap { place in
            bytes[outcome.unused[place].path].flatMap(ScreenshotFit.pixels).map { (place, $0) }
        }
        for dump in outcome.dumps where !pictures.isEmpty && !dump.hasScreenshot {
            // try?: a dump that is gone again is offered no picture.
            guard let views = try? load(dump.id) else { continue }
            for (place, pixels) in pictures where ScreenshotFit.fits(pixels, views, screen: dump.size) {
                outcome.unused[place].fits.append(.init(dump, in: pixels))
            }
        }
        return outcome
    }

    /// Stores a dump with its picture where that shows its screen; nil for what is no dump.
    private func add(_ step: SeriesSorting.Step, _ unused: inout [UnusedFile]) throws(CatalogError) -> DumpSummary? {
        var upload = DumpUpload(source: step.source.bytes)
        upload.file = step.name
        upload.takenAt = step.takenAt
        do throws(CatalogError) {
            var contents = try contents(of: upload)
            if let picture = step.picture {
                do throws(CatalogError) {
                    try check(picture: picture.bytes)
                    _ = try ScreenshotFit.scene(
                        shownBy: picture.bytes,
                        of: contents.dump,
                        screen: DumpExtent(contents.dump).size,
                        scale: nil,
                        asked: nil
                    )
                    contents.picture = picture.bytes
                } catch {
                    unused.append(UnusedFile(picture.path, error.message))
                }
            }
            return try add(upload, reading: contents)
        } catch {
            guard error.dumpError != nil else { throw error }
            let reason = error.dumpError?.lines.first ?? error.message
            unused.append(UnusedFile(step.source.path, reason))
            if let picture = step.picture {
                unused.append(
                    UnusedFile(picture.path, "Its dump “\(step.source.path.fileLastPart)” could not be read.")
                )
            }
            return nil
        }
    }

    /// Joins tables of texts to the interface of the same name, or to the only one.
    private func join(
        _ tables: [SeriesFile],
        to dumps: inout [DumpSummary],
        _ unused: inout [UnusedFile]
    ) throws(CatalogError) {
        let interfaces = dumps.indices.filter { [.xib, .storyboard].contains(dumps[$0].format) }
        for table in tables {
            let title = TableName(table.path).title
            let named = interfaces.filter { dumps[$0].file?.fileTitle.lowercased() == title?.lowercased() }
            guard let place = named.count == 1 ? named[0] : interfaces.count == 1 ? interfaces[0] : nil else {
                let reason =
                    interfaces.isEmpty
                    ? "It is a table of texts. Send it with its xib or storyboard, or drop it on the open one."
                    : "It fits \(max(named.count, interfaces.count)) interfaces. Drop it on the one that it belongs to."
                unused.append(UnusedFile(table.path, reason))
                continue
            }
            do throws(CatalogError) {
                try add(companion: table.bytes, to: dumps[place].id, file: table.path)
                dumps[place] = try dump(dumps[place].id)
            } catch {
                let refusals: Set<CatalogError.Code> = [
                    .unreadableCompanion, .nothingJoined, .companionIsThere, .tooManyCompanions, .unknownLanguage,
                    .needsLanguage,
                ]
                guard refusals.contains(error.code) else { throw error }
                unused.append(UnusedFile(table.path, error.message))
            }
        }
    }
}

/// The files that came together, by what they are.
struct SeriesSorting {
    /// A dump, its picture, and what a manifest says of it.
    struct Step {
        var source: SeriesFile
        var picture: SeriesFile?
        var name: String
        var takenAt: Date?
    }

    private(set) var steps: [Step] = []
    /// Tables of texts, which are joined to interfaces.
    private(set) var tables: [SeriesFile] = []
    var unused: [UnusedFile]

    /// How many of the files look like dumps.
    var dumpCount: Int { steps.count }

    init(_ series: SeriesUpload) {
        unused = series.unused
        var manifests: [String: AttachmentManifest] = [:]
        var rest: [SeriesFile] = []
        for file in series.files where !Self.isJunk(file.path) {
            if file.path.fileLastPart.lowercased() == "manifest.json", let manifest = AttachmentManifest(file.bytes) {
                manifests[Self.folder(file.path)] = manifest
            } else if let reason = SeriesUpload.otherKind(of: file.path) {
                unused.append(UnusedFile(file.path, reason))
            } else if file.bytes.isEmpty {
                unused.append(UnusedFile(file.path, "The file is empty."))
            } else if TableName(file.path).isTable {
                tables.append(file)
            } else if PictureFormat(detectedIn: file.bytes) != nil {
                rest.append(file)
            } else if let error = DumpReader.refusal(of: file.bytes) {
                unused.append(UnusedFile(file.path, error.lines.first ?? error.message))
            } else {
                rest.append(file)
            }
        }
        let plan = SeriesPlan(
            rest.map { file in
                SeriesPlan.File(
                    path: file.path,
                    isPicture: PictureFormat(detectedIn: file.bytes) != nil,
                    entry: manifests[Self.folder(file.path)]?.entries[file.path.fileLastPart]
                )
            }
        )
        for step in plan.steps {
            let file = rest[step.source]
            let entry = manifests[Self.folder(file.path)]?.entries[file.path.fileLastPart]
            steps.append(
                Step(
                    source: file,
                    picture: step.picture.map { rest[$0] },
                    name: entry?.name.map(SeriesKey.plainName) ?? file.path.fileLastPart,
                    takenAt: entry?.takenAt
                )
            )
        }
        unused += plan.unpaired.map { UnusedFile(rest[$0.picture].path, $0.reason) }
    }

    private static func folder(_ path: String) -> String {
        path.split { $0 == "/" || $0 == "\\" }.dropLast().joined(separator: "/")
    }

    /// What systems put beside files.
    private static func isJunk(_ path: String) -> Bool {
        let names = path.split { $0 == "/" || $0 == "\\" }
        return names.last.map { $0.hasPrefix(".") || $0.lowercased() == "thumbs.db" } ?? true
            || names.contains("__MACOSX")
    }
}

extension CatalogError {
    /// The error of more files than are looked at.
    static func tooManyFiles(_ count: Int) -> CatalogError {
        CatalogError(
            .tooManyFiles,
            "These are \(count) files; at most \(SeriesUpload.maximumFiles) are looked at. Send those of one test."
        )
    }

    /// The error of a bundle of results, whose attachments lie in a database.
    static let resultBundle = CatalogError(
        .nothingUsed,
        "This is a bundle of Xcode’s test results, whose attachments have to be exported first. Run “xcrun xcresulttool export "
            + "attachments --path Test.xcresult --output-path Attachments”, and send the folder."
    )
}
