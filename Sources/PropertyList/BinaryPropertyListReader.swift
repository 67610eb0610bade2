import struct Foundation.Data
import struct Foundation.Date

/// Decodes binary lists without recursion, counting a shared object each time it appears.
///
/// An object that several containers name is decoded once and shared; what the expanded list would hold is still
/// counted, because whoever walks the value walks the copies.
struct BinaryPropertyListReader {
    /// An object that is decoded, with the size of everything below it.
    private struct Decoded {
        var value: PropertyListValue
        var values = 1
        var bytes = 0
        var depth = 0
    }

    private enum State {
        case untouched
        case open
        case done(Decoded)
    }

    /// A container whose members are being decoded.
    private struct Frame {
        let object: Int
        let isDictionary: Bool
        let references: Int
        let count: Int
        var next = 0
    }

    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private let trailer: BinaryPropertyListTrailer
    private var states: [State]
    private var stack: [Frame] = []
    private var referencesRead = 0
    private var bytesRead = 0

    static func hasMagic(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "bplist".utf8)
    }

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        guard bytes.starts(with: "bplist0".utf8) else {
            throw PropertyListError(
                .unreadable,
                "The binary property list has a version that is not read; save it as bplist00 or XML."
            )
        }
        self.bytes = bytes
        self.limits = limits
        trailer = try BinaryPropertyListTrailer(bytes, limits: limits)
        states = Array(repeating: .untouched, count: trailer.objectCount)
    }

    mutating func read() throws(PropertyListError) -> PropertyListValue {
        try visit(trailer.topObject)
        while var frame = stack.popLast() {
            guard frame.next < frame.count else {
                try close(frame)
                continue
            }
            let member = try reference(frame.next, of: frame)
            frame.next &+= 1
            stack.append(frame)
            try visit(member)
        }
        guard case .done(let decoded) = states[trailer.topObject] else {
            throw BinaryPropertyListTrailer.broken("its top object is missing")
        }
        return decoded.value
    }

    /// Decodes a scalar at once and opens a container; an object decoded before is left as it is.
    private mutating func visit(_ object: Int) throws(PropertyListError) {
        let offset = try trailer.offset(of: object, in: bytes)
        switch states[object] {
        case .done:
            return
        case .open:
            throw PropertyListError(
                .cycle,
                "The binary property list has a container that holds itself; break the circle."
            )
        case .untouched:
            break
        }
        let header = try BinaryPropertyListObject(bytes, at: offset, end: trailer.offsetTable)
        switch header.kind {
        case .array, .dictionary:
            states[object] = .open
            let isDictionary = header.kind == .dictionary
            let (references, overflow) = header.count.multipliedReportingOverflow(by: isDictionary ? 2 : 1)
            guard !overflow, references <= limits.maximumValues else { throw .tooManyValues(limits) }
            referencesRead &+= references
            guard referencesRead <= limits.maximumValues &* 2 else { throw .tooManyValues(limits) }
            guard stack.count < limits.maximumDepth else { throw .tooDeep(limits) }
            guard references <= (trailer.offsetTable &- header.payload) / trailer.referenceSize else {
                throw BinaryPropertyListTrailer.broken("a container reaches beyond the end of the file")
            }
            stack.append(
                Frame(object: object, isDictionary: isDictionary, references: header.payload, count: references)
            )
        default:
            bytesRead &+= header.byteCount
            guard bytesRead <= limits.maximumBytes else { throw tooLarge }
            states[object] = .done(Decoded(value: try header.scalar(in: bytes), bytes: header.byteCount))
        }
    }

    private func reference(_ index: Int, of frame: Frame) throws(PropertyListError) -> Int {
        let size = trailer.referenceSize
        guard let object = bytes.bigEndian(at: frame.references &+ index &* size, size: size),
            object < trailer.objectCount
        else { throw BinaryPropertyListTrailer.broken("a container names an object that is not there") }
        return object
    }

    private mutating func close(_ frame: Frame) throws(PropertyListError) {
        var result = Decoded(value: .array([]))
        if frame.isDictionary {
            let count = frame.count / 2
            var members: [String: PropertyListValue] = [:]
            members.reserveCapacity(count)
            for index in 0..<count {
                guard case .string(let key) = try member(index, of: frame, into: &result) else {
                    throw PropertyListError(.unreadable, "A dictionary has a key that is no string; make it one.")
                }
                members[key] = try member(count &+ index, of: frame, into: &result)
            }
            result.values &-= count
            result.value = .dictionary(members)
        } else {
            var elements: [PropertyListValue] = []
            elements.reserveCapacity(frame.count)
            for index in 0..<frame.count { elements.append(try member(index, of: frame, into: &result)) }
            result.value = .array(elements)
        }
        result.depth &+= 1
        guard result.depth <= limits.maximumDepth else { throw .tooDeep(limits) }
        guard result.values <= limits.maximumValues else { throw .tooManyValues(limits) }
        guard result.bytes <= limits.maximumExpandedBytes else { throw tooLarge }
        states[frame.object] = .done(result)
    }

    /// A decoded member, its size added to that of its container.
    private func member(
        _ index: Int,
        of frame: Frame,
        into container: inout Decoded
    ) throws(PropertyListError) -> PropertyListValue {
        guard case .done(let decoded) = states[try reference(index, of: frame)] else {
            throw BinaryPropertyListTrailer.broken("a container names an object that is not there")
        }
        // Each summand is at most its limit and there are at most a limit's worth, so these sums cannot overflow.
        container.values &+= decoded.values
        container.bytes &+= decoded.bytes
        container.depth = max(container.depth, decoded.depth)
        return decoded.value
    }

    private var tooLarge: PropertyListError {
        PropertyListError(
            .tooLarge,
            "The property list unfolds into more text and data than is read; make it smaller."
        )
    }
}
