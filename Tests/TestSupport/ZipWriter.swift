/// Writes little zip archives (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16), good ones and bad ones.
public struct ZipWriter: Sendable {
    /// One file or folder, and all that an archive can say of it.
    public struct Entry: Sendable {
        /// The name as bytes; a folder's ends in a slash.
        public var name: [UInt8]
        /// What is stored.
        public var bytes: [UInt8]
        /// The compression method; 8 stores the bytes in a deflate stream.
        public var method: UInt16 = 0
        /// The general-purpose flags; bit 11 says that the name is UTF-8.
        public var flags: UInt16 = 0x800
        /// The mode of Unix, 0 for none.
        public var mode: UInt32 = 0
        /// The size that is told of the bytes, when that is a lie.
        public var toldSize: UInt32?
        /// The check sum that is told, when that is a lie.
        public var toldChecksum: UInt32?
        /// Whether the entry uses the data of the one before it.
        public var sharesData = false

        /// Creates an entry.
        public init(_ name: String, _ bytes: [UInt8] = []) {
            self.name = Array(name.utf8)
            self.bytes = bytes
        }
    }

    private var archive: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0
    private var lastStart = 0

    /// Creates an empty archive.
    public init() {}

    /// An archive of texts by their paths, in order.
    public static func archive(_ files: KeyValuePairs<String, String>) -> [UInt8] {
        var writer = ZipWriter()
        for (path, text) in files { writer.add(Entry(path, Array(text.utf8))) }
        return writer.finish()
    }

    /// Adds an entry.
    public mutating func add(_ entry: Entry) {
        let data = entry.method == 8 ? Self.deflated(entry.bytes) : entry.bytes
        let size = entry.toldSize ?? UInt32(entry.bytes.count)
        let checksum = entry.toldChecksum ?? Self.checksum(entry.bytes)
        var shared: [UInt8] = []
        for value in [20, entry.flags, entry.method, 0, 0x21] { shared += Self.bytes(value) }
        shared += Self.bytes(checksum) + Self.bytes(UInt32(data.count)) + Self.bytes(size)
        shared += Self.bytes(UInt16(entry.name.count)) + Self.bytes(UInt16(0))
        if !entry.sharesData {
            lastStart = archive.count
            archive += Self.bytes(UInt32(0x0403_4B50)) + shared + entry.name + data
        }
        directory += Self.bytes(UInt32(0x0201_4B50)) + Self.bytes(UInt16(entry.mode == 0 ? 20 : 0x0314)) + shared
        directory += Self.bytes(UInt16(0)) + Self.bytes(UInt16(0)) + Self.bytes(UInt16(0))
        directory += Self.bytes(entry.mode << 16) + Self.bytes(UInt32(lastStart)) + entry.name
        count += 1
    }

    /// The whole archive.
    public func finish() -> [UInt8] {
        var end = Self.bytes(UInt32(0x0605_4B50)) + Self.bytes(UInt16(0)) + Self.bytes(UInt16(0))
        end += Self.bytes(UInt16(count)) + Self.bytes(UInt16(count))
        end += Self.bytes(UInt32(directory.count)) + Self.bytes(UInt32(archive.count)) + Self.bytes(UInt16(0))
        return archive + directory + end
    }

    /// Stored blocks of a deflate stream (RFC 1951, section 3.2.4).
    private static func deflated(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = []
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0] + bytes(length) + bytes(~length) + block
        } while !rest.isEmpty
        return stream
    }

    /// CRC-32 (ISO 3309), bit by bit.
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        var checksum: UInt32 = .max
        for byte in data {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        return ~checksum
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
