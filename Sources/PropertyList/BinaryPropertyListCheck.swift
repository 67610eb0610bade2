/// Walks a binary list once without recursion, and counts a shared object each time it appears.
///
/// An object that several containers name is looked at once; what the expanded list would hold is still counted,
/// because whoever walks the list walks the copies.
struct BinaryPropertyListCheck: Sendable {
    /// What an object comes to with everything below it.
    private struct Extent {
        var values = 1
        var bytes = 0
        var depth = 0
    }

    /// What an object turns out to be: one that is known, or a container that was not walked yet.
    private enum Finding {
        case known(Extent)
        case container(BinaryPropertyListObject)
    }

    /// A container whose members are being looked at.
    private struct Frame {
        let object: Int
        let references: Int
        let count: Int
        /// How many of the references are keys; they come first.
        let keyCount: Int
        var next = 0
        var extent = Extent()
        /// Whether one of its keys is no string, which is told when all below it is known to be sound.
        var hasOtherKey = false
    }

    /// What is known of an object: nothing yet, that it is being walked, that it is a value without members, the place
    /// of its extent, or the place among the keys.
    private enum Mark {
        static let untouched: Int32 = 0
        static let open: Int32 = -1
        static let scalar: Int32 = -2
        static let lastKey: Int32 = -3

        static func container(_ place: Int) -> Int32 { Int32(truncatingIfNeeded: place &+ 1) }
        static func place(ofContainer mark: Int32) -> Int? { mark > 0 ? Int(mark) &- 1 : nil }
        static func key(_ place: Int) -> Int32 { lastKey &- Int32(truncatingIfNeeded: place) }
        static func place(ofKey mark: Int32) -> Int? { mark <= lastKey ? Int(lastKey) &- Int(mark) : nil }
    }

