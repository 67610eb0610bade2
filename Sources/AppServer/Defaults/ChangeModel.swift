import Defaults
import HTTP
import PropertyList
import Services
import Web

/// What happened to a key, as pages show it: before and after, and inside text the words that differ.
struct ChangeModel: PageModel {
    /// A piece of a value.
    struct Piece: PageModel {
        var text: String
        /// Whether the other side has other words here.
        var isMarked = false

        static let members: Members<Self> = ["text": .text { $0.text }, "marked": .flag { $0.isMarked }]
    }

    private static let valueLength = 240

    let change: DefaultsChange
    let domain: String
    private var before: [Piece]
    private var after: [Piece]

    static let members: Members<Self> = [
        "key": .text { $0.change.key }, "keyParts": .pieces { $0.change.key },
        "keyHref": .text { DomainQuery.address(of: $0.change.key, in: $0.domain) },
        "change": .text { $0.change.kind.rawValue },
        "hasBefore": .flag { $0.change.before != nil }, "hasAfter": .flag { $0.change.after != nil },
        "before": .list { $0.before }, "after": .list { $0.after },
        "beforeType": .text { $0.isRetyped ? $0.change.before?.typeName : nil },
        "afterType": .text { change in
            let isAlone = change.change.kind != .changed
            guard change.isRetyped || isAlone else { return nil }
            return (change.change.after ?? change.change.before)?.typeName
        },
    ]

    /// - Parameter hides: whether the values show as bullets.
    init(_ change: DefaultsChange, domain: String, hides: Bool = false) {
        self.change = change
        self.domain = domain
        if hides {
            (before, after) = ([Piece(text: ValueText.hidden)], [Piece(text: ValueText.hidden)])
        } else if case .string(let old)? = change.before, case .string(let new)? = change.after {
            (before, after) = Self.differing(old, new)
        } else if let (old, new) = Self.decoded(change.before, change.after) {
            (before, after) = (old, new)
        } else {
            (before, after) = (Self.pieces(change.before), Self.pieces(change.after))
        }
    }

    /// What data holds, where that can be told, and both sides do not hold the same in other bytes.
    private static func decoded(_ old: PropertyListValue?, _ new: PropertyListValue?) -> ([Piece], [Piece])? {
        func held(_ value: PropertyListValue?) -> (words: String, line: String)? {
            guard case .data(let data)? = value, let decoded = DecodedData(data) else { return nil }
            return (decoded.kind.words, decoded.line(limit: valueLength))
        }
        let sides = (held(old), held(new))
        guard sides.0 != nil || sides.1 != nil, sides.0?.line != sides.1?.line else { return nil }
        func shown(_ held: (words: String, line: String)?, _ value: PropertyListValue?) -> [Piece] {
            held.map { [Piece(text: "\($0.words) \($0.line)")] } ?? pieces(value)
        }
        return (shown(sides.0, old), shown(sides.1, new))
    }

    private var isRetyped: Bool {
        change.kind == .changed && change.before?.typeName != change.after?.typeName
    }

    private static func pieces(_ value: PropertyListValue?) -> [Piece] {
        value.map { [Piece(text: ValueText.line($0, limit: valueLength))] } ?? []
    }

