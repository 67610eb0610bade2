import Testing

@testable import Live

@Suite("Addresses that the server may connect to")
struct ConnectRulesTests {
    /// What is refused whatever is allowed.
    static let forbidden = [
        "169.254.169.254", "169.254.0.1", "::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "fe80::1", "fe80::1%lo",
        "febf::1",
        "fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "192.0.0.192", "168.63.129.16", "0.0.0.0", "0.1.2.3", "::",
        "::ffff:0.0.0.0", "224.0.0.1", "255.255.255.255", "ff02::1", "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::", "2001:0:1::1", "::127.0.0.1", "::a9fe:a9fe",
    ]

    @Test("link-local, metadata, unspecified and disguised addresses are refused in every range", arguments: forbidden)
    func never(address: String) throws {
        let rules = try ConnectRules(["0.0.0.0/0", "::/0"])
        #expect(rules.refusal(of: address) != nil)
    }

    @Test(
        "nothing but the loopback address is allowed unless somebody allows it",
        arguments: [
            ("127.0.0.1", true), ("127.8.9.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("10.0.0.1", false),
            ("128.0.0.1", false), ("192.168.1.20", false), ("::2", false), ("fd00::1", false), ("2606:4700::1", false),
            ("", false), ("localhost", false),
        ]
    )
    func loopback(address: String, isAllowed: Bool) {
        #expect((ConnectRules.loopback.refusal(of: address) == nil) == isAllowed)
    }

    @Test(
        "what is named is allowed, to its last bit, and nothing else",
        arguments: [
            ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "127.0.0.1", false),
            ("192.168.1.128/25", "192.168.1.127", false), ("192.168.1.128/25", "192.168.1.128", true),
            ("192.168.1.20", "192.168.1.20", true), ("192.168.1.20", "192.168.1.21", false),
            ("fd00::/8", "fd12::1", true),
            ("fd00::/8", "fe00::1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "2606:4700::1", false), ("::/0", "8.8.8.8", false), ("none", "127.0.0.1", false),
        ]
    )
    func ranges(range: String, address: String, isAllowed: Bool) throws {
        #expect((try ConnectRules([range]).refusal(of: address) == nil) == isAllowed)
    }

    @Test(
        "what is no range is refused",
        arguments: ["", "localhost", "10.0.0.0/33", "10/8", "0x7f.0.0.1", "fd00::/129", "*"]
    )
    func unreadable(text: String) {
        #expect(throws: ConnectRules.UnknownRange(text: text)) { try ConnectRules([text]) }
    }

    @Test(
        "a name or a number is judged by where it leads, however it is spelled, before anything connects",
        arguments: [
            "169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "0xa9.254.0251.254", "169.254.43518",
            "0", "0.0.0.0", "::", "::ffff:169.254.169.254", "127.0.0.1", "localhost",
        ]
    )
    func spellings(host: String) throws {
        var client = HTTPClient(host: host, port: 9, patience: 1)
        client.rules = try ConnectRules(["10.0.0.0/8"])
        #expect { try client.send("GET", "/") } throws: { ($0 as? ClientFailure)?.kind == .refused }
    }

    @Test("what was interrupted connects to nothing any more")
    func interrupted() {
        var client = HTTPClient(host: "127.0.0.1", port: 9, patience: 1)
        let interruption = Interruption()
        client.interruption = interruption
        interruption.interrupt()
        #expect(throws: ClientFailure.self) { try client.send("GET", "/") }
        #expect(interruption.isOver)
    }
}