    let trailer: BinaryPropertyListTrailer
    /// The texts of the keys, equal ones once.
    private(set) var keys: [String] = []
    /// The numbers of the containers, each after those that it holds.
    private(set) var containers: [Int] = []
    private var extents: [Extent] = []
    private var marks: [Int32]
    private var keyObjects: [(number: Int, byteCount: Int)] = []
    private var keyNumbers: [String: Int] = [:]
    private var referencesRead = 0
    private var bytesRead = 0

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        guard bytes.starts(with: "bplist0".utf8) else {
            throw PropertyListError(
                .unreadable,
                "The binary property list has a version that is not read; save it as bplist00 or XML."
            )
        }
        trailer = try BinaryPropertyListTrailer(bytes, limits: limits)
        // The marks are numbers of 32 bits.
        guard trailer.objectCount < Int32.max else { throw .tooManyValues(limits) }
        marks = Array(repeating: Mark.untouched, count: trailer.objectCount)
        // About every other object is a container.
        extents.reserveCapacity(trailer.objectCount / 2)
        containers.reserveCapacity(trailer.objectCount / 2)
        try run(bytes, limits)
        (extents, keyNumbers) = ([], [:])
    }

    /// The number of the key that an object is; nil for one that is none.
    func key(_ object: Int) -> Int? {
        guard marks.indices.contains(object) else { return nil }
        return Mark.place(ofKey: marks[object]).map { keyObjects[$0].number }
    }

    private mutating func run(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(PropertyListError) {
        let top = trailer.topObject
        guard case .container(let header) = try finding(top, bytes, limits) else { return }
        var stack: [Frame] = []
        var frame = try opened(top, header, below: 0, limits)
        while true {
            if frame.next == frame.count {
                try close(frame, limits)
                guard let outer = stack.popLast() else { return }
                frame = outer
                continue
            }
            guard let member = trailer.reference(frame.next, from: frame.references, in: bytes) else {
                throw BinaryPropertyListTrailer.broken("a container names an object that is not there")
            }
            if frame.next < frame.keyCount, let byteCount = try key(member, bytes, limits) {
                frame.extent.bytes &+= byteCount
                frame.next &+= 1
                continue
            }
            switch try finding(member, bytes, limits) {
            case .known(let extent):
                // Each summand is at most its limit and there are at most a limit's worth, so these sums cannot overflow.
                frame.extent.values &+= extent.values
                frame.extent.bytes &+= extent.bytes
                frame.extent.depth = max(frame.extent.depth, extent.depth)
                if frame.next < frame.keyCount { frame.hasOtherKey = true }
                frame.next &+= 1
            case .container(let header):
                // It comes to this member again when that one is closed.
                stack.append(frame)
                frame = try opened(member, header, below: stack.count, limits)
            }
        }
    }

    /// What an object comes to, which must not be a container that is being walked.
    private mutating func finding(
        _ object: Int,
        _ bytes: [UInt8],
        _ limits: PropertyListLimits
    ) throws(PropertyListError) -> Finding {
        let mark = marks[object]
        if let place = Mark.place(ofContainer: mark) { return .known(extents[place]) }
        if let place = Mark.place(ofKey: mark) { return .known(Extent(bytes: keyObjects[place].byteCount)) }
        guard mark != Mark.open else {
            throw PropertyListError(
                .cycle,
                "The binary property list has a container that holds itself; break the circle."
            )
        }
        let header = try header(of: object, bytes)
        switch header.kind {
        case .array, .dictionary: return .container(header)
        default: break
        }
        if mark == Mark.untouched {
            try count(header, limits)
            try header.checkScalar(in: bytes)
            marks[object] = Mark.scalar
        }
        return .known(Extent(bytes: header.byteCount))
    }

    /// The bytes of a key, which gets a number; nil for one that is no string.
    private mutating func key(
        _ object: Int,
        _ bytes: [UInt8],
        _ limits: PropertyListLimits
    ) throws(PropertyListError) -> Int? {
        if let place = Mark.place(ofKey: marks[object]) { return keyObjects[place].byteCount }
        let header = try header(of: object, bytes)
        guard let text = header.text(in: bytes) else { return nil }
        if marks[object] == Mark.untouched { try count(header, limits) }
        let number = keyNumbers[text] ?? keys.count
        if number == keys.count {
            keyNumbers[text] = number
            keys.append(text)
        }
        marks[object] = Mark.key(keyObjects.count)
        keyObjects.append((number, header.byteCount))
        return header.byteCount
    }

    private func header(of object: Int, _ bytes: [UInt8]) throws(PropertyListError) -> BinaryPropertyListObject {
        try BinaryPropertyListObject(bytes, at: trailer.offset(of: object, in: bytes), end: trailer.offsetTable)
    }

    /// Counts what decoding an object takes.
    private mutating func count(
        _ header: BinaryPropertyListObject,
        _ limits: PropertyListLimits
    ) throws(PropertyListError) {
        bytesRead &+= header.byteCount
        guard bytesRead <= limits.maximumBytes else { throw .unfoldsTooLarge }
    }

    /// Begins with a container that so many others hold.
    private mutating func opened(
        _ object: Int,
        _ header: BinaryPropertyListObject,
        below depth: Int,
        _ limits: PropertyListLimits
    ) throws(PropertyListError) -> Frame {
        marks[object] = Mark.open
        let isDictionary = if case .dictionary = header.kind { true } else { false }
        let (references, overflow) = header.count.multipliedReportingOverflow(by: isDictionary ? 2 : 1)
        guard !overflow, references <= limits.maximumValues else { throw .tooManyValues(limits) }
        referencesRead &+= references
        guard referencesRead <= limits.maximumValues &* 2 else { throw .tooManyValues(limits) }
        guard depth < limits.maximumDepth else { throw .tooDeep(limits) }
        guard references <= (trailer.offsetTable &- header.payload) / trailer.referenceSize else {
            throw BinaryPropertyListTrailer.broken("a container reaches beyond the end of the file")
        }
        return Frame(
            object: object,
            references: header.payload,
            count: references,
            keyCount: isDictionary ? header.count : 0
        )
    }

    private mutating func close(_ frame: Frame, _ limits: PropertyListLimits) throws(PropertyListError) {
        guard !frame.hasOtherKey else {
            throw PropertyListError(.unreadable, "A dictionary has a key that is not a string. Make it one.")
        }
        var extent = frame.extent
        extent.depth &+= 1
        guard extent.depth <= limits.maximumDepth else { throw .tooDeep(limits) }
        guard extent.values <= limits.maximumValues else { throw .tooManyValues(limits) }
        guard extent.bytes <= limits.maximumExpandedBytes else { throw .unfoldsTooLarge }
        marks[frame.object] = Mark.container(extents.count)
        extents.append(extent)
        containers.append(frame.object)
    }
}
