import Foundation
import PropertyList

/// Typed keys as a Swift file: a structure for each domain, with what it registers and an accessor for each key.
enum SwiftKeys {
    static func text(of domains: [TypedDomain]) -> String {
        "\nimport Foundation\n" + domains.map(structure).joined() + """

            private func settingsText(_ value: Any) -> String {
                (value as? String) ?? (value as? NSNumber)?.stringValue ?? "\\(value)"
            }

            private func settingsFlag(_ stored: Any?, on: Any, off: Any) -> Bool? {
                guard let stored = stored else { return nil }
                if settingsText(stored) == settingsText(on) { return true }
                if settingsText(stored) == settingsText(off) { return false }
                return (stored as? NSNumber)?.boolValue ?? NSString(string: settingsText(stored)).boolValue
            }

            """
    }

    private static func structure(_ typed: TypedDomain) -> String {
        let start =
            typed.domain.group.map { group in
                """
                    init?() {
                        guard let defaults = UserDefaults(suiteName: \(SwiftLiteral.text(group))) else { return nil }
                        self.defaults = defaults
                    }
                """
            } ?? "    init(_ defaults: UserDefaults = .standard) { self.defaults = defaults }"
        let comment = Registration.comment(typed.domain)
        return """

            /// \(typed.words)
            struct \(typed.name) {
                let defaults: UserDefaults

            \(start)

                /// What Settings shows before anything is stored. The app sees it only once it is registered.
            \(comment.isEmpty ? "" : "    " + comment)    static var registered: [String: Any] {
                    \(SwiftLiteral.dictionary(typed.domain.values, indent: 2))
                }

                /// Registers these defaults; call it when the app starts.
                func register() { defaults.register(defaults: Self.registered) }
            \(typed.keys.map(member).joined())}

            """
    }

    private static func member(_ key: TypedKey) -> String {
        let name = SwiftLiteral.text(key.key)
        switch key.kind {
        case .text:
            let initial = SwiftLiteral.text(key.row.defaultValue?.coercedString ?? "")
            return accessor(key, "String", "defaults.string(forKey: \(name)) ?? \(initial)", "newValue")
        case .flag(let values):
            let (on, off) = (SwiftLiteral.value(values.trueValue), SwiftLiteral.value(values.falseValue))
            let initial = key.row.defaultValue.map(values.isOn) ?? false
            let read = "settingsFlag(defaults.object(forKey: \(name)), on: \(on), off: \(off)) ?? \(initial)"
            return accessor(key, "Bool", read, "newValue ? \(on) as Any : \(off) as Any")
        case .number(let range, let bounds):
            let initial = SwiftLiteral.real(key.row.defaultValue?.coercedDouble ?? range.minimum)
            let read = "defaults.object(forKey: \(name)) == nil ? \(initial) : defaults.double(forKey: \(name))"
            let constant =
                bounds.map {
                    "\n    static let \($0) = \(SwiftLiteral.real(range.minimum))...\(SwiftLiteral.real(range.maximum))\n"
                } ?? ""
            return constant + accessor(key, "Double", read, "newValue")
        case .choice(let type, let choices):
            let read = "defaults.object(forKey: \(name)).flatMap(\(type).init(stored:))"
            let enumeration = Self.enumeration(type, choices)
            if let initial = key.initial(of: choices) {
                return enumeration + accessor(key, type, "\(read) ?? .\(initial.name)", "newValue.stored")
            }
            return enumeration + accessor(key, type + "?", read, "newValue?.stored")
        case .date: return accessor(key, "Date?", "defaults.object(forKey: \(name)) as? Date", "newValue")
        case .list: return accessor(key, "[Any]?", "defaults.array(forKey: \(name))", "newValue")
        case .other: return accessor(key, "Any?", "defaults.object(forKey: \(name))", "newValue")
        }
    }

    private static func accessor(_ key: TypedKey, _ type: String, _ read: String, _ write: String) -> String {
        """

            /// \(key.words)
            var \(key.name): \(type) {
                get { \(read) }
                nonmutating set { defaults.set(\(write), forKey: \(SwiftLiteral.text(key.key))) }
            }

        """
    }

    private static func enumeration(_ type: String, _ choices: [TypedKey.Choice]) -> String {
        let isRaw = choices.areTexts || choices.areIntegers
        let raw = choices.areTexts ? "String, " : choices.areIntegers ? "Int, " : ""
        let cases = choices.map { choice in
            "        /// \(CodeNames.comment(choice.title))\n        case \(choice.name)"
                + (isRaw ? " = \(SwiftLiteral.value(choice.value))\n" : "\n")
        }
        let values = choices.map { "            case .\($0.name): return \(SwiftLiteral.value($0.value))\n" }
        let stored = isRaw ? "rawValue" : "\n            switch self {\n\(values.joined())            }\n       "
        return """

                enum \(type): \(raw)CaseIterable {
            \(cases.joined())
                    /// What is stored for it.
                    var stored: Any { \(stored) }

                    init?(stored: Any) {
                        guard let found = Self.allCases.first(where: { settingsText($0.stored) == settingsText(stored) })
                        else { return nil }
                        self = found
                    }
                }

            """
    }
}

