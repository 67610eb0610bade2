package import AutoLayout
package import Diagnostics
package import DumpFormats
package import JSON
package import ViewHierarchy

/// The conflicts of a constraint log, explained, to be printed in the forms that the command line and the API offer.
package struct ConflictReport: Sendable {
    /// The most entries of the report.
    private static let maximumNotes = 100

    /// The conflicts, each once.
    package let conflicts: [ConflictExplanation]
    /// How many the log has, those that came again too.
    package let total: Int
    /// What could not be read, or was left out.
    package let report: [Diagnostic]

    /// Reads a log, and a dump of the same run where one stands in the same text.
    ///
    /// - Throws: ``DumpError`` when the text holds no constraint of a log, or breaks a limit.
    package init(reading bytes: [UInt8]) throws(DumpError) { try self.init(reading: bytes, dump: Self.dump(bytes)) }

    /// Reads a log.
    ///
    /// - Parameter dump: The views of the same run; nil knows of none.
    /// - Throws: ``DumpError`` when the text holds no constraint of a log, or breaks a limit.
    package init(reading bytes: [UInt8], dump: Dump?) throws(DumpError) {
        let logged: [LoggedConflict]
        do throws(DumpError) { logged = try CompanionReader.read(bytes).conflicts } catch {
            guard error.code == .unreadable else { throw error }
            logged = []
        }
        guard !logged.isEmpty else {
            throw DumpError(
                .unreadable,
                "This is no log of a constraint conflict: no line has a constraint, such as "
                    + "<NSLayoutConstraint:0x600000c01 UIView:0x7fa803.width == 100   (active)>."
            )
        }
        total = logged.count
        conflicts = ConflictExplanation.all(of: logged, in: dump?.tree)
        report = Self.notes(conflicts, total)
    }

    /// The dump around the log; nil for a log alone.
    private static func dump(_ bytes: [UInt8]) -> Dump? {
        do throws(DumpError) { return try DumpReader.read(bytes) } catch { return nil }
    }

    private static func notes(_ conflicts: [ConflictExplanation], _ total: Int) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        for constraint in conflicts.flatMap(\.constraints) where constraint.logged.equation == nil {
            guard notes.count < maximumNotes else { break }
            let message = "This constraint cannot be read as an equation: “\(constraint.logged.text.prefix(200))”."
            notes.append(Diagnostic(.info, "unreadable.constraint", message, line: constraint.logged.line))
        }
        let told = conflicts.reduce(0) { $0 + $1.count }
        if told < total {
            let most = "\(ConflictExplanation.maximumConflicts) with \(ConflictExplanation.maximumInAll) constraints"
            let message = "\((total - told).counted("more conflict")) not explained; at most \(most) are."
            notes.append(Diagnostic(.warning, "limit.maximumConflicts", message))
        }
        return notes
    }

    /// What was lost or could not be read, a sentence each.
    package var notes: [String] {
        report.map { "\($0.severity.rawValue): \($0.line.map { "line \($0): " } ?? "")\($0.message)" }
    }

    // MARK: Text

    /// The conflicts for a terminal.
    package var text: [UInt8] {
        let parts = conflicts.enumerated().map { number, conflict in
            let isOne = conflicts.count == 1
            let kind = conflict.isConflict ? "Conflict" : "List"
            let title = isOne ? [] : ["\(kind) \(number + 1) of \(conflicts.count)\(conflict.times)", ""]
            return (title + conflict.lines(timesTold: !isOne)).joined(separator: "\n")
        }
        return Array((parts.joined(separator: "\n\n\n") + "\n").utf8)
    }

    // MARK: JSON

    /// The conflicts as the API has them, with a line break at the end.
    package var json: [UInt8] { JSONWriter.object { $0.members(of: self) } + [10] }

    // MARK: HTML

    /// The conflicts as one page that shows itself without any other file.
    package func html(title: String) -> [UInt8] {
        var html = PrintedHTML(title: title, style: ConflictDrawing.style + Self.style)
        for conflict in conflicts {
            html.raw("<section>\n")
            html.element("h2", conflict.sentence)
            if !conflict.times.isEmpty { html.element("p class=\"dim\"", String(conflict.times.dropFirst(2))) }
            if let drawing = ConflictDrawing(conflict) { html.raw(drawing.svg(titled: conflict.sentence)) }
            html.raw("<ul>\n")
            for constraint in conflict.constraints {
                html.element(constraint.isBroken ? "li class=\"broken\"" : "li", constraint.line)
            }
            html.raw("</ul>\n<ol>\n")
            for advice in conflict.advice { html.element("li", advice.text + (advice.code.map { " \($0)" } ?? "")) }
            html.raw("</ol>\n<p class=\"dim\">")
            html.text(conflict.outline.joined(separator: "\n"))
            html.raw("</p>\n</section>\n")
        }
        for note in notes { html.element("p class=\"dim\"", note) }
        return html.finished()
    }

    private static let style = """

        section { margin: 0 0 32px; padding: 16px; border: 1px solid light-dark(#e1e4ea, #2c313b); border-radius: 6px }
        h2 { margin: 0 0 8px; font-size: 15px; font-weight: 600 }
        p { white-space: pre-wrap }
        .broken { color: light-dark(#a8201a, #ff8a80) }
        """
}

