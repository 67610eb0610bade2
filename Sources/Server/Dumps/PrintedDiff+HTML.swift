import DumpFormats
import Inspection
import ViewHierarchy

/// The comparison as one file that a browser shows without any other: no script, nothing from a network.
extension PrintedDiff {
    /// Pictures of more views leave the rest out, so that a file can be opened.
    private static let maximumViews = 20_000

    /// Both screens with the views marked that differ, and the tree of changes.
    public var html: [UInt8] {
        let title = Self.escaped("\(names.former) → \(names.new)")
        var parts = [
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(title)</h1>
            <p class="summary">\(Self.escaped(diff.summary)) · tolerance \(NumberText.short(diff.tolerance)) points</p>
            """
        ]
        parts += warnings.map { "<p class=\"warning\">\(Self.escaped($0))</p>" }
        parts.append("<div class=\"screens\">")
        let gone = diff.changes.filter { $0.before != nil }.compactMap { $0.before.flatMap { diff.former.id(at: $0) } }
        let now = diff.changes.compactMap { $0.after.flatMap { diff.new.id(at: $0) } }
        parts.append(figure(of: former.tree, names.former, "Before", highlighting: gone, former.embeddedPictures, "a"))
        parts.append(figure(of: new.tree, names.new, "After", highlighting: now, new.embeddedPictures, "b"))
        parts.append("</div>\n<ul class=\"changes\">")
        for line in Self.lines(of: diff) { parts.append(Self.item(line)) }
        parts.append("</ul>\n</body>\n</html>\n")
        return Array(parts.joined(separator: "\n").utf8)
    }

    private func figure(
        of tree: ViewTree,
        _ name: String,
        _ title: String,
        highlighting views: [Int],
        _ pictures: [Int: String],
        _ prefix: String
    ) -> String {
        var options = WireframeOptions(
            view: tree.firstScene.flatMap { tree.id(at: $0) },
            highlighted: Set(views),
            maximumViews: Self.maximumViews,
            title: "\(title): \(name)",
            idPrefix: prefix
        )
        // As wireframes: their marks stand out, and they need no style sheet of their own.
        options.style = .wireframe
        options.pictures = pictures
        let svg = String(decoding: Wireframe.svg(of: tree, options: options), as: UTF8.self)
        let caption = "<figcaption>\(title): \(Self.escaped(name)) · \(tree.count) views</figcaption>"
        return "<figure>\(caption)\n\(svg)</figure>"
    }

    private static func item(_ line: Line) -> String {
        let kinds = line.change?.kinds ?? []
        let labels = kinds.map { "<b class=\"\($0.rawValue)\">\($0.rawValue)</b>" }.joined(separator: " ")
        let values = line.change.map { DiffWords.lines(of: $0) } ?? []
        let lines = values.map { words in
            "<p>\(escaped(words.name)) <del>\(escaped(words.before))</del> → <ins>\(escaped(words.after))</ins></p>"
        }
        let state = line.change == nil ? "context" : kinds == [.removed] ? "gone" : ""
        let depth = min(line.depth, 20)
        return
            "<li class=\"\(state)\" style=\"margin-left: \(depth * 14)px\"><span>\(escaped(line.name))</span> \(labels)"
            + lines.joined() + "</li>"
    }

    /// A text between tags or in quotes, byte by byte: a mark that combines with a bracket leaves it a bracket.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
            case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
            case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
            case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
            case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let style = """
        :root { color-scheme: light dark; font: 13px/1.45 system-ui, sans-serif; color: light-dark(#15181d, #eceef2); \
        background: light-dark(#fff, #1b1e25) }
        body { max-width: 1200px; margin: 24px auto; padding: 0 16px }
        h1 { font-size: 20px; overflow-wrap: anywhere }
        .warning { color: light-dark(#8a5200, #ffc56e) }
        .screens { display: flex; flex-wrap: wrap; gap: 24px }
        figure { flex: 1 1 300px; margin: 0; min-width: 0 }
        figcaption, .context { color: light-dark(#5b6370, #9ba3b1) }
        figure svg { width: 100%; height: auto; max-height: 80vh; background: #fff; border: 1px solid light-dark(#e1e4ea, #2c313b) }
        .changes { list-style: none; padding: 0 }
        .changes li { padding: 2px 0; overflow-wrap: anywhere }
        .changes p { margin: 0 0 0 14px; font-size: 12px }
        .gone span { text-decoration: line-through }
        b { padding: 0 5px; border-radius: 4px; font-size: 11px; font-weight: 500; border: 1px solid currentColor }
        .added { color: light-dark(#1b7a37, #30c258) } .removed, del { color: light-dark(#b3261e, #ff8f86) }
        .changed { color: light-dark(#0a60c4, #3b9bff) }
        .moved, .resized, .reparented, .reordered { color: light-dark(#7440d8, #a98bff) }
        del { text-decoration: none } ins { text-decoration: none; font-weight: 600 }
        """
}
