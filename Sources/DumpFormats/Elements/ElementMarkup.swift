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
    private let source: MarkupSource
    private let limits: DumpLimits
    private(set) var elements: ElementAssembler
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
        let error = source.parse(maximumDepth: limits.maximumDepth, handler: self)
        flush()
        if let failure { throw failure }
        if let error, error.code == .tooDeep { throw DumpError(.tooDeep, error.message, line: error.line) }
        if let error, case let count = elements.count, count > 0 {
            elements.assembler.report.add(.brokenXML, [error.message, "\(count)"], line: error.line)
        }
        if let lostText { elements.assembler.report.add(.skippedText, ["elements"], line: lostText) }
        return try elements.assembler.finish(
            facts,
            general: general(),
            orThrow: error.map {
                DumpError(
                    .unreadable,
                    "The \(name) is not well formed before its first element: \($0.message).",
                    line: $0.line
                )
            } ?? DumpError(.unreadable, "The \(name) holds no element.", line: source.line(1))
        )
    }

    func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
        flush()
        self.line = source.line(line)
        let fields = self.fields(name, attributes)
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
        guard let known = pending?.text.utf8.count else {
            if lostText == nil, text.contains(where: { !$0.isWhitespace }) { lostText = line }
            return
        }
        guard known < limits.maximumLineBytes else { return }
        pending?.text += text
    }

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
                place: "Line \(line)"
            )
            elements.assembler.reportUnreadable(element.unreadable, of: id, line: line)
        } catch {
            failure = error
        }
    }
}
