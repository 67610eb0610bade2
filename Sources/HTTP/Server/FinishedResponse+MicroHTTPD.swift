internal import CMicroHTTPD
import HTTPTypes

extension FinishedResponse {
    /// Hands the answer to the library; on the connection's own thread.
    /// - Parameters:
    ///   - stream: the stream that the answer's feed writes to; nil where it has none or nobody reads it.
    ///   - period: how long a client may take for what it has been sent of the stream.
    func queue(on connection: OpaquePointer, stream: EventStream?, sending period: Duration) -> MHD_Result {
        let streamed = feed == nil ? makeResponse() : EventStream.makeEmptyResponse()
        guard let response = stream.map({ $0.makeResponse(sending: period) }) ?? streamed else { return .NO }
        defer { MHD_destroy_response(response) }
        for field in headers where !Self.isReserved(field.name) {
            // The library refuses empty values and line ends; the latter cannot be in a field.
            _ = MHD_add_response_header(response, field.name.rawName, field.value)
        }
        if closesConnection { _ = MHD_add_response_header(response, "Connection", "close") }
        return MHD_queue_response(connection, UInt32(clamping: status.code), response)
    }

    /// Lends the body's bytes to the library without a copy: it calls back when it has let go of them.
    private func makeResponse() -> OpaquePointer? {
        guard !body.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        // Released by the library's call. The storage of an array that nobody changes does not move.
        let loan = Unmanaged.passRetained(BodyLoan(bytes: body))
        let response = loan._withUnsafeGuaranteedRef { loan in
            loan.bytes.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer_with_free_callback_cls(
                    bytes.count,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    BodyLoan.giveBack,
                    Unmanaged.passUnretained(loan).toOpaque()
                )
            }
        }
        if response == nil { loan.release() }
        return response
    }
}
