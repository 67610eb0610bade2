import Foundation
import PropertyList

/// A language in which a registration is written, with a typed name for every key.
public enum RegistrationCode: String, Sendable, CaseIterable {
    case swift, objc, kotlin

    /// A file for the sources of an app: it compiles whatever the keys and titles are.
    public func text(of registration: Registration) -> String {
        let domains = TypedDomain.all(of: registration, in: self)
        let head = "// Settings of an app, from its Settings.bundle. Write this file again when the bundle changes.\n"
        return switch self {
        case .swift: head + SwiftKeys.text(of: domains)
        case .objc: head + ObjectiveCKeys.text(of: domains)
        case .kotlin: head + KotlinKeys.text(of: domains)
        }
    }
}

/// The keys of one domain with names that are identifiers, each once.
struct TypedDomain {
    let domain: Registration.Domain
    /// What its keys are members of.
    let name: String
    var keys: [TypedKey] = []

    static func all(of registration: Registration, in code: RegistrationCode) -> [TypedDomain] {
        var types = CodeNames(code)
        return registration.domains.map { domain in
            let words = domain.group.map { $0 + " settings" } ?? "app settings"
            var typed = TypedDomain(domain: domain, name: types.make(words, .type, or: "GroupSettings"))
            var names = CodeNames(code)
            typed.keys = domain.rows.map { TypedKey($0, &names, in: code) }
            return typed
        }
    }

    /// What stands above it in a comment.
    var words: String {
        domain.group.map { "The defaults of the app group \(CodeNames.comment($0))." } ?? "The app’s own defaults."
    }
}

/// One key, its name, and what its value is.
struct TypedKey {
    /// What a value is, as far as its row tells.
    enum Kind {
        case text
        case flag(ToggleValues)
        /// With the name of the bounds; nil where there are none.
        case number(SliderRange, range: String?)
        case choice(type: String, [Choice])
        case date, list, other
    }

    struct Choice {
        let name: String
        let value: PropertyListValue
        let title: String
    }

    let key: String
    let name: String
    let row: SettingsRow
    let kind: Kind

    fileprivate init(_ row: SettingsRow, _ names: inout CodeNames, in code: RegistrationCode) {
        key = row.key ?? ""
        self.row = row
        name = names.make(key, .member, or: "key")
        switch row.content {
        case .textField, .textView: kind = .text
        case .toggle(let values): kind = .flag(values)
        case .slider(let range):
            let isBounded = range.minimum.isFinite && range.maximum.isFinite && range.minimum < range.maximum
            kind = .number(range, range: isBounded ? names.make(key + " range", .member, or: "range") : nil)
        case .multiValue, .radioGroup: kind = Self.choices(of: row, &names, in: code)
        case .datePicker: kind = .date
        case .list: kind = .list
        default: kind = .other
        }
    }

    private static func choices(of row: SettingsRow, _ names: inout CodeNames, in code: RegistrationCode) -> Kind {
        var cases = CodeNames(code)
        var seen: Set<String> = []
        let choices = row.choices.compactMap { choice -> Choice? in
            let text = choice.value.coercedString ?? ""
            let isPlain = choice.value.coercedString != nil
            guard isPlain, seen.insert(text).inserted else { return nil }
            let name = cases.make(CodeNames.words(choice.title).isEmpty ? text : choice.title, .member, or: "choice")
            return Choice(name: name, value: choice.value, title: choice.title)
        }
        guard !choices.isEmpty else { return .other }
        return .choice(type: names.make((row.key ?? "") + " choice", .type, or: "Choice"), choices)
    }

    /// The choice that counts before one is stored; nil where the default is none of them.
    func initial(of choices: [Choice]) -> Choice? {
        guard let value = row.defaultValue else { return nil }
        return choices.first { $0.value.isIdentical(to: value) }
            ?? choices.first { $0.value.coercedString == value.coercedString }
    }

    /// What stands above it in a comment.
    var words: String {
        let title = CodeNames.comment(row.title)
        return title.isEmpty ? "The key \(CodeNames.comment(key))." : "\(title), the key \(CodeNames.comment(key))."
    }
}

extension [TypedKey.Choice] {
    /// Whether all values are of one type that constants can have: strings or whole numbers.
    var areTexts: Bool { allSatisfy { if case .string = $0.value { true } else { false } } }
    var areIntegers: Bool { allSatisfy { if case .integer = $0.value { true } else { false } } }
}

/// Makes identifiers of a language from any text: of ASCII letters and digits, no keyword, none twice.
struct CodeNames {
    enum Role { case type, member }

    private let code: RegistrationCode
    private var taken: Set<String>

    init(_ code: RegistrationCode) {
        self.code = code
        taken = code == .swift ? Self.swiftWords : code == .kotlin ? ["DEFAULTS"] : []
    }

    mutating func make(_ text: String, _ role: Role, or fallback: String) -> String {
        var words = Self.words(text)
        if words.isEmpty { words = Self.words(fallback) }
        var name =
            if code == .kotlin, role == .member {
                words.map { $0.uppercased() }.joined(separator: "_")
            } else {
                words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            }
        if code == .swift, role == .member {
            // “URL” becomes “url”.
            let isAllCapital = words[0] == words[0].uppercased()
            let start = isAllCapital ? words[0].count : 1
            name = name.prefix(start).lowercased() + name.dropFirst(start)
        }
        name = String(name.prefix(80))
        if name.first?.isNumber == true { name = "_" + name }
        if taken.contains(name) {
            let isWord = code == .swift && Self.swiftWords.contains(name)
            let base = isWord ? name + "Value" : name
            var number = 2
            name = isWord ? base : base + "_2"
            while taken.contains(name) {
                number += 1
                name = "\(base)_\(number)"
            }
        }
        taken.insert(name)
        return name
    }

    /// The runs of ASCII letters and digits in a text, its accents taken off, broken where a capital follows a small letter.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars.prefix(400) {
            let isMark = scalar.properties.generalCategory == .nonspacingMark
            let isPart = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            let isAfterSmall = word.unicodeScalars.last.map { ("a"..."z").contains($0) } == true
            let breaks = isPart && ("A"..."Z").contains(scalar) && isAfterSmall
            if !isMark, !isPart || breaks, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if isPart { word.unicodeScalars.append(scalar) }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// A text in a comment of one line, which nothing in it can end or continue.
    static func comment(_ text: String) -> String {
        let plain = text.unicodeScalars.prefix(120).map { scalar -> Character in
            scalar.isInvisible || "\\?*/".unicodeScalars.contains(scalar) ? " " : Character(scalar)
        }
        return String(plain).split(separator: " ").joined(separator: " ")
    }

    /// The keywords of Swift, and what the members of its file are called.
    private static let swiftWords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else",
        "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "any", "as",
        "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol", "some",
        "Any", "async", "actor", "defaults", "registered", "register", "stored", "rawValue", "allCases", "hashValue",
        "hash", "none", "value", "description", "newValue", "key", "keys", "each", "repeat", "borrowing", "consuming",
        "package", "nonisolated", "lazy", "weak", "unowned", "mutating", "nonmutating", "get", "set", "willSet",
        "didSet",
        "macro", "then", "sending", "isolated", "discard", "copy", "consume", "dynamic", "final", "indirect", "infix",
        "left", "right", "optional", "override", "postfix", "prefix", "required", "convenience",
    ]
}
