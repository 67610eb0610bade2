import Diagnostics
import Markup
import PastedText
import ViewHierarchy

/// Makes a tree of the elements of an XML document, each of which is a view with its frame on the screen.
///
/// What the document holds before a mistake is kept.
final class ElementMarkup: MarkupHandler {
    /// What the format says of a tag: its fields, or nil for one that only holds others.
    private let fields: (String, MarkupAttributes) -> ElementFields?
    private var source: MarkupSource
    private let limits: DumpLimits
    private(set) var elements: ElementAssembler
    /// Whether a wrapper, or the element of an app or a window, was the outermost one: what it holds has the screen's space.
    private var isWhole = false
    private var elision: Int?
    /// Of each open tag, whether it is an element.
    private var open: [Bool] = []
    private var depth = 0
    /// The element whose start tag was read last; what it holds before its first subelement belongs to it.
    private var pending: (fields: ElementFields, depth: Int, line: Int, text: String)?
    private var lostText: Int?
    private var line = 1
    private var failure: DumpError?

    init(_ source: MarkupSource, limits: DumpLimits, fields: @escaping (String, MarkupAttributes) -> ElementFields?) {
        self.source = source
        self.limits = limits
        self.fields = fields
        elements = ElementAssembler(limits: limits)
    }

    /// Reads the document.
    ///
    /// - Parameters:
    ///   - name: What errors call it; the name of the format unless another is given.
    ///   - general: What is said of the whole dump, once it is read.
    /// - Throws: When it holds no element, or breaks a limit.
    func read(
        _ facts: FormatFacts,
        as name: String? = nil,
        general: () -> [Diagnostic]
    ) throws(DumpError) -> Dump {
        let name = name ?? facts.format.name
        var error = source.isPiece ? nil : source.parse(maximumDepth: limits.maximumDepth, handler: self)
        flush()
        if failure == nil, source.isPiece || error?.code == .malformed {
            beginAnew()
            error = source.parse(maximumDepth: limits.maximumDepth, handler: self)
            flush()
        }
        if let failure { throw failure }
        if let error, error.code == .tooDeep { throw DumpError(.tooDeep, error.message, line: error.line) }
        if let error, case let count = elements.count, count > 0 {
            elements.assembler.report.add(.brokenXML, [error.message, "\(count)"], line: error.line)
        }
        let isPlaceless = elements.assembler.report.entries.count { $0.code == "missing.frame" } == elements.count
        if isPlaceless, elements.count > 1 {
            elements.assembler.report.replaceAll("missing.frame", with: Diagnostic(.noFrames, ["\(elements.count)"]))
        }
        if let elision { elements.assembler.report.add(.elided, line: elision) }
        if let lostText { elements.assembler.report.add(.skippedText, ["elements"], line: lostText) }
        return try elements.assembler.finish(
            facts,
            general: general() + source.notes,
            orThrow: error.map {
                DumpError(
                    .unreadable,
                    "The \(name) is not well formed before its first element: \($0.message).",
                    line: $0.line
                )
            } ?? DumpError(.unreadable, "The \(name) holds no element.", line: source.line(1))
        )
    }

    /// Reads all the pieces that there are in place of the document, which is none or not all of it.
    private func beginAnew() {
        source.mend()
        elements = ElementAssembler(limits: limits)
        (open, depth, lostText, isWhole, elision) = ([], 0, nil, false, nil)
    }

    func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
        flush()
        self.line = source.line(line)
        guard name != MarkupMending.wrapper || !source.isPiece || !open.isEmpty else {
            open.append(false)
            return true
        }
        let fields = self.fields(name, attributes)
        if fields == nil, depth == 0 { isWhole = true }
        open.append(fields != nil)
        if let fields {
            pending = (fields, depth, self.line, "")
            depth &+= 1
        }
        return failure == nil
    }

    func end(_ name: String) {
        flush()
        if open.popLast() == true { depth &-= 1 }
    }

    func text(_ text: String) {
        // What indents the next tag; blanks inside a text stay.
        guard pending?.text.isEmpty == false || !text.utf8.allSatisfy(\.isSpace) else { return }
        if text.utf8.count <= Self.longestElision, Self.elisions.contains(text.filter { !$0.isWhitespace }) {
            elision = elision ?? line
            return
        }
        guard let known = pending?.text.utf8.count else {
            if lostText == nil, text.contains(where: { !$0.isWhitespace }) { lostText = line }
            return
        }
        guard known < limits.maximumLineBytes else { return }
        pending?.text += text
    }

    /// The elements whose space is that of the screen.
    private static let screens = Set(["Application", "Window"].map(ElementType.className))
    private static let elisions: Set = ["...", "…", "[...]", "[…]"]
    /// As much text, blanks and ends of lines included, is looked at for such a mark.
    private static let longestElision = 400

    /// Adds the element that has been waiting for its text.
    private func flush() {
        guard failure == nil, var waiting = pending.take() else { return }
        let (depth, line) = (waiting.depth, waiting.line)
        if !waiting.text.isEmpty {
            let bytes = ByteText(Array(waiting.text.utf8))
            let words = bytes.string(bytes.trimmed(0..<min(bytes.count, limits.maximumLineBytes)))
            if !words.isEmpty { waiting.fields.keep("content", words) }
        }
        let element = waiting.fields.finished()
        do throws(DumpError) {
            let id = try elements.append(
                element.view,
                screenFrame: element.screenFrame,
                size: element.size,
                depth: depth,
                line: line,
                hasOwnSpace: !isWhole && !Self.screens.contains(element.view.className),
                place: "Line \(line)"
            )
            elements.assembler.reportUnreadable(element.unreadable, of: id, line: line)
        } catch {
            failure = error
        }
    }
}
