import ViewHierarchy

/// Reads points, sizes and the like out of document values, in every way in which they are written.
struct DocumentValues {
    /// Whether numbers and truth values may stand in strings, as in OpenStep property lists, which have no others.
    var acceptsStrings: Bool

    /// A number; also `"inf"`, `"-inf"` and `"nan"`, for which JSON has no numbers.
    func number(_ node: some DocumentNode) -> Double? {
        if let number = node.doubleValue { return number }
        guard let text = node.stringValue else { return nil }
        switch text {
        case "inf", "+inf", "infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        case "nan": return .nan
        default: return acceptsStrings ? Double(text) : nil
        }
    }

    /// A whole number, also one written as `3.0`.
    func integer(_ node: some DocumentNode) -> Int? {
        if let integer = node.integerValue { return Int(exactly: integer) }
        if let number = node.doubleValue { return Int(exactly: number) }
        return acceptsStrings ? node.stringValue.flatMap { Int($0) } : nil
    }

    /// A truth value.
    func bool(_ node: some DocumentNode) -> Bool? {
        if let bool = node.boolValue { return bool }
        guard acceptsStrings else { return nil }
        switch node.stringValue {
        case "YES", "true", "1": return true
        case "NO", "false", "0": return false
        default: return nil
        }
    }

    /// `{"x","y"}`, `[x, y]` or `"{x, y}"`.
    func point(_ node: some DocumentNode) -> Point? {
        numbers(node, ["x", "y"]).map { Point(x: $0[0], y: $0[1]) }
    }

    /// `{"width","height"}`, `[width, height]` or `"{width, height}"`.
    func size(_ node: some DocumentNode) -> Size? {
        numbers(node, ["width", "height"]).map { Size(width: $0[0], height: $0[1]) }
    }

    /// `{"x","y","width","height"}`, `[x, y, width, height]` or `"{{x, y}, {width, height}}"`.
    func rect(_ node: some DocumentNode) -> Rect? {
        numbers(node, ["x", "y", "width", "height"]).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }

    /// `[a, b, c, d, tx, ty]`, also as an object or in a string.
    func transform(_ node: some DocumentNode) -> Transform? {
        numbers(node, ["a", "b", "c", "d", "tx", "ty"]).map {
            Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
        }
    }

    /// As many numbers as there are names, or nil.
    private func numbers(_ node: some DocumentNode, _ names: [String]) -> [Double]? {
        if let text = node.stringValue { return NumberList.parse(text, count: names.count) }
        let values: [Double]
        if node.isObject {
            values = names.compactMap { name in node[name].flatMap { number($0) } }
        } else {
            guard node.arrayCount == names.count else { return nil }
            values = node.elements.compactMap { number($0) }
        }
        return values.count == names.count ? values : nil
    }
}
