import Diagnostics
public import DumpFormats
public import FoundationEssentials
public import ViewHierarchy

/// What a list of dumps says about one.
public struct DumpSummary: Sendable, Hashable, Identifiable {
    /// The stable id: ASCII letters in lower case, digits and hyphens.
    public var id: String
    /// The name for people.
    public var name: String
    /// What the file was called that it came in; nil for text that was pasted.
    public var file: String?
    /// The words under which people find it with others, sorted; each once.
    public var tags: [String] = []
    /// The folder that it lies in; nil for none.
    public var folder: String?
    /// The format in which it came.
    public var format: DumpFormat
    /// The bundle identifier of the app that it shows, when it says so.
    public var app: String?
    /// How many views it has.
    public var viewCount: Int
    /// The greatest depth of a view; 0 for roots only.
    public var depth: Int
    /// The size of its first root that has one, in points; the device's screen where the dump names it.
    public var size: Size
    /// When it was taken, when it says so.
    public var capturedAt: Date?
    /// When it came here; for a file, when that was last written.
    public var createdAt: Date
    /// How often it has changed since it came: every edit, undo and redo counts, and every new content of a file.
    public var revision: Int
    /// Whether it comes from a file that is not the catalog's to change.
    public var readOnly: Bool
    /// Whether there is a picture of the screen.
    public var hasScreenshot: Bool
    /// Of an interface whose picture shows one of its scenes: the id of the root of that; nil for the whole screen.
    public var shownScene: Int?
    /// Who uploaded it, or the newer version that took its place; nil for a file, and where nobody said.
    public var actor: String?
    /// How many edits are applied.
    public var appliedEdits = 0
    /// How many edits were taken back and can be carried out again.
    public var undoneEdits = 0
    /// Of a file that is shown as it is, without edits: which content of the file it is. Revisions of files are counted
    /// anew by each process; with this they tell contents apart.
    public var fileVersion: String?

    /// Creates a summary.
    public init(
        id: String,
        name: String,
        format: DumpFormat,
        app: String? = nil,
        viewCount: Int,
        depth: Int,
        size: Size,
        capturedAt: Date? = nil,
        createdAt: Date,
        revision: Int = 0,
        readOnly: Bool = false,
        hasScreenshot: Bool = false
    ) {
        self.id = id
        self.name = name
        self.format = format
        self.app = app
        self.viewCount = viewCount
        self.depth = depth
        self.size = size
        self.capturedAt = capturedAt
        self.createdAt = createdAt
        self.revision = revision
        self.readOnly = readOnly
        self.hasScreenshot = hasScreenshot
    }
}

extension DumpSummary {
    /// Sums up a dump that has been read.
    init(
        id: String,
        name: String,
        dump: Dump,
        createdAt: Date,
        revision: Int = 0,
        readOnly: Bool,
        hasScreenshot: Bool
    ) {
        let extent = DumpExtent(dump)
        self.init(
            id: id,
            name: name,
            format: dump.format,
            app: dump.app?.cleanedName,
            viewCount: extent.viewCount,
            depth: extent.depth,
            size: extent.size,
            capturedAt: dump.capturedAt,
            createdAt: createdAt,
            revision: revision,
            readOnly: readOnly,
            hasScreenshot: hasScreenshot
        )
    }
}

extension DumpSummary {
    /// The most tags that a dump has.
    public static let maximumTags = 20
    /// The most characters of a tag.
    public static let maximumTagLength = 60
    /// The most characters of the name of a folder.
    public static let maximumFolderLength = 60

    /// The name as that of a file: ASCII letters in lower case, digits and hyphens.
    public var fileName: String { Identifiers.slug(name) }

    /// Whether the name, the file, the folder, a tag, the app or the format holds a text, in upper or lower case.
    public func matches(_ query: String) -> Bool {
        let query = query.lowercased()
        return ([name, file ?? "", folder ?? "", app ?? "", format.rawValue] + tags).contains {
            $0.lowercased().contains(query)
        }
    }
}

extension Dump {
    /// What people call the screen: the title in its navigation bar, else the controller that it shows, else the app. Nil where
    /// it says none of them, and for interface files, which have many screens or parts of one.
    var screenTitle: String? {
        guard !tree.isInterface, tree.indices.count <= Self.maximumTitled else { return nil }
        let bars = tree.indices.filter { index in
            let name = tree.className(of: index)
            return (name == "UINavigationBar" || name == "XCUIElementTypeNavigationBar" || name == "NavigationBar")
                && !([index] + tree.superviews(of: index)).contains { tree.flags(of: $0).contains(.hidden) }
        }
        let titles = bars.reversed().lazy.compactMap(title(ofBar:)).map { $0.cleanedName }
        if let title = titles.first(where: { (1...60).contains($0.count) }) { return title }
        let controllers = tree.indices.reversed().lazy.compactMap { self.tree.controller(of: $0) }
        return controllers.compactMap(Self.title(ofController:)).first
    }

    /// Of larger dumps nobody looks for the title.
    private static let maximumTitled = 20_000

