import Diagnostics
import Markup
import PastedText
import PropertyList
public import ViewHierarchy

/// Interface Builder's file for one view or a few: XML of today, or the archive of Interface Builder 3.
enum XibFormat: FormatReader {
    static let facts = FormatFacts(.xib, .text)

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.firstByte == UInt8(ascii: "<") else { return FormatSigns(.none, "XML begins with <.") }
        if InterfaceKind.isStoryboard(input) {
            return FormatSigns(.none, "It is a storyboard, which holds scenes.")
        }
        guard InterfaceKind.isInterface(input) else {
            return InterfaceKind.isPiece(input)
                ? FormatSigns(.likely, "It is a piece of an interface file: views with rect elements.")
                : FormatSigns(.none, "It does not name Interface Builder as its type.")
        }
        return FormatSigns(.certain, "It names Interface Builder as its type.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump { try InterfaceKind.read(input, facts.format) }
}

/// Interface Builder's file for scenes and the segues between them.
enum StoryboardFormat: FormatReader {
    static let facts = FormatFacts(.storyboard, .text)

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.firstByte == UInt8(ascii: "<") else { return FormatSigns(.none, "XML begins with <.") }
        guard InterfaceKind.isStoryboard(input) else {
            return FormatSigns(.none, "It does not name a storyboard as its type.")
        }
        return FormatSigns(.certain, "It names a storyboard of Interface Builder as its type.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump { try InterfaceKind.read(input, facts.format) }
}

/// What both sorts of interface files share.
enum InterfaceKind {
    static func isInterface(_ input: DumpInput) -> Bool { input.has("com.apple.InterfaceBuilder") }

    /// Whether the text is a piece that was copied out of such a file: views, controllers or scenes and what is in them.
    static func isPiece(_ input: DumpInput) -> Bool {
        guard input.firstByte == UInt8(ascii: "<"), !isInterface(input), input.has("<rect key=\""),
            let name = MarkupMending.names(in: input.text.bytes.prefix(1_024), most: 1).first
        else { return false }
        return InterfaceClasses.view(name) != nil || InterfaceClasses.controller(name) != nil
            || ["scene", "scenes", "objects", "subviews"].contains(name)
    }

    static func isStoryboard(_ input: DumpInput) -> Bool {
        isInterface(input) && (input.has("Storyboard.XIB") || input.has("<scenes>"))
    }

    static func read(
        _ input: DumpInput,
        _ format: DumpFormat
    ) throws(DumpError) -> Dump {
        guard input.firstByte == UInt8(ascii: "<") else { throw .other("XML begins with <.", line: 1) }
        guard input.bytes.count <= input.limits.maximumJSONBytes else {
            throw .limit("maximumJSONBytes", "An interface file has at most \(input.limits.maximumJSONBytes) bytes.")
        }
        let document = InterfaceDocument(input)
        guard !document.isFull else {
            let most = InterfaceElementList.maximumElements
            throw .limit("the reader's maximumElements", "The file has more than \(most) elements.")
        }
        let root = document.name(0)
        guard root == "document" || root == "archive" else {
            let reason = root.isEmpty ? "It has no element" : "Its outermost element is \(root.prefix(40))"
            throw .other(
                "\(reason), where Interface Builder has document or archive.",
                line: document.error?.line ?? 1
            )
        }
        if let type = document.value("type", of: 0), type.contains("InterfaceBuilder3.Cocoa.") {
            let reason = "This interface file is for the Mac (\(type.prefix(80))), whose views are not UIKit's."
            throw DumpError(.unreadable, reason, line: document.line(of: 0))
        }
        if root == "archive" {
            var reader = ArchivedInterfaceReader(document, input.limits)
            return try reader.read()
        }
        let strings = try InterfaceStrings(beside: input)
        var reader = InterfaceReader(document, format, input.limits, strings: strings.texts)
        return strings.noted(in: try reader.read())
    }
}

extension DumpReport {
    /// What no interface file can say, and, before it, where this one breaks off: it comes first, however much else
    /// there is to tell.
    static func generalEntries(of document: InterfaceDocument, views: Int) -> [Diagnostic] {
        let lost = Diagnostic(
            .info,
            "lost.runtime",
            "An interface file holds what Interface Builder drew: what code makes of it when the app runs is not known."
        )
        let isOfWatch = document.isOfWatch
        let places = Diagnostic(
            .info,
            "lost.places",
            "This is an interface for watchOS, which WatchKit lays out: the file gives no places and no sizes, so they are unknown."
        )
        let general = isOfWatch ? [lost, places] : [lost]
        guard let error = document.error else { return general }
        let isTooDeep = error.code == .tooDeep
        let message =
            "The XML \(isTooDeep ? "nests too deep" : "breaks off") at line \(error.line): \(error.message) "
            + "The \(views) views before it are kept; what comes after it is lost."
        let code = isTooDeep ? "limit.maximumDepth" : "interface.malformed"
        return [Diagnostic(.error, code, message, line: error.line)] + general
    }
}

/// Interfaces in another language: the texts of a strings table in place of those in the file.
///
/// Xcode keeps an interface once, in `Base.lproj`, and for each language a table of the same name, whose keys are the
/// objects' names and the properties: `"a1B-2c-D3e.text" = "Eier";`. The keys that are read of xibs and storyboards:
/// `text`, `placeholder`, `title`, `normalTitle` and the titles of other states, `segmentTitles[0]`, `headerTitle`,
/// `footerTitle`, `accessibilityLabel`. A compiled nib has the key of every such text in it.
///
/// A table is a part beside the dump, named ``partName`` or by a file that ends with `.strings`. Tables of other languages
/// can be kept beside it for layouts to take words from: parts named `strings.de` (``StringsTables/partPrefix``).
public enum LocalizedInterface {
    /// The name of the part that is a table of texts.
    public static let partName = "strings"

