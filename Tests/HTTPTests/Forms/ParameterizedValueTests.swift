import Testing

@testable import HTTP

@Suite struct ParameterizedValueTests {
    @Test("parameters are found by name, the first one counts")
    func parameters() {
        let value = ParameterizedValue(" text/html ; Charset=utf-8;a=\"b;c\" ; a=d; flag; =x; e=\"")
        #expect(value.value == "text/html")
        #expect(value["charset"] == "utf-8")
        #expect(value["a"] == "b;c")
        #expect(value["flag"] == nil)
        #expect(value["e"] == "")
    }

    @Test("odd values are read to their end", arguments: ["", ";", ";;;=;", "a;=", "a;b=\"\\", "\"", "a;b=\"c\"d;e=f"])
    func odd(_ text: String) {
        _ = ParameterizedValue(text)
    }
}
