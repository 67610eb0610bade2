/// A set of small whole numbers that finds the next and the previous one in about constant time: one bit for each
/// number, and above each row of words another row that tells which words have a bit.
struct NumberSet: Sendable {
    private var rows: [[UInt64]] = []

    /// Creates an empty set for numbers in `0..<capacity`.
    init(capacity: Int) {
        var length = max(capacity, 1)
        repeat {
            length = (length + 63) / 64
            rows.append(Array(repeating: 0, count: length))
        } while length > 1
    }

    /// Whether the number is in the set.
    func contains(_ number: Int) -> Bool { rows[0][number >> 6] & (1 << UInt64(number & 63)) != 0 }

    /// Adds a number.
    mutating func insert(_ number: Int) {
        var number = number
        for row in rows.indices {
            let word = number >> 6
            let wasEmpty = rows[row][word] == 0
            rows[row][word] |= 1 << UInt64(number & 63)
            guard wasEmpty else { return }
            number = word
        }
    }

    /// Takes a number away.
    mutating func remove(_ number: Int) {
        var number = number
        for row in rows.indices {
            let word = number >> 6
            rows[row][word] &= ~(1 << UInt64(number & 63))
            guard rows[row][word] == 0 else { return }
            number = word
        }
    }

    /// The smallest number that is not smaller than the given one.
    func next(from number: Int) -> Int? {
        var number = number
        for row in rows.indices {
            let word = number >> 6
            guard word < rows[row].count else { return nil }
            let bits = rows[row][word] & (UInt64.max << UInt64(number & 63))
            if bits != 0 { return descend(from: row, to: word << 6 + bits.trailingZeroBitCount, first: true) }
            number = word + 1
        }
        return nil
    }

    /// The greatest number that is not greater than the given one.
    func last(upTo number: Int) -> Int? {
        var number = number
        for row in rows.indices {
            guard number >= 0 else { return nil }
            let word = number >> 6
            let bits = rows[row][word] & (UInt64.max >> UInt64(63 - number & 63))
            if bits != 0 { return descend(from: row, to: word << 6 + 63 - bits.leadingZeroBitCount, first: false) }
            number = word - 1
        }
        return nil
    }

    private func descend(from row: Int, to number: Int, first: Bool) -> Int {
        var number = number
        for row in stride(from: row - 1, through: 0, by: -1) {
            let bits = rows[row][number]
            number = number << 6 + (first ? bits.trailingZeroBitCount : 63 - bits.leadingZeroBitCount)
        }
        return number
    }
}
