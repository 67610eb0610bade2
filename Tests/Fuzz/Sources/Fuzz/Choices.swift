/// Reads the bytes of an input as choices of a grammar, so that every input is a document that gets past the parser.
///
/// Where the bytes end all choices are the first ones, which each grammar makes the end of it.
struct Choices {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    /// Whether the input has more to say.
    var isOpen: Bool { !bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// A number from 0, below a count that is at least 1 and at most 65,536.
    mutating func below(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        let value = count <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())
        return value % count
    }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Whether something that happens once in so many times happens now; never at the end.
    mutating func once(in times: Int) -> Bool { below(times) == times - 1 && times > 1 }

    /// So many elements at most, none at the end.
    mutating func many(atMost count: Int) -> Range<Int> { 0..<(isOpen ? below(count + 1) : 0) }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    /// A few bytes of the input as they are.
    mutating func piece(atMost length: Int) -> [UInt8] {
        let piece = bytes.prefix(below(length + 1))
        bytes = bytes.dropFirst(piece.count)
        return Array(piece)
    }

    /// A finite number, one that is easily mistaken for another, or one with which arithmetic overflows.
    mutating func number() -> Double {
        switch below(4) {
        case 0: Double(below(64)) - 8
        case 1: Double(below(65_536)) / 64 - 100
        case 2: one(of: Self.usual)
        default: one(of: Self.absurd)
        }
    }

    private static let usual = [0, -0.0, 1, -1, 0.5, 44, 320, 390, 480, 844, 1.0 / 3]
    private static let absurd = [
        1e308, -1e308, Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        9_007_199_254_740_992, 9.2233720368547758e18,
        -9.2233720368547758e18, 1e15, -1e15, 1e-9, 3.5e38, 4_294_967_296, 2_147_483_647.5,
    ]

    /// A whole number, small or at the end of a range.
    mutating func whole() -> Int {
        once(in: 4) ? one(of: [.max, .min, Int(Int32.max) + 1, -1, 1 << 53]) : below(24) - 2
    }

    /// A text: a word that something may mistake for something else, or a piece of the input.
    mutating func text() -> String {
        once(in: 2) ? String(decoding: piece(atMost: 24), as: UTF8.self) : one(of: Self.words)
    }

    private static let words = [
        "", "a", "Root", "Child", "sound", "UILabel", "0", "YES", "1e999", "%@ %n %1$@", "../Root", "/etc/passwd",
        "a/b", "\u{202E}x",
        "\u{0}", "e\u{301}", "\"\u{301}>", "<b>&amp;", "{{text}}", "=1+1", "🇩🇪", "en", "\\", "'", "`", "$", "*",
    ]
}

extension Choices {
    /// Builds nested things without recursion of the host: at the greatest depth only leaves are left.
    mutating func isLeaf(at depth: Int, deepest: Int = 12) -> Bool { depth >= deepest || !isOpen || below(3) == 0 }
}
