import Foundation
import PropertyList

extension Registration {
    /// The registration as Objective-C, ready to be pasted into `application:didFinishLaunchingWithOptions:`.
    public var objectiveCCode: String {
        domains.map { domain in
            let defaults =
                domain.group.map { "[[NSUserDefaults alloc] initWithSuiteName:\(ObjectiveCLiteral.text($0))]" }
                ?? "[NSUserDefaults standardUserDefaults]"
            return "[\(defaults) registerDefaults:\(ObjectiveCLiteral.dictionary(domain.values))];\n"
        }.joined(separator: "\n")
    }
}

/// Property-list values as Objective-C literals (Clang documentation, “Objective-C Literals”).
private enum ObjectiveCLiteral {
    /// A dictionary with one key a line. The depth of values is bounded by their reader.
    static func dictionary(_ values: [String: PropertyListValue]) -> String {
        guard !values.isEmpty else { return "@{}" }
        let lines = values.sorted { $0.key < $1.key }.map { "    \(text($0.key)): \(value($0.value)),\n" }
        return "@{\n" + lines.joined() + "}"
    }

    private static func value(_ value: PropertyListValue) -> String {
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

    private static func real(_ number: Double) -> String {
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

    private static func padded(_ digits: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