    /// Reads an interface with the texts of a table.
    ///
    /// - Parameters:
    ///   - bytes: The file: a xib, a storyboard or a nib.
    ///   - strings: The bytes of the table, a property list of any sort. Texts that it does not have stay as they are.
    ///   - file: What the table is called in the report.
    /// - Throws: ``DumpError`` when the file holds no views, or the table cannot be read.
    public static func read(
        _ bytes: [UInt8],
        strings: [UInt8],
        file: String? = nil,
        limits: DumpLimits = .standard
    ) throws(DumpError) -> Dump {
        let part = DumpPart(name: partName, filename: file, bytes: strings)
        return try DumpReader.read(bytes, parts: [part], limits: limits)
    }
}

/// The table of texts that came beside an interface; an empty one where there is none.
struct InterfaceStrings {
    /// The texts by their keys.
    private(set) var texts: [String: String] = [:]
    /// Which part it is.
    private let place: Int?
    private var title = ""
    /// The tables that are kept for layouts, which parts they are, and those for which there is no room.
    private var tables = StringsTables()
    private var tablePlaces: Set<Int> = []
    private var refused: [String] = []

    /// - Throws: ``DumpError`` when the table cannot be read: an interface in another language than asked for is no help.
    init(beside input: DumpInput) throws(DumpError) {
        let parts = input.parts
        let kept = parts.places(startingWith: StringsTables.partPrefix)
        place =
            parts.place(named: LocalizedInterface.partName)
            ?? parts.places(endingWith: ".strings").first { !kept.contains($0) }
        for place in kept {
            let name = parts.name(at: place) ?? ""
            tablePlaces.insert(place)
            let isTaken = StringsTables.language(ofPart: name).map { language in
                tables.add(parts.bytes(at: place) ?? [], of: language)
            }
            if isTaken != true { refused.append(name) }
        }
        guard let place, let bytes = parts.bytes(at: place) else { return }
        title = DumpParts.shown(parts.title(at: place) ?? LocalizedInterface.partName)
        texts = try ObjectStrings.texts(in: bytes, called: title, limits: PropertyListLimits())
    }

    /// The dump with the tables that are kept beside it, and with a word on whose texts it has.
    func noted(in dump: Dump) -> Dump {
        var dump = dump
        if dump.format == .xib || dump.format == .storyboard {
            dump.tables = tables
            dump.namedParts.formUnion(tablePlaces)
            if let first = refused.first {
                let more = refused.count > 1 ? " and \(refused.count - 1) more" : ""
                dump.report.append(
                    Diagnostic(
                        .warning,
                        "interface.tables",
                        "The table \(DumpParts.shown(first))\(more) is not kept: one of each language is, at most "
                            + "\(StringsTables.maximumCount) with \(ObjectStrings.maximumBytes >> 20) MiB each and "
                            + "\(StringsTables.maximumBytes >> 20) MiB together."
                    )
                )
            }
        }
        guard let place else { return dump }
        dump.namedParts.insert(place)
        dump.report.insert(
            Diagnostic(
                .info,
                "interface.language",
                "The texts are those of \(title), which has \(texts.count); those that it lacks are the interface’s own."
            ),
            at: 0
        )
        return dump
    }
}
