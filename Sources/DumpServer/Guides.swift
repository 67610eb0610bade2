import Diagnostics
import HTTP
import Services
import Web

/// `/docs`: the guides, read as Markdown from the folder `docs`, where it lies beside the templates.
struct GuidePages: RouteGroup {
    /// What comes first; the others follow by their names.
    private static let order = [
        "tour", "getting-dumps", "formats", "screen", "auto-layout", "lint", "assertions", "locators", "uikit-rules",
        "live", "settings", "webdriver", "agents", "command-line", "ci", "api-tour", "configuration", "deployment",
    ]

    let services: Services

    func add(to router: inout Router) {
        guard let files = services.guides else { return }
        router.add(files.route)
        router.get("/docs", query: []) { request, _ in
            let names = files.paths.compactMap(Guide.name)
            let known = Self.order.filter(names.contains)
            let guides = (known + names.filter { !known.contains($0) }).compactMap { Guide($0, in: files) }
            return try services.pages.page(
                GuidesPage(guides: guides),
                title: "Guides · Vitrine",
                for: request,
                crumbs: [.init(name: "Help", address: "/help"), .init(name: "Guides")]
            )
        }
        router.get("/docs/{guide}", query: []) { request, parameters in
            let name = try parameters.required("guide")
            guard let guide = Guide(name, in: files) else { throw Problem.notFound("There is no guide “\(name)”.") }
            return try services.pages.page(
                guide,
                title: "\(guide.title) · Vitrine",
                for: request,
                crumbs: [
                    .init(name: "Help", address: "/help"), .init(name: "Guides", address: "/docs"),
                    .init(name: guide.title),
                ]
            )
        }
    }
}

/// All guides with their sections.
struct GuidesPage: Page {
    static let template = "pages/guides"

    let guides: [Guide]

    static let members: Members<Self> = ["guides": .list { $0.guides }]
}

/// One guide.
struct Guide: Page {
    static let template = "pages/guide"

    let title: String
    /// Its path.
    let address: String
    private let pieces: [MarkdownPiece]
    private let headings: [Heading]

    private struct Heading: PageModel {
        let words: String
        let address: String
        let level: Int

        static let members: Members<Self> = [
            "words": .text { $0.words }, "address": .text { $0.address }, "isChapter": .flag { $0.level == 2 },
        ]
    }

    static let members: Members<Self> = [
        "guideTitle": .text { $0.title }, "address": .text { $0.address }, "pieces": .list { $0.pieces },
        "headings": .list { $0.headings }, "chapters": .list { $0.headings.filter { $0.level == 2 } },
    ]

    /// The name of a guide in the addresses of pages; nil for a file that is none.
    static func name(_ path: String) -> String? {
        path.hasSuffix(".md") && !path.contains("/") ? String(path.dropLast(3)) : nil
    }

    /// Reads a guide; nil where there is none of that name.
    init?(_ name: String, in files: StaticFiles) {
        guard let bytes = files.contents(of: name + ".md") else { return nil }
        let address = "/docs/\(name.pathSegment)"
        let text = MarkdownText(String(decoding: bytes, as: UTF8.self)) {
            Self.link($0, in: files)
        } picture: { path in
            guard let bytes = files.contents(of: path) else { return nil }
            return (files.url(for: path), PictureFormat(detectedIn: bytes)?.pixels(in: bytes))
        }
        self.address = address
        title = text.headings.first?.words ?? name
        pieces = text.pieces
        headings = text.headings.filter { $0.level > 1 }.map {
            Heading(words: $0.words, address: "\(address)#\($0.id)", level: $0.level)
        }
    }

    /// Where a link of a guide leads on this server; nil for what is only beside the sources.
    private static func link(_ target: String, in files: StaticFiles) -> String? {
        if target.hasPrefix("#") || target.hasPrefix("https://") || target.hasPrefix("http://") { return target }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        if let name = parts.first.flatMap({ name(String($0)) }), files.contents(of: name + ".md") != nil {
            return "/docs/\(name.pathSegment)" + (parts.count > 1 ? "#\(parts[1])" : "")
        }
        let exporter = "../Public/exporter/"
        return target.hasPrefix(exporter) ? "/exporter/\(target.dropFirst(exporter.count))" : nil
    }
}

/// A piece of a page made of Markdown: a tag that opens or closes, a text, or a picture.
struct MarkdownPiece: PageModel {
    private enum Kind {
        case open(String), close(String), text(String), picture
    }

    private let kind: Kind
    private var id: String?
    private var target: String?
    private var words: String?
    private var size: (width: Int, height: Int)?

    static func open(_ tag: String, id: String? = nil, to target: String? = nil) -> Self {
        Self(kind: .open(tag), id: id, target: target)
    }
    static func close(_ tag: String) -> Self { Self(kind: .close(tag)) }
    static func text(_ text: some StringProtocol) -> Self { Self(kind: .text(String(text))) }
    static func picture(_ address: String, _ words: String, _ size: (width: Int, height: Int)?) -> Self {
        Self(kind: .picture, target: address, words: words, size: size)
    }

