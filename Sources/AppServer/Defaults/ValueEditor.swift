import Defaults
import HTTP
import PropertyList
import Services
import Web

/// The form that edits one value, with the control of its type.
struct ValueEditor: PageModel {
    /// What a form sent and why it was not taken.
    struct Refusal: Sendable {
        var key: String
        var kind: ValueKind
        var text: String
        var error: TypedTextError
        /// What the value is now, when somebody else changed it meanwhile.
        var conflict: PropertyListValue?
        /// Whether the value is gone meanwhile.
        var isGone = false
        /// Whether the key was to be added.
        var isNew = false
        /// The form of the items, when that was sent.
        var items: URLEncodedForm?
        /// What the value was when that form was made, where somebody else changed it and the history still has it.
        var former: PropertyListValue?

        /// The same with another reason.
        func because(_ error: TypedTextError) -> Refusal {
            var refusal = self
            refusal.error = error
            return refusal
        }
    }

    /// What somebody else made of the value meanwhile.
    struct Conflict: PageModel {
        let theirs: PropertyListValue?
        let isWithheld: Bool
        let takeHref: String
        /// What the form of the items was to do, when that was sent.
        let itemsAction: String?

        static let members: Members<Self> = [
            "theirs": .text { conflict in
                conflict.theirs.map { conflict.isWithheld ? ValueText.hidden : ValueText.line($0, limit: 200) }
            }, "takeHref": .text { $0.takeHref }, "itemsAction": .text { $0.itemsAction },
        ]
    }

    /// Longer texts are shown cut until they are asked for.
    private static let wholeLength = 20_000

    private let key: String
    private let stored: PropertyListValue?
    private let isManaged: Bool
    /// Whether the value is kept from who asks: it can be given anew, and not seen.
    private let isWithheld: Bool
    private let base: String
    private let isNew: Bool
    private let query: DomainQuery
    private let refusal: Refusal?
    private let kind: ValueKind
    private let text: String
    /// What is told of the value beside the form.
    private var notes: ValueNotes?

    /// The form for a key's value.
    init(_ entry: DomainEntry, _ query: DomainQuery, _ refusal: Refusal?) {
        self.init(
            key: entry.key,
            value: entry.value,
            stored: entry.stored,
            isManaged: entry.isManaged,
            isWithheld: entry.isWithheld,
            base: entry.base,
            query,
            refusal.flatMap { $0.key == entry.key && !$0.isNew ? $0 : nil }
        )
        notes = ValueNotes(entry: entry, domain: query.domain)
    }

    /// The form for a key that is not there yet.
    init(adding query: DomainQuery, _ refusal: Refusal?) {
        self.init(
            key: refusal?.key ?? query.key ?? "",
            value: nil,
            stored: nil,
            isManaged: false,
            isWithheld: false,
            base: TypedText.fingerprint(of: nil),
            query,
            refusal
        )
    }

    private init(
        key: String,
        value: PropertyListValue?,
        stored: PropertyListValue?,
        isManaged: Bool,
        isWithheld: Bool,
        base: String,
        _ query: DomainQuery,
        _ refusal: Refusal?
    ) {
        self.key = key
        self.stored = stored
        self.isManaged = isManaged
        self.isWithheld = isWithheld
        self.base = base
        self.query = query
        self.refusal = refusal
        isNew = value == nil
        kind = refusal?.kind ?? query.kind ?? value.map(ValueKind.init(of:)) ?? .string
        let offered = isWithheld ? kind.initialValue : kind.value(from: value ?? kind.initialValue)
        text = refusal?.text ?? query.typed ?? TypedText.text(of: offered, encoding: query.encoding)
    }

    static let members: Members<Self> = [
        "notes": .part { $0.notes },
        "key": .text { $0.key }, "isNew": .flag { $0.isNew }, "return": .text { $0.query.list.text },
        "kinds": .list { editor in
            ValueKind.allCases.map {
                ListOption(value: $0.rawValue, label: $0.label, isSelected: $0 == editor.kind)
            }
        },
        "isBoolean": .flag { $0.kind == .boolean }, "isInteger": .flag { $0.kind == .integer },
        "isReal": .flag { $0.kind == .real }, "isDate": .flag { $0.kind == .date },
        // What is no date cannot stand in the browser's control for dates.
        "isPicked": .flag { $0.refusal == nil }, "isData": .flag { $0.kind == .data },
        "isContainer": .flag { $0.kind == .array || $0.kind == .dictionary },
        "isText": .flag { [.string, .data, .array, .dictionary].contains($0.kind) },
        "isHex": .flag { $0.query.encoding == .hex }, "on": .flag { $0.text == "true" },
        "lines": .number { editor in
            min(18, max(editor.kind == .string ? 1 : 3, editor.text.prefix(4_000).count { $0 == "\n" } + 1))
        },
        "cut": .flag { $0.isCut }, "size": .number { $0.text.utf8.count },
        "text": .text { $0.isCut ? String(decoding: Array($0.text.utf8.prefix(2_000)), as: UTF8.self) : $0.text },
        "wholeHref": .text { $0.query.opening($0.key).adding("whole", "true").text },
        "valueHref": .text { "/api/v1\($0.query.path)/values/\($0.key.pathSegment)" },
        "encoding": .text { $0.query.encoding.rawValue },
        "encodingHref": .text {
            $0.query.opening($0.key).adding("encoding", $0.query.encoding == .hex ? "base64" : "hex").text
        },
        "base": .text { $0.base }, "withheld": .flag { $0.isWithheld },
        "mayRename": .flag { $0.stored != nil && !$0.isWithheld }, "isStored": .flag { $0.stored != nil },
        "mayCopy": .flag { !$0.isCut && !$0.isWithheld },
        "managed": .flag { $0.isManaged }, "anchor": .text { DomainQuery.anchor(of: $0.key) },
        // Several editors can be open, and one that adds a key.
        "suffix": .text { $0.isNew ? "" : "-" + DomainQuery.anchor(of: $0.key) },
        "failed": .part { $0.refusal?.error },
        // What is wrong with an item is marked there.
        "wrong": .part { $0.refusal?.items == nil ? $0.refusal?.error : nil },
        "conflict": .part { $0.conflict },
        "nested": .part { editor -> NestedItems? in
            guard let stored = editor.stored, !editor.isWithheld, !editor.isCut else { return nil }
            return NestedItems(
                stored,
                key: editor.key,
                base: editor.base,
                address: editor.query.list.text,
                sent: editor.refusal?.items,
                former: editor.refusal?.former
            )
        },
    ]

    private var conflict: Conflict? {
        guard let refusal, !isNew, refusal.conflict != nil || refusal.isGone else { return nil }
        return Conflict(
            theirs: refusal.conflict,
            isWithheld: isWithheld,
            takeHref: query.opening(key).text,
            itemsAction: refusal.items?["action"]
        )
    }

    private var isCut: Bool { !query.isWhole && refusal == nil && text.utf8.count > Self.wholeLength }
}
