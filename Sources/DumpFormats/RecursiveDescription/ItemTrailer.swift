/// What stands after a description on its line.
struct ItemTrailer: Sendable {
    /// A frame that a `description` of an app's own gives.
    var frame: [Double]?
    /// A tag from the same place.
    var tag: Int?
    /// The rest, by name.
    var attributes: [(name: String, value: String)] = []

    /// Reads the end of a line.
    init(_ text: ByteText, _ range: Range<Int>, isOptional: Bool) {
        var rest = text.trimmed(range)
        while let last = rest.last, Self.closesWrapper(text[last], isOptional: isOptional) {
            rest = text.trimmed(rest.lowerBound..<last)
        }
        guard !rest.isEmpty else { return }
        let end = rest.upperBound
        if text.has("- ", at: rest.lowerBound, before: end) {
            // iOS 9 and earlier name the image of an image view so.
            attributes.append(("image", text.string(text.trimmed(rest.lowerBound &+ 2..<end))))
        } else if text.has("->", at: rest.lowerBound, before: end) {
            attributes.append(("image", text.string(text.trimmed(rest.lowerBound &+ 2..<end))))
        } else if text.has("collection view layout:", at: rest.lowerBound, before: end) {
            let value = text.trimmed(rest.lowerBound &+ 23..<end)
            attributes.append(("collection view layout", text.string(value)))
        } else {
            readFrame(text, rest)
            attributes.append(("suffix", text.string(rest)))
        }
    }

    /// `Frame: (0.000000, 48.000000, 390.000000, 700.000000)\ttag:0`
    private mutating func readFrame(_ text: ByteText, _ rest: Range<Int>) {
        guard text.has("Frame: (", at: rest.lowerBound, before: rest.upperBound),
            let close = text.firstIndex(of: ")", in: rest)
        else { return }
        frame = NumberList.parse(text, rest.lowerBound &+ 7..<close &+ 1, count: 4)
        guard let mark = text.firstIndex(of: "tag:", in: close..<rest.upperBound) else { return }
        tag = Int(text.string(text.trimmed(mark &+ 4..<rest.upperBound)))
    }

    private static func closesWrapper(_ byte: UInt8, isOptional: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "]"): true
        case UInt8(ascii: ")"): isOptional
        default: false
        }
    }
}
