import Glibc

/// A 64-bit fingerprint of bytes (FNV-1a), which unlike `Hasher` is the same in every process and on every machine: it
/// names versions of content that is trusted.
public struct ContentHash: Sendable, Hashable {
    /// How many characters ``text`` has.
    public static let textLength = 16
    /// How many characters ``shortText`` has.
    public static let shortTextLength = 8

    @usableFromInline var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The fingerprint of some bytes.
    @inlinable
    public init(_ bytes: some Sequence<UInt8> = []) {
        combine(bytes)
    }

    /// Takes more bytes in.
    @inlinable
    public mutating func combine(_ bytes: some Sequence<UInt8>) {
        guard bytes.withContiguousStorageIfAvailable({ combine(buffer: $0) }) == nil else { return }
        var value = value
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        self.value = value
    }

    /// The same for bytes that lie side by side: not generic, so that it is quick in a debug build too.
    @usableFromInline
    mutating func combine(buffer: UnsafeBufferPointer<UInt8>) {
        guard let start = buffer.baseAddress else { return }
        var value = value
        var index = 0
        while index < buffer.count {
            value = (value ^ UInt64(start[index])) &* 0x0000_0100_0000_01B3
            index &+= 1
        }
        self.value = value
    }

    /// The fingerprint as a number.
    public var number: UInt64 { value }

    /// The fingerprint as 16 lowercase hexadecimal digits.
    public var text: String { Self.digits(value, Self.textLength) }

    /// Half of the fingerprint, both halves folded, as 8 lowercase hexadecimal digits.
    public var shortText: String {
        Self.digits(UInt64(UInt32(truncatingIfNeeded: value ^ value >> 32)), Self.shortTextLength)
    }

    private static func digits(_ value: UInt64, _ length: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: length - digits.utf8.count) + digits
    }
}

/// The picture formats that are known by their first bytes; the raw values are media types.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    /// Portable Network Graphics.
    case png = "image/png"
    /// JPEG.
    case jpeg = "image/jpeg"

    /// The format of some bytes by their signature (PNG specification, section 5.2; ITU-T T.81, annex B); nil for
    /// any other.
    public init?(detectedIn bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }

    /// The media type.
    public var mediaType: String { rawValue }

    /// How many pixels wide and high a picture says it is: PNG's header (section 11.2.2) or the first frame of a JPEG
    /// file (T.81, B.2.2). Nil where the bytes end before they say it.
    public func pixels(in bytes: [UInt8]) -> (width: Int, height: Int)? {
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at >= 0, at + count <= bytes.count else { return nil }
            return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
        }
        switch self {
        case .png:
            guard let width = number(16, 4), let height = number(20, 4) else { return nil }
            return (width, height)
        case .jpeg:
            var at = 2
            while let marker = number(at, 2), marker >> 8 == 0xFF {
                let isFrame = 0xFFC0...0xFFCF ~= marker && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
                if isFrame, let height = number(at + 5, 2), let width = number(at + 7, 2) { return (width, height) }
                guard let length = number(at + 2, 2), length >= 2 else { return nil }
                at += 2 + length
            }
            return nil
        }
    }
}

/// Looking for bytes in bytes by their first one with memchr(3). The standard library's own `firstRange(of:)` goes
/// through generic steps, each of which costs more than the comparison.
extension UnsafeBufferPointer<UInt8> {
    /// Where bytes first stand; nil when they do not, and when there are none to look for.
    /// - Complexity: at worst the product of both lengths: meant for what is sought in a line, with few bytes.
    public func firstIndex(ofBytes bytes: Self) -> Int? {
        guard let start = baseAddress, let sought = bytes.baseAddress, let first = bytes.first else { return nil }
        // The last index at which there is room for the bytes.
        let last = count &- bytes.count
        var index = 0
        while index <= last, let place = memchr(start + index, Int32(first), last &- index &+ 1) {
            index = UnsafeRawPointer(place) - UnsafeRawPointer(start)
            if memcmp(start + index, sought, bytes.count) == 0 { return index }
            index &+= 1
        }
        return nil
    }
}

