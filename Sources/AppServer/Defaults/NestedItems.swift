import Defaults
import Foundation
import HTTP
import PropertyList
import Services
import Web

/// The items of an array or a dictionary, those of containers in it below them, each with the control of its type.
struct NestedItems: PageModel {
    /// What comes behind so many lines, or is in so many containers, is edited as JSON.
    static let mostLines = 200
    static let maximumDepth = 12

    private let key: String
    private let base: String
    private let address: String
    let lines: [NestedLine]
    /// Lines in which something was typed and that the value has no longer.
    let lost: [NestedLine]

    /// - Parameters:
    ///   - sent: a form that was refused: what it holds is shown in place of the items.
    ///   - former: the value that this form was made of, when it is another one now: only what was typed is shown then.
    /// - Returns: nil for what can have no items.
    init?(
        _ value: PropertyListValue,
        key: String,
        base: String,
        address: String,
        sent: URLEncodedForm? = nil,
        former: PropertyListValue? = nil
    ) {
        var (lines, lost): ([NestedLine], [NestedLine]) = ([], [])
        Self.list(value, NestedPath(), to: &lines)
        guard !lines.isEmpty else { return nil }
        if let sent {
            var fields = Dictionary(sent.fields.map { ($0.name, $0.value) }) { $1 }
            if let former {
                Self.list(former, NestedPath(), to: &lost)
                // A form sends every item, also those that nobody touched.
                for line in lost where !line.isChanged(by: fields) { fields["item:" + line.path.text] = nil }
                let places = Set(lines.map(\.place))
                lost = lost.filter { $0.isChanged(by: fields) && !places.contains($0.place) }.map { $0.showing(fields) }
            }
            lines = lines.map { $0.showing(fields) }
        }
        (self.key, self.base, self.address, self.lines, self.lost) = (key, base, address, lines, lost)
    }

    static let members: Members<Self> = [
        "key": .text { $0.key }, "base": .text { $0.base }, "address": .text { $0.address },
        "lines": .list { $0.lines }, "lost": .list { $0.lost },
    ]

    /// Lists what a container holds, as far as there is room, and behind it how much more there is and the line that adds to it.
    private static func list(_ value: PropertyListValue, _ path: NestedPath, to lines: inout [NestedLine]) {
        let members: [(String, PropertyListValue)]
        switch value {
        case .array(let elements): members = elements.enumerated().map { (String($0.offset), $0.element) }
        case .dictionary(let entries): members = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        default: return
        }
        var rest = members[...]
        while path.steps.count < maximumDepth, lines.count < mostLines, let (step, member) = rest.popFirst() {
            let inner = path.appending(step)
            lines.append(NestedLine(path: inner, value: member, isInArray: value.arrayValue != nil, kindOfLine: .item))
            list(member, inner, to: &lines)
        }
        if !rest.isEmpty {
            lines.append(NestedLine(path: path, value: value, isInArray: false, kindOfLine: .rest(rest.count)))
        }
        lines.append(NestedLine(path: path, value: value, isInArray: false, kindOfLine: .adds))
    }

    /// Why a new item of a dictionary cannot have a name; nil where it can.
    fileprivate static func faultOfName(_ name: String, in members: [String: PropertyListValue]) -> TypedTextError? {
        if name.isEmpty { return TypedTextError("A new item of a dictionary needs a key.") }
        return members[name].map { _ in TypedTextError("There is an item “\(name.prefix(60))” already.") }
    }

    /// Whether a form does something to items.
    static func isMeant(by action: String?) -> Bool {
        guard let action else { return false }
        return action == "items" || action.hasPrefix("insert:") || action.hasPrefix("delete:")
    }

    /// A value with what a form changes of its items, adds to them or takes away.
    static func changed(_ value: PropertyListValue, by form: URLEncodedForm) throws(TypedTextError) -> PropertyListValue
    {
        try changed(value, by: form) { item, kind throws(TypedTextError) in try TypedText.value(item, as: kind) }
    }

    /// What is typed in a form, for people to go on with when there is nothing any more that it could be stored in: what is no
    /// value of its type stays as text.
    /// - Parameter value: what the form began with; nil where that is not known.
    static func typed(_ form: URLEncodedForm, in value: PropertyListValue?) -> PropertyListValue {
        if let whole = value.flatMap({ try? changed($0, by: form, reading: TypedText.valueOrText) }) { return whole }
        let typed = form.fields.filter { field in
            (field.name.hasPrefix("item:") || field.name.hasPrefix("new:")) && !field.value.isEmpty
        }
        return .array(typed.map { TypedText.valueOrText($0.value, as: .string) })
    }

