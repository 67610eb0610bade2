import Diagnostics
import ViewHierarchy

/// The text of XCUITest's `debugDescription`, of elements and of queries.
enum XCUITestFormat: FormatReader {
    static var format: DumpFormat { .xcuitest }

    /// What only this format has, the likelier first.
    private static var headers: [StaticString] { ["Element subtree:", "Attributes: ", "\u{2192}Application, "] }
    /// What queries print, and elements that were not found.
    private static var chains: [StaticString] { ["Query chain:", "Find: "] }

    static func signs(in input: DumpInput) -> FormatSigns {
        if input.has("Element subtree:") { return FormatSigns(.certain, "It has the heading Element subtree:.") }
        if input.has("\u{2192}Application, ") || input.has("\\u2192Application, ") {
            return FormatSigns(.certain, "It has the line \u{2192}Application of an element.")
        }
        if input.has("Query chain:") || (input.has("Find: ") && input.has("Output: {")) {
            return FormatSigns(.certain, "It has the results of a query.")
        }
        if input.has(", 0x"), input.has(", {{") { return FormatSigns(.possible, "It may be lines of elements.") }
        return FormatSigns(.none, "It has neither the heading Element subtree: nor the results of a query.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let carried = text(of: input)
        var reader = DebugDescriptionReader(carried.text, limits: input.limits)
        do throws(DumpError) {
            try reader.read()
        } catch {
            throw .broken(error)
        }
        guard reader.elements.count > 0 else { throw misfit(reader) }
        let tree = reader.elements.assembler.build()
        var dump = Dump(format: format, tree: tree)
        dump.app = reader.bundleID
        dump.device = reader.screen.map { DumpDevice(width: $0.width, height: $0.height) }
        var general = ElementLosses(own: losses(reader), kept: ["addresses"]).entries
        if let note = carried.note { general.append(Diagnostic(.info, "decoded.text", note)) }
        if let hint = ElementLosses.truncation(atDepth: tree.maximumDepth) { general.append(hint) }
        dump.report = reader.elements.assembler.report.finished(general: general)
        return dump
    }

    /// The text without the string that carries it.
    private static func text(of input: DumpInput) -> (text: ByteText, note: String?) {
        if let carried = input.carried(headers) ?? input.carried(chains) {
            // A string whose quotation marks were left behind.
            guard carried.note == nil,
                carried.text.firstIndex(of: "\\nElement subtree:", in: 0..<carried.text.count) != nil
            else { return (carried.text, carried.note) }
            let note = "The dump was escaped as a string (\\n); line numbers are those of the text without the escapes."
            return (StringLiteral(carried.text, from: 0, closing: nil).text, note)
        }
        return (input.text, input.decoded.note)
    }

    private static func misfit(_ reader: DebugDescriptionReader) -> Misfit {
        let example = "Button, 0x600000a0, {{18.0, 710.0}, {357.0, 49.3}}, label: 'Save'"
        if let line = reader.subtreeLine {
            let message = "No line below the heading Element subtree: is that of an element, such as \(example)."
            return .broken(DumpError(.unreadable, message, line: line))
        }
        if let line = reader.chainLine {
            let message =
                "The debugDescription has a query chain and no element subtree: XCUITest could not look into the app, which did not "
                + "answer, had crashed or had ended. Print it again while the app runs and is idle."
            return .broken(DumpError(.unreadable, message, line: line))
        }
        if let line = reader.outputLine {
            return .broken(DumpError(.unreadable, "The query found no element.", line: line))
        }
        return .other(reason: "No line is that of an element, such as \(example).", line: 1)
    }

    private static func losses(_ reader: DebugDescriptionReader) -> [(what: String, sentence: String)] {
        [
            (
                "state",
                "Whether elements are visible or accessible is not printed; enabled, selected and focused are only printed where they are "
                    + "not usual, as Disabled, Selected and Focused."
            ),
            ("roundedFrames", "Frames are printed with one decimal place."),
        ]
    }
}