    static let members: Members<Self> = [
        "opens": .text { if case .open(let tag) = $0.kind { tag } else { nil } },
        "closes": .text { if case .close(let tag) = $0.kind { tag } else { nil } },
        "text": .text { if case .text(let text) = $0.kind { text } else { nil } },
        "isPicture": .flag { if case .picture = $0.kind { true } else { false } },
        "id": .text { $0.id }, "target": .text { $0.target }, "words": .text { $0.words },
        "width": .number { $0.size?.width }, "height": .number { $0.size?.height },
    ]
}

/// The Markdown that the guides are written in: headings, paragraphs, lists, tables, code, pictures, and in lines code, links,
/// bold and emphasis. Everything else is text.
struct MarkdownText {
    /// Lists in lists that are read as such.
    private static let maximumDepth = 6

    private(set) var pieces: [MarkdownPiece] = []
    private(set) var headings: [(words: String, id: String, level: Int)] = []
    private let link: (String) -> String?
    private let picture: (String) -> (address: String, size: (width: Int, height: Int)?)?

    /// Reads a text.
    /// - Parameters:
    ///   - link: where a link leads; nil leaves its words alone.
    ///   - picture: where a picture is, and its size in pixels; nil leaves it out.
    init(
        _ text: String,
        link: @escaping (String) -> String?,
        picture: @escaping (String) -> (address: String, size: (width: Int, height: Int)?)?
    ) {
        (self.link, self.picture) = (link, picture)
        read(text.split(separator: "\n", omittingEmptySubsequences: false)[...], depth: 0, isTight: false)
    }

    // MARK: Blocks

    private mutating func read(_ lines: ArraySlice<Substring>, depth: Int, isTight: Bool) {
        var rest = lines
        while let line = rest.first {
            if line.isBlank {
                rest.removeFirst()
            } else if line.hasPrefix("```") {
                rest.removeFirst()
                let code = rest.prefix { !$0.hasPrefix("```") }
                rest = rest.dropFirst(code.count + 1)
                add(code: code)
            } else if line.hasPrefix("    ") {
                var code = rest.prefix { $0.isBlank || $0.hasPrefix("    ") }
                rest = rest.dropFirst(code.count)
                while code.last?.isBlank == true { code.removeLast() }
                add(code: code.map { $0.dropFirst(4) }[...])
            } else if let level = Self.level(of: line) {
                rest.removeFirst()
                add(heading: line.dropFirst(level + 1), level)
            } else if line.hasPrefix("|"), rest.dropFirst().first?.hasPrefix("|-") == true {
                let rows = rest.prefix { $0.hasPrefix("|") }
                rest = rest.dropFirst(rows.count)
                add(table: rows)
            } else if let width = Self.marker(of: line), depth < Self.maximumDepth {
                rest = add(list: rest, marker: width, depth)
            } else {
                let text = [line] + rest.dropFirst().prefix { !Self.endsParagraph($0) }
                rest = rest.dropFirst(text.count)
                let words = text.map { $0.drop { $0 == " " } }.joined(separator: "\n")[...]
                if let picture = Self.picture(words) {
                    add(picture: picture)
                    continue
                }
                if !isTight { pieces.append(.open("p")) }
                add(line: words)
                if !isTight { pieces.append(.close("p")) }
            }
        }
    }

    private static func endsParagraph(_ line: Substring) -> Bool {
        line.isBlank || line.hasPrefix("```") || line.hasPrefix("- ") || line.hasPrefix("|") || level(of: line) != nil
    }

    private static func level(of line: Substring) -> Int? {
        let marks = line.prefix { $0 == "#" }.count
        return (1...4).contains(marks) && line.dropFirst(marks).first == " " ? marks : nil
    }

    /// How wide the mark of an item is: `- ` or `1. `.
    private static func marker(of line: Substring) -> Int? {
        if line.hasPrefix("- ") { return 2 }
        let digits = line.prefix { $0.isASCII && $0.isNumber }.count
        return (1...3).contains(digits) && line.dropFirst(digits).hasPrefix(". ") ? digits + 2 : nil
    }

    private mutating func add(code lines: ArraySlice<Substring>) {
        pieces += [.open("pre"), .open("code"), .text(lines.joined(separator: "\n")), .close("code"), .close("pre")]
    }

    private mutating func add(heading words: Substring, _ level: Int) {
        let plain = words.filter { $0 != "`" && $0 != "*" }
        var id = String(
            plain.lowercased().compactMap {
                $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil
            }
        )
        let twins = headings.count { $0.words == plain }
        if twins > 0 { id += "-\(twins)" }
        headings.append((plain, id, level))
        pieces.append(.open("h\(level)", id: id))
        add(line: words)
        pieces.append(.close("h\(level)"))
    }

