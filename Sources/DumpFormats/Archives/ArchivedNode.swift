import Diagnostics
import Foundation
import PastedText
import PropertyList
import ViewHierarchy

/// A value of an archive with its references followed. Finding a member costs the same in an archive of any size, and
/// a cycle is followed only as far as somebody asks.
struct ArchivedNode {
    /// How many objects are followed to the text, the number or the elements that one stands for; encoders take two.
    private static var longestWay: Int { 8 }

    private let archive: ObjectArchive
    private let value: ObjectArchive.Value

    /// Nil for `nil`, and for a reference to an object that is not there.
    init?(_ archive: ObjectArchive, _ value: ObjectArchive.Value) {
        guard archive.exists(value) else { return nil }
        self.archive = archive
        self.value = value
    }

    /// The object's place in the archive; nil for a value that stands in another object.
    var place: Int? { if case .reference(let place) = value { place } else { nil } }
    /// The class; empty for a plain value.
    var className: String { archive.objectClass(value)?.names.first ?? "" }
    /// The class and its superclasses.
    var classNames: [String] { archive.objectClass(value)?.names ?? [] }
    /// The members that are not `nil`, and `nil` for the others, in the order of their keys' texts.
    var members: [Member] {
        archive.members(of: value).map { Member(archive: archive, key: $0.key, value: $0.value) }
    }

    /// A member of an object.
    struct Member {
        fileprivate let archive: ObjectArchive
        fileprivate let key: Int32
        fileprivate let value: ObjectArchive.Value

        /// The key, where somebody asks for it.
        var known: ArchiveKey? { ArchiveKey(rawValue: key) }
        /// The text of the key.
        var text: String { archive.text(ofKey: key) }
        /// The value; nil where it is `nil`.
        var node: ArchivedNode? { ArchivedNode(archive, value) }
    }

    /// Whether there is a member, be it `nil`.
    func has(_ key: ArchiveKey) -> Bool { archive.has(key, in: value) }

    /// A member; nil where there is none and where it is `nil`.
    subscript(key: ArchiveKey) -> ArchivedNode? {
        archive.member(key, of: value).flatMap { ArchivedNode(archive, $0) }
    }

    // MARK: Collections

    /// The elements of an array or a set, looked at where they lie.
    struct Elements: Sequence, IteratorProtocol {
        fileprivate let archive: ObjectArchive
        fileprivate var values: ArraySlice<ObjectArchive.Value>

        /// The next element that is not `nil`.
        mutating func next() -> ArchivedNode? {
            while let value = values.popFirst() {
                if let node = ArchivedNode(archive, value) { return node }
            }
            return nil
        }
    }

    /// The elements of an array or a set, one after the other.
    var lazyElements: Elements { Elements(archive: archive, values: elementValues) }

    /// The elements of an array or a set.
    var elements: [ArchivedNode] { Array(lazyElements) }

    /// The first elements of an array or a set, so many at most.
    func elements(atMost count: Int) -> [ArchivedNode] { Array(lazyElements.prefix(count)) }

    /// The first element of an array or a set that is not `nil`.
    var firstElement: ArchivedNode? { lazyElements.first { _ in true } }

    private var elementValues: ArraySlice<ObjectArchive.Value> {
        var collection = value
        for _ in 0..<Self.longestWay {
            if let elements = archive.object(collection)?.elements, elements.count > 0 {
                return archive.values(elements)
            }
            if case .list(let run) = archive.plain(collection) { return archive.values(run) }
            guard let inner = archive.member(.objects, of: collection) else { break }
            collection = inner
        }
        return []
    }

    /// The keys and values of a dictionary.
    var pairs: [(key: ArchivedNode, value: ArchivedNode)] {
        guard let keys = self[.keys]?.elements, let values = self[.objects]?.elements else { return [] }
        return Array(zip(keys, values)).map { (key: $0, value: $1) }
    }

    // MARK: Contents

    /// A text: a string, or an object of the classes of strings.
    var string: String? {
        var value = value
        for _ in 0..<Self.longestWay {
            if let text = archive.text(archive.plain(value)) { return text }
            guard let objectClass = archive.objectClass(value) else { return nil }
            if let member = archive.member(.string, of: value), let text = archive.text(archive.plain(member)) {
                return text
            }
            if let member = archive.member(.bytes, of: value), let text = archive.decodedText(archive.plain(member)) {
                return text
            }
            guard objectClass.isAttributedString, let inner = archive.member(.attributedString, of: value) else {
                return nil
            }
            value = inner
        }
        return nil
    }

    /// Bytes: data, or an object of the classes of data.
    var bytes: [UInt8]? {
        if let bytes = archive.bytes(archive.plain(value)) { return bytes }
        for key in [ArchiveKey.data, .bytes] {
            if let member = archive.member(key, of: value), let bytes = archive.bytes(archive.plain(member)) {
                return bytes
            }
        }
        return nil
    }

