import Diagnostics
import DumpFormats
package import JSON
package import Locators
package import ViewHierarchy

/// One screen in few words: what a person would see and can act on, in reading order, grouped as on the screen.
///
/// Containers that hold nothing to read or touch are left out. What lies in a cell or a button is told with it. Each item keeps
/// the id of its view, by which everything else can be asked for.
package struct ScreenDigest: Sendable {
    /// How much is told.
    package enum Detail: String, Sendable, CaseIterable {
        /// What is on the screen; long lists by their first rows.
        case outline
        /// All rows, frames, and what is out of sight.
        case full
    }

    /// A control or a text.
    package struct Item: Sendable {
        /// The index of its view.
        package let view: Int
        /// Its type in words, `button`; nil for a text and for a row.
        package let kind: String?
        /// Whether a person can act on it.
        package let isControl: Bool
        /// What stands on it, each text once.
        package internal(set) var words: [String]
        /// The accessibility identifier, where it is none of the words.
        package let identifier: String?
        /// `disabled`, `selected`, `on`, what is typed.
        package let states: [String]
        /// Where it is in its window; nil where that is not known.
        package let frame: Rect?
        /// The controls in it, however deep they lie.
        package internal(set) var parts: [Item] = []
    }

    /// Items that belong together.
    package struct Group: Sendable {
        /// What holds them, `list`; nil for what lies on the screen itself.
        package let kind: String?
        /// The index of the view that holds them.
        package let view: Int?
        /// What a bar or an alert is called, where no item says it.
        package internal(set) var title: String?
        /// The items in reading order: those of a list are its rows.
        package internal(set) var items: [Item]
        /// How many of the items stand side by side in each line.
        package internal(set) var lines: [Int] = []
        /// Whether the rows may be folded to the first and a count.
        package let folds: Bool
    }

    /// What is on the screen: alerts first, then from the top to the bottom.
    package private(set) var groups: [Group] = []
    /// How many controls and texts are hidden or out of sight; 0 where the detail shows them.
    package private(set) var outOfSight = 0
    /// The views.
    package let tree: ViewTree
    /// How much is told.
    package let detail: Detail

    /// Looks at a screen; linear in the number of views but for the touches of a dump of UIKit, which are tried one by one.
    ///
    /// - Parameters:
    ///   - root: The index of the view to begin with; nil takes all roots, of an interface file its first scene.
    package init(_ elements: ElementTree, root: Int? = nil, detail: Detail = .outline) {
        tree = elements.views
        self.detail = detail
        var reader = DigestReader(elements, detail)
        let root = root ?? tree.firstScene
        reader.read(root.map { tree.subtree(of: $0) } ?? tree.indices)
        outOfSight = reader.outOfSight
        groups = reader.groups()
    }
}

extension ScreenDigest {
    /// As much of a digest as fits into some tokens, to be written as text or as JSON.
    package struct Page: Sendable {
        fileprivate struct Part {
            var group: ScreenDigest.Group
            /// The items that are told, one line after the other.
            var lines: [[ScreenDigest.Item]]
            /// The rows that are not.
            var folded: ArraySlice<ScreenDigest.Item> = []
        }

        fileprivate var parts: [Part] = []
        fileprivate var measure: Measure
        private let digest: ScreenDigest
        /// The id of the last view that is told of, where more follows: the page after it begins behind this one.
        package private(set) var next: Int?

        /// How long rows and texts may get.
        fileprivate struct Measure {
            var rows: Int
            var words: Int
            var characters: Int
        }
    }

    /// The smallest and the largest number of tokens that a page can be asked to have, and what it has when nobody asks.
    package static let tokenBounds = 100...100_000
    package static let usualTokens = 1_500

