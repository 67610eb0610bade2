import JSON

/// Reads the numbers out of the ways in which UIKit and Foundation print points, sizes, rectangles and matrices:
/// `(0 20; 320 460)`, `{{0, 20}, {320, 460}}`, `[1, 0, 0, 1, 0, 0]`, `{0, -64}`.
package enum NumberList {
    /// As many numbers as the largest group has, a matrix.
    package typealias Numbers = InlineArray<6, Double>

    /// The numbers, when there are exactly `count` and nothing but brackets and separators between them.
    package static func parse(_ text: ByteText, _ range: Range<Int>, count: Int) -> [Double]? {
        read(text, range, count: count).map { numbers in (0..<count).map { numbers[$0] } }
    }

    /// The same without an array; those beyond `count`, which is at most six, are 0.
    package static func read(_ text: ByteText, _ range: Range<Int>, count: Int) -> Numbers? {
        var numbers = Numbers(repeating: 0)
        var found = 0
        var index = range.lowerBound
        while index < range.upperBound {
            guard !isSeparator(text[index]) else {
                index &+= 1
                continue
            }
            let start = index
            while index < range.upperBound, !isSeparator(text[index]) { index &+= 1 }
            guard found < min(count, numbers.count), index &- start <= 400, let number = number(text, start..<index)
            else { return nil }
            numbers[found] = number
            found &+= 1
        }
        return found == count ? numbers : nil
    }

    private static func number(_ text: ByteText, _ range: Range<Int>) -> Double? {
        text.withBytes(range) { DecimalText.number($0) } ?? Double(text.string(range))
    }

    /// The numbers of a text of its own.
    package static func parse(_ string: String, count: Int) -> [Double]? {
        let text = ByteText(Array(string.utf8))
        return parse(text, 0..<text.count, count: count)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ";"):
            true
        default: byte.isSpace
        }
    }
}
