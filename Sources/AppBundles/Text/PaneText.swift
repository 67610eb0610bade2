/// A pane as plain text for a terminal: groups, rows with their controls, choices, footers.
public struct PaneText: Sendable {
    /// The columns that lines are broken at.
    public static let standardWidth = 80
    /// The most columns of the labels before the controls.
    private static let maximumLabel = 40

    private let width: Int
    private var lines: [String] = []

    /// The text of a pane without anybody's values, so that every row shows its default.
    ///
    /// - Parameters:
    ///   - heading: what stands over it, such as the app's name.
    ///   - width: the columns of the terminal.
    public static func text(of pane: SettingsPane, heading: String, width: Int = standardWidth) -> String {
        var text = PaneText(width: max(width, 40))
        text.add(pane, heading: heading)
        return text.lines.map { $0.trimmingTrailingSpaces + "\n" }.joined()
    }

    private init(width: Int) { self.width = width }

    private mutating func add(_ pane: SettingsPane, heading: String) {
        let title = shown(heading)
        lines.append(title)
        lines.append(String(repeating: "=", count: max(title.terminalWidth, 1)))
        let labels = pane.rows.map { shown($0.title).terminalWidth }
        let column = min(labels.max() ?? 0, Self.maximumLabel) + 2
        for group in pane.groups {
            lines.append("")
            if let title = group.title { lines.append(shown(title)) }
            for row in group.rows { add(row, column: column) }
            if let footer = group.footer { wrap(footer, indent: 4) }
        }
        if pane.groups.isEmpty { lines.append("(nothing is shown)") }
    }

    private mutating func add(_ row: SettingsRow, column: Int) {
        let value = RowValue(row, stored: nil)
        let label = shown(row.title)
        let padding = String(repeating: " ", count: max(column - label.terminalWidth, 2))
        lines.append("  " + label + padding + RowText.control(of: row, value))
        if let subtitle = row.presentation.subtitle(showing: value) { wrap(subtitle, indent: 4) }
        for (index, choice) in choices(of: row).enumerated() {
            let mark = index == value.selectedIndex ? "(•)" : "( )"
            lines.append("      \(mark) " + shown(choice.title))
        }
        if case .link(let link) = row.content {
            for line in link.lines { wrap("\(line.label): \(line.value)", indent: 6) }
        }
        if let condition = row.condition { lines.append("      [\(condition)]") }
    }

    /// The choices that are listed; those of a title row only say what its value is called.
    private func choices(of row: SettingsRow) -> [SettingsChoice] {
        if case .title = row.content { [] } else { row.choices }
    }

    /// Breaks text into lines at blanks; words longer than a line stay whole.
    private mutating func wrap(_ text: String, indent: Int) {
        let margin = String(repeating: " ", count: indent)
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = margin
            var isEmpty = true
            for word in paragraph.split(separator: " ").map({ shown(String($0)) }) {
                if !isEmpty, line.terminalWidth + 1 + word.terminalWidth > width {
                    lines.append(line)
                    (line, isEmpty) = (margin, true)
                }
                line += isEmpty ? word : " " + word
                isEmpty = false
            }
            lines.append(line)
        }
    }

    private func shown(_ text: String) -> String { text.terminalSafe }
}
