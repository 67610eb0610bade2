import Diagnostics
import PastedText
import ViewHierarchy

/// The views and guides that a constraint names.
extension ConstraintParser {
    /// Reads a view or a guide that ends before one of some bytes.
    mutating func readItem(closers: [UInt8]) -> Int? {
        for (name, item) in names where text.has(name, at: index, before: end) {
            var next = index &+ name.count
            if text.has(":0x", at: next, before: end), let address = nextAddress(from: next, before: end) {
                guard address.address == item.address else { continue }
                next = address.end
            }
            guard next == end || closers.contains(text[next]) else { continue }
            index = next
            return keep(item)
        }
        let start = index
        if let (colon, next, address) = nextAddress(from: index, before: end), isClassName(index..<colon) {
            var item = LoggedItem()
            (item.className, item.address) = (text.string(index..<colon), address)
            index = next
            if text[index] == UInt8(ascii: "'") {
                let close = (index &+ 1..<end).first { isQuoteEnd($0, closers) }
                guard let close else {
                    index = start
                    return nil
                }
                item.text = String(text.string(index &+ 1..<close).prefix(Self.maximumName))
                index = close &+ 1
            }
            return keep(item)
        }
        return readUnlistedName(closers)
    }

    /// An accessibility identifier that `names:` does not list, because the line was cut: up to the last possible end.
    private mutating func readUnlistedName(_ closers: [UInt8]) -> Int? {
        var limit = index
        while limit < end, !isRelation(at: limit), text[limit] != UInt8(ascii: "]") { limit &+= 1 }
        let ends = (index..<min(limit &+ 1, end)).filter { closers.contains(text[$0]) }
        let close = closers.contains(UInt8(ascii: ".")) ? ends.last : ends.first
        guard let close, close > index, close &- index <= Self.maximumName, !text[index].isDigit else { return nil }
        var item = LoggedItem()
        item.name = text.string(index..<close)
        index = close
        return keep(item)
    }

    private func isRelation(at index: Int) -> Bool {
        text[index] == 0x20
            && (text.has(" == ", at: index, before: end) || text.has(" <= ", at: index, before: end)
                || text.has(" >= ", at: index, before: end))
    }

    private func isClassName(_ range: Range<Int>) -> Bool {
        !range.isEmpty && range.count <= Self.maximumName && text[range.lowerBound].startsName
            && !range.contains { "[]|'=*".utf8.contains(text[$0]) }
    }

    /// Whether a quotation mark ends a text, which may hold others.
    private func isQuoteEnd(_ place: Int, _ closers: [UInt8]) -> Bool {
        guard text[place] == UInt8(ascii: "'"), closers.contains(text[place &+ 1]) else { return false }
        guard text[place &+ 1] == UInt8(ascii: ".") else { return true }
        var stop = place &+ 2
        while stop < end, text[stop].isLetter { stop &+= 1 }
        return stop > place &+ 2 && (stop == end || text[stop].isSpace)
    }

    /// The superview that `|` stands for.
    mutating func outside(of item: Int) -> Int {
        var outer = LoggedItem()
        if let superview {
            outer = superview
        } else if let inner = constraint.items[safe: item] {
            let name = inner.name ?? (inner.className.isEmpty ? "view" : inner.className)
            outer.name = "superview of \(name)"
        }
        let place = keep(outer)
        constraint.superview = place
        return place
    }

    private mutating func keep(_ item: LoggedItem) -> Int {
        let known = constraint.items.firstIndex {
            item.address == nil ? $0 == item : $0.address == item.address
        }
        if let known { return known }
        constraint.items.append(item)
        return constraint.items.count - 1
    }

    /// Keeps whatever a description names that is not understood.
    mutating func keepObjects(in range: Range<Int>) {
        constraint.items = []
        constraint.superview = nil
        let limit = CompanionLimits.standard.maximumItems &+ 1
        for object in ObjectReference.all(in: text, range, limit: limit).dropFirst() {
            var item = LoggedItem()
            (item.className, item.address) = (object.className, object.address)
            if let named = names.first(where: { $0.item.address == object.address }) { item = named.item }
            _ = keep(item)
        }
    }
}

extension ByteText {
    /// Whether bytes stand at the index, before the limit.
    func has(_ expected: [UInt8], at index: Int, before limit: Int) -> Bool {
        index >= 0 && index &+ expected.count <= min(limit, count) && !expected.isEmpty
            && bytes[index..<index + expected.count].elementsEqual(expected)
    }
}