/// Typed keys as an Objective-C header: constants, and functions that give and register the defaults.
enum ObjectiveCKeys {
    private static let unused = "__attribute__((unused))"

    static func text(of domains: [TypedDomain]) -> String {
        var names = CodeNames(.objc)
        return "\n#import <Foundation/Foundation.h>\n#import <math.h>\n"
            + domains.map { typed in
                let keys = typed.keys.map { constants($0, of: typed, &names) }.joined()
                let defaults =
                    typed.domain.group.map {
                        "[[NSUserDefaults alloc] initWithSuiteName:\(ObjectiveCLiteral.text($0))]"
                    }
                    ?? "[NSUserDefaults standardUserDefaults]"
                let registered = names.make("\(typed.name) Registered", .type, or: "Registered")
                let register = names.make("\(typed.name) Register", .type, or: "Register")
                return """

                    // \(typed.words)
                    \(keys)
                    \(Registration.comment(typed.domain))\(unused) static inline NSDictionary *\(registered)(void) {
                        return \(ObjectiveCLiteral.dictionary(typed.domain.values));
                    }

                    \(unused) static inline void \(register)(void) {
                        [\(defaults) registerDefaults:\(registered)()];
                    }

                    """
            }.joined()
    }

    private static func constants(_ key: TypedKey, of typed: TypedDomain, _ names: inout CodeNames) -> String {
        let name = names.make("\(typed.name) \(key.name) Key", .type, or: "Key")
        var lines =
            "\n// \(key.words)\n\(unused) static NSString *const \(name) = \(ObjectiveCLiteral.text(key.key));\n"
        switch key.kind {
        case .number(let range, .some):
            for (word, number) in [("Minimum", range.minimum), ("Maximum", range.maximum)] {
                let bound = names.make("\(typed.name) \(key.name) \(word)", .type, or: word)
                lines += "\(unused) static const double \(bound) = \(ObjectiveCLiteral.real(number));\n"
            }
        case .choice(_, let choices) where choices.areTexts || choices.areIntegers:
            for choice in choices {
                let name = names.make("\(typed.name) \(key.name) \(choice.name)", .type, or: "Choice")
                if case .integer(let number) = choice.value {
                    let literal = number == .min ? "INT64_MIN" : "\(number)LL"
                    lines += "\(unused) static const long long \(name) = \(literal);\n"
                } else {
                    lines += "\(unused) static NSString *const \(name) = \(ObjectiveCLiteral.value(choice.value));\n"
                }
            }
        default: break
        }
        return lines
    }
}

/// Typed keys as a Kotlin file: an object for each domain, with constants, bounds, choices and defaults.
enum KotlinKeys {
    static func text(of domains: [TypedDomain]) -> String {
        domains.map { typed in
            let values = typed.domain.values.sorted { $0.key < $1.key }
                .map { "        \(text($0.key)) to \(value($0.value)),\n" }
            return """

                /** \(typed.words) */
                object \(typed.name) {
                \(typed.keys.map(member).joined())
                    /** What Settings shows before anything is stored. */
                    \(Registration.comment(typed.domain).replacing("\n", with: "\n    "))val DEFAULTS: Map<String, Any> = mapOf(
                \(values.joined())    )
                }

                """
        }.joined()
    }

    private static func member(_ key: TypedKey) -> String {
        var lines = "    /** \(key.words) */\n    const val \(key.name) = \(text(key.key))\n"
        switch key.kind {
        case .number(let range, let name?):
            lines += "    val \(name) = \(value(.real(range.minimum)))..\(value(.real(range.maximum)))\n"
        case .choice(let type, let choices):
            let kind = choices.areTexts ? "String" : choices.areIntegers ? "Long" : "Any"
            let cases = choices.map { "        \($0.name)(\(value($0.value))),\n" }
            lines += "    enum class \(type)(val value: \(kind)) {\n\(cases.joined())    }\n"
        default: break
        }
        return lines
    }

    /// A value as an expression; the depth of values is bounded by their reader.
    static func value(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .integer(.min): "Long.MIN_VALUE"
        case .integer(let number): "\(number)L"
        case .unsigned(let number): "\(number)UL"
        case .real(let number):
            number.isNaN
                ? "Double.NaN"
                : number.isInfinite
                    ? (number < 0 ? "Double.NEGATIVE_INFINITY" : "Double.POSITIVE_INFINITY") : "\(number)"
        case .string(let string): text(string)
        case .date(let date): "java.util.Date(\(Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0)L)"
        case .data(let data): "java.util.Base64.getDecoder().decode(\"\(data.base64EncodedString())\")"
        case .array(let items): "listOf<Any>(" + items.map(Self.value).joined(separator: ", ") + ")"
        case .dictionary(let members):
            "mapOf<String, Any>("
                + members.sorted { $0.key < $1.key }.map { "\(text($0.key)) to \(Self.value($0.value))" }
                .joined(separator: ", ") + ")"
        }
    }

    private static func text(_ string: String) -> String {
        CodeLiteral.text(string) { scalar in
            if scalar == "$" { return "\\$" }
            guard scalar.isInvisible else { return nil }
            return String(scalar).utf16.map { "\\u" + ObjectiveCLiteral.padded(String($0, radix: 16), 4) }.joined()
        }
    }
}
