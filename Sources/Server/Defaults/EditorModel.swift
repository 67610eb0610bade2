import Defaults
import PropertyList

/// The form that edits one value, with the control of its type.
struct EditorModel {
    /// What a form sent and why it was not taken.
    struct Refusal {
        var key: String
        var kind: ValueKind
        var text: String
        var error: TypedTextError
        /// What the value is now, when somebody else changed it meanwhile.
        var conflict: PropertyListValue?
        /// Whether the value is gone meanwhile.
        var isGone = false
        var isNew = false
    }

    /// Longer texts are shown cut until they are asked for.
    private static let wholeLength = 20_000

    var key: String
    var value: PropertyListValue
    var stored: PropertyListValue?
    var isManaged = false
    var isNew = false
    let query: DomainQuery
    var refusal: Refusal?

    init(entry: DomainEntry, query: DomainQuery, refusal: Refusal?) {
        key = entry.key
        value = entry.value
        stored = entry.stored
        isManaged = entry.layers.first?.name == "managed"
        self.query = query
        self.refusal = refusal.flatMap { $0.key == entry.key && !$0.isNew ? $0 : nil }
    }

    private init(key: String, value: PropertyListValue, query: DomainQuery, refusal: Refusal?) {
        self.key = key
        self.value = value
        self.query = query
        self.refusal = refusal
        isNew = true
    }

    /// The form for a key that is not there yet.
    static func adding(to query: DomainQuery, refusal: Refusal?) -> EditorModel {
        let refusal = refusal.flatMap { $0.isNew ? $0 : nil }
        let kind = refusal?.kind ?? query.kind ?? .string
        return EditorModel(
            key: refusal?.key ?? query.key ?? "",
            value: kind.initialValue,
            query: query,
            refusal: refusal
        )
    }

    var model: TemplateModel {
        let kind = refusal?.kind ?? query.kind ?? ValueKind(of: value)
        let offered = kind.value(from: value)
        let text = refusal?.text ?? query.typed ?? TypedText.text(of: offered, encoding: query.encoding)
        let isCut = !query.isWhole && refusal == nil && text.utf8.count > Self.wholeLength
        let lines = min(18, max(kind == .string ? 1 : 3, text.prefix(4_000).count { $0 == "\n" } + 1))
        return [
            "key": .text(key), "isNew": .flag(isNew), "action": .text(query.path), "return": .text(query.list.text),
            "kind": .text(kind.rawValue), "kinds": .list(ValueKind.allCases.map { option($0, chosen: kind) }),
            "isBoolean": .flag(kind == .boolean), "isInteger": .flag(kind == .integer), "isReal": .flag(kind == .real),
            "isDate": .flag(kind == .date && refusal == nil),
            "isPlain": .flag(kind == .date && refusal != nil),
            "isText": .flag([.string, .data, .array, .dictionary].contains(kind)), "isString": .flag(kind == .string),
            "isData": .flag(kind == .data), "isContainer": .flag(kind == .array || kind == .dictionary),
            "isHex": .flag(query.encoding == .hex),
            "on": .flag(text == "true"), "lines": .number(lines), "cut": .flag(isCut),
            "text": .text(isCut ? String(decoding: Array(text.utf8.prefix(2_000)), as: UTF8.self) : text),
            "size": .text("\(text.utf8.count) bytes"),
            "wholeHref": .text(query.opening(key).adding("whole", "true").text),
            "valueHref": .text("/api/v1/defaults/\(query.domain.pathSegment)/values/\(key.pathSegment)"),
            "otherEncoding": .text(query.encoding == .hex ? "base64" : "hexadecimal"),
            "encoding": .text(query.encoding.rawValue),
            "encodingHref": .text(
                query.opening(key).adding("encoding", query.encoding == .hex ? "base64" : "hex").text
            ),
            "base": .text(TypedText.fingerprint(of: stored)), "isStored": .flag(stored != nil),
            "managed": .flag(isManaged), "closeHref": .text(query.list.text),
            "anchor": .text(DomainQuery.anchor(of: key)),
            "hint": .text(hint(for: kind)), "failed": .optional(refusal?.error.message),
            "place": .optional(refusal?.error.place),
            "errorLine": refusal?.error.line.map { .number($0) } ?? .absent,
            "errorColumn": refusal?.error.column.map { .number($0) } ?? .absent,
            "conflict": conflict,
        ]
    }

    private func option(_ kind: ValueKind, chosen: ValueKind) -> TemplateModel {
        [
            "label": .text(kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()),
            "value": .text(kind.rawValue), "selected": .flag(kind == chosen),
        ]
    }

    private var conflict: TemplateModel {
        guard let refusal, refusal.conflict != nil || refusal.isGone else { return .absent }
        return [
            "theirs": .text(refusal.conflict.map { ValueText.line($0, limit: 200) } ?? "nothing: the key is gone"),
            "takeHref": .text(query.opening(key).text),
        ]
    }

    private func hint(for kind: ValueKind) -> String {
        switch kind {
        case .boolean, .string: ""
        case .integer: "64 bits, with or without sign."
        case .real: "Also nan, inf and -inf."
        case .date: "UTC."
        case .data: query.encoding == .hex ? "Hexadecimal; blanks do not count." : "Base64; blanks do not count."
        case .array, .dictionary:
            "JSON, or a property list. Dates {\"$date\":…}, data {\"$data\":…}, whole reals {\"$real\":1}."
        }
    }
}
