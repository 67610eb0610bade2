extension JSONValue {
    /// Reads a UTF-8 text strictly after RFC 8259, as `JSONDocument` does, and copies it out.
    ///
    /// Whole numbers above `Int64.max`, where the limits allow them, are rounded to a double.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self.init(try JSONDocument(parsing: bytes, limits: limits).root)
    }

    /// Copies a value out of its document.
    ///
    /// It recurses as deep as the document, which `JSONLimits` holds to 2,000 levels: well below a megabyte of stack.
    public init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.boolValue ?? false)
        case .integer: self = .integer(node.integerValue ?? 0)
        case .number: self = .number(node.doubleValue ?? 0)
        case .string: self = .string(node.stringValue ?? "")
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(node.arrayCount)
            node.forEachElement { elements.append(JSONValue($0)) }
            self = .array(elements)
        case .object:
            var members: [JSONMember] = []
            members.reserveCapacity(node.memberCount)
            node.forEachMember { members.append(JSONMember(name: $0, value: JSONValue($1))) }
            self = .object(members)
        }
    }
}
