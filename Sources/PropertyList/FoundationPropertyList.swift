import Foundation

/// Takes over what Foundation parsed, keeping types apart that bridging would mix up.
enum FoundationPropertyList {
    /// Recursion is bounded by `limits.maximumDepth`, which is checked on every level.
    static func value(
        of parsed: Any,
        depth: Int,
        limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyListValue {
        guard depth <= limits.maximumDepth else {
            throw PropertyListError(
                .tooDeep,
                "Arrays and dictionaries nest deeper than \(limits.maximumDepth) levels; flatten the property list."
            )
        }
        // A number casts to Bool on Linux, so the dynamic type decides first.
        if type(of: parsed) == Bool.self, let flag = parsed as? Bool { return .bool(flag) }
        switch parsed {
        case let text as String:
            return .string(text)
        case let number as NSNumber:
            return try value(of: number)
        case let date as Date:
            try PropertyListDate.check(date)
            return .date(date)
        case let data as Data:
            return .data(data)
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
                    throw PropertyListError(.unreadable, "A dictionary has a key that is no string; make it one.")
                }
                members[name] = try value(of: member, depth: depth &+ 1, limits: limits)
            }
            return .dictionary(members)
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
        var reader = try BinaryPropertyListReader([UInt8](data), limits: limits)
        return try reader.read()
    }
}
