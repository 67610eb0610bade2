import Diagnostics
import PropertyList
import ViewHierarchy

/// Interfaces in another language: the texts of a strings table in place of those in the file.
///
/// Xcode keeps an interface once, in `Base.lproj`, and for each language a table of the same name, whose keys are the
/// objects' names and the properties: `"a1B-2c-D3e.text" = "Eier";`. The keys that are read of xibs and storyboards:
/// `text`, `placeholder`, `title`, `normalTitle` and the titles of other states, `segmentTitles[0]`, `headerTitle`,
/// `footerTitle`, `accessibilityLabel`. A compiled nib has the key of every such text in it.
///
/// A table is a part beside the dump, named ``partName`` or by a file that ends with `.strings`.
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

    /// - Throws: ``DumpError`` when the table cannot be read: an interface in another language than asked for is no help.
    init(beside input: DumpInput) throws(DumpError) {
        let parts = input.parts
        place = parts.place(named: LocalizedInterface.partName) ?? parts.places(endingWith: ".strings").first
        guard let place, let bytes = parts.bytes(at: place) else { return }
        title = DumpParts.shown(parts.title(at: place) ?? LocalizedInterface.partName)
        let list: PropertyListValue
        do {
            list = try PropertyListReader.read(bytes, limits: PropertyListLimits())
        } catch {
            throw DumpError(
                .unreadable,
                "The table of texts \(title) cannot be read: \(error.message)",
                line: error.line
            )
        }
        guard let entries = list.dictionaryValue else {
            throw DumpError(.unreadable, "The table of texts \(title) holds no pairs of key and text.")
        }
        texts = entries.compactMapValues(\.stringValue)
    }

    /// The dump with a word on whose texts it has.
    func noted(in dump: Dump) -> Dump {
        guard let place else { return dump }
        var dump = dump
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
