internal import CMicroHTTPD

extension EventStream {
    /// What the library reads a stream with.
    final class Reader: Sendable {
        let stream: EventStream
        /// How long a client may take for what it has been sent.
        let period: Duration

        init(_ stream: EventStream, period: Duration) {
            self.stream = stream
            self.period = period
        }
    }

    /// The smallest buffer the library may read into, for clients of HTTP/1.0; others read into the connection's.
    private static let blockSize = 1024

    /// An answer of the library whose body is the stream.
    func makeResponse(sending period: Duration) -> OpaquePointer? {
        // Released by the library's call.
        let reader = Unmanaged.passRetained(Reader(self, period: period))
        let response = MHD_create_response_from_callback(
            .max,
            Self.blockSize,
            Self.read,
            reader.toOpaque(),
            Self.giveBack
        )
        if response == nil { reader.release() }
        return response
    }

    /// An answer of the library with a body of unknown length that nobody reads, as `HEAD` has it.
    static func makeEmptyResponse() -> OpaquePointer? {
        MHD_create_response_from_callback(.max, blockSize, { _, _, _, _ in cmhd_end_of_stream() }, nil, nil)
    }

    private static let read: MHD_ContentReaderCallback = { context, _, buffer, size in
        guard let context, let buffer else { return cmhd_end_with_error() }
        let reader = Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: size)
        if let count = reader.stream.read(into: room, sending: reader.period) { return count }
        return reader.stream.isEnding ? cmhd_end_of_stream() : cmhd_end_with_error()
    }

    private static let giveBack: MHD_ContentReaderFreeCallback = { pointer in
        if let pointer { Unmanaged<Reader>.fromOpaque(pointer).release() }
    }
}
