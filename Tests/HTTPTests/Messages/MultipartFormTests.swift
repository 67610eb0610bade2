import HTTP
import HTTPTesting
import Testing

@Suite struct MultipartFormTests {
    private static func part(_ disposition: String, _ body: String, extra: String = "") -> String {
        "--b\r\nContent-Disposition: \(disposition)\r\n\(extra)\r\n\(body)\r\n"
    }

    private static func parse(_ text: String, boundary: String = "b") throws -> MultipartForm {
        try MultipartForm(parsing: Array(text.utf8), boundary: boundary)
    }

    @Test("parts have a name, and files a file name and a type")
    func parts() throws {
        let form = try Self.parse(
            Self.part("form-data; name=\"title\"", "Hello")
                + Self.part(
                    "form-data; name=\"dump\"; filename=\"a b.txt\"",
                    "line 1\r\nline 2\r\n",
                    extra: "Content-Type: text/plain\r\n"
                )
                + "--b--\r\n"
        )
        #expect(form.parts.map(\.name) == ["title", "dump"])
        #expect(form["title"]?.text == "Hello")
        #expect(form["title"]?.filename == nil)
        #expect(form["dump"]?.filename == "a b.txt")
        #expect(form["dump"]?.contentType == "text/plain")
        #expect(form["dump"]?.text == "line 1\r\nline 2\r\n")
        #expect(form["missing"] == nil)
    }

    @Test("bytes come through as they are")
    func binary() throws {
        let bytes = (0...255).map { UInt8($0) } + Array("\r\n--\r\n-b\r\n--".utf8)
        let head = Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
        let form = try MultipartForm(parsing: head + bytes + Array("\r\n--b--".utf8), boundary: "b")
        #expect(form.parts.first.map { Array($0.bytes) } == bytes)
        #expect(form.parts.first?.text == nil)
    }

    @Test("what stands before the first boundary and after the last one means nothing")
    func surroundings() throws {
        let form = try Self.parse("preamble\r\n" + Self.part("form-data; name=a", "1") + "--b--\r\nepilogue --b")
        #expect(form.parts.map(\.text) == ["1"])
    }

    @Test("a form may have no parts, and a part no bytes")
    func empty() throws {
        #expect(try Self.parse("--b--\r\n").parts.isEmpty)
        #expect(try Self.parse(Self.part("form-data; name=a", "") + "--b--").parts.map(\.text) == [""])
    }

    @Test("blanks may follow a boundary, and the case of field names does not matter")
    func leniency() throws {
        let form = try Self.parse("--b \t\r\ncontent-disposition:FORM-DATA;NAME=\"a\"\r\n\r\n1\r\n--b--")
        #expect(form["a"]?.text == "1")
    }

    @Test(
        "names come as browsers write them",
        arguments: [
            (#""a%22b%0D%0Ac""#, "a\"b\r\nc"), (#""a\"b""#, "a\"b"), (#""C:\dir\x""#, #"C:\dir\x"#), (#""a;b""#, "a;b"),
            (#""100%""#, "100%"), (#""%41""#, "%41"), ("token", "token"), (#""é 漢""#, "é 漢"), (#""""#, ""),
        ]
    )
    func names(_ written: String, _ name: String) throws {
        let form = try Self.parse(Self.part("form-data; name=\(written); filename=x", "1") + "--b--")
        #expect(form.parts.first?.name == name)
        #expect(form.parts.first?.filename == "x")
    }

    @Test(
        "a body that is not a form to its end is refused",
        arguments: [
            "", "--b", "--b\r\n", "--b-", "--bx\r\n", "no boundary at all", "--c\r\n\r\n--c--",
            "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
            "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b\r\n",
            "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--bx--",
            "--b\r\nContent-Disposition: form-data; name=a\r\n1\r\n--b--", "--b\r\n\r\n1\r\n--b--",
            "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
            "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--b--",
            "--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--", "--b\r\nno colon\r\n\r\n1\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n\r\n--b--",
            "--b\nContent-Disposition: form-data; name=a\n\n1\n--b--",
        ]
    )
    func malformed(_ text: String) {
        let error = #expect(throws: HTTPError.self) { try Self.parse(text) }
        #expect(error?.code == .malformedForm)
    }

    @Test("header fields that are not UTF-8 are refused")
    func badHeader() {
        let bytes =
            Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF] + Array("\"\r\n\r\n\r\n--b--".utf8)
        #expect(throws: HTTPError.self) { try MultipartForm(parsing: bytes, boundary: "b") }
    }

    @Test("the number of parts, the length of their headers and of the boundary are limited")
    func limits() throws {
        let part = Self.part("form-data; name=a", "1")
        let most = String(repeating: part, count: MultipartForm.maximumParts)
        #expect(try Self.parse(most + "--b--").parts.count == MultipartForm.maximumParts)
        #expect(throws: HTTPError.self) { try Self.parse(most + part + "--b--") }
        let long = "X: " + String(repeating: "x", count: MultipartForm.maximumHeaderBytes) + "\r\n"
        #expect(throws: HTTPError.self) { try Self.parse(Self.part("form-data; name=a", "1", extra: long) + "--b--") }
        #expect(throws: HTTPError.self) { try Self.parse("----", boundary: "") }
        let boundary = String(repeating: "b", count: 71)
        #expect(throws: HTTPError.self) { try Self.parse("--\(boundary)--", boundary: boundary) }
    }

    @Test("every beginning of a form is refused or read, never more")
    func prefixes() {
        let text = Array((Self.part("form-data; name=\"a\"; filename=\"b\"", "1\r\n2") + "--b--").utf8)
        for count in 0..<text.count {
            #expect(throws: HTTPError.self) { try MultipartForm(parsing: Array(text.prefix(count)), boundary: "b") }
        }
    }

    @Test(
        "the boundary comes from the content type",
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"),
            ("Multipart/Form-Data;charset=utf-8; Boundary=\"a b\"", "a b"),
            ("multipart/form-data", nil), ("multipart/mixed; boundary=abc", nil), ("", nil), (";boundary=abc", nil),
        ] as [(String, String?)]
    )
    func boundary(_ contentType: String, _ expected: String?) {
        #expect(MultipartForm.boundary(contentType: contentType) == expected)
    }
}
