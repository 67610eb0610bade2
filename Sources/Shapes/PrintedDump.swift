import AutoLayout
package import Diagnostics
package import Drawing
package import DumpFormats
import JSON
package import Locators
package import ViewHierarchy

/// A dump read once, to be printed in one of the forms that the command line offers.
package struct PrintedDump: Sendable {
    private static let maximumRemarks = 1_000

    private let dump: Dump
    private let result: LayoutResult?

    private var tree: ViewTree { result?.tree ?? dump.tree }

    /// Reads a dump and, when a size is given, lays its first root out at that size.
    /// - Parameters:
    ///   - format: forces one format; nil detects it.
    ///   - parts: what is beside it: a table of texts, the nibs of a compiled storyboard.
    package init(
        of bytes: [UInt8],
        format: DumpFormat? = nil,
        parts: [DumpPart] = [],
        resizedTo size: Size? = nil,
        limits: DumpLimits = .standard
    ) throws(DumpError) {
        let dump = try DumpReader.read(bytes, format: format, parts: parts, limits: limits)
        self.dump = dump
        let root = dump.tree.firstScene ?? dump.tree.roots.first
        guard let size, let root else {
            result = nil
            return
        }
        let surroundings = Situation(size: size).surroundings(of: dump.tree.bounds(of: root).size)
        result = dump.tree.rearranged(root, in: surroundings)
    }

    /// What other reports say of the views, such as a log of constraints in the text of the dump.
    private var remarks: [Diagnostic] {
        dump.tree.diagnostics(limit: Self.maximumRemarks).filter { $0.code.hasPrefix("layout.") }
    }

    /// What was wrong, guessed or lost, a sentence each: what matters most first, what the format never says last.
    ///
    /// - Parameter verbose: Whether each thing that the format never says has a sentence, and not all of them one.
    package func notes(verbose: Bool = false) -> [String] {
        let sorted = SortedReport(dump.report + (result?.warnings ?? []) + remarks)
        return (sorted.findings + (verbose ? sorted.losses : sorted.foldedLosses)).map { note in
            let line = note.line.flatMap { note.message.contains("ine \($0)") ? nil : "line \($0): " } ?? ""
            let view = note.view.map { "view \($0): " } ?? ""
            return "\(note.severity.rawValue): \(line)\(view)\(note.message)"
        }
    }

    /// A line for each view, as `format=text` of the API.
    package var text: [UInt8] { Array(TreeText.text(of: tree).utf8) }

    /// The views as the API's list of all of them, with a line break at the end.
    package var json: [UInt8] {
        let views = ViewWriter(tree: tree, geometry: WindowGeometry(tree), notes: NotesByView(dump.report))
        return views.list(of: Array(tree.indices)) + [10]
    }

    /// What can be read and touched, in so many tokens.
    /// - Parameter name: What the screen is called where the dump says nothing.
    package func digest(tokens: Int, name: String) -> [UInt8] {
        let digest = ScreenDigest(ElementTree(dump, tree: tree))
        return Array(digest.page(tokens: tokens).text(title: digest.title(dump.name ?? name)).utf8)
    }

    /// The wireframe as SVG.
    package var wireframe: [UInt8] {
        Self.picture(of: tree, in: dump)
    }

    /// A dump as an SVG picture, in the style that suits it.
    /// - Parameters:
    ///   - appearance: The appearance of a screen; nil follows the reader's own.
    ///   - design: Whose controls a screen has; nil leaves that to what the dump shows.
    ///   - missing: The letters that the reader has no font for.
    package static func picture(
        of dump: Dump,
        appearance: Appearance?,
        design: SystemDesign? = nil,
        missing: LetterRanges = LetterRanges()
    ) -> [UInt8] {
        picture(of: dump.tree, in: dump, appearance, design, missing)
    }

    private static func picture(
        of tree: ViewTree,
        in dump: Dump,
        _ appearance: Appearance? = nil,
        _ design: SystemDesign? = nil,
        _ missing: LetterRanges = LetterRanges()
    ) -> [UInt8] {
        // Of scenes one is drawn: they would cover each other.
        var options = WireframeOptions(view: tree.firstScene.flatMap { tree.id(at: $0) }, title: dump.name)
        (options.device, options.design, options.missing) = (dump.device, design, missing)
        options.style = WireframeOptions.style(suiting: dump)
        options.appearance = appearance
        options.pictures = dump.embeddedPictures
        return Wireframe.svg(of: tree, options: options)
    }
}

extension WireframeOptions {
    /// The style in which a dump is drawn when nothing else is wanted: as a screen where it says anything about looks.
    package static func style(suiting dump: Dump) -> DrawingStyle {
        ScreenDrawing.saysLooks(dump.tree) || !dump.pictures.isEmpty ? .screen : .wireframe
    }
}

extension Dump {
    /// The most bytes of pictures that one SVG carries inside itself.
    private static let maximumEmbeddedBytes = 1_400_000

    /// The pictures of views as data URIs, in tree order as far as an SVG has room for them.
    package var embeddedPictures: [Int: String] {
        var room = Self.maximumEmbeddedBytes
        var embedded: [Int: String] = [:]
        for id in pictures.keys.sorted() {
            guard let picture = pictures[id], picture.count <= room else { continue }
            room -= picture.count
            embedded[id] = DumpWriter.dataURI(picture)
        }
        return embedded
    }
}

/// What locators find in a dump, and what tests could call its views, to be printed by the command line.
package struct PrintedLocators: Sendable {
    private let dump: Dump

    /// Takes a dump as it is.
    package init(_ dump: Dump) { self.dump = dump }

    /// The views that a locator finds, with what is worth knowing of them.
    ///
    /// - Parameter text: What the search field takes: words such as `id:total`, an XPath, a class chain, `predicate:` and a
    ///   predicate string.
    /// - Throws: ``LocatorError``.
    package func answer(_ text: String) throws(LocatorError) -> LocatorAnswer {
        let locator = Locator.typed(text)?.locator ?? Locator(.where, text)
        return try locator.answer(in: ElementTree(dump, shape: locator.shape(of: dump.tree)))
    }

    /// A line for each of some views, as `format=text` of the API.
    package func text(of views: [Int]) -> [UInt8] { Array(TreeText.text(of: dump.tree, indexes: views[...]).utf8) }

    /// The locators that a test could use for a view, the absolute XPath last: a line for each, with the name that Appium has
    /// for its dialect, how many elements it finds, and the locator.
    package func suggestions(for view: Int) -> [UInt8] {
        let tree = ElementTree(dump)
        let suggestions = tree.element(ofView: view).map(tree.allSuggestions) ?? []
        let lines = suggestions.map { suggestion in
            let name = suggestion.locator.strategy.appiumName
            let hits = suggestion.isFragile ? "fragile" : suggestion.isUnique ? "unique" : "\(suggestion.hits) hits"
            let text = suggestion.locator.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\(name)\t\(hits)\t\(text)\n"
        }
        return Array(lines.joined().utf8)
    }
}