    /// What stands over it: the name of the screen, its size, and for an interface file which of its scenes it is.
    package func title(_ name: String, root: Int? = nil) -> String {
        guard let root = root ?? tree.firstScene ?? tree.roots.first else { return name }
        let size = tree.bounds(of: root).size
        let scene = tree.firstScene == nil ? nil : tree.root(of: root).map { "scene \(tree.screenName(of: $0))" }
        let id = tree.id(at: root).map { "[\($0)]" }
        let extent = size == .zero ? nil : "\(NumberText.short(size.width))×\(NumberText.short(size.height))"
        return ([name] + [scene, id, extent].compactMap { $0 }).joined(separator: " ")
    }

    /// The part of the digest that fits.
    ///
    /// - Parameters:
    ///   - tokens: The most tokens of its text. Lists are folded further, and texts cut, before anything is left out.
    ///   - after: The id of the last view that the page before told of.
    package func page(tokens: Int = usualTokens, after: Int? = nil) -> Page { Page(self, tokens, after) }
}

extension ScreenDigest.Page {
    /// How many controls of one item stand in its line.
    private static let mostParts = 8

    private static let measures: [ScreenDigest.Detail: [Measure]] = [
        .outline: [
            Measure(rows: 5, words: 4, characters: 80), Measure(rows: 3, words: 3, characters: 50),
            Measure(rows: 2, words: 2, characters: 30),
        ],
        .full: [Measure(rows: .max, words: 12, characters: 2_000), Measure(rows: .max, words: 12, characters: 200)],
    ]

    fileprivate init(_ digest: ScreenDigest, _ tokens: Int, _ after: Int?) {
        self.digest = digest
        measure = Measure(rows: 1, words: 1, characters: 30)
        let measures = Self.measures[digest.detail] ?? []
        for (place, next) in measures.enumerated() {
            measure = next
            parts = []
            self.next = nil
            if fill(tokens, after, cuts: place == measures.count - 1) { return }
        }
    }

    /// Takes line after line; false where they do not fit and none may be cut.
    private mutating func fill(_ tokens: Int, _ after: Int?, cuts: Bool) -> Bool {
        // Room for the heading and for what says that there is more.
        var left = tokens - 60
        var isSkipping = after != nil
        for group in digest.groups {
            var part = Part(group: group, lines: [])
            var first = 0
            left -= heading(of: part).tokenCount
            for count in group.lines {
                let line = group.items[first..<first + count]
                defer { first += count }
                if isSkipping {
                    if line.contains(where: { digest.tree.id(at: $0.view) == after }) { isSkipping = false }
                    continue
                }
                if group.folds, group.lines.count > measure.rows, part.lines.count >= measure.rows {
                    part.folded = group.items[first...]
                    left -= 16
                    break
                }
                left -= text(of: Array(line), isInside: group.kind != nil).tokenCount + 1
                guard left < 0, !parts.isEmpty || !part.lines.isEmpty else {
                    part.lines.append(Array(line))
                    continue
                }
                guard cuts else { return false }
                if !part.lines.isEmpty { parts.append(part) }
                next = parts.last?.lines.last?.last.flatMap { digest.tree.id(at: $0.view) }
                return true
            }
            if !part.lines.isEmpty { parts.append(part) }
        }
        return true
    }
}

// MARK: Text

extension ScreenDigest.Page {
    /// The page as text, a line for what stands side by side. What the app says is in quotation marks, on one line.
    ///
    /// - Parameter title: What stands over it, where it is the first page.
    package func text(title: String) -> String {
        lines(title: title).map { $0.text + "\n" }.joined()
    }

    /// The same line by line, each with the id of the first view that it tells of; nil where it tells of none.
    package func lines(title: String) -> [(text: String, view: Int?)] {
        var lines: [(text: String, view: Int?)] = [(title, nil)]
        for part in parts {
            let heading = heading(of: part)
            let isInside = part.group.kind != nil
            let around = part.group.view.flatMap { digest.tree.id(at: $0) }
            let texts = part.lines.map {
                text(of: $0, isInside: isInside && (part.group.folds || part.group.lines.count > 1))
            }
            if isInside, part.group.lines.count == 1, !part.group.folds {
                lines.append(("\(heading) \(texts.joined(separator: " · "))", around))
            } else {
                if isInside { lines.append((heading, around)) }
                lines += zip(texts, part.lines).map { ($0, $1.first.flatMap { digest.tree.id(at: $0.view) }) }
            }
            if let first = part.folded.first, let last = part.folded.last {
                let text = "  … \(part.folded.count) more, \(id(first)) to \(id(last))"
                lines.append((text, digest.tree.id(at: first.view)))
            }
        }
        if let next { lines.append(("… more after \(next)", nil)) }
        if parts.isEmpty { lines.append(("Nothing to read or touch.", nil)) }
        if digest.outOfSight > 0 { lines.append(("Out of sight: \(digest.outOfSight) more.", nil)) }
        return lines
    }

