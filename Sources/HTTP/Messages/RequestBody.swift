/// The body of a request: in memory where it is small, else in a file that has no name any more.
///
/// Who waits for a turn before a large body is read holds none of its bytes meanwhile: ask for them when it has come.
public struct RequestBody: Sendable, ExpressibleByArrayLiteral {
    private enum Storage: Sendable {
        /// The bytes, and what keeps their share of the server's memory reserved as long as somebody has them.
        case memory([UInt8], MemoryReservation?)
        case file(SpooledFile)
    }

    private let storage: Storage

    /// A body in memory.
    public init(_ bytes: [UInt8]) { storage = .memory(bytes, nil) }

    /// A body in memory.
    public init(arrayLiteral elements: UInt8...) { self.init(elements) }

    init(_ bytes: [UInt8], holding reservation: MemoryReservation?) { storage = .memory(bytes, reservation) }

    init(_ file: SpooledFile) { storage = .file(file) }

    /// How many bytes there are.
    public var count: Int {
        switch storage {
        case .memory(let bytes, _): bytes.count
        case .file(let file): file.count
        }
    }

    /// Whether the bytes are in a file, so that each reading of them costs memory.
    public var isSpooled: Bool { if case .file = storage { true } else { false } }

    /// The bytes, whole; read from the file at each call where they are in one.
    /// - Throws: `HTTPError` with code `internalFailure` when the file cannot be read.
    public func bytes() throws(HTTPError) -> [UInt8] {
        switch storage {
        case .memory(let bytes, _): bytes
        case .file(let file): try file.read()
        }
    }
}

extension MultipartForm {
    /// Reads a form from the body of a request.
    /// - Throws: as for bytes, and `internalFailure` when the body cannot be read.
    public init(parsing body: RequestBody, boundary: String) throws(HTTPError) {
        try self.init(parsing: try body.bytes(), boundary: boundary)
    }
}

extension URLEncodedForm {
    /// Reads a form from the body of a request.
    /// - Throws: as for bytes, and `internalFailure` when the body cannot be read.
    public init(parsing body: RequestBody) throws(HTTPError) {
        try self.init(parsing: try body.bytes())
    }
}