    private static func changed(
        _ value: PropertyListValue,
        by form: URLEncodedForm,
        reading read: (String, ValueKind) throws(TypedTextError) -> PropertyListValue
    ) throws(TypedTextError) -> PropertyListValue {
        var lines: [NestedLine] = []
        list(value, NestedPath(), to: &lines)
        var next = value
        for line in lines where line.kindOfLine == .item && line.isScalar {
            guard let text = form.values("item:" + line.path.text).last,
                let item = try line.item(typedAs: text, reading: read)
            else { continue }
            next = try line.path.steps[...].replacing(in: next) { _ in item }
        }
        let words = (form["action"] ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let place = words.count == 2 ? NestedPath(String(words[1])) : nil
        // What is typed as a new item is meant, whichever button stores it.
        var growing = lines.filter { $0.kindOfLine == .adds }.map(\.path)
            .filter { form["new:" + $0.text]?.isEmpty == false }
        if words[0] == "insert", let place, !growing.contains(place) { growing.append(place) }
        for path in growing { next = try path.adding(form, to: next, reading: read) }
        if words[0] == "delete", let place { return try place.steps[...].replacing(in: next) { _ in nil } }
        return next
    }
}

/// Where an item is: the keys and places from the outermost container on.
struct NestedPath: Sendable, Hashable {
    var steps: [String] = []

    init() {}

    /// Reads what ``text`` says; nil for anything else.
    init?(_ text: String) {
        guard text.utf8.count < 8_192 else { return nil }
        for part in text.split(separator: "/") {
            guard part.first == ".", let step = String(part.dropFirst()).removingPercentEncoding else { return nil }
            steps.append(step)
        }
    }

    func appending(_ step: String) -> NestedPath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The steps, each behind a dot so that an empty key is one too.
    var text: String { steps.map { "." + $0.pathSegment }.joined(separator: "/") }

    /// A value with the new item that a form has for the container there.
    fileprivate func adding(
        _ form: URLEncodedForm,
        to value: PropertyListValue,
        reading read: (String, ValueKind) throws(TypedTextError) -> PropertyListValue
    ) throws(TypedTextError) -> PropertyListValue {
        let kind = form["type:" + text].flatMap(ValueKind.init) ?? .string
        let typed = form["new:" + text] ?? ""
        let item = typed.isEmpty ? kind.initialValue : try read(typed, kind)
        let name = form["name:" + text] ?? ""
        return try steps[...].replacing(in: value) { container throws(TypedTextError) in
            switch container {
            case .array(let elements): return .array(elements + [item])
            case .dictionary(var members):
                if let fault = NestedItems.faultOfName(name, in: members) { throw fault }
                members[name] = item
                return .dictionary(members)
            default: throw TypedTextError("There is no list at that place any more.")
            }
        }
    }
}

extension ArraySlice<String> {
    /// A value with another one at a place in it; nil takes the item away. It recurses as deep as the path is long.
    fileprivate func replacing(
        in value: PropertyListValue,
        _ change: (PropertyListValue) throws(TypedTextError) -> PropertyListValue?
    ) throws(TypedTextError) -> PropertyListValue {
        let gone = TypedTextError("There is no such item any more.")
        guard let step = first else {
            guard let changed = try change(value) else { throw gone }
            return changed
        }
        func inner(_ item: PropertyListValue) throws(TypedTextError) -> PropertyListValue? {
            count == 1 ? try change(item) : try dropFirst().replacing(in: item, change)
        }
        switch value {
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { throw gone }
            if let item = try inner(elements[index]) { elements[index] = item } else { elements.remove(at: index) }
            return .array(elements)
        case .dictionary(var members):
            guard let item = members[step] else { throw gone }
            members[step] = try inner(item)
            return .dictionary(members)
        default: throw gone
        }
    }
}

/// An item with its control, or a line behind the items of a container.
struct NestedLine: PageModel {
    enum Kind: Sendable, Hashable {
        case item
        /// Adds to the container.
        case adds
        /// Says how many items of the container have no line.
        case rest(Int)
    }

    let path: NestedPath
    let value: PropertyListValue
    let isInArray: Bool
    let kindOfLine: Kind
    /// What was typed in its controls and refused.
    private(set) var typed = Typed()

