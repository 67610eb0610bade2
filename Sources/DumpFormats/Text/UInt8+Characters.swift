extension UInt8 {
    /// Space, tab, or the end of a line.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// `0` to `9`.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// An ASCII letter.
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A byte that a class or attribute name may begin with: a letter, `_`, `$`, or a part of a letter beyond ASCII.
    var startsName: Bool { isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80 }

    /// A byte that a name may go on with.
    var continuesName: Bool { startsName || isDigit }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower &- 0x57 : nil
    }
}
