import JSON
import ViewHierarchy

/// Reads single values in the API's notation and nothing else, and gathers all that is wrong.
struct EditValues {
    private(set) var faults: [EditFault] = []

    mutating func refuse(_ message: String, at pointer: String) {
        guard faults.count < EditDocumentError.maximumFaults else { return }
        faults.append(EditFault(message, at: pointer))
    }

    /// Throws everything that was found.
    func finish() throws(EditDocumentError) {
        guard faults.isEmpty else { throw EditDocumentError(faults) }
    }

    /// A finite number.
    mutating func number(_ value: JSONValue, at pointer: String) -> Double? {
        guard let number = value.doubleValue, number.isFinite else {
            refuse("This takes a finite number, not \(Self.brief(value)).", at: pointer)
            return nil
        }
        return number
    }

    /// A whole number, also one written as `3.0`.
    mutating func integer(_ value: JSONValue, at pointer: String) -> Int? {
        if let integer = value.integerValue ?? value.doubleValue.flatMap({ Int64(exactly: $0) }) {
            return Int(exactly: integer)
        }
        refuse("This takes a whole number, not \(Self.brief(value)).", at: pointer)
        return nil
    }

    mutating func bool(_ value: JSONValue, at pointer: String) -> Bool? {
        if let bool = value.boolValue { return bool }
        refuse("This takes true or false, not \(Self.brief(value)).", at: pointer)
        return nil
    }

    /// `{"x","y"}`.
    mutating func point(_ value: JSONValue, at pointer: String) -> Point? {
        numbers(value, ["x", "y"], at: pointer).map { Point(x: $0[0], y: $0[1]) }
    }

    /// `{"width","height"}`.
    mutating func size(_ value: JSONValue, at pointer: String) -> Size? {
        numbers(value, ["width", "height"], at: pointer).map { Size(width: $0[0], height: $0[1]) }
    }

    /// `{"x","y","width","height"}`.
    mutating func rect(_ value: JSONValue, at pointer: String) -> Rect? {
        numbers(value, ["x", "y", "width", "height"], at: pointer).map {
            Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
        }
    }

    /// `[a, b, c, d, tx, ty]`.
    mutating func transform(_ value: JSONValue, at pointer: String) -> Transform? {
        numbers(value, count: 6, at: pointer).map {
            Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
        }
    }

    /// An array of names.
    mutating func mask(_ value: JSONValue, at pointer: String) -> AutoresizingMask? {
        guard let elements = value.arrayValue else {
            refuse("This takes an array of names, not \(Self.brief(value)).", at: pointer)
            return nil
        }
        var mask: AutoresizingMask = []
        for (index, element) in elements.enumerated() {
            if let entry = AutoresizingMask.names.first(where: { $0.name == element.stringValue }) {
                mask.insert(entry.flag)
            } else {
                let names = AutoresizingMask.names.map(\.name).joined(separator: ", ")
                refuse("A mask is made of \(names), not of \(Self.brief(element)).", at: "\(pointer)/\(index)")
            }
        }
        return mask
    }

    mutating func contentMode(_ value: JSONValue, at pointer: String) -> ContentMode? {
        if let mode = value.stringValue.flatMap({ ContentMode(name: $0) }) { return mode }
        let names = ContentMode.allCases.map(\.name).joined(separator: ", ")
        refuse("This takes \(names), not \(Self.brief(value)).", at: pointer)
        return nil
    }

    /// Exactly as many numbers as are expected, from an array.
    mutating func numbers(_ value: JSONValue, count: Int, at pointer: String) -> [Double]? {
        guard let elements = value.arrayValue, elements.count == count else {
            refuse("This takes an array of \(count) numbers, not \(Self.brief(value)).", at: pointer)
            return nil
        }
        let numbers = elements.enumerated().compactMap { number($1, at: "\(pointer)/\($0)") }
        return numbers.count == count ? numbers : nil
    }

    /// Exactly these members, all of them numbers.
    private mutating func numbers(_ value: JSONValue, _ names: [String], at pointer: String) -> [Double]? {
        guard let members = value.objectValue else {
            let list = names.map { "“\($0)”" }.joined(separator: ", ")
            refuse("This takes an object with \(list), not \(Self.brief(value)).", at: pointer)
            return nil
        }
        for member in members where !names.contains(member.name) {
            refuse("There is no such member here.", at: pointer + "/" + JSONPointer.escape(member.name))
        }
        let numbers = names.compactMap { name -> Double? in
            guard let member = value[name] else {
                refuse("“\(name)” is missing; part of a value is of no use.", at: pointer)
                return nil
            }
            return number(member, at: "\(pointer)/\(name)")
        }
        return numbers.count == names.count ? numbers : nil
    }

    /// A value in a few words, so that no message repeats a whole document.
    private static func brief(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string(let text): "“\(text.prefix(40))”"
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        }
    }
}
