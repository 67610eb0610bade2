/// Refuses XML that would make a parser recurse, expand or allocate without bound, in one pass over the bytes.
struct XMLPropertyListGuard {
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
        var scan = XMLPropertyListGuard(bytes, limits: limits)
        try scan.run()
    }

    private mutating func run() throws(PropertyListError) {
        while let open = next(UInt8(ascii: "<"), from: position) {
            position = open
            if looking("<!--") {
                skip(past: "-->")
            } else if looking("<![CDATA[") {
                skip(past: "]]>")
            } else if looking("<?") {
                skip(past: "?>")
            } else if looking("<!") {
                try documentType()
            } else if looking("</") {
                depth &-= 1
                skip(past: ">")
            } else {
                try element()
            }
        }
    }

    private mutating func element() throws(PropertyListError) {
        let isContainer = looking("<array") || looking("<dict")
        if !looking("<key") && !looking("<plist") { values &+= 1 }
        guard values <= limits.maximumValues else {
            throw .tooManyValues(limits, line: line(at: position))
        }
        let start = position
        skip(past: ">")
        let isEmpty = position >= 2 && position <= bytes.count && bytes[position &- 2] == UInt8(ascii: "/")
        guard !isEmpty else { return }
        depth &+= 1
        // The plist element and a scalar inside the deepest container each add one level.
        guard depth <= limits.maximumDepth &+ (isContainer ? 1 : 2) else {
            throw .tooDeep(limits, line: line(at: start))
        }
    }

    /// Accepts the public identifier that every Apple list carries and nothing that declares an entity.
    private mutating func documentType() throws(PropertyListError) {
        let start = position
        skip(past: ">")
        guard !looking("<!DOCTYPE", at: start) || bytes[start..<position].contains(UInt8(ascii: "[")) else { return }
        throw PropertyListError(
            .entityDeclaration,
            "The property list declares its own markup or entities, which is not accepted; remove the declaration.",
            line: line(at: start)
        )
    }

    private func looking(_ text: StaticString, at index: Int? = nil) -> Bool {
        let start = index ?? position
        let length = text.utf8CodeUnitCount
        guard bytes.count &- start >= length else { return false }
        return (0..<length).allSatisfy { bytes[start &+ $0] == text.utf8Start[$0] }
    }

    private func next(_ byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        return bytes[start...].firstIndex(of: byte)
    }

    /// Moves behind the next place where `text` stands, or to the end.
    private mutating func skip(past text: StaticString) {
        let first = text.utf8Start[0]
        while let found = next(first, from: position) {
            position = found
            if looking(text) {
                position &+= text.utf8CodeUnitCount
                return
            }
            position &+= 1
        }
        position = bytes.count
    }

    private func line(at index: Int) -> Int {
        1 &+ bytes[..<index].count { $0 == 0x0A }
    }
}

/// Refuses old-style lists that nest too deep or hold too many values, in one pass over the bytes.
enum OpenStepPropertyListGuard {
    static func check(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        var tokens = OldStyleTokenizer(bytes)
        var (depth, values) = (0, 0)
        while let token = tokens.next() {
            switch token {
            case .mark(UInt8(ascii: "{")), .mark(UInt8(ascii: "(")): depth &+= 1
            case .mark(UInt8(ascii: "}")), .mark(UInt8(ascii: ")")):
                depth &-= 1
                continue
            case .mark(UInt8(ascii: ",")), .mark(UInt8(ascii: ";")): break
            default: continue
            }
            values &+= 1
            guard depth <= limits.maximumDepth else { throw .tooDeep(limits, line: tokens.line) }
            guard values <= limits.maximumValues else { throw .tooManyValues(limits, line: tokens.line) }
        }
    }
}
