internal import CMicroHTTPD
import Glibc

/// Reads socket addresses.
enum SocketAddress {
    /// The numeric host of an address, empty when it has none.
    static func host(_ address: UnsafePointer<sockaddr>?) -> String {
        guard let address else { return "" }
        let size =
            address.pointee.sa_family == UInt16(AF_INET6)
            ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
            let result = getnameinfo(
                address,
                socklen_t(size),
                buffer.baseAddress,
                socklen_t(buffer.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard result == 0, let text = buffer.baseAddress else { return "" }
            return String(cString: text)
        }
    }

    /// The port of an address, 0 when it has none.
    static func port(_ address: UnsafePointer<sockaddr>) -> Int {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET: return Int(UInt16(bigEndian: raw.load(as: sockaddr_in.self).sin_port))
        case AF_INET6: return Int(UInt16(bigEndian: raw.load(as: sockaddr_in6.self).sin6_port))
        default: return 0
        }
    }
}
