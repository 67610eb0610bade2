import Access
import Testing

@testable import Live

@Suite("Addresses of servers")
struct HTTPAddressTests {
    @Test(
        "one has the scheme’s port where it names none, brackets around a host of version 6, and no slash at its end",
        arguments: [
            ("http://h", "http://h:80"), ("https://h", "https://h:443"), ("HTTP://h:1", "http://h:1"),
            ("https://h:65535/a/b/", "https://h:65535/a/b"), ("http://[::1]:8080/", "http://[::1]:8080"),
            ("http://h/%C3%A9", "http://h:80/%C3%A9"),
        ]
    )
    func kept(address: String, text: String) {
        #expect(HTTPAddress(address, trust: .system)?.text == text)
    }

    @Test(
        "what is none of HTTP, or has a user, a query, a fragment or no possible port, is refused",
        arguments: [
            "", "h", "ftp://h", "http://", "http:///a", "http://ann@h", "http://ann:sesame@h", "http://h?a=b",
            "http://h#a", "http://h:0", "http://h:65536", "http://h:a",
        ]
    )
    func refused(address: String) {
        #expect(HTTPAddress(address, trust: .system)?.text == nil)
    }

    @Test("a text is one segment of a path, whatever is in it")
    func segments() {
        #expect("a/b c?é~".percentEncoded == "a%2Fb%20c%3F%C3%A9~")
    }
}
