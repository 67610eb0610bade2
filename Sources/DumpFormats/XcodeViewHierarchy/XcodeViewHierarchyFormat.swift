import ViewHierarchy
import Archives
import Diagnostics
import JSON
import PropertyList

/// A zipped `.viewhierarchy` bundle: what Xcode's view debugger exports, responses of the debugged app in JSON, plain or
/// compressed.
enum XcodeViewHierarchyFormat: FormatReader {
    static var format: DumpFormat { .xcodeViewHierarchy }

    /// The folder with the responses.
    private static let folder = "RequestResponses"
    /// What a bundle may hold: it is mostly pictures.
    private static let archiveLimits = ArchiveLimits(
        maximumEntries: 10_000,
        maximumEntryBytes: maximumResponseBytes,
        maximumTotalBytes: 256 << 20
    )
    /// The most bytes of one response.
    private static let maximumResponseBytes = 64 << 20
    /// The most responses that are read.
    private static let maximumResponses = 1_000

    static func signs(in input: DumpInput) -> FormatSigns {
        guard isArchive(input.bytes) else { return FormatSigns(.none, "It is no zip archive.") }
        guard isBundle(input.bytes) else { return FormatSigns(.none, "The archive holds no folder \(folder).") }
        return FormatSigns(.certain, "The archive holds a folder \(folder).")
    }

    /// Whether some bytes are a zip archive with the responses of a view debugger.
    static func isBundle(_ bytes: [UInt8]) -> Bool {
        guard isArchive(bytes) else { return false }
        let found = try? Archive.reading(bytes[...], limits: archiveLimits) { archive throws(ArchiveError) in
            archive.entries.contains { responseNumber($0.path) != nil }
        }
        return found ?? false
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        guard isArchive(input.bytes) else { throw .other(reason: "It is no zip archive.", line: 1) }
        var reader = XcodeViewHierarchyReader(limits: input.limits)
        var name: String?
        var found = false
        do throws(ArchiveError) {
            try Archive.reading(input.bytes[...], limits: archiveLimits) { archive throws(ArchiveError) in
                let responses = archive.entries.compactMap { entry in
                    responseNumber(entry.path).map { (number: $0, entry: entry) }
                }.sorted { $0.number < $1.number }
                found = !responses.isEmpty
                if let entry = archive.entries.first(where: { $0.path.split(separator: "/").last == "metadata" }) {
                    name = self.name(in: try archive.read(entry))
                }
                for (number, entry) in responses.prefix(maximumResponses) {
                    add(try archive.read(entry), number: number, to: &reader, limits: input.limits)
                }
            }
        } catch {
            throw .broken(DumpError(error.code == .tooLarge ? .tooLarge : .unreadable, error.message))
        }
        guard found else { throw .other(reason: "The archive holds no folder \(folder).", line: nil) }
        do throws(DumpError) {
            var dump = try reader.finish()
            dump.name = name
            return dump
        } catch {
            throw .broken(error)
        }
    }

    private static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The number of a response, by its path: `App.viewhierarchy/RequestResponses/Response_3`.
    private static func responseNumber(_ path: String) -> Int? {
        let parts = path.split(separator: "/")
        guard let name = parts.last, parts.dropLast().last.map({ $0 == folder }) == true else { return nil }
        let digits = name.split(separator: "_").last?.prefix { $0.isASCII && $0.isNumber } ?? ""
        return Int(digits)
    }

    private static func name(in metadata: [UInt8]) -> String? {
        (try? PropertyListReader.read(metadata, limits: PropertyListLimits(maximumBytes: 1 << 20)))?[
            "RunnableDisplayName"
        ]?
        .stringValue
    }

    /// A response that cannot be read leaves the others: it is told in the report.
    private static func add(
        _ bytes: [UInt8],
        number: Int,
        to reader: inout XcodeViewHierarchyReader,
        limits: DumpLimits
    ) {
        var jsonLimits = JSONLimits.dump
        jsonLimits.maximumBytes = min(jsonLimits.maximumBytes, limits.maximumJSONBytes)
        do throws(ArchiveError) {
            let text =
                Gzip.hasMagic(bytes) ? try Gzip.expanded(bytes, limit: maximumResponseBytes) : bytes
            do throws(JSONError) {
                reader.add(try JSONDocument(parsing: text, limits: jsonLimits).root)
            } catch {
                reader.fail(number, error.description, line: error.line)
            }
        } catch {
            reader.fail(number, error.message, line: nil)
        }
    }
}

extension DumpReader {
    /// Whether some bytes are a zip archive that holds a dump and no app.
    public static func isArchivedDump(_ bytes: [UInt8]) -> Bool { XcodeViewHierarchyFormat.isBundle(bytes) }
}
