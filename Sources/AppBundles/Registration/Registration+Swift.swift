import Foundation
import PropertyList

extension Registration {
    /// The registration as Swift, ready to be pasted into `application(_:didFinishLaunchingWithOptions:)`.
    public var swiftCode: String {
        domains.map { domain in
            let literal = SwiftLiteral.dictionary(domain.values, indent: domain.group == nil ? 0 : 1)
            guard let group = domain.group else { return "UserDefaults.standard.register(defaults: \(literal))\n" }
            return "if let defaults = UserDefaults(suiteName: \(SwiftLiteral.text(group))) {\n"
                + "    defaults.register(defaults: \(literal))\n}\n"
        }.joined(separator: "\n")
    }
}

/// Property-list values as Swift literals (“The Swift Programming Language”, Lexical Structure).
private enum SwiftLiteral {
    /// A dictionary with one key a line. The depth of values is bounded by their reader.
    static func dictionary(_ values: [String: PropertyListValue], indent: Int) -> String {
        guard !values.isEmpty else { return "[:]" }
        let margin = String(repeating: "    ", count: indent)
        let lines = values.sorted { $0.key < $1.key }.map { "\(margin)    \(text($0.key)): \(value($0.value)),\n" }
        return "[\n" + lines.joined() + margin + "]"
    }

    private static func value(_ value: PropertyListValue) -> String {
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

    private static func real(_ number: Double) -> String {
        if number.isNaN { return "Double.nan" }
        return number.isInfinite ? (number < 0 ? "-Double.infinity" : "Double.infinity") : number.description
    }

    static func text(_ string: String) -> String {
        CodeLiteral.text(string) { $0.isInvisible ? "\\u{\(String($0.value, radix: 16))}" : nil }
    }
}
