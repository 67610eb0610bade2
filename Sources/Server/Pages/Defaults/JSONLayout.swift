/// Lays compact JSON out for people.
enum JSONLayout {
    /// The same text with a line for each member and element, two spaces deeper for each level. Empty containers stay
    /// on their line.
    static func indented(_ json: [UInt8]) -> String {
        var text = [UInt8]()
        text.reserveCapacity(json.count * 2)
        var depth = 0
        var isInString = false
        var isEscaped = false
        func line() { text.append(10); text.append(contentsOf: repeatElement(32, count: depth * 2)) }
        for (index, byte) in json.enumerated() {
            if isInString {
                text.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == 92 {
                    isEscaped = true
                } else if byte == 34 {
                    isInString = false
                }
                continue
            }
            switch byte {
            case 34:
                isInString = true
                text.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text.append(byte)
                let next = json.dropFirst(index + 1).first
                guard next != UInt8(ascii: "}"), next != UInt8(ascii: "]") else { continue }
                depth += 1
                line()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let last = json.prefix(index).last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
                    depth -= 1
                    line()
                }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                line()
            case UInt8(ascii: ":"):
                text.append(contentsOf: [byte, 32])
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
