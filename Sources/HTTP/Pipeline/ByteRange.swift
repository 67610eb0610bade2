import HTTPTypes

/// The part of a body that a `Range` field asks for (RFC 9110, section 14.1.2).
enum ByteRange: Sendable, Hashable {
    /// These bytes, at least one.
    case part(Range<Int>)
    /// None of the bytes that there are.
    case unsatisfiable

    /// Reads a field about a body of so many bytes.
    /// - Returns: nil for what may be passed over, so that the whole body answers it: another unit than bytes, several parts,
    ///   and what is malformed.
    init?(_ field: String, of count: Int) {
        let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, ParameterizedValue.trimmed(halves[0]).lowercased() == "bytes" else { return nil }
        let parts = halves[1].split(separator: ",").map { ParameterizedValue.trimmed($0) }.filter { !$0.isEmpty }
        guard let part = parts.first, parts.count == 1 else { return nil }
        let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?) where first <= last:
            self.init(first..<min(last, Int.max - 1) + 1, of: count)
        case (let first?, nil) where ends[1].isEmpty: self.init(first..<Int.max, of: count)
        case (nil, let length?) where ends[0].isEmpty: self.init(count - min(length, count)..<count, of: count)
        default: return nil
        }
    }

    private init(_ wanted: Range<Int>, of count: Int) {
        let part = wanted.clamped(to: 0..<count)
        self = part.isEmpty ? .unsatisfiable : .part(part)
    }

    /// A number in digits; one that this machine has no room for is larger than every body.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}

extension Request {
    /// The part that is asked for of an answer whose body can be had in parts; nil where the whole is to be sent.
    ///
    /// `If-Range` has to name what there is, by strong comparison (RFC 9110, section 13.1.5); a date never does, for no answer
    /// has one.
    func range(of response: FinishedResponse) -> ByteRange? {
        guard method == .get, response.headers.value(of: .acceptRanges) == "bytes",
            let field = headers.value(of: .range)
        else { return nil }
        if let condition = headers.value(of: .ifRange) {
            guard let tag = response.headers.value(of: .eTag), EntityTagList(condition).names(strongly: tag) else {
                return nil
            }
        }
        return ByteRange(field, of: response.body.count)
    }
}
