public import PropertyList

/// What an app's command line puts into its search list (`NSArgumentDomain`).
///
/// Pairs of `-Key` and a value make values; what begins with `-` is never a value, and what is neither is passed over
/// (`UserDefaults`, “The Domains of the User Defaults System”).
public struct LaunchArguments: Sendable, Hashable {
    /// The most arguments that whoever takes them from strangers should read: each may be a property list.
    public static let maximumCount = 10_000

    /// An argument that makes no value.
    public struct Ignored: Sendable, Hashable {
        /// Its place among the arguments, counted from 0.
        public var index: Int
        /// The argument.
        public var argument: String
        /// One sentence for people.
        public var reason: String
    }

    /// The values by key; of a key that comes twice the last.
    public private(set) var values: [String: PropertyListValue] = [:]
    /// The arguments that make no value, in their order.
    public private(set) var ignored: [Ignored] = []

    /// Reads arguments, without the name of the program before them.
    public init(_ arguments: [String]) {
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            if let key = Self.key(argument), let value = Self.value(after: index, in: arguments) {
                values[key] = nil
                values[key] = Self.value(of: value)
                index += 2
            } else {
                ignored.append(Ignored(index: index, argument: argument, reason: Self.reason(argument)))
                index += 1
            }
        }
    }

    /// What the text of an argument stands for: a property list in XML or old style when it begins like one and can
    /// be read, else the text itself. A number stays text, which `integer(forKey:)` converts.
    public static func value(of text: String) -> PropertyListValue {
        guard let first = text.utf8.first(where: { !" \t\n\r".utf8.contains($0) }), "{[(<\"".utf8.contains(first),
            // try?: an argument that is no property list is text, as in Foundation.
            let value = try? PropertyListReader.read(Array(text.utf8))
        else { return .string(text) }
        return value
    }

    private static func key(_ argument: String) -> String? {
        argument.utf8.first == dash && argument.utf8.count > 1 ? String(argument.unicodeScalars.dropFirst()) : nil
    }

    private static func value(after index: Int, in arguments: [String]) -> String? {
        guard index + 1 < arguments.count, arguments[index + 1].utf8.first != dash else { return nil }
        return arguments[index + 1]
    }

    private static func reason(_ argument: String) -> String {
        guard key(argument) != nil else { return "It is no key, which begins with a dash, and no key is before it." }
        return "No value follows it; what begins with a dash is never a value."
    }

    private static let dash = UInt8(ascii: "-")
}
