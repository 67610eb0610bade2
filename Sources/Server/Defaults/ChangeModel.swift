import Defaults
import PropertyList

/// What happened to keys, as pages show it: before and after, and inside text the words that differ.
enum ChangeModel {
    /// Longer lists end with how many more there are.
    static let mostChanges = 200
    private static let valueLength = 240

    /// One change.
    static func make(_ change: DefaultsChange, domain: String, hiding: Bool = false) -> TemplateModel {
        let kind = change.before == nil ? "added" : change.after == nil ? "removed" : "changed"
        var (before, after) = (change.before.map(parts), change.after.map(parts))
        if case .string(let old)? = change.before, case .string(let new)? = change.after {
            (before, after) = differing(old, new)
        }
        let hidden: TemplateModel = .list([["text": "••••••", "marked": false]])
        let types = [change.before?.typeName, change.after?.typeName].compactMap { $0 }
        let isRetyped = types.count == 2 && types.first != types.last
        return [
            "key": .text(change.key), "keyShown": .text(change.key.isEmpty ? "(empty key)" : change.key),
            "keyHref": .text(
                PageAddress(DomainQuery.path(of: domain)).adding("key", change.key).text + "#"
                    + DomainQuery.anchor(of: change.key)
            ),
            "change": .text(kind), "hasBefore": .flag(change.before != nil), "hasAfter": .flag(change.after != nil),
            "before": hiding ? hidden : .list(before ?? []), "after": hiding ? hidden : .list(after ?? []),
            "beforeType": isRetyped ? .optional(change.before?.typeName) : .absent,
            "afterType": isRetyped || types.count == 1
                ? .optional(change.after?.typeName ?? change.before?.typeName) : .absent,
        ]
    }

    /// Changes in groups: what comes, what changes, what goes.
    /// - Parameter secure: keys whose values show as bullets.
    static func sections(_ changes: [DefaultsChange], domain: String, hiding secure: Set<String> = []) -> TemplateModel
    {
        let groups = [
            ("Added", changes.filter { $0.before == nil }),
            ("Changed", changes.filter { $0.before != nil && $0.after != nil }),
            ("Removed", changes.filter { $0.after == nil }),
        ]
        return .list(
            groups.filter { !$0.1.isEmpty }.map { title, changes in
                [
                    "title": .text(title), "sectionCount": .number(changes.count),
                    "changes": .list(
                        changes.prefix(mostChanges).map {
                            make($0, domain: domain, hiding: secure.contains($0.key))
                        }
                    ),
                    "more": changes.count > mostChanges
                        ? .text("and \(changes.count - mostChanges) more keys") : .absent,
                ]
            }
        )
    }

    /// Changes in a few words.
    static func sentence(_ changes: [DefaultsChange]) -> String {
        guard changes.count == 1, let change = changes.first else { return "\(changes.count) keys changed" }
        let key = "“\(change.key.prefix(60))”"
        return change.before == nil ? "Added \(key)" : change.after == nil ? "Removed \(key)" : "Stored \(key)"
    }

    private static func parts(_ value: PropertyListValue) -> [TemplateModel] {
        [["text": .text(ValueText.line(value, limit: valueLength)), "marked": false]]
    }

    /// Two texts with what they begin and end with in common, by words.
    private static func differing(_ old: String, _ new: String) -> ([TemplateModel], [TemplateModel]) {
        guard old.utf8.count + new.utf8.count < 20_000 else { return (parts(.string(old)), parts(.string(new))) }
        let (olds, news) = (words(old), words(new))
        let start = zip(olds, news).prefix { $0 == $1 }.count
        let room = min(olds.count, news.count) - start
        let end = min(room, zip(olds.reversed(), news.reversed()).prefix { $0 == $1 }.count)
        func marked(_ words: [Substring]) -> [TemplateModel] {
            let head = words.prefix(start).joined()
            let middle = words.dropFirst(start).dropLast(end).joined()
            let tail = words.suffix(end).joined()
            let shownHead = head.count > 80 ? "…" + head.suffix(79) : head
            return [
                ["text": .text("“" + ValueText.visible(shownHead)), "marked": false],
                ["text": .text(ValueText.visible(cut(middle, valueLength))), "marked": true],
                ["text": .text(ValueText.visible(cut(tail, 80)) + "”"), "marked": false],
            ]
        }
        return (marked(olds), marked(news))
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        text.count > limit ? text.prefix(limit - 1) + "…" : text
    }

    /// Words and what is between them.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            let isWord = text[index].isLetter || text[index].isNumber
            if !isWord || next == text.endIndex || !(text[next].isLetter || text[next].isNumber) {
                words.append(text[start..<next])
                start = next
            }
            index = next
        }
        return words
    }
}