    /// Two texts with what they begin and end with in common, by words.
    private static func differing(_ old: String, _ new: String) -> ([Piece], [Piece]) {
        guard old.utf8.count + new.utf8.count < 20_000 else { return (pieces(.string(old)), pieces(.string(new))) }
        let (olds, news) = (words(old), words(new))
        let start = zip(olds, news).prefix { $0 == $1 }.count
        let room = min(olds.count, news.count) - start
        let end = min(room, zip(olds.reversed(), news.reversed()).prefix { $0 == $1 }.count)
        func marked(_ words: [Substring]) -> [Piece] {
            let head = words.prefix(start).joined()
            let middle = words.dropFirst(start).dropLast(end).joined()
            let tail = words.suffix(end).joined()
            let shownHead = head.count > 80 ? "…" + head.suffix(79) : head
            return [
                Piece(text: "“" + ValueText.visible(shownHead)),
                Piece(text: ValueText.visible(cut(middle, valueLength)), isMarked: true),
                Piece(text: ValueText.visible(cut(tail, 80)) + "”"),
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

extension DefaultsChange {
    /// What a change is to its key; the names are those of the style sheet.
    enum Kind: String, CaseIterable, Sendable { case added, changed, removed }

    /// What happened to the key.
    var kind: Kind { before == nil ? .added : after == nil ? .removed : .changed }
}

/// Changes that belong together: those of one kind, or those of one domain.
struct ChangeSection: PageModel {
    /// Longer lists end with how many more there are.
    private static let mostChanges = 200

    /// Nil for changes of a domain, which then gives the heading.
    var kind: DefaultsChange.Kind?
    var domain: String
    var all: [DefaultsChange]
    /// The keys whose values show as bullets.
    var secureKeys: Set<String>
    /// The keys that are managed, so that the app does not see the change.
    var forced: [String] = []

    static let members: Members<Self> = [
        "forced": .text { $0.forced.isEmpty ? nil : $0.forced.prefix(20).joined(separator: ", ") },
        "added": .flag { $0.kind == .added }, "changed": .flag { $0.kind == .changed },
        "removed": .flag { $0.kind == .removed }, "domain": .text { $0.kind == nil ? $0.domain : nil },
        "sectionCount": .number { $0.all.count },
        "changes": .list { section in
            section.all.prefix(mostChanges).map {
                ChangeModel($0, domain: section.domain, hides: section.secureKeys.contains($0.key))
            }
        },
        "more": .number { $0.all.count > mostChanges ? $0.all.count - mostChanges : nil },
    ]
}

extension [ChangeSection] {
    /// Changes in groups: what comes, what changes, what goes.
    static func groups(_ changes: [DefaultsChange], domain: String, hiding secure: Set<String>) -> [ChangeSection] {
        DefaultsChange.Kind.allCases.compactMap { kind in
            let all = changes.filter { $0.kind == kind }
            return all.isEmpty ? nil : ChangeSection(kind: kind, domain: domain, all: all, secureKeys: secure)
        }
    }
}

/// One question before much is changed: what will go, what will come.
struct ConfirmPage: Page {
    /// What is asked.
    enum Question: Sendable {
        case reset(app: String)
        case remove
        case restore(revision: Int, from: Int)
        case apply(DefaultsSet)
        case delete(DefaultsSet)
    }

    static let template = "pages/confirm"

    let question: Question
    var domain = ""
    /// Where the answer is sent.
    let action: String
    let back: String
    let sections: [ChangeSection]

    static let members: Members<Self> = [
        "reset": .flag { if case .reset = $0.question { true } else { false } },
        "remove": .flag { if case .remove = $0.question { true } else { false } },
        "restore": .flag { if case .restore = $0.question { true } else { false } },
        "apply": .flag { if case .apply = $0.question { true } else { false } },
        "delete": .flag { if case .delete = $0.question { true } else { false } },
        "set": .text {
            switch $0.question {
            case .apply(let set), .delete(let set): set.name
            default: nil
            }
        },
        "description": .text {
            if case .apply(let set) = $0.question, !set.description.isEmpty { set.description } else { nil }
        },
        "setRevision": .number { if case .apply(let set) = $0.question { set.revision } else { nil } },
        "app": .text { if case .reset(let app) = $0.question { app } else { nil } },
        "revision": .number { if case .restore(let revision, _) = $0.question { revision } else { nil } },
        "from": .number { if case .restore(_, let from) = $0.question { from } else { nil } },
        "domain": .text { $0.domain }, "count": .part { Count($0.sections.reduce(0) { $0 + $1.all.count }) },
        "action": .text { $0.action }, "backHref": .text { $0.back }, "sections": .list { $0.sections },
    ]
}

/// What a form of the editor asks for.
struct DomainChange {
    /// Thrown where the form cannot be followed; it holds what was sent.
    struct Refused: Error {
        var refusal: ValueEditor.Refusal
    }

    var edits: [DefaultsEdit]
    /// The key to show afterwards.
    var keyAfter: String?
    /// What is done.
    var deed: DomainDeed
    /// Whether it relies on the domain being as it was read.
    var isGuarded = false
    /// What the form said.
    private(set) var sent: ValueEditor.Refusal

    /// Reads a form against the domain as it is.
    /// - Parameter secrets: what of it who sends the form cannot see.
    init(_ form: URLEncodedForm, _ snapshot: DomainSnapshot, _ secrets: SecretValues) throws(Refused) {
        let key = form["key"] ?? ""
        let stored = snapshot.values[key]
        let kind = form["type"].flatMap(ValueKind.init) ?? stored.map(ValueKind.init(of:)) ?? .string
        // A ticked box sends its own value behind that of the hidden field for an unticked one.
        let text = form.values("value").last ?? ""
        sent = ValueEditor.Refusal(key: key, kind: kind, text: text, error: TypedTextError(""))
        switch form["action"] {
        case "add":
            sent.isNew = true
            guard stored == nil else {
                throw sent.refused("The key “\(key.prefix(60))” already exists. Open it to change it.")
            }
            edits = [.set(key: key, value: try Self.value(form, sent))]
            (keyAfter, deed, isGuarded) = (key, DomainDeed(deed: .added, key: key), true)
        case "remove":
            // What is gone need not be removed any more.
            if let stored, !secrets.withholds(key) { try Self.check(form, stored, sent) }
            (edits, deed) = ([.remove(key: key)], DomainDeed(deed: .removed, key: key))
        case "rename":
            let name = form["name"] ?? ""
            guard let stored else {
                // The name is typed, too.
                if !name.isEmpty, snapshot.values[name] == nil { sent.key = name }
                throw sent.gone
            }
            // Under another name it would be no secret any more.
            guard !secrets.withholds(key) else { throw sent.refused("The value is secret, so it keeps its name.") }
            guard name != key else { throw sent.refused("The key already has this name.") }
            guard snapshot.values[name] == nil else {
                throw sent.refused("The key “\(name.prefix(60))” already exists. Remove it first.")
            }
            edits = [.remove(key: key), .set(key: name, value: stored)]
            (keyAfter, deed, isGuarded) = (name, DomainDeed(deed: .renamed, key: name), true)
        case let action where NestedItems.isMeant(by: action):
            guard !secrets.withholds(key) else {
                throw sent.refused("The value is secret, so its items can't be changed.")
            }
            sent.items = form
            guard let stored else { throw sent.gone }
            sent.kind = ValueKind(of: stored)
            sent.text = TypedText.text(of: stored)
            try Self.check(form, stored, sent)
            do throws(TypedTextError) {
                edits = [.set(key: key, value: try NestedItems.changed(stored, by: form))]
            } catch {
                throw Refused(refusal: sent.because(error))
            }
            (keyAfter, deed, isGuarded) = (key, DomainDeed(deed: .stored, key: key), true)
        default:
            let value = try Self.value(form, sent)
            if form["anyway"] == nil, !secrets.withholds(key) { try Self.check(form, stored, sent) }
            (edits, keyAfter) = ([.set(key: key, value: value)], key)
            deed = DomainDeed(deed: .stored, key: key)
            // What the form showed need not hold all of the value, such as parts of a second.
            if let stored, !secrets.withholds(key), TypedText.shows(value, of: stored, encoding: Self.encoding(form)) {
                edits = []
            }
        }
    }

    private static func value(
        _ form: URLEncodedForm,
        _ sent: ValueEditor.Refusal
    ) throws(Refused) -> PropertyListValue {
        do throws(TypedTextError) {
            return try TypedText.value(sent.text, as: sent.kind, encoding: encoding(form))
        } catch {
            throw Refused(refusal: sent.because(error))
        }
    }

    private static func encoding(_ form: URLEncodedForm) -> TypedText.Encoding {
        form["encoding"].flatMap(TypedText.Encoding.init) ?? .hex
    }

    /// Refuses when the value is another one than the form began with.
    private static func check(
        _ form: URLEncodedForm,
        _ stored: PropertyListValue?,
        _ sent: ValueEditor.Refusal
    ) throws(Refused) {
        guard let base = form["base"], base != TypedText.fingerprint(of: stored) else { return }
        guard let stored else { throw sent.gone }
        var refusal = sent.because(TypedTextError("The value was changed while you were editing it."))
        refusal.conflict = stored
        throw Refused(refusal: refusal)
    }
}

extension ValueEditor.Refusal {
    fileprivate func refused(_ reason: String) -> DomainChange.Refused {
        DomainChange.Refused(refusal: because(TypedTextError(reason)))
    }

    /// The key has no value any more.
    fileprivate var gone: DomainChange.Refused {
        var refused = refused("The key was removed while you were editing it. What you typed is still here.")
        refused.refusal.isGone = true
        return refused
    }
}
