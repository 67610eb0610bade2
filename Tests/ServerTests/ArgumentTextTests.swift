import Testing

@testable import Server

@Suite("Argument text")
struct ArgumentTextTests {
    @Test(
        "a line splits as in a shell",
        arguments: [
            ("-a 1  -b", ["-a", "1", "-b"]), ("-a 'one two'", ["-a", "one two"]), ("-a \"x 'y'\"", ["-a", "x 'y'"]),
            (#"-a one\ two"#, ["-a", "one two"]), ("-a ''", ["-a", ""]), ("", []), ("-a \"open", ["-a", "open"]),
            ("'(a, b)'", ["(a, b)"]),
        ]
    )
    func splits(_ line: String, _ arguments: [String]) {
        #expect(ArgumentText.split(line) == arguments)
    }
}