    /// A number; 1 and 0 for yes and no.
    var number: Double? {
        var value = value
        for _ in 0..<Self.longestWay {
            switch archive.plain(value) {
            case .integer(let whole): return Double(whole)
            case .real(let number): return number
            case .bool(let isOn): return isOn ? 1 : 0
            case .stored, .text, .opaque: return nil
            case .reference, .nothing, .list: break
            }
            guard let inner = archive.member(.doubleValue, of: value) ?? archive.member(.integerValue, of: value) else {
                return nil
            }
            value = inner
        }
        return nil
    }

    /// A whole number.
    var integer: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

    /// Yes or no; numbers count as they do in C.
    var bool: Bool? { plainBool ?? number.map { $0 != 0 } }

    /// Yes or no, for a value that is nothing else.
    var plainBool: Bool? { if case .bool(let isOn) = archive.plain(value) { isOn } else { nil } }

    /// A whole number that fits 64 signed bits, for a value that is nothing else.
    var plainInteger: Int64? { if case .integer(let number) = archive.plain(value) { number } else { nil } }

    /// So many numbers, as Foundation writes points and rectangles into texts, or as nibs write them into data: a byte
    /// for their type, then the numbers.
    func numbers(_ count: Int) -> NumberList.Numbers? {
        if let (text, range) = archive.characters(archive.plain(value)) {
            return NumberList.read(text, range, count: count)
        }
        let text = string ?? [ArchiveKey.rectValue, .sizeValue, .pointValue].lazy.compactMap { self[$0]?.string }.first
        if let text {
            let bytes = ByteText(Array(text.utf8))
            return NumberList.read(bytes, 0..<bytes.count, count: count)
        }
        return bytes.flatMap { Self.numbers(in: $0, count) }
    }

    /// A rectangle.
    var rect: Rect? { numbers(4).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } }

    private static func numbers(in bytes: [UInt8], _ count: Int) -> NumberList.Numbers? {
        let width =
            switch bytes.first {
            case 0x07: 8
            case 0x06: 4
            default: 0
            }
        var numbers = NumberList.Numbers(repeating: 0)
        guard width > 0, (0...numbers.count).contains(count), bytes.count == count * width + 1 else { return nil }
        for place in 0..<count {
            let start = 1 + place * width
            let bits = bytes[start..<start + width].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            numbers[place] =
                width == 8
                ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        }
        return numbers
    }
}

/// Visits the objects of an archive that hold each other under a key, depth first and each once, with a stack of its own.
///
/// Objects may share the list of those in them: what is left of a list is looked at where it lies, so that the stack grows
/// with the depth alone.
struct ArchiveWalk {
    /// The key of the list of those in an object.
    let key: ArchiveKey
    /// How often an object may come again. An archive with more is no tree.
    let maximumRepeats: Int

    /// Visits the roots and what is in them.
    ///
    /// - Parameters:
    ///   - visit: Gets an object and its depth (roots have 0), and says whether to go on with those in it.
    ///   - isRepeated: Gets an object that has been visited.
    /// - Throws: What they throw, and when objects come again too often.
    func visit(
        _ roots: [ArchivedNode],
        _ visit: (ArchivedNode, Int) throws(DumpError) -> Bool,
        isRepeated: (ArchivedNode) -> Void
    ) throws(DumpError) {
        var seen: Set<Int> = []
        var repeats = 0
        for root in roots {
            var path: [ArchivedNode.Elements] = []
            var next: ArchivedNode? = root
            while let node = next {
                if let place = node.place, !seen.insert(place).inserted {
                    repeats &+= 1
                    guard repeats <= maximumRepeats else {
                        throw .limit("maximumViews", "More than \(maximumRepeats) objects of the archive come again.")
                    }
                    isRepeated(node)
                } else if try visit(node, path.count), let inner = node[key] {
                    path.append(inner.lazyElements)
                }
                next = nil
                while next == nil, let last = path.indices.last {
                    next = path[last].next()
                    if next == nil { path.removeLast() }
                }
            }
        }
    }
}

extension ViewDescription {
    /// Says a property as an archive has it; false where its value is none of the property's kind.
    mutating func say(_ name: String, archived node: ArchivedNode) -> Bool {
        guard let property = ViewProperty.named(name), let value = node.value(property.kind) else { return false }
        say(property, value)
        return true
    }
}

extension ArchivedNode {
    fileprivate func value(_ kind: ViewPropertyValue.Kind) -> ViewPropertyValue? {
        switch kind {
        case .bool: bool.map { .bool($0) }
        case .integer: integer.map { .integer($0) }
        case .number: number.map { .number($0) }
        case .text: string.map { .text($0) }
        case .rect: rect.map { .rect($0) }
        case .point: numbers(2).map { .point(Point(x: $0[0], y: $0[1])) }
        case .size: numbers(2).map { .size(Size(width: $0[0], height: $0[1])) }
        case .transform: nil
        case .mask: integer.flatMap { UInt8(exactly: $0 & 0x3F) }.map { .mask(AutoresizingMask(rawValue: $0)) }
        case .contentMode:
            integer.flatMap { UInt8(exactly: $0) }.flatMap { ContentMode(rawValue: $0) }.map { .contentMode($0) }
        }
    }
}