    /// The first text in a bar that is in no button; for elements, the identifier of the bar, which is its title.
    private func title(ofBar bar: Int) -> String? {
        for index in tree.subtree(of: bar).dropFirst() {
            let name = tree.className(of: index)
            guard name == "UILabel" || name.hasSuffix("StaticText"),
                let text = tree.text(of: index) ?? tree.label(of: index), !text.isEmpty
            else { continue }
            let isInButton = tree.superviews(of: index).prefix { $0 != bar }.contains {
                tree.className(of: $0).contains("Button")
            }
            if !isInButton { return text }
        }
        return tree.className(of: bar) == "UINavigationBar" ? nil : tree.identifier(of: bar) ?? tree.label(of: bar)
    }

    /// `World Clock` of `Clock.WorldClockViewController`; nil of UIKit's own controllers and of what is no controller.
    private static func title(ofController name: String) -> String? {
        var plain = Substring(name.split(separator: ".").last ?? "")
        guard !plain.hasPrefix("UI"), !plain.hasPrefix("_") else { return nil }
        for ending in ["HostingController", "ViewController", "Controller"] where plain.hasSuffix(ending) {
            plain = plain.dropLast(ending.count)
            let words = plain.reduce(into: "") { words, letter in
                if letter.isUppercase, words.last?.isLowercase == true { words += " " }
                words.append(letter)
            }
            return words.isEmpty ? nil : words
        }
        return nil
    }
}

extension String {
    /// A file's name without its folder.
    package var fileLastPart: String { split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "" }

    /// A file's name without its folder and extension.
    package var fileTitle: String {
        let last = fileLastPart
        guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
        return String(last[..<dot])
    }
}

/// In which order dumps are listed. Where two are alike the newer comes first, and then the smaller id.
public enum DumpOrder: String, Sendable, Hashable, CaseIterable {
    /// The last to come first.
    case newest
    /// By name, without regard to upper and lower case.
    case name
    /// The one with the most views first.
    case views
    /// By the identifier of the app, those of none last.
    case app

    /// Whether a dump stands before another in lists.
    public func isListedBefore(_ first: DumpSummary, _ second: DumpSummary) -> Bool {
        switch self {
        case .newest: break
        case .name:
            let (one, other) = (first.name.lowercased(), second.name.lowercased())
            if one != other { return one < other }
        case .app:
            if first.app != second.app {
                guard let one = first.app, let other = second.app else { return first.app != nil }
                return one < other
            }
        case .views:
            if first.viewCount != second.viewCount { return first.viewCount > second.viewCount }
        }
        return first.createdAt == second.createdAt ? first.id < second.id : first.createdAt > second.createdAt
    }
}

/// Part of a list of dumps.
public struct DumpPage: Sendable, Hashable {
    /// The dumps.
    public var dumps: [DumpSummary]
    /// What to pass as `after` to get the next part; nil at the end.
    public var next: String?
    /// How many dumps the whole list has.
    public var total: Int
}

/// A dump that somebody sends.
public struct DumpUpload: Sendable {
    /// Its bytes.
    public var source: [UInt8]
    /// Its name; nil leaves that to the dump.
    public var name: String?
    /// What its file is called, with its extension. Its title counts where neither the sender nor the dump has a name for it.
    public var file: String?
    /// Its format; nil finds it out.
    public var format: DumpFormat?
    /// The picture of the screen, PNG or JPEG.
    public var screenshot: [UInt8]?
    /// What else came with it: the pictures that its views name, the nibs of a compiled storyboard, a table of texts.
    public var parts: [DumpPart]
    /// The bundle identifier of the app that it shows, where the dump itself does not say.
    public var app: String?
    /// When it was taken, where the dump itself does not say.
    public var takenAt: Date?
    /// Its id, where it follows from what the dump is made of; nil gives it one that nobody has.
    public var id: String?

    /// Creates an upload.
    public init(
        source: [UInt8],
        name: String? = nil,
        format: DumpFormat? = nil,
        screenshot: [UInt8]? = nil,
        parts: [DumpPart] = []
    ) {
        self.source = source
        self.name = name
        self.format = format
        self.screenshot = screenshot
        self.parts = parts
    }
}

/// A dump on its way into a storage.
public struct NewDump: Sendable {
    /// What lists say about it.
    public var summary: DumpSummary
    /// Its bytes as they came.
    public var source: [UInt8]
    /// The picture of the screen that came beside it, PNG or JPEG.
    public var screenshot: [UInt8]?
    /// What else came beside it, in its order. A part that no view names has no bytes.
    public var parts: [DumpPart]

    /// Creates a dump.
    public init(
        summary: DumpSummary,
        source: [UInt8],
        screenshot: [UInt8]?,
        parts: [DumpPart] = []
    ) {
        self.summary = summary
        self.source = source
        self.screenshot = screenshot
        self.parts = parts
    }

    /// How many bytes came in the upload.
    package var byteCount: Int { source.count + (screenshot?.count ?? 0) + parts.reduce(0) { $0 + $1.bytes.count } }
}

/// The bytes of a dump as they came.
public struct DumpSource: Sendable, Hashable {
    /// The bytes.
    public var bytes: [UInt8]
    /// Their media type, which follows from the format and never from what a client said.
    public var mediaType: String

    /// The bytes of a dump in that format. Formats of JSON are also read where prose stands around it, and Maestro's may be a
    /// table: what does not begin as JSON does is handed out as text.
    init(_ bytes: [UInt8], format: DumpFormat) {
        self.bytes = bytes
        let json = "application/json"
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isText = format.mediaType == json && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
        mediaType = isText ? "text/plain; charset=utf-8" : format.mediaType
    }
}
