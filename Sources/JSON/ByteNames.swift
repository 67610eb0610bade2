/// Names as the bytes of a text, each kept once and called by a number: its place in the order of their first use.
package struct ByteNames: Sendable {
    /// Where a name is in `bytes`, and the hash of it.
    private struct Entry {
        var range: Range<Int>
        var hash: Int
    }

    /// The names as text.
    package private(set) var texts: [String] = []
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// A table with open addressing: the number of a name and 1, or 0. Its size is a power of two.
    private var slots = [UInt32](repeating: 0, count: 64)
    /// The numbers that were asked for last, by length and ends of the name, and 1. Most names are found here, without a hash.
    private var recent = [UInt32](repeating: 0, count: 256)

    /// Creates a table without names.
    package init() {}

    /// The number of a name, a new one the first time.
    package mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        let place = Self.recentPlace(of: name)
        let known = Int(recent[place]) - 1
        if known >= 0, isName(known, name) { return known }
        let hash = Self.hash(name)
        let slot = slot(of: name, hash)
        let found = Int(slots[slot]) - 1
        let number = found < 0 ? add(name, hash, slot) : found
        recent[place] = UInt32(truncatingIfNeeded: number + 1)
        return number
    }

    /// The number of a name, if it has one.
    func known(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let last = Int(recent[Self.recentPlace(of: name)]) - 1
        // Every name leaves its number there, or a later one of the same place does.
        guard last >= 0 else { return nil }
        if isName(last, name) { return last }
        let number = Int(slots[slot(of: name, Self.hash(name))]) - 1
        return number < 0 ? nil : number
    }

    /// A hash that is seeded by the process, so that nobody can prepare collisions.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }

    private static func recentPlace(of name: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = name.first, let last = name.last else { return 0 }
        let middle = name[name.count / 2]
        return (name.count &* 31 ^ Int(first) &* 7 ^ Int(middle) &* 3 ^ Int(last)) & 255
    }

    private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = entries[number].range
        guard range.count == name.count else { return false }
        // Short as names are, comparing them here takes less than a call of memcmp.
        var (mine, other) = (range.lowerBound, 0)
        while other < name.count {
            guard bytes[mine] == name[other] else { return false }
            mine += 1
            other += 1
        }
        return true
    }

    /// The slot of a name, or the empty one where it belongs.
    private func slot(of name: UnsafeBufferPointer<UInt8>, _ hash: Int) -> Int {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if entries[number].hash == hash, isName(number, name) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ hash: Int, _ slot: Int) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: name)
        entries.append(Entry(range: start..<bytes.count, hash: hash))
        texts.append(String(decoding: name, as: UTF8.self))
        slots[slot] = UInt32(truncatingIfNeeded: entries.count)
        if 2 * entries.count > slots.count { grow() }
        return entries.count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: 2 * slots.count)
        for (number, entry) in entries.enumerated() {
            var slot = entry.hash & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}
