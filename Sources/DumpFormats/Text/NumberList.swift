/// Reads the numbers out of the ways in which UIKit and Foundation print points, sizes, rectangles and matrices:
/// `(0 20; 320 460)`, `{{0, 20}, {320, 460}}`, `[1, 0, 0, 1, 0, 0]`, `{0, -64}`.
enum NumberList {
    /// The numbers, when there are exactly `count` and nothing but brackets and separators between them.
    static func parse(_ text: ByteText, _ range: Range<Int>, count: Int) -> [Double]? {
        var numbers: [Double] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard !isSeparator(text[index]) else {
                index &+= 1
                continue
            }
            let start = index
            while index < range.upperBound, !isSeparator(text[index]) { index &+= 1 }
            guard numbers.count < count, index &- start <= 400, let number = Double(text.string(start..<index)) else {
                return nil
            }
            numbers.append(number)
        }
        return numbers.count == count ? numbers : nil
    }

    /// The numbers of a text of its own.
    static func parse(_ string: String, count: Int) -> [Double]? {
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
