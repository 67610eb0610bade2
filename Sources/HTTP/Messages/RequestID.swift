public import HTTPTypes
import Synchronization

/// The id by which one request is found again: in the reply, in the log, and in what a client reports.
///
/// A proxy that is trusted may have given one already, so that one id goes through all logs. Anybody else's is not taken:
/// it could be that of another request, or be made to be read wrongly in a log.
public enum RequestID {
    /// The most characters of an id that is taken.
    static let maximumLength = 128

    /// The id of a request.
    /// - Parameter given: the one that came with it from somebody who is trusted; nil for none.
    /// - Returns: that, if it is one, else a new one: 32 hexadecimal digits by chance.
    static func resolved(_ given: String?) -> String {
        if let given, isUsable(given) { return given }
        return made()
    }

    private static func made() -> String {
        let (first, second) = numbers.withLock { ($0.next(), $0.next()) }
        return digits(first) + digits(second)
    }

    /// Numbers by chance for some ids at once: the system is asked for them seldom.
    private static let numbers = Mutex(RandomNumbers())

    private struct RandomNumbers {
        private var left: ArraySlice<UInt64> = []

        mutating func next() -> UInt64 {
            if left.isEmpty {
                var generator = SystemRandomNumberGenerator()
                left = (0..<64).map { _ in generator.next() }[...]
            }
            return left.popFirst() ?? 0
        }
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }

    /// Whether a text is an id: ASCII letters, digits, and `-._:+/=@`, not too many.
    private static func isUsable(_ text: String) -> Bool {
        guard (1...maximumLength).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122: true
            default: "-._:+/=@".utf8.contains(byte)
            }
        }
    }
}

extension HTTPField.Name {
    /// The field that carries the id of a request, in both directions. Its name is a token, so it always parses.
    public static let requestID = HTTPField.Name("X-Request-ID") ?? .location
}

extension Request {
    /// The id that the server has given it, or a proxy that is trusted; nil for a request that came by no connection.
    public var id: String? { headers.value(of: .requestID) }
}
