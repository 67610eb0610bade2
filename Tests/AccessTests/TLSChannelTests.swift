import Glibc
import Testing

@testable import Access

@Suite("TLS with a server")
struct TLSChannelTests {
    /// Two sockets that are connected to each other.
    private func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test(
        "what holds no certificate gives no trust",
        arguments: [TLSTrust.authorities(pem: "nothing"), .certificate(pem: "nothing"), .certificate(pem: "")]
    )
    func noCertificate(_ trust: TLSTrust) throws {
        let (mine, theirs) = try pair()
        defer { [mine, theirs].forEach { close($0) } }
        let failure = #expect(throws: TLSFailure.self) {
            try TLSChannel(over: mine, to: "localhost", trusting: trust, patience: .seconds(60))
        }
        #expect(failure?.message.hasPrefix("The file contains no certificate") == true)
    }

    @Test("who answers without TLS, or not at all, is no server", arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", ""])
    func noTLS(_ answer: String) throws {
        let (mine, theirs) = try pair()
        defer { close(mine) }
        let bytes = Array(answer.utf8)
        _ = bytes.withUnsafeBytes { send(theirs, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(theirs, Int32(SHUT_WR))
        defer { close(theirs) }
        let failure = #expect(throws: TLSFailure.self) {
            try TLSChannel(over: mine, to: "localhost", trusting: .anybody, patience: .seconds(60))
        }
        #expect(failure?.message.hasPrefix("There is no TLS with the server") == true)
    }
}