    private mutating func add(list lines: ArraySlice<Substring>, marker: Int, _ depth: Int) -> ArraySlice<Substring> {
        let isNumbered = lines.first?.hasPrefix("- ") == false
        let tag = isNumbered ? "ol" : "ul"
        var rest = lines
        pieces.append(.open(tag))
        while let first = rest.first, let width = Self.marker(of: first), first.hasPrefix("- ") != isNumbered {
            let indent = String(repeating: " ", count: width)
            var more = rest.dropFirst().prefix { $0.isBlank || $0.hasPrefix(indent) }
            rest = rest.dropFirst(more.count + 1)
            while more.last?.isBlank == true { more.removeLast() }
            let item = [first.dropFirst(width)] + more.map { $0.dropFirst(min(width, $0.count)) }
            pieces.append(.open("li"))
            read(item[...], depth: depth + 1, isTight: !item.contains { $0.isBlank })
            pieces.append(.close("li"))
        }
        pieces.append(.close(tag))
        return rest
    }

    private mutating func add(table rows: ArraySlice<Substring>) {
        pieces.append(.open("table"))
        for (number, row) in rows.enumerated() where number != 1 {
            let cell = number == 0 ? "th" : "td"
            if number < 3 { pieces.append(.open(number == 0 ? "thead" : "tbody")) }
            pieces.append(.open("tr"))
            for text in Self.cells(of: row) {
                pieces.append(.open(cell))
                add(line: text[...])
                pieces.append(.close(cell))
            }
            pieces.append(.close("tr"))
            if number == 0 { pieces.append(.close("thead")) }
        }
        if rows.count > 2 { pieces.append(.close("tbody")) }
        pieces.append(.close("table"))
    }

    /// The cells of a row; a bar after a backslash is one of the text.
    private static func cells(of row: Substring) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in row.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        if cells.last?.allSatisfy(\.isWhitespace) == true { cells.removeLast() }
        return cells.map { $0.trimmingBlanks }
    }

    private static func picture(_ text: Substring) -> (path: String, words: String)? {
        if text.hasPrefix("!["), let middle = text.firstRange(of: "]("), let end = text.lastIndex(of: ")") {
            guard middle.upperBound <= end else { return nil }
            let words = String(text[..<middle.lowerBound].dropFirst(2))
            return (String(text[middle.upperBound..<end]), words.replacing("\n", with: " "))
        }
        guard text.hasPrefix("<img ") else { return nil }
        func attribute(_ name: String) -> String? {
            guard let start = text.firstRange(of: " \(name)=\"") else { return nil }
            return String(text[start.upperBound...].prefix { $0 != "\"" })
        }
        guard let path = attribute("src") else { return nil }
        return (path, attribute("alt") ?? "")
    }

    private mutating func add(picture found: (path: String, words: String)) {
        guard let (address, size) = picture(found.path) else { return }
        pieces += [.open("p"), .picture(address, found.words, size), .close("p")]
    }

    // MARK: Lines

    private mutating func add(line: Substring, isLinked: Bool = false) {
        var rest = line
        var plain = ""
        func end(_ mark: String, after text: Substring) -> (inside: Substring, rest: Substring)? {
            text.firstRange(of: mark).flatMap { found in
                found.lowerBound > text.startIndex ? (text[..<found.lowerBound], text[found.upperBound...]) : nil
            }
        }
        func flushed() -> [MarkdownPiece] {
            defer { plain = "" }
            return plain.isEmpty ? [] : [.text(plain)]
        }
        while let character = rest.first {
            let after = rest.dropFirst()
            switch character {
            case "`":
                let ticks = rest.prefix { $0 == "`" }
                guard let (code, next) = end(String(ticks), after: rest.dropFirst(ticks.count)) else { break }
                pieces += flushed() + [.open("code"), .text(code), .close("code")]
                rest = next
                continue
            case "[" where !isLinked:
                guard let (words, tail) = end("](", after: after), let (target, next) = end(")", after: tail) else {
                    break
                }
                pieces += flushed()
                let address = link(String(target.filter { !$0.isWhitespace }))
                if let address { pieces.append(.open("a", to: address)) }
                add(line: words, isLinked: true)
                if address != nil { pieces.append(.close("a")) }
                rest = next
                continue
            case "<":
                guard after.hasPrefix("http"), let (target, next) = end(">", after: after),
                    let address = link(String(target))
                else { break }
                pieces += flushed() + [.open("a", to: address), .text(target), .close("a")]
                rest = next
                continue
            case "*":
                let mark = after.first == "*" ? "**" : "*"
                let inner = rest.dropFirst(mark.count)
                guard inner.first?.isWhitespace == false, let (words, next) = end(mark, after: inner) else { break }
                let tag = mark.count == 2 ? "strong" : "em"
                pieces += flushed() + [.open(tag)]
                add(line: words, isLinked: isLinked)
                pieces.append(.close(tag))
                rest = next
                continue
            default: break
            }
            plain.append(character)
            rest = after
        }
        pieces += flushed()
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\r" } }
}
