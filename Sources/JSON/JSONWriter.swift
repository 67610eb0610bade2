/// Writes a JSON text piece by piece into bytes; commas and closing brackets are its business.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("views")
///     writer.integer(3)
///     writer.endObject()
///     let bytes = writer.finish()
///
/// The caller keeps the order: inside an object, a key and then its value.
public struct JSONWriter: Sendable {
    var bytes: [UInt8] = []
    /// The closing brackets of what is open, innermost last.
    private var closers: [UInt8] = []
    private var needsComma = false

    /// Creates an empty text with room for this many bytes.
    public init(reservingCapacity capacity: Int = 1024) {
        bytes.reserveCapacity(max(capacity, 0))
    }

    /// How many bytes have been written.
    public var count: Int { bytes.count }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{"), closer: UInt8(ascii: "}")) }

    /// Closes the innermost object.
    public mutating func endObject() { close() }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "["), closer: UInt8(ascii: "]")) }

    /// Closes the innermost array.
    public mutating func endArray() { close() }

    /// Writes the name of the next value.
    public mutating func key(_ name: String) {
        separate()
        appendEscaped(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes text; nil is `null`.
    ///
    /// Besides what RFC 8259 demands it escapes `<`, U+2028 and U+2029, so that a text does no harm in a script.
    public mutating func string(_ value: String?) {
        guard let value else { return null() }
        separate()
        appendEscaped(value)
    }

    /// Writes a whole number with all its digits; nil is `null`.
    public mutating func integer(_ value: (some BinaryInteger)?) {
        guard let value else { return null() }
        separate()
        append(value.description)
    }

    /// Writes a number in the shortest form that reads back as the same double; nil and non-finite ones are `null`.
    ///
    /// Whole numbers up to 2^53 have no fraction. Negative zero is `-0.0`, which keeps its sign.
    public mutating func number(_ value: Double?) {
        guard let value, value.isFinite else { return null() }
        separate()
        if let whole = Int64(exactly: value), whole.magnitude <= 1 << 53, whole != 0 || value.sign == .plus {
            append(whole.description)
        } else {
            append(value.description)
        }
    }

    /// Writes a truth value; nil is `null`.
    public mutating func bool(_ value: Bool?) {
        guard let value else { return null() }
        separate()
        append(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        append("null")
    }

    /// Closes what is still open and hands out the text.
    public consuming func finish() -> [UInt8] {
        bytes.append(contentsOf: closers.reversed())
        return bytes
    }

    private mutating func open(_ opener: UInt8, closer: UInt8) {
        separate()
        bytes.append(opener)
        closers.append(closer)
        needsComma = false
    }

    private mutating func close() {
        guard let closer = closers.popLast() else { return }
        bytes.append(closer)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
