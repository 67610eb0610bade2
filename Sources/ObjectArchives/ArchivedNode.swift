package import PastedText

/// A value of an archive with its references followed. Finding a member costs the same in an archive of any size, and
/// a cycle is followed only as far as somebody asks.
package struct ArchivedNode {
    /// How many objects are followed to the text, the number or the elements that one stands for; encoders take two.
    private static var longestWay: Int { 8 }

    private let archive: ObjectArchive
    private let value: ObjectArchive.Value

    /// Nil for `nil`, and for a reference to an object that is not there.
    package init?(_ archive: ObjectArchive, _ value: ObjectArchive.Value) {
        guard archive.exists(value) else { return nil }
        self.archive = archive
        self.value = value
    }

    /// The object's place in the archive; nil for a value that stands in another object.
    package var place: Int? { if case .reference(let place) = value { place } else { nil } }
    /// The class; empty for a plain value.
    package var className: String { archive.objectClass(value)?.names.first ?? "" }
    /// The class and its superclasses.
    package var classNames: [String] { archive.objectClass(value)?.names ?? [] }
    /// The members that are not `nil`, and `nil` for the others, in the order of their keys' texts.
    package var members: [Member] {
        archive.members(of: value).map { Member(archive: archive, key: $0.key, value: $0.value) }
    }

    /// A member of an object.
    package struct Member {
        fileprivate let archive: ObjectArchive
        fileprivate let key: Int32
        fileprivate let value: ObjectArchive.Value

        /// The key, where somebody asks for it.
        package var known: ArchiveKey? { ArchiveKey(rawValue: key) }
        /// The text of the key.
        package var text: String { archive.text(ofKey: key) }
        /// The value; nil where it is `nil`.
        package var node: ArchivedNode? { ArchivedNode(archive, value) }
    }

    /// Whether there is a member, be it `nil`.
    package func has(_ key: ArchiveKey) -> Bool { archive.has(key, in: value) }

    /// A member; nil where there is none and where it is `nil`.
    package subscript(key: ArchiveKey) -> ArchivedNode? {
        archive.member(key, of: value).flatMap { ArchivedNode(archive, $0) }
    }

    // MARK: Collections

    /// The elements of an array or a set, looked at where they lie.
    package struct Elements: Sequence, IteratorProtocol {
        fileprivate let archive: ObjectArchive
        fileprivate var values: ArraySlice<ObjectArchive.Value>

        /// The next element that is not `nil`.
        package mutating func next() -> ArchivedNode? {
            while let value = values.popFirst() {
                if let node = ArchivedNode(archive, value) { return node }
            }
            return nil
        }
    }

    /// The elements of an array or a set, one after the other.
    package var lazyElements: Elements { Elements(archive: archive, values: elementValues) }

    /// The elements of an array or a set.
    package var elements: [ArchivedNode] { Array(lazyElements) }

    /// The first elements of an array or a set, so many at most.
    package func elements(atMost count: Int) -> [ArchivedNode] { Array(lazyElements.prefix(count)) }

    /// The first element of an array or a set that is not `nil`.
    package var firstElement: ArchivedNode? { lazyElements.first { _ in true } }

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
    package var pairs: [(key: ArchivedNode, value: ArchivedNode)] {
        guard let keys = self[.keys]?.elements, let values = self[.objects]?.elements else { return [] }
        return Array(zip(keys, values)).map { (key: $0, value: $1) }
    }

    // MARK: Contents

    /// A text: a string, or an object of the classes of strings.
    package var string: String? {
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
    package var bytes: [UInt8]? {
        if let bytes = archive.bytes(archive.plain(value)) { return bytes }
        for key in [ArchiveKey.data, .bytes] {
            if let member = archive.member(key, of: value), let bytes = archive.bytes(archive.plain(member)) {
                return bytes
            }
        }
        return nil
    }

    /// A number; 1 and 0 for yes and no.
    package var number: Double? {
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
    package var integer: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

    /// Yes or no; numbers count as they do in C.
    package var bool: Bool? { plainBool ?? number.map { $0 != 0 } }

    /// Yes or no, for a value that is nothing else.
    package var plainBool: Bool? { if case .bool(let isOn) = archive.plain(value) { isOn } else { nil } }

    /// A whole number that fits 64 signed bits, for a value that is nothing else.
    package var plainInteger: Int64? { if case .integer(let number) = archive.plain(value) { number } else { nil } }

    /// So many numbers, as Foundation writes points and rectangles into texts, or as nibs write them into data: a byte
    /// for their type, then the numbers.
    package func numbers(_ count: Int) -> NumberList.Numbers? {
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
package struct ArchiveWalk {
    /// The key of the list of those in an object.
    let key: ArchiveKey
    /// How often an object may come again. An archive with more is no tree.
    let maximumRepeats: Int

    /// Makes a walk.
    package init(key: ArchiveKey, maximumRepeats: Int) { (self.key, self.maximumRepeats) = (key, maximumRepeats) }

    /// Visits the roots and what is in them.
    ///
    /// - Parameters:
    ///   - visit: Gets an object and its depth (roots have 0), and says whether to go on with those in it.
    ///   - isRepeated: Gets an object that has been visited.
    ///   - excess: Makes an error of a sentence that says how often objects come again.
    /// - Throws: What they throw, and when objects come again too often.
    package func visit<Failure: Error>(
        _ roots: [ArchivedNode],
        _ visit: (ArchivedNode, Int) throws(Failure) -> Bool,
        isRepeated: (ArchivedNode) -> Void,
        excess: (String) -> Failure
    ) throws(Failure) {
        var seen: Set<Int> = []
        var repeats = 0
        for root in roots {
            var path: [ArchivedNode.Elements] = []
            var next: ArchivedNode? = root
            while let node = next {
                if let place = node.place, !seen.insert(place).inserted {
                    repeats &+= 1
                    guard repeats <= maximumRepeats else {
                        throw excess("More than \(maximumRepeats) objects of the archive come again.")
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
