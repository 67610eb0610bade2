/// An object as debuggers name it: its class and its address.
public struct ObjectReference: Sendable, Hashable {
    /// The class name, verbatim; empty where none stands before the address.
    public var className: String
    /// The address as a number.
    public var address: UInt64

    /// `UIView 0x7f8a10`.
    public var text: String { "\(className.isEmpty ? "object" : className) 0x\(String(address, radix: 16))" }

    /// Whether a class of a dump may be this one. Reports write Swift's names mangled or not, with the module or
    /// without.
    func mayBe(_ other: String) -> Bool {
        if className == other || className.isEmpty || other.isEmpty { return true }
        let names = [className, other]
        if names.contains(where: { $0.hasPrefix("_Tt") || $0.hasPrefix("$s") || $0.hasPrefix("NSKVONotifying_") }) {
            return true
        }
        let last = names.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
        return last[0] == last[1]
    }
}

extension ObjectReference {
    /// The objects that a part of a text names, `UIView:0x7f…`, `UIView: 0x7f…` or `UIView 0x7f…`, at most so many.
    ///
    /// Takes time in the length of the range only.
    static func all(in text: ByteText, _ range: Range<Int>, limit: Int) -> [ObjectReference] {
        var found: [ObjectReference] = []
        var lower = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound, found.count < limit {
            guard text.has("0x", at: index, before: range.upperBound), !text[index &- 1].continuesName else {
                index &+= 1
                continue
            }
            var end = index &+ 2
            var address: UInt64 = 0
            var digits = 0
            while end < range.upperBound, let digit = text[end].hexValue {
                address = address << 4 | UInt64(digit)
                digits &+= 1
                end &+= 1
            }
            if (1...16).contains(digits) {
                let name = classNameEnding(before: index, after: lower, in: text)
                found.append(ObjectReference(className: text.string(name), address: address))
            }
            lower = end
            index = end
        }
        return found
    }

    /// The class name in front of an address, with the arguments of a generic one.
    private static func classNameEnding(before index: Int, after lower: Int, in text: ByteText) -> Range<Int> {
        var end = index
        while end > lower, text[end &- 1] == 0x20 || text[end &- 1] == UInt8(ascii: ":") { end &-= 1 }
        var start = end
        var depth = 0
        while start > lower {
            let byte = text[start &- 1]
            if byte == UInt8(ascii: ">") {
                depth &+= 1
            } else if byte == UInt8(ascii: "<") {
                guard depth > 0 else { break }
                depth &-= 1
            } else if depth == 0, !byte.continuesName, byte != UInt8(ascii: ".") {
                break
            }
            start &-= 1
        }
        // An angle bracket that was never opened belongs to something else.
        return depth == 0 ? start..<end : end..<end
    }
}
