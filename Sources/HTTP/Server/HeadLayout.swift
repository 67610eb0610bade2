internal import CMicroHTTPD
import Glibc

/// Tells whether the parts of a head that the library hands out are all that its client sent.
///
/// Before 0.9.77 the library ends every part with a NUL where it stands in memory. A NUL of the client's own, a field without
/// a name, a line that goes on in the next one and one that ends in a line feed alone (RFC 9112, sections 2.2 and 5; RFC 9110,
/// section 5.5) are gone by then, and what stood behind them may be, too. What is left of them is a gap: the parts lie one
/// behind the other, parted by what the grammar has between them and by nothing else.
struct HeadLayout {
    /// Where the head begins.
    private let start: UInt
    /// Where the next part has to begin.
    private var position: UInt
    private(set) var isWhole: Bool

    /// Whether this library has to be looked after. Later ones refuse all that themselves.
    static let isNeeded = cmhd_checks_lines() == 0

    /// Begins with the request line.
    init(method: UnsafePointer<CChar>, target: TargetPlace, version: UnsafePointer<CChar>) {
        start = UInt(bitPattern: method)
        let versionStart = UInt(bitPattern: version)
        isWhole =
            start &+ UInt(strlen(method)) &+ 1 == target.start
            && target.start &+ UInt(target.length) &+ 1 == versionStart
        position = versionStart &+ UInt(strlen(version)) &+ 2
    }

    /// Goes on with a field.
    mutating func add(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) {
        let (nameStart, valueStart) = (UInt(bitPattern: name), UInt(bitPattern: value))
        let colon = nameStart &+ UInt(strlen(name))
        isWhole = isWhole && nameStart == position && valueStart > colon
        position = valueStart &+ UInt(strlen(value)) &+ 2
    }

    /// Ends with the empty line.
    /// - Parameter size: of the whole head.
    mutating func end(size: Int) {
        isWhole = isWhole && position &+ 2 == start &+ UInt(size)
    }
}

/// Where in the library's memory a target stands.
struct TargetPlace: Sendable, Hashable {
    let start: UInt
    /// Up to its first NUL, in bytes.
    let length: Int

    init(_ target: UnsafePointer<CChar>) {
        start = UInt(bitPattern: target)
        length = strlen(target)
    }
}