extension ConflictExplanation {
    /// How often it came: `, 3 times (lines 1, 40, 80)`; empty for once.
    package var times: String {
        guard count > 1 else { return "" }
        let places = lines.prefix(5).map(String.init).joined(separator: ", ")
        return ", \(count) times (lines \(places)\(lines.count > 5 ? ", …" : ""))"
    }

    /// The views, indented by who is in whom.
    package var outline: [String] {
        var lines: [String] = []
        func add(_ item: Int, _ depth: Int) {
            lines.append(String(repeating: "  ", count: min(depth, 40)) + items[item].name)
            for inner in items.indices where items[inner].superview == item { add(inner, depth + 1) }
        }
        for item in items.indices where items[item].superview == nil { add(item, 0) }
        return lines
    }

    fileprivate func lines(timesTold: Bool) -> [String] {
        var all = [sentence]
        if !timesTold, count > 1 { all.append("It came \(times.dropFirst(2)).") }
        all += ["", "Views"] + outline.map { "  \($0)" } + ["", "Constraints"]
        all += constraints.map { "\($0.isBroken ? "✗" : $0.takesPart == false ? " " : "•") \($0.line)" }
        guard !advice.isEmpty else { return all }
        return all + ["", "What to change"]
            + advice.enumerated().flatMap { number, advice in
                ["\(number + 1). \(advice.text)"] + (advice.code.map { ["   \($0)"] } ?? [])
            }
    }
}

extension ConflictExplanation.Constraint {
    /// The constraint, whose it is, and what became of it.
    fileprivate var line: String {
        var text = words
        if let origin = origin.words { text += " (\(origin))" }
        if isBroken { text += " – UIKit broke this one" }
        if takesPart == false { text += " – not needed for the conflict" }
        return text
    }
}

extension JSONWriter {
    /// The members of explained conflicts.
    package mutating func members(of report: ConflictReport) {
        list("conflicts", report.conflicts) { $0.members(of: $1) }
        member("total", report.total)
        member("report", report.report)
    }

    private mutating func members(of conflict: ConflictExplanation) {
        member("text", conflict.sentence)
        member("count", conflict.count)
        member("lines", conflict.lines)
        list("views", conflict.items) { writer, item in
            writer.member("name", item.name)
            writer.member("class", item.logged.className.isEmpty ? nil : item.logged.className)
            writer.member("address", item.logged.address.map { "0x" + String($0, radix: 16) })
            writer.member("identifier", item.logged.isGuide ? item.logged.text : item.logged.name)
            writer.member("text", item.logged.isGuide ? nil : item.logged.text)
            writer.member("guide", item.logged.isGuide)
            writer.member("superview", item.superview)
            writer.member("view", item.view)
        }
        list("constraints", conflict.constraints) { writer, constraint in
            writer.member("text", constraint.logged.text)
            writer.member("words", constraint.words)
            writer.member("address", "0x" + String(constraint.logged.constraint.address, radix: 16))
            writer.member("identifier", constraint.logged.identifier)
            writer.member("origin", constraint.origin.rawValue)
            writer.member("priority", constraint.logged.priority)
            writer.member("views", constraint.items)
            writer.member("broken", constraint.isBroken)
            writer.key("takesPart")
            writer.bool(constraint.takesPart)
            writer.member("line", constraint.logged.line)
        }
        key("arithmetic")
        if let arithmetic = conflict.arithmetic { write(arithmetic) } else { null() }
        list("advice", conflict.advice) { writer, advice in
            writer.member("text", advice.text)
            writer.member("constraint", advice.constraint)
            writer.member("code", advice.code)
        }
    }

    private mutating func write(_ arithmetic: ConflictArithmetic) {
        beginObject()
        member("axis", arithmetic.isHorizontal ? "horizontal" : "vertical")
        member("text", arithmetic.text)
        member("needed", arithmetic.neededTotal)
        member("available", arithmetic.availableTotal)
        member("pair", arithmetic.isPair)
        member("container", arithmetic.container)
        let sides = arithmetic.needed.map { ($0, "needed") } + arithmetic.available.map { ($0, "available") }
        list("terms", sides) { writer, entry in
            let (term, side) = entry
            writer.member("value", term.value)
            writer.member("factor", term.factor)
            writer.member("relation", term.relation.rawValue)
            writer.member("kind", term.kind.rawValue)
            writer.member("side", side)
            writer.member("constraint", term.constraint)
            writer.member("view", term.item)
        }
        endObject()
    }
}
