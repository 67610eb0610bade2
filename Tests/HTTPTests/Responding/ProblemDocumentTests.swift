import HTTP
import HTTPTypes
import Testing

@Suite struct ProblemDocumentTests {
    @Test("the document is JSON whatever the message says")
    func escaping() {
        let response = ProblemDocument(HTTPError(.malformedForm, "a \"b\" \\ \n c")).response
        #expect(response.status == .badRequest)
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"type":"/problems/malformed-form","title":"Bad Request","status":400,"detail":"a \"b\" \\   c"}"#
        )
    }

    @Test("every code has a slug of lowercase words", arguments: HTTPError.Code.allCases)
    func slugs(_ code: HTTPError.Code) {
        #expect(code.slug.allSatisfy { $0.isLowercase || $0 == "-" })
        #expect(HTTPError(code, "").status.code >= 400)
    }
}
