import Diagnostics

/// A file of HTML that a browser shows without any other: no script, nothing from a network.
///
///     var file = PrintedHTML(title: "Stopwatch", style: "")
///     file.element("p", "3 views")
///     let bytes = file.finished()
struct PrintedHTML {
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
