import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@testable import Web

@Suite("Preconditions")
struct PreconditionTests {
    private func expected(
        _ field: String?,
        current: Int,
        version: String? = nil,
        exists: Bool = true
    ) throws -> Int? {
        var headers = HTTPFields()
        headers[.ifMatch] = field
        let request = try Request(method: .put, target: "/", headers: headers)
        return try Precondition.revision(request, current: current, version: version, exists: exists)
    }

    @Test("If-Match with the present revision, in any variant or list, holds")
    func presentRevisionHolds() throws {
        #expect(try expected(nil, current: 4) == nil)
        #expect(try expected("\"4\"", current: 4) == 4)
        #expect(try expected("\"4-app\"", current: 4) == 4)
        #expect(try expected("\"3\", \"4\"", current: 4) == 4)
        #expect(try expected("W/\"4\", \"4\"", current: 4) == 4)
        #expect(try expected("*", current: 4) == nil)
    }

    @Test("a tag that names a content of a file holds for that content only")
    func versions() throws {
        #expect(try expected("\"4.a\"", current: 4, version: "a") == 4)
        #expect(try expected("\"4.a-views\"", current: 4, version: "a") == 4)
        #expect(try expected("\"4\"", current: 4, version: "a") == 4)
        for version in ["b", nil] {
            #expect { try expected("\"4.a\"", current: 4, version: version) } throws: {
                ($0 as? Problem)?.status == .preconditionFailed
            }
        }
    }

    @Test("an older revision is 412, an unreadable field 400, and * fails where nothing is")
    func otherwiseRefused() {
        #expect { try expected("\"3\"", current: 4) } throws: { ($0 as? Problem)?.status == .preconditionFailed }
        #expect { try expected("W/\"4\"", current: 4) } throws: { ($0 as? Problem)?.status == .preconditionFailed }
        #expect { try expected("W/4", current: 4) } throws: { ($0 as? Problem)?.status == .badRequest }
        #expect { try expected("3", current: 4) } throws: { ($0 as? Problem)?.status == .badRequest }
        #expect { try expected("*", current: 0, exists: false) } throws: {
            ($0 as? Problem)?.status == .preconditionFailed
        }
    }
}