    private func id(_ item: ScreenDigest.Item) -> String { "[\(digest.tree.id(at: item.view) ?? 0)]" }

    private func heading(of part: Part) -> String {
        guard let kind = part.group.kind else { return "" }
        let id = part.group.view.flatMap { digest.tree.id(at: $0) }.map { " [\($0)]" } ?? ""
        let rows = part.group.folds ? ", \(part.group.items.count)" : ""
        let title = part.group.title.map { " “\(cut($0))”" } ?? ""
        return "\(kind)\(id)\(title)\(rows):"
    }

    private func text(of line: [ScreenDigest.Item], isInside: Bool) -> String {
        (isInside ? "  " : "") + line.map { text(of: $0, besides: []) }.joined(separator: " · ")
    }

    private func text(of item: ScreenDigest.Item, besides said: [String]) -> String {
        var words: [String] = []
        if item.isControl || digest.detail == .full { words.append(id(item)) }
        if let kind = item.kind { words.append(kind) }
        let texts = item.words.filter { text in !said.contains { $0.contains(text) } }
        for text in texts.prefix(measure.words) { words.append("“\(cut(text))”") }
        if texts.count > measure.words { words.append("…") }
        if let identifier = item.identifier { words.append("#\(cut(identifier))") }
        words += item.states.map(cut)
        if digest.detail == .full, let frame = item.frame.flatMap(WholeRect.init(around:)) {
            words.append("at \(frame.x),\(frame.y) \(frame.width)×\(frame.height)")
        }
        var parts = item.parts.prefix(Self.mostParts).map { text(of: $0, besides: item.words) }
        if item.parts.count > parts.count { parts.append("… \(item.parts.count - parts.count) more in \(id(item))") }
        return ([words.joined(separator: " ")] + parts).joined(separator: " · ")
    }

    private func cut(_ text: String) -> String { text.onOneLine(atMost: measure.characters) }
}

// MARK: JSON

extension JSONWriter {
    /// The same as members of an object: `groups`, each with its `items` and the ids of rows that are `folded`, `outOfSight`,
    /// `next`.
    package mutating func members(of page: ScreenDigest.Page) { page.write(to: &self) }
}

extension ScreenDigest.Page {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("detail", digest.detail.rawValue)
        writer.list("groups", parts) { writer, part in
            writer.member("kind", part.group.kind)
            writer.member("view", part.group.view.flatMap { digest.tree.id(at: $0) })
            writer.member("title", part.group.title.map(cut))
            writer.member("total", part.group.items.count)
            writer.list("items", part.lines.flatMap { $0 }) { writer, item in
                write(item, to: &writer)
                writer.list("parts", item.parts) { writer, part in write(part, to: &writer) }
            }
            writer.member("folded", part.folded.flatMap { [$0] + $0.parts }.compactMap { digest.tree.id(at: $0.view) })
        }
        writer.member("outOfSight", digest.outOfSight)
        writer.member("next", next)
    }

    private func write(_ item: ScreenDigest.Item, to writer: inout JSONWriter) {
        writer.member("view", digest.tree.id(at: item.view))
        writer.member("kind", item.kind)
        writer.member("control", item.isControl)
        writer.member("words", item.words.prefix(measure.words).map(cut))
        writer.member("identifier", item.identifier)
        writer.member("states", item.states.map(cut))
        if let frame = item.frame { writer.member("frame", frame) }
    }
}
