import Diagnostics
import DumpFormats
import Checks
import Drawing
import ViewHierarchy

/// The comparison as one file that a browser shows without any other: no script, nothing from a network.
extension PrintedDiff {
    /// Pictures of more views leave the rest out, so that a file can be opened.
    private static let maximumViews = 20_000

    /// Both screens with the views marked that differ, and the tree of changes.
    package var html: [UInt8] {
        var file = PrintedHTML(title: "\(names.former) → \(names.new)", style: Self.style)
        file.element("p class=\"summary\"", "\(diff.summary) · tolerance \(NumberText.short(diff.tolerance)) points")
        for warning in warnings { file.element("p class=\"warning\"", warning) }
        file.raw("<div class=\"screens\">\n")
        let gone = diff.changes.filter { $0.before != nil }.compactMap { $0.before.flatMap { diff.former.id(at: $0) } }
        let now = diff.changes.compactMap { $0.after.flatMap { diff.new.id(at: $0) } }
        add(former, names.former, "Before", highlighting: gone, "a", to: &file)
        add(new, names.new, "After", highlighting: now, "b", to: &file)
        file.raw("</div>\n<ul class=\"changes\">\n")
        for line in Self.lines(of: diff) { Self.add(line, to: &file) }
        file.raw("</ul>\n")
        return file.finished()
    }

    private func add(
        _ dump: Dump,
        _ name: String,
        _ title: String,
        highlighting views: [Int],
        _ prefix: String,
        to file: inout PrintedHTML
    ) {
        let tree = dump.tree
        var options = WireframeOptions(
            view: tree.firstScene.flatMap { tree.id(at: $0) },
            highlighted: Set(views),
            maximumViews: Self.maximumViews,
            title: "\(title): \(name)",
            idPrefix: prefix
        )
        // As wireframes: their marks stand out. They lie on paper, also where the page is dark.
        (options.style, options.appearance) = (.wireframe, .light)
        options.pictures = dump.embeddedPictures
        file.raw("<figure>")
        file.element("figcaption", "\(title): \(name) · \(tree.count) views")
        file.raw(Wireframe.svg(of: tree, options: options))
        file.raw("</figure>\n")
    }

    private static func add(_ line: Line, to file: inout PrintedHTML) {
        let kinds = line.change?.kinds ?? []
        let state = line.change == nil ? "context" : kinds == [.removed] ? "gone" : ""
        file.raw("<li class=\"\(state)\" style=\"margin-left: \(min(line.depth, 20) * 14)px\">")
        file.element("span", line.name)
        for kind in kinds { file.raw(" <b class=\"\(kind.rawValue)\">\(kind.rawValue)</b>") }
        for words in line.change.map({ DiffWords.lines(of: $0) }) ?? [] {
            file.raw("<p>")
            file.text(words.name + " ")
            file.element("del", words.before)
            file.raw(" → ")
            file.element("ins", words.after)
            file.raw("</p>")
        }
        file.raw("</li>\n")
    }

    private static let style = """
        .context { color: light-dark(#5b6370, #9ba3b1) }
        .changes { list-style: none; padding: 0 }
        .changes li { padding: 2px 0 }
        .changes p { margin: 0 0 0 14px; font-size: 12px }
        .gone span { text-decoration: line-through }
        .added { color: light-dark(#1b7a37, #30c258) } .removed, del { color: light-dark(#b3261e, #ff8f86) }
        .changed { color: light-dark(#0a60c4, #3b9bff) }
        .moved, .resized, .reparented, .reordered { color: light-dark(#7440d8, #a98bff) }
        del { text-decoration: none } ins { text-decoration: none; font-weight: 600 }
        """
}
