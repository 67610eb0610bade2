import Diagnostics
import PastedText
public import ViewHierarchy

/// Reads dumps of every format, which it tells apart by their content.
public enum DumpReader {
    /// Reads a dump.
    ///
    /// - Parameters:
    ///   - format: Forces one format; nil detects it.
    ///   - parts: What came beside the dump, for the views that name their pictures.
    /// - Throws: ``DumpError`` when no views can be read or a limit is broken. One odd line or value is no error:
    ///   it is told in the report.
    public static func read(
        _ bytes: [UInt8],
        format: DumpFormat? = nil,
        parts: [DumpPart] = [],
        limits: DumpLimits = .standard
    ) throws(DumpError) -> Dump {
        guard bytes.count <= limits.maximumBytes else {
            throw .limit("maximumBytes", "The dump has \(bytes.count) bytes; at most \(limits.maximumBytes) are read.")
        }
        let parts = DumpParts(parts)
        let input = DumpInput(bytes, parts: parts, limits: limits)
        var dump = try read(input, format: format)
        dump.report.insert(contentsOf: input.pasted.notes.map { Diagnostic(.decoded, [$0]) }, at: 0)
        if let sides = input.pasted.sides { dump.report.insert(Diagnostic(.sides, [sides]), at: 0) }
        if let rest = parts.rest(without: dump.namedParts) {
            dump.report.append(Diagnostic(.warning, "upload.part", rest))
        }
        return dump
    }

    private static func read(_ input: DumpInput, format: DumpFormat?) throws(DumpError) -> Dump {
        if let error = input.mergeConflict { throw error }
        if let format {
            do throws(DumpError) {
                return try read(input, in: format.reader)
            } catch {
                guard error.code == .unknownFormat else { throw error }
                let hint = input.lookAlike.map { " It looks like \($0.name). \($0.advice)" } ?? ""
                let message = "This cannot be read as \(format.name). \(error.message)\(hint)"
                throw DumpError(.unreadable, message, line: error.line)
            }
        }
        var tried: [(attempt: DumpError.Attempt, confidence: FormatSigns.Confidence)] = []
        for (reader, signs) in input.candidates {
            var reason = signs.reason
            if signs.confidence > .none {
                do throws(DumpError) {
                    return try read(input, in: reader)
                } catch {
                    guard error.code == .unknownFormat else { throw error }
                    reason = error.message
                }
            }
            tried.append((DumpError.Attempt(reader.facts.format, reason), signs.confidence))
        }
        throw DumpError(DumpRefusal(input, tried), line: input.firstLine, attempts: tried.map(\.attempt))
    }

    private static func read(_ input: DumpInput, in reader: any FormatReader.Type) throws(DumpError) -> Dump {
        var dump = try reader.read(input)
        if reader.facts.content == .text, input.hasReports { dump.join(reportsIn: input.text) }
        return dump
    }
}

extension DumpReader {
    /// The text of a dump as it was before a change, of a text that holds both with marks at what was added and taken away;
    /// nil for any other.
    public static func oldSide(of bytes: [UInt8]) -> [UInt8]? {
        let old = PastedText(bytes, side: .old)
        return old.sides == nil ? nil : old.text.bytes
    }

    /// Why bytes are no dump, going by their signs alone; nil for what has those of a format.
    public static func refusal(of bytes: [UInt8], limits: DumpLimits = .standard) -> DumpError? {
        guard bytes.count <= limits.maximumBytes else {
            return .limit("maximumBytes", "The dump has \(bytes.count) bytes; at most \(limits.maximumBytes) are read.")
        }
        let input = DumpInput(bytes, parts: DumpParts([]), limits: limits)
        let candidates = input.candidates
        guard candidates.allSatisfy({ $0.signs.confidence == .none }) else { return nil }
        let tried = candidates.map {
            (attempt: DumpError.Attempt($0.reader.facts.format, $0.signs.reason), confidence: $0.signs.confidence)
        }
        return DumpError(DumpRefusal(input, tried), line: input.firstLine, attempts: tried.map(\.attempt))
    }

