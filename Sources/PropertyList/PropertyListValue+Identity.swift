extension PropertyListValue {
    /// Whether the two values would be written as the same bytes.
    ///
    /// Stricter than `==`: NaN is the same as NaN, 0 is not −0, and text that differs only in its Unicode
    /// normalisation is different. A store asks this to decide whether a write changes anything.
    public func isIdentical(to other: PropertyListValue) -> Bool {
        var pairs = [(self, other)]
        while let (left, right) = pairs.popLast() {
            switch (left, right) {
            case (.array(let lefts), .array(let rights)):
                guard lefts.count == rights.count else { return false }
                pairs.append(contentsOf: zip(lefts, rights))
            case (.dictionary(let lefts), .dictionary(let rights)):
                guard lefts.count == rights.count else { return false }
                for (key, value) in lefts {
                    guard let index = rights.index(forKey: key), rights[index].key.utf8.elementsEqual(key.utf8) else {
                        return false
                    }
                    pairs.append((value, rights[index].value))
                }
            case (.real(let left), .real(let right)):
                guard left.bitPattern == right.bitPattern || left.isNaN && right.isNaN else { return false }
            case (.string(let left), .string(let right)):
                guard left.utf8.elementsEqual(right.utf8) else { return false }
            default:
                guard left == right else { return false }
            }
        }
        return true
    }
}
