/// One event of an event stream (HTML Living Standard, section 9.2 "Server-sent events").
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; nil for `message`.
    public var name: String?
    /// What a client sends as `Last-Event-ID` when it comes back; nil leaves the one before in force.
    public var id: String?
    /// The data, UTF-8; of line ends it keeps line feeds only.
    public var data: [UInt8]

    /// Creates an event. A client dispatches none whose data is empty.
    public init(name: String? = nil, id: String? = nil, data: [UInt8]) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// The event on the wire, the empty line behind it included.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 64)
        if let name { bytes += Self.line("event", name) }
        if let id { bytes += Self.line("id", id) }
        for line in Self.lines(data) {
            bytes += "data: ".utf8
            bytes += line
            bytes.append(0x0A)
        }
        bytes.append(0x0A)
        return bytes
    }

    /// A field of one line; a line end or NUL in its value would begin or spoil another.
    private static func line(_ name: String, _ value: String) -> [UInt8] {
        Array("\(name): ".utf8) + value.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 } + [0x0A]
    }

    /// The lines of a text, parted by a line feed, a carriage return, or both.
    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        guard text.contains(0x0A) || text.contains(0x0D) else { return [text[...]] }
        var lines: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        for index in text.indices where text[index] == 0x0A || text[index] == 0x0D {
            let isSecondHalf = text[index] == 0x0A && index > 0 && text[index - 1] == 0x0D
            if !isSecondHalf { lines.append(text[start..<index]) }
            start = index + 1
        }
        return lines + [text[start...]]
    }
}