extension Collection<UInt8> {
    /// Where a literal first stands; nil when it does not. Bytes that do not lie side by side, as those of arrays,
    /// slices and native strings do, are copied first.
    public func firstRange(ofBytes literal: StaticString) -> Range<Index>? {
        literal.withUTF8Buffer { firstRange(ofBytes: $0) }
    }

    /// Where bytes first stand; nil when they do not, and when there are none to look for.
    public func firstRange(ofBytes bytes: UnsafeBufferPointer<UInt8>) -> Range<Index>? {
        let found = withContiguousStorageIfAvailable { $0.firstIndex(ofBytes: bytes) }
        guard let offset = found ?? Array(self).withUnsafeBufferPointer({ $0.firstIndex(ofBytes: bytes) }) else {
            return nil
        }
        let start = index(startIndex, offsetBy: offset)
        return start..<index(start, offsetBy: bytes.count)
    }
}

/// What makes pixels of drawn screens.
package struct PictureRasterizer: Sendable {
    /// The letters that none of its fonts has.
    package let missing: @Sendable () -> LetterRanges
    /// Makes pixels of an SVG.
    /// - Throws: ``PictureFailure`` with a sentence that says what to install.
    package let png: @Sendable (_ svg: [UInt8]) throws(PictureFailure) -> [UInt8]

    /// Puts one together.
    package init(
        missing: @escaping @Sendable () -> LetterRanges,
        png: @escaping @Sendable (_ svg: [UInt8]) throws(PictureFailure) -> [UInt8]
    ) { (self.missing, self.png) = (missing, png) }
}

/// Why there is no picture.
package struct PictureFailure: Error, Sendable, Hashable {
    /// One sentence for people.
    package var message: String

    /// Creates a failure.
    package init(_ message: String) { self.message = message }
}

/// Letters by the ranges of their code points: those that somebody has no font for.
///
/// The Latin letters and marks before U+0250 are never among them: every machine has these.
package struct LetterRanges: Sendable, Hashable {
    private static let doubtful: ClosedRange<UInt32> = 0x250...0x10FFFF
    /// The most ranges that a text may have.
    private static let most = 64
    /// In ascending order, apart from each other.
    private let ranges: [ClosedRange<UInt32>]

    /// Takes ranges in any order.
    package init(_ ranges: some Sequence<ClosedRange<UInt32>> = []) {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.overlaps(Self.doubtful) {
            let range = range.clamped(to: Self.doubtful)
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        self.ranges = joined
    }

    /// Reads `0590-05FF,1F600`; nil for anything else, and for more than 64 ranges.
    package init?(hexadecimal text: String) {
        let parts =
            text.isEmpty ? [] : text.split(separator: ",", maxSplits: Self.most, omittingEmptySubsequences: false)
        let ranges = parts.compactMap(Self.range)
        guard parts.count <= Self.most, ranges.count == parts.count else { return nil }
        self.init(ranges)
    }

    /// Reads what fontconfig prints of character sets, a font a line: `:charset=20-7e a0-17f 2c6`.
    package init(fontconfig text: String) {
        let words = text.split { $0.isWhitespace || $0 == "=" }
        self.init(words.compactMap(Self.range))
    }

    private static func range(_ text: Substring) -> ClosedRange<UInt32>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0, radix: 16) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last,
            last <= 0x10FFFF
        else { return nil }
        return first...last
    }

    /// All doubtful letters but these.
    package var others: Self {
        var (next, others) = (Self.doubtful.lowerBound, [ClosedRange<UInt32>]())
        for range in ranges {
            if next < range.lowerBound { others.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.doubtful.upperBound { others.append(next...Self.doubtful.upperBound) }
        return Self(others)
    }

    /// Whether one of them is in a text. Characters that nobody sees, such as joiners, are none.
    package func isMissing(in text: String) -> Bool {
        guard !ranges.isEmpty else { return false }
        return text.unicodeScalars.contains { scalar in
            guard scalar.value >= Self.doubtful.lowerBound else { return false }
            return holds(scalar.value) && !scalar.properties.isDefaultIgnorableCodePoint
                && !scalar.properties.isWhitespace
        }
    }

    private func holds(_ letter: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].contains(letter) { return true }
            if ranges[middle].lowerBound > letter { high = middle } else { low = middle + 1 }
        }
        return false
    }
}
