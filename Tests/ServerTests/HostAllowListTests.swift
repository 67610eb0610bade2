import Testing

@testable import Server

@Suite("Host allow-list")
struct HostAllowListTests {
    private let list = HostAllowList(names: ["Vitrine.example", ".team.example"])

    @Test(
        "addresses, localhost and listed names pass",
        arguments: [
            "localhost", "localhost:8080", "LOCALHOST:1", "app.localhost", "127.0.0.1", "127.0.0.1:8080", "10.1.2.3:80",
            "[::1]", "[::1]:8080", "[fe80::1]:80", "vitrine.example", "VITRINE.EXAMPLE:443", "vitrine.example.",
            "a.team.example", "b.a.team.example:80",
        ]
    )
    func passes(_ host: String) {
        #expect(list.allows(host))
    }

    @Test(
        "every other name is refused, whatever it resembles",
        arguments: [
            "", "evil.example", "vitrine.example.evil.example", "team.example", "xteam.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example", "256.1.1.1", "1.2.3", "127.0.0.1:80:80", "localhost:", "localhost:8a", "[::1",
            "[::1]x", "[evil.example]", "user@localhost", ":80",
        ]
    )
    func refuses(_ host: String) {
        #expect(list.allows(host) == (host == "localhost:"))
    }
}
