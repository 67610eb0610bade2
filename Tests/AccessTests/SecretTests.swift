import Testing

@testable import Access

@Suite("Secrets")
struct SecretTests {
    @Test(
        "digests are SHA-256 (FIPS 180-4)",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func digests(_ text: String, _ digest: String) {
        let bytes = SecretDigest(of: Secret(text)).bytes
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
    }

    @Test("a digest matches its own secret only, and what is no digest nothing")
    func matching() throws {
        let digest = SecretDigest(of: Secret("one"))
        #expect(digest.matches(SecretDigest(of: Secret("one"))))
        #expect(!digest.matches(SecretDigest(of: Secret("two"))))
        #expect(SecretDigest(bytes: Array(digest.bytes.dropLast())) == nil)
        #expect(try #require(SecretDigest(bytes: digest.bytes)).matches(digest))
    }

    @Test("a token has 256 bits in the letters of URLs, and no two are alike")
    func tokens() throws {
        let tokens = try (0..<100).map { _ in try Secret.token().text }
        #expect(Set(tokens).count == tokens.count)
        for token in tokens {
            #expect(token.hasPrefix("vtr_") && token.utf8.count == 4 + 43)
            #expect(Secret(token).isFitToChoose)
        }
    }

    @Test(
        "what a person chooses is long enough and fits into fields and addresses",
        arguments: [
            ("sixteen-letters-", true), ("fifteen-letters", false), ("", false), ("with a blank inside", false),
            ("quote\"quote\"quote\"", false), ("ümlaut-ümlaut-ümlaut", false),
            (String(repeating: "a", count: 513), false),
        ]
    )
    func chosen(_ text: String, _ fits: Bool) {
        #expect(Secret(text).isFitToChoose == fits)
    }

    @Test("scopes are read by name, and unknown ones count for nothing")
    func scopes() {
        #expect(AccessScopes(text: "delete read future") == [.read, .delete])
        #expect(AccessScopes.all.text == "read write delete secrets")
        #expect(AccessScopes(name: "admin") == nil)
        #expect(AccessScopes(text: AccessScopes([.write, .secrets]).text) == [.write, .secrets])
    }

    @Test("an address is stopped after ten wrong tokens, and may try again when time has passed")
    func limits() {
        let limiter = FailureLimiter()
        for _ in 0..<10 {
            #expect(limiter.wait(of: "10.0.0.1", at: 0) == nil)
            limiter.fail(from: "10.0.0.1", at: 0)
        }
        #expect(limiter.wait(of: "10.0.0.1", at: 0) == 6)
        #expect(limiter.wait(of: "10.0.0.2", at: 0) == nil)
        #expect(limiter.wait(of: "10.0.0.1", at: 5) == 1)
        #expect(limiter.wait(of: "10.0.0.1", at: 6) == nil)
        limiter.fail(from: "10.0.0.1", at: 6)
        #expect(limiter.wait(of: "10.0.0.1", at: 6) == 6)
        #expect(limiter.wait(of: "10.0.0.1", at: 600) == nil)
    }

    @Test("addresses of version 6 count by their network, those of version 4 in their clothes as themselves")
    func networks() {
        let limiter = FailureLimiter()
        for host in 0..<10 { limiter.fail(from: "2001:db8:1:2::\(host)", at: 0) }
        #expect(limiter.wait(of: "2001:db8:1:2:ffff::1", at: 0) != nil)
        #expect(limiter.wait(of: "2001:db8:1:3::1", at: 0) == nil)
        for _ in 0..<10 { limiter.fail(from: "::ffff:10.0.0.1", at: 0) }
        #expect(limiter.wait(of: "::ffff:10.0.0.2", at: 0) == nil)
    }

    @Test("the table of addresses has an end, and forgets the oldest")
    func bounded() {
        let limiter = FailureLimiter()
        for number in 0..<FailureLimiter.mostAddresses + 50 {
            for _ in 0..<10 { limiter.fail(from: "host-\(number)", at: Double(number) / 1000) }
        }
        #expect(limiter.count == FailureLimiter.mostAddresses)
        #expect(limiter.wait(of: "host-\(FailureLimiter.mostAddresses + 49)", at: 4.2) != nil)
        #expect(limiter.wait(of: "host-0", at: 4.2) == nil)
    }
}
