import HTTPTypes
import Testing

@testable import HTTP

@Suite("Forwarding by proxies")
struct ForwardingTests {
    private static let proxy = "10.0.0.1"

    /// A request as it comes from an address, after the rules.
    private func request(
        _ fields: [String: String],
        from address: String = proxy,
        trusting proxies: [String] = ["10.0.0.0/8"],
        secureHost: String? = nil
    ) throws -> Request {
        var headers = HTTPFields()
        headers[.hostName] = "inner:8080"
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        var request = try Request(method: .get, target: "/", headers: headers, remoteAddress: address)
        var rules = ForwardingRules()
        rules.trustedProxies = try proxies.map { try #require(AddressRange($0)) }
        rules.secureHost = secureHost
        rules.apply(to: &request)
        return request
    }

    private static let all = [
        "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "vitrine.example",
    ]

    @Test("a trusted proxy tells client, scheme and host")
    func trusted() throws {
        let request = try request(Self.all)
        #expect(request.remoteAddress == "192.0.2.7" && request.isSecure && request.host == "vitrine.example")
    }

    @Test("nobody else does", arguments: ["192.0.2.1", "11.0.0.1", "::1", ""])
    func untrusted(_ address: String) throws {
        let request = try request(Self.all, from: address)
        #expect(request.remoteAddress == address && !request.isSecure && request.host == "inner:8080")
    }

    @Test("of several addresses the last that is no trusted proxy is the client, for those before it may be made up")
    func chains() throws {
        let field = "203.0.113.9, 192.0.2.7, 10.1.1.1"
        #expect(try request(["X-Forwarded-For": field]).remoteAddress == "192.0.2.7")
        #expect(try request(["X-Forwarded-For": "10.2.2.2, 10.1.1.1"]).remoteAddress == "10.2.2.2")
        #expect(try request(["X-Forwarded-For": field], trusting: [Self.proxy]).remoteAddress == "10.1.1.1")
        #expect(try request(["X-Forwarded-For": "192.0.2.7, nonsense"]).remoteAddress == Self.proxy)
    }

    @Test("the field of RFC 7239 is read with its quotes and ports")
    func standardField() throws {
        let request = try request([
            "Forwarded": #"for=203.0.113.9;proto=http, For="[2001:db8::17]:4711";Proto=https;host="vitrine.example""#
        ])
        #expect(request.remoteAddress == "2001:db8::17" && request.isSecure && request.host == "vitrine.example")
        let hidden = try self.request(["Forwarded": "for=unknown;proto=https"])
        #expect(hidden.remoteAddress == Self.proxy && hidden.isSecure)
    }

    @Test("where both kinds are there, one is the client's, and neither is believed")
    func both() throws {
        let fields = Self.all.merging(["Forwarded": "for=203.0.113.9;proto=https;host=evil.example"]) { $1 }
        let request = try request(fields)
        #expect(request.remoteAddress == Self.proxy && !request.isSecure && request.host == "inner:8080")
    }

    @Test("the host that the server is known by over TLS is reached over TLS")
    func knownHost() throws {
        #expect(try request(["Host": "Vitrine.example"], secureHost: "vitrine.example").isSecure)
        #expect(try !request(["Host": "vitrine.example:8080"], secureHost: "vitrine.example").isSecure)
        #expect(try request(Self.all, secureHost: nil).isSecure)
    }

    @Test(
        "ranges hold the addresses that begin alike",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.0.2.128/25", "192.0.2.129", true),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false), ("fd00::/8", "fd12::1", true),
            ("::1", "::1", true),
            ("127.0.0.1", "::ffff:127.0.0.1", true), ("fe80::/10", "fe80::1%eth0", true), ("10.0.0.0/8", "", false),
        ]
    )
    func ranges(_ range: String, _ address: String, _ contains: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == contains)
    }

    @Test(
        "what is no address and no range is refused",
        arguments: ["", "proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0/8", "1.2.3.4/8/9", "/8"]
    )
    func noRanges(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}
