import Foundation

/// Reads property lists in any of their three syntaxes.
///
/// XML goes through Foundation, which is the reader of record for what is well formed; only XML as programs write it is
/// read without. Binary lists are decoded here, because Foundation follows shared references without bound, and old-style
/// text, because Foundation tells of mistakes on standard error and not where they are.
public enum PropertyListReader {
    /// Reads a list.
    ///
    /// - Throws: ``PropertyListError`` for bytes that are no list, that break a limit, or that hold a date
    ///   outside the years 0 to 9999.
    public static func read(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(PropertyListError) -> PropertyListValue {
        if BinaryPropertyList.hasMagic(bytes) { return try BinaryPropertyList(bytes, limits: limits).value() }
        try checkSize(of: bytes, limits: limits)
        let text = try PropertyListText.asciiCompatible(bytes)
        guard PropertyListFormat(detectedIn: text) == .xml else {
            return try OldStylePropertyListReader.read(text, limits: limits)
        }
        if let plain = PlainXMLPropertyList.read(text, limits: limits) { return plain }
        try XMLPropertyListGuard.check(text, limits: limits)
        let parsed: Any
        do {
            parsed = try PropertyListSerialization.propertyList(from: Data(text), options: [], format: nil)
        } catch {
            throw unreadable(error as NSError)
        }
        return try FoundationPropertyList.value(of: parsed, depth: 0, limits: limits)
    }

    /// Refuses a file that is empty or larger than the limit.
    static func checkSize(of bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        guard bytes.count <= limits.maximumBytes else {
            throw PropertyListError(
                .tooLarge,
                "The property list has \(bytes.count) bytes; at most \(limits.maximumBytes) are read. Make it smaller."
            )
        }
        guard !bytes.isEmpty else {
            throw PropertyListError(.unreadable, "The file is empty; a property list needs at least one value.")
        }
    }

    /// Turns Foundation's reason into a sentence, with the line it names.
    private static func unreadable(_ error: NSError) -> PropertyListError {
        var reason = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? "it is not a property list"
        let line = reason.firstMatch(of: /line (\d+)/).flatMap { Int($0.output.1) }
        reason = reason.prefix(1).lowercased() + reason.dropFirst()
        return PropertyListError(
            .unreadable,
            "The property list cannot be read: \(reason). Correct the file there and load it again.",
            line: line
        )
    }
}

/// The syntaxes a property list can have.
public enum PropertyListFormat: String, Sendable, Hashable, CaseIterable {
    /// Markup with a `plist` element.
    case xml
    /// The compact form that begins with `bplist00`.
    case binary
    /// The brace-and-semicolon text of NeXT days, which is also the syntax of strings tables.
    case openStep

    /// The syntax that some bytes follow, judged by their beginning; nothing is checked beyond that.
    public init(detectedIn bytes: [UInt8]) {
        if BinaryPropertyList.hasMagic(bytes) {
            self = .binary
            return
        }
        // The bytes of every byte-order mark are above ASCII; zeros are halves of UTF-16 units.
        let first = bytes.first { !PropertyListText.isSpace($0) && $0 != 0 && $0 < 0x80 }
        self = first == UInt8(ascii: "<") ? .xml : .openStep
    }
}

/// Takes over what Foundation parsed, keeping types apart that bridging would mix up.
enum FoundationPropertyList {
    /// Recursion is bounded by `limits.maximumDepth`, which is checked on every level.
    static func value(
        of parsed: Any,
        depth: Int,
        limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyListValue {
        guard depth <= limits.maximumDepth else {
            throw .tooDeep(limits)
        }
        // A number casts to Bool on Linux, so the dynamic type decides first.
        if type(of: parsed) == Bool.self, let flag = parsed as? Bool { return .bool(flag) }
        // Containers come before what bridges: to ask whether one is an NSNumber turns all that is in it into objects.
        switch parsed {
        case let text as String:
            return .string(text)
        case let array as [Any]:
            var elements: [PropertyListValue] = []
            elements.reserveCapacity(array.count)
            for element in array {
                elements.append(try value(of: element, depth: depth &+ 1, limits: limits))
            }
            return .array(elements)
        case let dictionary as [AnyHashable: Any]:
            var members: [String: PropertyListValue] = [:]
            members.reserveCapacity(dictionary.count)
            for (key, member) in dictionary {
                guard let name = key.base as? String else {
                    throw PropertyListError(.unreadable, "A dictionary has a key that is not a string. Make it one.")
                }
                members[name] = try value(of: member, depth: depth &+ 1, limits: limits)
            }
            return .dictionary(members)
        case let number as NSNumber:
            return try value(of: number)
        case let date as Date:
            try Instant.check(date)
            return .date(date)
        case let data as Data:
            return .data(data)
        default:
            return try throughBinary(parsed, limits: limits)
        }
    }

    private static func value(of number: NSNumber) throws(PropertyListError) -> PropertyListValue {
        switch String(cString: number.objCType) {
        case "d", "f":
            return .real(number.doubleValue)
        default:
            // 128-bit numbers report an ordinary type, so the digits decide.
            let digits = number.stringValue
            if let integer = Int64(digits) { return .integer(integer) }
            if let unsigned = UInt64(digits) { return .unsigned(unsigned) }
            throw PropertyListError(
                .unreadable,
                "The integer \(digits) does not fit 64 bits; write it as a real or a string."
            )
        }
    }

    /// A keyed archive's object reference is a class that only Foundation's own writer understands.
    private static func throughBinary(
        _ parsed: Any,
        limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyListValue {
        guard let data = try? PropertyListSerialization.data(fromPropertyList: parsed, format: .binary, options: 0)
        else {
            throw PropertyListError(.unreadable, "The property list holds a value of an unknown type; remove it.")
        }
        return try BinaryPropertyList([UInt8](data), limits: limits).value()
    }
}
