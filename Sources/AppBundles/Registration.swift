import Foundation
import OrderedCollections
public import PropertyList

/// What an app should pass to `register(defaults:)`, so that it sees what Settings shows before anything is stored.
public struct Registration: Sendable, Hashable {
    /// The defaults of the app, or of one of its groups.
    public struct Domain: Sendable, Hashable {
        /// The app group, nil for the app's own defaults.
        public var group: String?
        /// The `DefaultValue` of every editable row by its key; of rows that share a key the last one counts.
        public var values: [String: PropertyListValue]
        /// The row of each key, the last one that has it; without what was left out.
        var rows: [SettingsRow] = []
        /// The keys that were left out of it, sorted.
        public internal(set) var leftOut: [String] = []
    }

    /// The app's own defaults first, then those of the groups that its panes name.
    public let domains: [Domain]

    /// Gathers the defaults of every pane that can be reached, on any kind of device.
    public init(of bundle: SettingsBundle) {
        var rows: OrderedDictionary<String?, OrderedDictionary<String, SettingsRow>> = [nil: [:]]
        var values: [String?: [String: PropertyListValue]] = [:]
        for idiom in InterfaceIdiom.allCases {
            for pane in bundle.allPanes(idiom: idiom).panes.values {
                for row in pane.rows where row.isEditable {
                    guard let key = row.key, !key.isEmpty else { continue }
                    rows[pane.applicationGroup, default: [:]][key] = row
                    guard let value = row.defaultValue else { continue }
                    values[pane.applicationGroup, default: [:]][key] = value
                }
            }
        }
        domains = rows.map { Domain(group: $0.key, values: values[$0.key] ?? [:], rows: Array($0.value.values)) }
            .filter { $0.group == nil || !$0.rows.isEmpty }
    }

    /// The same for one app group only; nil when no pane uses it.
    public func narrowed(to group: String) -> Registration? {
        domains.first { $0.group == group }.map { Registration(domains: [$0]) }
    }

    /// The same without some keys.
    /// - Parameter keys: those of an app group, nil for the app's own, that are left out.
    public func leavingOut<Failure: Error>(
        _ keys: (_ group: String?) throws(Failure) -> Set<String>
    ) throws(Failure) -> Registration {
        Registration(
            domains: try domains.map { (domain) throws(Failure) in
                var rest = domain
                let hidden = try keys(domain.group)
                rest.values = domain.values.filter { !hidden.contains($0.key) }
                for index in rest.rows.indices where hidden.contains(rest.rows[index].key ?? "") {
                    rest.rows[index].defaultValue = nil
                }
                rest.leftOut = domain.values.keys.filter { rest.values[$0] == nil }.sorted()
                return rest
            }
        )
    }

    private init(domains: [Domain]) {
        self.domains = domains
    }

    /// The line of a comment that says what is left out; empty where nothing is.
    static func comment(_ domain: Domain) -> String {
        guard !domain.leftOut.isEmpty else { return "" }
        let words = domain.leftOut.count == 1 ? "1 secret default is" : "\(domain.leftOut.count) secret defaults are"
        return "// \(words) left out.\n"
    }
}

/// Property-list values as Swift literals (“The Swift Programming Language”, Lexical Structure).
enum SwiftLiteral {
    /// A dictionary with one key a line. The depth of values is bounded by their reader.
    static func dictionary(_ values: [String: PropertyListValue], indent: Int) -> String {
        guard !values.isEmpty else { return "[:]" }
        let margin = String(repeating: "    ", count: indent)
        let lines = values.sorted { $0.key < $1.key }.map { "\(margin)    \(text($0.key)): \(value($0.value)),\n" }
        return "[\n" + lines.joined() + margin + "]"
    }

