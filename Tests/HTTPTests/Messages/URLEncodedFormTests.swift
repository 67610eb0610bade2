import HTTP
import HTTPTesting
import Testing

@Suite struct URLEncodedFormTests {
    @Test("fields are decoded in their order")
    func fields() throws {
        let form = try URLEncodedForm(parsing: Array("name=A+B%26C&tag=1&tag=2&empty=&bare&é=%C3%A9".utf8))
        #expect(form["name"] == "A B&C")
        #expect(form.values("tag") == ["1", "2"])
        #expect(form["empty"] == "")
        #expect(form["bare"] == "")
        #expect(form["é"] == "é")
        #expect(form["missing"] == nil)
        #expect(form.fields.count == 6)
    }

    @Test("an empty body is an empty form")
    func empty() throws {
        #expect(try URLEncodedForm(parsing: []).fields.isEmpty)
    }

    @Test("broken escapes, NUL and text that is not UTF-8 are refused", arguments: ["a=%", "%zz=1", "a=%00", "a=%ff"])
    func malformed(_ text: String) {
        let error = #expect(throws: HTTPError.self) { try URLEncodedForm(parsing: Array(text.utf8)) }
        #expect(error?.code == .malformedForm)
    }

    @Test("raw bytes that are not UTF-8 are refused")
    func rawBytes() {
        #expect(throws: HTTPError.self) { try URLEncodedForm(parsing: [0x61, 0x3D, 0xFF]) }
    }

    @Test("the number of fields is limited")
    func limit() throws {
        let most = Array(repeating: "a=1", count: URLEncodedForm.maximumFields).joined(separator: "&")
        #expect(try URLEncodedForm(parsing: Array(most.utf8)).fields.count == URLEncodedForm.maximumFields)
        #expect(throws: HTTPError.self) { try URLEncodedForm(parsing: Array((most + "&a=1").utf8)) }
    }
}