    struct Typed: Sendable {
        var text: String?
        var kind: ValueKind?
        var name = ""
        /// Whether the name of a new item is the reason.
        var isNameWrong = false
    }

    static let members: Members<Self> = [
        "path": .text { $0.path.text },
        "level": .number { $0.kindOfLine == .item ? $0.path.steps.count : $0.path.steps.count + 1 },
        "adds": .flag { $0.kindOfLine == .adds },
        "rest": .part { if case .rest(let count) = $0.kindOfLine { Count(count) } else { nil } },
        "itemName": .text { $0.name }, "spoken": .text { $0.spoken },
        "kind": .text { $0.kind.rawValue },
        "isScalar": .flag { $0.isScalar }, "isBoolean": .flag { $0.kind == .boolean },
        "on": .flag { $0.shown == "true" }, "shown": .text { $0.shown }, "rows": .number { $0.rows },
        "newName": .text { $0.typed.name }, "isNameWrong": .flag { $0.typed.isNameWrong },
        "isWrong": .flag { $0.isWrong },
        "itemCount": .part { Count($0.value.arrayValue?.count ?? $0.value.dictionaryValue?.count ?? 0) },
        "needsName": .flag { $0.value.dictionaryValue != nil },
        "kinds": .list { line in
            ValueKind.allCases.map {
                ListOption(value: $0.rawValue, label: $0.label, isSelected: $0 == line.typed.kind ?? .string)
            }
        },
    ]

    var kind: ValueKind { ValueKind(of: value) }

    /// What tells it from the other lines of a value.
    fileprivate var place: Place { Place(path: path, kind: kindOfLine, isScalar: isScalar) }

    fileprivate struct Place: Hashable {
        let path: NestedPath
        let kind: Kind
        let isScalar: Bool
    }

    var isScalar: Bool { kind != .array && kind != .dictionary }

    /// The text in its control; a new item has none.
    var shown: String { typed.text ?? (kindOfLine == .adds ? "" : TypedText.text(of: value)) }

    /// How many rows its control has; nil for a field of one line, which would take line breaks away.
    private var rows: Int? {
        let breaks = kind == .string && kindOfLine == .item ? shown.count(where: \.isNewline) : 0
        return breaks == 0 ? nil : min(breaks + 1, 6)
    }

    /// Whether what was typed is no value of its type.
    var isWrong: Bool {
        guard let text = typed.text, kindOfLine == .item || !text.isEmpty else { return false }
        return (try? TypedText.value(text, as: kindOfLine == .item ? kind : typed.kind ?? .string)) == nil
    }

    /// What a text makes of the item; nil where it is what was shown, or says the same.
    fileprivate func item<Failure: Error>(
        typedAs text: String,
        reading read: (String, ValueKind) throws(Failure) -> PropertyListValue
    ) throws(Failure) -> PropertyListValue? {
        guard text != shown else { return nil }
        let item = try read(text, kind)
        return TypedText.shows(item, of: value) ? nil : item
    }

    /// Whether a form holds something else for it than it was made with.
    fileprivate func isChanged(by fields: [String: String]) -> Bool {
        switch kindOfLine {
        case .item:
            guard isScalar, let text = fields["item:" + path.text] else { return false }
            return item(typedAs: text, reading: TypedText.valueOrText) != nil
        case .adds: return fields["new:" + path.text]?.isEmpty == false
        case .rest: return false
        }
    }

    /// The line with what a refused form holds for it.
    fileprivate func showing(_ fields: [String: String]) -> NestedLine {
        var line = self
        switch kindOfLine {
        case .item: line.typed.text = isScalar ? fields["item:" + path.text] : nil
        case .adds:
            line.typed.text = fields["new:" + path.text]
            line.typed.kind = fields["type:" + path.text].flatMap(ValueKind.init)
            line.typed.name = fields["name:" + path.text] ?? ""
            let isMeant = line.typed.text?.isEmpty == false || fields["action"] == "insert:" + path.text
            if isMeant, let members = value.dictionaryValue {
                line.typed.isNameWrong = NestedItems.faultOfName(line.typed.name, in: members) != nil
            }
        case .rest: break
        }
        return line
    }

    /// The name with those of the containers around it, as it is spoken.
    private var spoken: String {
        let around = path.steps.dropLast()
        return around.isEmpty ? name : "\(name) of \(around.joined(separator: ", "))"
    }

    private var name: String {
        guard let last = path.steps.last else { return "the value" }
        return isInArray ? "Item \((Int(last) ?? 0) + 1)" : last
    }
}
