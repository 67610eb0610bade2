import Checks
import Diagnostics
import Drawing
import DumpFormats
import ViewHierarchy

/// A file of HTML that a browser shows without any other: no script, nothing from a network.
///
///     var file = PrintedHTML(title: "Stopwatch", style: "")
///     file.element("p", "3 views")
///     let bytes = file.finished()
package struct PrintedHTML {
    package private(set) var bytes: [UInt8] = []

    /// Begins a file.
    /// - Parameter style: rules of its own, after those that all such files have.
    package init(title: String, style: String) {
        raw(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <title>
            """
        )
        text(title)
        raw("</title>\n<style>\n\(Self.style)\n\(style)\n</style>\n</head>\n<body>\n")
        element("h1", title)
    }

    /// Adds markup written by the program itself.
    package mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Adds markup written by the program itself.
    package mutating func raw(_ markup: [UInt8]) { bytes.append(contentsOf: markup) }

    /// Adds text between tags or in quotes, byte by byte: a mark that combines with a bracket leaves it a bracket.
    package mutating func text(_ text: String) { text.appendMarkup(to: &bytes, blanks: .kept) }

    /// Adds a whole element with nothing but text in it.
    /// - Parameter name: with its attributes, as written by the program itself: `p class="note"`.
    package mutating func element(_ name: String, _ text: String) {
        raw("<\(name)>")
        self.text(text)
        raw("</\(name.prefix { $0 != " " })>\n")
    }

    /// Ends the file.
    package consuming func finished() -> [UInt8] {
        raw("</body>\n</html>\n")
        return bytes
    }

    /// Both appearances, paper, and screens as narrow as those of phones.
    private static let style = """
        :root { color-scheme: light dark; font: 13px/1.45 system-ui, sans-serif; color: light-dark(#15181d, #eceef2); \
        background: light-dark(#fff, #1b1e25); -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
        body { max-width: 1200px; margin: 24px auto; padding: 0 16px; overflow-wrap: anywhere }
        h1 { font-size: 20px }
        a { color: light-dark(#0a60c4, #6db3ff) }
        .screens { display: flex; flex-wrap: wrap; gap: 24px }
        figure { flex: 1 1 300px; margin: 0; min-width: 0 }
        figcaption, .dim { color: light-dark(#5b6370, #9ba3b1) }
        figure svg { display: block; width: auto; height: auto; max-width: 100%; max-height: 80vh; background: #fff; border: 1px solid light-dark(#e1e4ea, #2c313b) }
        b { padding: 0 5px; border-radius: 4px; font-size: 11px; font-weight: 500; border: 1px solid currentColor }
        .warning { color: light-dark(#8a5200, #ffc56e) }
        @media print { :root { color-scheme: light } body { margin: 0; max-width: none } figure svg { max-height: 16cm } }
        """
}

/// The comparison as one file that a browser shows without any other: no script, nothing from a network.
extension PrintedDiff {
    /// Pictures of more views leave the rest out, so that a file can be opened.
    private static let maximumViews = 20_000
    /// So many scenes are shown side by side.
    private static let maximumScenes = 12

    /// Both screens with the views marked that differ, and the tree of changes.
    package var html: [UInt8] {
        var file = PrintedHTML(title: "\(names.former) → \(names.new)", style: Self.style)
        file.element("p class=\"summary\"", "\(diff.summary) · tolerance \(NumberText.told(diff.tolerance)) points")
        for warning in warnings { file.element("p class=\"warning\"", warning) }
        let ties = diff.constraints.flatMap(\.views)
        let gone = diff.changes.compactMap { $0.before.flatMap(diff.former.id) } + ties.compactMap(\.before)
        let now = diff.changes.compactMap { $0.after.flatMap(diff.new.id) } + ties.compactMap(\.after)
        let scenes = scenes
        let changed = scenes.filter { $0.isChanged || !$0.new.isEmpty || !$0.gone.isEmpty }.prefix(Self.maximumScenes)
        for (number, scene) in changed.enumerated() where scenes.count > 1 {
            file.element("h2", scene.name)
            file.raw("<div class=\"screens\">\n")
            if let root = scene.before { add(former, names.former, "Before", gone, "a\(number)", root, to: &file) }
            if let root = scene.after { add(new, names.new, "After", now, "b\(number)", root, to: &file) }
            file.raw("</div>\n")
            for finding in scene.new { file.element("p", "New: \(finding.message)") }
            for finding in scene.gone { file.element("p", "Gone: \(finding.message)") }
        }
        if changed.isEmpty || scenes.count < 2 {
            file.raw("<div class=\"screens\">\n")
            add(former, names.former, "Before", gone, "a", diff.former.firstScene, to: &file)
            add(new, names.new, "After", now, "b", diff.new.firstScene, to: &file)
            file.raw("</div>\n")
        }
        file.raw("<ul class=\"changes\">\n")
        for line in Self.lines(of: diff) { Self.add(line, to: &file) }
        for constraint in diff.constraints {
            let (name, change) = ("constraint \(constraint.sentence)", constraint.change)
            Self.add(name, constraint.kind, change.map { [("", $0)] } ?? [], to: &file)
        }
        for object in diff.objects {
            let lines = DiffWords.lines(of: object).map { ("\($0.name) \($0.before)", $0.after) }
            Self.add(object.name, object.kind, lines, to: &file)
        }
        file.raw("</ul>\n")
        if let words = diff.rewrittenWords { file.element("p class=\"context\"", words) }
        return file.finished()
    }

    /// What is no view: its name, what became of it, and what it was and is.
    private static func add(
        _ name: String,
        _ kind: TreeDiff.ConstraintDifference.Kind,
        _ lines: [(before: String, after: String)],
        to file: inout PrintedHTML
    ) {
        file.raw("<li class=\"\(kind == .removed ? "gone" : "")\">")
        file.element("span", name)
        file.raw(" <b class=\"\(kind.rawValue)\">\(kind.rawValue)</b>")
        for (before, after) in lines {
            file.raw("<p>")
            file.text(before)
            file.raw(" → ")
            file.element("ins", after)
            file.raw("</p>")
        }
        file.raw("</li>\n")
    }

    private func add(
        _ dump: Dump,
        _ name: String,
        _ title: String,
        _ highlighted: [Int],
        _ prefix: String,
        _ scene: Int?,
        to file: inout PrintedHTML
    ) {
        let tree = dump.tree
        var options = WireframeOptions(
            view: scene.flatMap(tree.id),
            highlighted: Set(highlighted),
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
