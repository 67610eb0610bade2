/// Refuses old-style lists that nest too deep or hold too many values, in one pass over the bytes.
struct OpenStepPropertyListGuard {
    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private var position = 0
    private var depth = 0
    private var values = 0

    private init(_ bytes: [UInt8], limits: PropertyListLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    static func check(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        var scan = OpenStepPropertyListGuard(bytes, limits: limits)
        try scan.run()
    }

    private mutating func run() throws(PropertyListError) {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipQuoted(byte)
            case UInt8(ascii: "/") where following == UInt8(ascii: "/"):
                skip { $0 == 0x0A || $0 == 0x0D }
            case UInt8(ascii: "/") where following == UInt8(ascii: "*"):
                skipComment()
            case UInt8(ascii: "{"), UInt8(ascii: "("):
                depth &+= 1
                try count()
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                depth &-= 1
            case UInt8(ascii: ","), UInt8(ascii: ";"):
                try count()
            case let other where Self.isUnquoted(other):
                // A slash inside a bare word begins no comment.
                skip { !Self.isUnquoted($0) }
                continue
            default:
                break
            }
            position &+= 1
        }
    }

    private mutating func count() throws(PropertyListError) {
        values &+= 1
        guard depth <= limits.maximumDepth else {
            throw PropertyListError(
                .tooDeep,
                "Arrays and dictionaries nest deeper than \(limits.maximumDepth) levels; flatten the property list.",
                line: line
            )
        }
        guard values <= limits.maximumValues else {
            throw PropertyListError(
                .tooManyValues,
                "The property list holds more than \(limits.maximumValues) values; split it.",
                line: line
            )
        }
    }

    private var following: UInt8? {
        position &+ 1 < bytes.count ? bytes[position &+ 1] : nil
    }

    private var line: Int {
        1 &+ bytes[..<position].count { $0 == 0x0A }
    }

    private mutating func skip(until stops: (UInt8) -> Bool) {
        while position < bytes.count, !stops(bytes[position]) { position &+= 1 }
    }

    private mutating func skipQuoted(_ quote: UInt8) {
        position &+= 1
        while position < bytes.count, bytes[position] != quote {
            position &+= bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    private mutating func skipComment() {
        position &+= 2
        while position < bytes.count, bytes[position] != UInt8(ascii: "*") || following != UInt8(ascii: "/") {
            position &+= 1
        }
        position &+= 1
    }

    /// The characters that need no quotes.
    private static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