    static func value(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .unsigned(let number): "UInt64(\(number))"
        case .real(let number): real(number)
        case .string(let string): text(string)
        case .date(let date): "Date(timeIntervalSinceReferenceDate: \(real(date.timeIntervalSinceReferenceDate)))"
        case .data(let data): "Data(base64Encoded: \"\(data.base64EncodedString())\") ?? Data()"
        case .array(let items):
            // Without the type, elements of several types would not compile.
            "[" + items.map(self.value).joined(separator: ", ") + "] as [Any]"
        case .dictionary(let members):
            members.isEmpty
                ? "[:] as [String: Any]"
                : "["
                    + members.sorted { $0.key < $1.key }.map { "\(text($0.key)): \(self.value($0.value))" }
                    .joined(separator: ", ") + "] as [String: Any]"
        }
    }

    static func real(_ number: Double) -> String {
        if number.isNaN { return "Double.nan" }
        return number.isInfinite ? (number < 0 ? "-Double.infinity" : "Double.infinity") : number.description
    }

    static func text(_ string: String) -> String {
        CodeLiteral.text(string) { $0.isInvisible ? "\\u{\(String($0.value, radix: 16))}" : nil }
    }
}

/// Property-list values as Objective-C literals (Clang documentation, “Objective-C Literals”).
enum ObjectiveCLiteral {
    /// A dictionary with one key a line. The depth of values is bounded by their reader.
    static func dictionary(_ values: [String: PropertyListValue]) -> String {
        guard !values.isEmpty else { return "@{}" }
        let lines = values.sorted { $0.key < $1.key }.map { "    \(text($0.key)): \(value($0.value)),\n" }
        return "@{\n" + lines.joined() + "}"
    }

    static func value(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "@YES" : "@NO"
        case .integer(.min): "@(INT64_MIN)"
        case .integer(let number): Int32(exactly: number) == nil ? "@(\(number)LL)" : "@(\(number))"
        case .unsigned(let number): "@(\(number)ULL)"
        case .real(let number): "@(\(real(number)))"
        case .string(let string): text(string)
        case .date(let date):
            "[NSDate dateWithTimeIntervalSinceReferenceDate:\(real(date.timeIntervalSinceReferenceDate))]"
        case .data(let data):
            "[[NSData alloc] initWithBase64EncodedString:@\"\(data.base64EncodedString())\" options:0]"
        case .array(let items):
            "@[" + items.map(self.value).joined(separator: ", ") + "]"
        case .dictionary(let members):
            "@{"
                + members.sorted { $0.key < $1.key }.map { "\(text($0.key)): \(self.value($0.value))" }
                .joined(separator: ", ") + "}"
        }
    }

    static func real(_ number: Double) -> String {
        if number.isNaN { return "NAN" }
        return number.isInfinite ? (number < 0 ? "-INFINITY" : "INFINITY") : number.description
    }

    /// Control characters as octal bytes of UTF-8, which end after three digits whatever follows; C allows universal
    /// names only above them.
    static func text(_ string: String) -> String {
        "@"
            + CodeLiteral.text(string) { scalar in
                // “??” begins a trigraph.
                if scalar == "?" { return "\\?" }
                if scalar.properties.generalCategory == .control {
                    return String(scalar).utf8.map { "\\" + padded(String($0, radix: 8), 3) }.joined()
                }
                return scalar.isInvisible ? "\\U" + padded(String(scalar.value, radix: 16), 8) : nil
            }
    }

    static func padded(_ digits: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// String literals of Swift and of the languages of C, which share their simple escapes.
enum CodeLiteral {
    /// Text in quotation marks, escaped.
    /// - Parameter escape: what stands for a character in this language alone; nil for the character itself.
    static func text(_ string: String, escape: (Unicode.Scalar) -> String?) -> String {
        var literal = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\\": literal += "\\\\"
            case "\"": literal += "\\\""
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                if let escaped = escape(scalar) {
                    literal += escaped
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }
}

extension Unicode.Scalar {
    /// Whether it changes how code reads without showing: controls, marks of direction, separators of lines.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