    /// Extensions of files that lie beside dumps and are none.
    private static let otherExtensions: Set<String> = [
        "png", "jpg", "jpeg", "gif", "heic", "pdf", "md", "mov", "mp4", "tsv", "csv", "swift", "h", "m", "mm", "c",
        "cpp", "py", "rb", "js", "ts", "java", "kt", "sh", "css", "strings", "zip", "ipa", "html",
    ]

    /// Whether a file in a folder may be a dump, going by its name: pictures, sources and archives of apps are none.
    public static func mayRead(fileNamed name: String) -> Bool {
        !otherExtensions.contains(name.split(separator: ".").last?.lowercased() ?? "")
    }
}

/// Why a dump could not be read.
public struct DumpError: Error, Sendable, Hashable {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The input has none of the formats; HTTP status 415.
        case unknownFormat = "unknown-dump-format"
        /// The input has the format, or was said to have it, and no views can be read from it; HTTP status 422.
        case unreadable = "unreadable-dump"
        /// Marks of a merge that is not finished stand in the input; HTTP status 422.
        case mergeConflict = "merge-conflict"
        /// The input breaks a limit on size or count; HTTP status 413.
        case tooLarge = "dump-too-large"
        /// The views nest deeper than the limit; HTTP status 422.
        case tooDeep = "dump-too-deep"
    }

    /// One format that was tried.
    public struct Attempt: Sendable, Hashable {
        /// The format.
        public var format: DumpFormat
        /// A sentence that says why the input does not have it.
        public var reason: String

        /// Creates an attempt.
        init(_ format: DumpFormat, _ reason: String) {
            self.format = format
            self.reason = reason
        }
    }

    /// What kind of failure it is.
    public var code: Code
    /// One or two sentences for people: what the input looks like and what to do.
    public var message: String
    /// The line of the input, counted from 1, where the place is known.
    public var line: Int?
    /// The JSON pointer of the value it is about (RFC 6901), for documents.
    public var pointer: String?
    /// The sentences of the message, at most four; of an unknown format what the input is, which format it most resembles,
    /// what stands against that and what to do.
    public private(set) var lines: [String]
    /// Each format that was tried and why the input does not have it, for an unknown format.
    public var attempts: [Attempt]

    /// Creates an error.
    public init(
        _ code: Code,
        _ message: String,
        line: Int? = nil,
        pointer: String? = nil,
        attempts: [Attempt] = []
    ) {
        self.code = code
        self.message = message
        self.line = line
        self.pointer = pointer
        self.attempts = attempts
        lines = [message]
    }

    /// The error of an input that has none of the formats.
    init(_ refusal: DumpRefusal, line: Int?, attempts: [Attempt]) {
        self.init(.unknownFormat, refusal.lines.joined(separator: " "), line: line, attempts: attempts)
        lines = refusal.lines
    }

    /// The error for a dump that breaks a limit.
    static func limit(_ name: String, _ sentence: String, line: Int? = nil) -> DumpError {
        DumpError(.tooLarge, "\(sentence) The limit is \(name).", line: line)
    }
}

