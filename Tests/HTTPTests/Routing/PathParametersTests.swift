import HTTP
import Testing

@Suite struct PathParametersTests {
    @Test(
        "integers are digits after an optional minus sign",
        arguments: [
            ("17", 17), ("-3", -3), ("007", 7), ("+5", nil), ("", nil), ("1.0", nil), (" 1", nil), ("0x10", nil),
            ("99999999999999999999", nil), ("١", nil),
        ] as [(String, Int?)]
    )
    func integers(_ text: String, _ expected: Int?) {
        #expect(PathParameters(["id": text]).integer("id") == expected)
    }

    @Test("a name that the pattern does not have has no value")
    func missing() {
        #expect(PathParameters()["id"] == nil)
        #expect(PathParameters().integer("id") == nil)
        #expect(PathParameters().segments("id") == nil)
    }
}
