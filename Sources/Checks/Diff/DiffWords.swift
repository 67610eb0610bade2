import Diagnostics
import ViewHierarchy

/// Changes in words, for pages, lines and reports.
public struct DiffWords: Sendable {
    /// Longer values are cut.
    private static let maximumText = 80

    /// The property or attribute: `frame`, `alpha`, `backgroundColor`.
    public let name: String
    /// What it was: `16, 20`, `1`, `“Stop”`; `not in the dump` where nobody said.
    public let before: String
    /// What it is.
    public let after: String

    /// `alpha 1 → 0.5`.
    public var text: String { "\(name) \(before) → \(after)" }

    /// What there is to say of a change, a line for each property; nothing for a view that is new or gone.
    public static func lines(of change: TreeDiff.Change) -> [DiffWords] {
        var lines: [DiffWords] = []
        let (one, other) = change.frames
        if change.kinds.contains(.moved) {
            let old = one.map { ViewPropertyValue.point($0.origin).words } ?? "nowhere"
            let now = other.map { ViewPropertyValue.point($0.origin).words } ?? "nowhere"
            lines.append(DiffWords(name: "position", before: old, after: now))
        }
        if change.kinds.contains(.resized), let one, let other {
            let (old, now) = (ViewPropertyValue.size(one.size).words, ViewPropertyValue.size(other.size).words)
            lines.append(DiffWords(name: "size", before: old, after: now))
        }
        return lines + change.properties.map(Self.init)
    }

    private init(name: String, before: String, after: String) {
        (self.name, self.before, self.after) = (name, before, after)
    }

    private init(_ change: TreeDiff.PropertyChange) {
        name = change.name == "bounds" ? "scrolled to" : change.name
        // Of what has a default nothing is known where it was not said; a text or an attribute is not there.
        let usual = change.isAttribute ? nil : ViewProperty.named(change.name)?.usual
        func words(_ value: ViewPropertyValue?) -> String {
            guard let value else { return usual == nil ? "none" : "not in the dump" }
            if case .text(let text) = value, change.isAttribute { return Self.short(text) }
            if case .text(let text) = value { return "“\(Self.short(text))”" }
            return value.words
        }
        before = words(change.before)
        after = words(change.after)
    }

    private static func short(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").terminalSafe
        return line.count > maximumText ? line.prefix(maximumText - 1) + "…" : line
    }
}

extension TreeDiff.Kind {
    /// The kind as a label: `Added`, `Moved`.
    public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The sign before a line about a view of which this is the main thing: `+`, `-`, `~`.
    public var sign: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .reparented, .reordered, .moved, .resized, .changed: "~"
        }
    }
}

extension TreeDiff {
    /// How many views of each kind there are, in words: `2 added, 1 removed`; `nothing differs`.
    public var summary: String {
        let parts = Kind.allCases.compactMap { kind in
            let count = count(kind)
            return count > 0 ? "\(count) \(kind.rawValue)" : nil
        }
        return parts.isEmpty ? "nothing differs" : parts.joined(separator: ", ")
    }
}
