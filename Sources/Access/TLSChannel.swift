internal import CGnuTLS
import Glibc

/// Whom a client of TLS takes for the server that it wants.
public enum TLSTrust: Sendable, Hashable {
    /// Who has a certificate for the server's name from an authority that this system trusts.
    case system
    /// Who has one from these authorities, as PEM.
    case authorities(pem: String)
    /// Who has this very certificate, the first of these PEM blocks; its names and dates do not matter.
    case certificate(pem: String)
    /// Anybody, one in the middle too.
    case anybody
}

/// Why there is no TLS with a server, or no more.
public struct TLSFailure: Error, Sendable, Hashable {
    /// One sentence for people.
    public var message: String

    init(_ message: String) { self.message = message }

    init(_ what: String, _ code: Int32) {
        self.message = "\(what): \(String(cString: gnutls_strerror(code)))"
    }
}

/// TLS 1.2 or 1.3 with a server, over a connected socket with time limits, which stays the caller's. One thread uses it.
public final class TLSChannel {
    private let session: OpaquePointer
    /// Used by the session as long as it lives, as is the name.
    private let credentials: TLSCredentials
    private let name: UnsafeMutablePointer<CChar>?
    private let patience: Duration

    /// Shakes hands.
    /// - Parameters:
    ///   - host: the name or the IP address, without brackets, that the certificate is to be for.
    ///   - patience: how long the handshake, and each reading and writing, may take.
    /// - Throws: `TLSFailure` where the server speaks no TLS or is not trusted.
    public init(over socket: Int32, to host: String, trusting trust: TLSTrust, patience: Duration) throws(TLSFailure) {
        credentials = try TLSCredentials(trust)
        var session: OpaquePointer?
        let status = vitrine_tls_client(&session)
        guard status == 0, let session else { throw TLSFailure("TLS cannot begin", status) }
        self.session = session
        self.patience = patience
        name = strdup(host)
        gnutls_transport_set_int2(session, socket, socket)
        try check(gnutls_priority_set_direct(session, Self.versions, nil), "TLS cannot begin")
        try check(
            gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.pointer)),
            "TLS cannot begin"
        )
        if !Self.isAddress(host) {
            try check(gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, host.utf8.count), "The name is impossible")
        }
        switch trust {
        case .system, .authorities: gnutls_session_set_verify_cert(session, name, 0)
        case .certificate, .anybody: break
        }
        try shakeHands()
        if case .certificate = trust, credentials.pinned == nil || credentials.pinned != certificate {
            throw TLSFailure("The server has another certificate than the one in the file; was it renewed?")
        }
    }

    deinit {
        gnutls_deinit(session)
        free(name)
    }

    private static let versions = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    private static func isAddress(_ host: String) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
    }

    private func check(_ status: Int32, _ what: String) throws(TLSFailure) {
        guard status >= 0 else { throw TLSFailure(what, status) }
    }

    /// Does something until it is done or fails for good, or the time is over.
    private func persist(_ what: String, _ body: () -> Int) throws(TLSFailure) -> Int {
        let start = ContinuousClock.now
        while true {
            let result = body()
            guard result < 0 else { return result }
            let code = Int32(clamping: result)
            guard gnutls_error_is_fatal(code) == 0 else { throw failure(what, code) }
            guard ContinuousClock.now - start < patience else {
                throw TLSFailure("The server did not respond in time.")
            }
        }
    }

    private func shakeHands() throws(TLSFailure) {
        _ = try persist("There is no TLS with the server") { Int(gnutls_handshake(session)) }
    }

    private func failure(_ what: String, _ code: Int32) -> TLSFailure {
        guard code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR else { return TLSFailure(what, code) }
        var text = gnutls_datum_t()
        let status = gnutls_session_get_verify_cert_status(session)
        guard gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0 else {
            return TLSFailure("The server's certificate is not trusted.")
        }
        defer { vitrine_gnutls_free(text.data) }
        let reason = String(decoding: UnsafeBufferPointer(start: text.data, count: Int(text.size)), as: UTF8.self)
        return TLSFailure(reason.split(separator: " ").joined(separator: " "))
    }

    /// The server's own certificate (DER); nil where it showed none.
    private var certificate: [UInt8]? {
        var count: UInt32 = 0
        guard let list = gnutls_certificate_get_peers(session, &count), count > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: list.pointee.data, count: Int(list.pointee.size)))
    }

    // MARK: Bytes

    /// Writes some of the bytes, and says how many.
    public func write(_ bytes: ArraySlice<UInt8>) throws(TLSFailure) -> Int {
        try persist("The server takes no more") {
            bytes.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) }
        }
    }

    /// The next bytes, at most so many; none when the server has said that it is done.
    public func read(upTo size: Int) throws(TLSFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try persist("The server broke off") {
            var result = 0
            bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                result = gnutls_record_recv(session, buffer.baseAddress, min(size, buffer.count))
                count = max(0, result)
            }
            return result
        }
        return bytes
    }

    /// Says that nothing more will come.
    public func finish() { _ = gnutls_bye(session, GNUTLS_SHUT_WR) }
}

/// The authorities that a session asks, or the certificate that it wants.
private final class TLSCredentials {
    let pointer: OpaquePointer
    /// The certificate that the server has to have, as DER.
    private(set) var pinned: [UInt8]?

    init(_ trust: TLSTrust) throws(TLSFailure) {
        var allocated: OpaquePointer?
        let status = gnutls_certificate_allocate_credentials(&allocated)
        guard status == 0, let allocated else { throw TLSFailure("TLS cannot begin", status) }
        pointer = allocated
        switch trust {
        case .system:
            guard gnutls_certificate_set_x509_system_trust(pointer) > 0 else {
                throw TLSFailure(
                    "This system has no trusted certificate authorities. Install ca-certificates, or name a file with --ca-file."
                )
            }
        case .authorities(let pem):
            let count = Self.withDatum(pem) { gnutls_certificate_set_x509_trust_mem(pointer, &$0, GNUTLS_X509_FMT_PEM) }
            guard count > 0 else { throw TLSFailure("The file contains no certificate of an authority.") }
        case .certificate(let pem):
            var decoded = gnutls_datum_t()
            guard Self.withDatum(pem, { gnutls_pem_base64_decode2("CERTIFICATE", &$0, &decoded) }) == 0 else {
                throw TLSFailure("The file contains no certificate.")
            }
            pinned = Array(UnsafeBufferPointer(start: decoded.data, count: Int(decoded.size)))
            vitrine_gnutls_free(decoded.data)
        case .anybody: break
        }
    }

    deinit { gnutls_certificate_free_credentials(pointer) }

    private static func withDatum<Result>(_ text: String, _ body: (inout gnutls_datum_t) -> Result) -> Result {
        var bytes = Array(text.utf8)
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
            return body(&datum)
        }
    }
}
