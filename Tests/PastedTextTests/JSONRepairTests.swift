import Diagnostics
import JSON
import PastedText
import Testing

@Suite("Repairing JSON")
struct JSONRepairTests {
    private func repair(_ text: String, from start: Int = 0) -> JSONRepair {
        JSONRepair(ByteText(Array(text.utf8)), from: start)
    }

    private func repaired(_ text: String) -> String { String(decoding: repair(text).bytes, as: UTF8.self) }

    @Test(
        "what is well formed stays as it is",
        arguments: [
            #"{"a":[1,-2.5e3,true,false,null,"x\"\\\u00e9\ud83d\ude00"],"b":{},"c":[[]]}"#, "[]", "{}",
            #"[{"a":1},{"a":1}]"#,
        ]
    )
    func wellFormed(text: String) {
        #expect(repaired(text) == text)
        #expect(repair(text).findings.isEmpty)
    }

    @Test(
        "a text that was cut ends after its last complete value",
        arguments: [
            (#"{"a":1,"b":"#, #"{"a":1}"#), (#"{"a":1,"b":"x"#, #"{"a":1}"#), (#"{"a":1,"b""#, #"{"a":1}"#),
            (#"{"a":[{"c":1},{"d":"#, #"{"a":[{"c":1}]}"#), (#"{"a":12"#, ""), ("[1,2", "[1]"), ("[1,tru", "[1]"),
            (#"["a\"#, ""), (#"["a","\u00"#, #"["a"]"#), ("{", ""), (#"{"a":[[1],["#, #"{"a":[[1]]}"#),
        ]
    )
    func cut(text: String, expected: String) {
        #expect(repaired(text) == expected)
        #expect(repair(text).findings.map(\.code) == ["truncated.json"])
    }

    @Test("every beginning of a text gives JSON that is read strictly, or nothing")
    func everyCut() throws {
        let text = #"{"a":{"b":[1,{"c":"é\n\ud83d\ude00"},null,[]],"d":-1.5e2},"e":[true,false]}"#
        for count in 0...text.utf8.count {
            let bytes = JSONRepair(ByteText(Array(text.utf8.prefix(count))), from: 0).bytes
            if !bytes.isEmpty { _ = try JSONDocument(parsing: bytes, limits: .dump) }
        }
    }

    @Test(
        "what writers get wrong is read and told with its line",
        arguments: [
            (#"{"a":NaN,"b":-Infinity}"#, #"{"a":"nan","b":"-infinity"}"#, "document.number"),
            (#"{"a":1e999}"#, #"{"a":"1e999"}"#, "document.number"),
            (#"{"a":12345678901234567890123}"#, #"{"a":"12345678901234567890123"}"#, "document.number"),
            (#"{"a":01}"#, #"{"a":"01"}"#, "document.number"),
            (#"{"a":1,"a":2,"a":3}"#, #"{"a":1,"a (2)":2,"a (3)":3}"#, "document.duplicateName"),
            ("{\"a\":\"x\ty\"}", #"{"a":"x\u0009y"}"#, "document.escape"),
            (#"{"a":"\ud83d"}"#, #"{"a":"\ufffd"}"#, "document.escape"),
            (#"{"a":"\x"}"#, #"{"a":"\\x"}"#, "document.escape"),
            (#"{"a":1, ...}"#, #"{"a":1}"#, "elided.lines"), (#"{"a":1 ... }"#, #"{"a":1}"#, "elided.lines"),
            (#"{..., "a":1}"#, #"{"a":1}"#, "elided.lines"), (#"{"a":[1,…,2]}"#, #"{"a":[1,2]}"#, "elided.lines"),
            (#"{"a":1, "...", "b":2}"#, #"{"a":1,"b":2}"#, "elided.lines"),
            (#"{"a":1 ... "b":[...]}"#, #"{"a":1,"b":[]}"#, "elided.lines"),
            (#"{"a":..., "b":2}"#, #"{"a":null,"b":2}"#, "elided.lines"),
            (#"{"a":true|false, "b":0|1|2}"#, #"{"a":null,"b":null}"#, "document.choice"),
            (#""a":{"b":1}, "c":2 "#, #"{"a":{"b":1},"c":2}"#, "document.braces"),
            (#""a":1}"#, #"{"a":1}"#, "document.braces"),
            (#"{"a":1} the end"#, #"{"a":1}"#, "skipped.lines"),
            (#"{"a":1} // the end"#, #"{"a":1}"#, "document.comment"),
            ("{/* a */\"a\"/**/: /* 1, */2 // b\n,\"b\":\"//\"}", #"{"a":2,"b":"//"}"#, "document.comment"),
            (#"{"a":[1,2,],"b":{"c":3,},}"#, #"{"a":[1,2],"b":{"c":3}}"#, "document.comma"),
        ]
    )
    func repairs(text: String, expected: String, code: String) {
        let repair = repair(text)
        #expect(String(decoding: repair.bytes, as: UTF8.self) == expected)
        #expect(repair.findings.map(\.code) == [code])
        #expect(repair.findings.first?.line == 1)
    }

    @Test("empty arrays and objects have no comma too many")
    func empty() { #expect(repair(#"{"a":[],"b":{},"c":NaN}"#).findings.map(\.code) == ["document.number"]) }

    @Test("bytes that are no UTF-8 are read as U+FFFD, those around them as they are")
    func latin1() {
        let bytes = Array(#"{"a":"caf"#.utf8) + [0xE9] + Array(#"!"}"#.utf8)
        let repair = JSONRepair(ByteText(bytes), from: 0)
        #expect(String(decoding: repair.bytes, as: UTF8.self) == "{\"a\":\"caf\u{FFFD}!\"}")
        #expect(repair.findings.map(\.code) == ["decoded.text"])
    }

    @Test("reading ends where the text is no JSON any more, with the line and how much is lost")
    func broken() {
        let repair = repair("{\"a\":1,\n\"b\":oops,\"c\":2}")
        #expect(String(decoding: repair.bytes, as: UTF8.self) == #"{"a":1}"#)
        #expect(repair.findings.map(\.code) == ["broken.json"])
        #expect(repair.findings.first?.line == 2)
        #expect(repair.findings.first?.message.contains("11 bytes") == true)
    }

    @Test("several values are an array of them, also when the last one was cut")
    func sequence() {
        #expect(repaired("{\"a\":1}\n{\"b\":2}\n{\"c\":") == #"[{"a":1},{"b":2}]"#)
        #expect(repair("{\"a\":1}\n{\"b\":2}").valueCount == 2)
        #expect(repaired("{\"a\":1}\nnot json\n{\"b\":2}") == #"[{"a":1},{"b":2}]"#)
    }

    @Test(
        "JSON begins behind prose, a prompt, a fence or an assignment",
        arguments: [
            ("var x = {\"a\": 1};", 8), ("```json\n{\"a\":1}\n```", 8), ("[INFO] {1} out: [{\"a\":1}]", 16),
            (" \n[1]", 2), ("{ a = 1; }", 0), (" \"a\": 1", 1),
        ]
    )
    func start(text: String, offset: Int) {
        #expect(JSONRepair.start(in: ByteText(Array(text.utf8)), window: 1_000) == offset)
    }

    @Test(
        "prose with brackets holds no JSON",
        arguments: ["", "a {b} [c]", "\"a\" said: b", "<UIView: 0x1; frame = {{0, 0}}>", "x {\"y\" = 1}"]
    )
    func none(text: String) { #expect(JSONRepair.start(in: ByteText(Array(text.utf8)), window: 1_000) == nil) }

    @Test("nesting deeper than any reader allows ends the text")
    func deep() {
        let repair = repair("[1," + String(repeating: "[", count: 100_000))
        #expect(String(decoding: repair.bytes, as: UTF8.self) == "[1]")
    }
}