/// How much a dump may ask of the reader. Every limit that is broken is named in the error or the report.
public struct DumpLimits: Sendable, Hashable {
    /// The most bytes a dump may have; more is an error.
    public var maximumBytes: Int
    /// The most bytes a JSON document or a property list may have, whose trees take many times their size; more is
    /// an error.
    public var maximumJSONBytes: Int
    /// The most views; more is an error.
    public var maximumViews: Int
    /// The deepest nesting of views, roots having depth 0; more is an error. JSON and property lists nest less deep.
    public var maximumDepth: Int
    /// The most bytes of text that describe one view, its indentation not counted; the rest is cut with a warning.
    public var maximumLineBytes: Int
    /// The most attributes kept for one view; the rest is dropped with a warning.
    public var maximumAttributes: Int
    /// The most entries of the report, the last of which then counts the others.
    public var maximumDiagnostics: Int
    /// The most pictures of single views; the others are left out with a warning.
    public var maximumPictures = 4_000
    /// The most bytes of all of them together; what is beyond is left out with a warning.
    public var maximumPictureBytes = 24 << 20
    /// The most pixels that one of them is wide or high; a larger one is left out with a warning.
    public var maximumPictureSide = 8_192

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumBytes: Int = 64 << 20,
        maximumJSONBytes: Int = 32 << 20,
        maximumViews: Int = 1_000_000,
        maximumDepth: Int = 1_000_000,
        maximumLineBytes: Int = 1 << 20,
        maximumAttributes: Int = 4_096,
        maximumDiagnostics: Int = 1_000
    ) {
        self.maximumBytes = maximumBytes
        self.maximumJSONBytes = maximumJSONBytes
        self.maximumViews = maximumViews
        self.maximumDepth = maximumDepth
        self.maximumLineBytes = maximumLineBytes
        self.maximumAttributes = maximumAttributes
        self.maximumDiagnostics = maximumDiagnostics
    }

    /// 64 MiB of text or 32 MiB of JSON, one million views, 1 MiB and 4,096 attributes for each view.
    public static let standard = DumpLimits()
}

/// Collects what a reader wants to say, up to a limit.
struct DumpReport: Sendable {
    private(set) var entries: [Diagnostic] = []
    private let limit: Int
    private var dropped = 0

    init(limits: DumpLimits) {
        limit = max(limits.maximumDiagnostics, 1)
    }

    /// Whether further entries are only counted. A message that costs time need not be made then.
    var isFull: Bool { entries.count >= limit }

    /// Adds an entry, or counts it.
    mutating func add(
        _ severity: Diagnostic.Severity,
        _ code: String,
        _ message: @autoclosure () -> String,
        view: Int? = nil,
        line: Int? = nil
    ) {
        guard !isFull else {
            dropped &+= 1
            return
        }
        entries.append(Diagnostic(severity, code, message(), view: view, line: line))
    }

    /// Adds a finding with the words of its sentence, or counts it.
    mutating func add(
        _ finding: DumpFinding,
        _ words: @autoclosure () -> [String] = [],
        view: Int? = nil,
        line: Int? = nil
    ) {
        guard !isFull else {
            dropped &+= 1
            return
        }
        entries.append(Diagnostic(finding, words(), view: view, line: line))
    }

    /// Puts one entry in place of all that have a code.
    mutating func replaceAll(_ code: String, with entry: Diagnostic) {
        entries.removeAll { $0.code == code }
        entries.append(entry)
    }

    /// The entries, the general ones first, and a last one for those that were only counted.
    func finished(general: [Diagnostic] = []) -> [Diagnostic] {
        var all = general + entries
        if dropped > 0 {
            all.append(
                Diagnostic(
                    .warning,
                    "limit.maximumDiagnostics",
                    "\(dropped) more findings are not listed; fix the first ones."
                )
            )
        }
        return all
    }
}

/// How large a dump is, as lists say it.
public struct DumpExtent: Sendable, Hashable {
    /// How many views it has.
    public var viewCount: Int
    /// The greatest depth of a view; 0 for roots only.
    public var depth: Int
    /// The size of its first root that has one, in points; the device's screen where the dump names it.
    public var size: Size

    /// Creates an extent.
    public init(viewCount: Int, depth: Int, size: Size) {
        self.viewCount = viewCount
        self.depth = depth
        self.size = size
    }

    /// Measures a dump.
    public init(_ dump: Dump) {
        self.init(viewCount: dump.tree.count, depth: dump.tree.maximumDepth, size: Self.size(of: dump))
    }

    private static func size(of dump: Dump) -> Size {
        if let width = dump.device?.width, let height = dump.device?.height {
            return Size(width: width, height: height)
        }
        let sizes = dump.tree.roots.lazy.map { dump.tree.bounds(of: $0).size }
        return sizes.first { $0.isFinite && $0.width > 0 && $0.height > 0 } ?? .zero
    }
}
