internal import CMicroHTTPD

/// A body that the library reads from.
final class BodyLoan: Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    static let giveBack: MHD_ContentReaderFreeCallback = { pointer in
        if let pointer { Unmanaged<BodyLoan>.fromOpaque(pointer).release() }
    }
}
