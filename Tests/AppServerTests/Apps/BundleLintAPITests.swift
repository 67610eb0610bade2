import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import ServerTesting
import TestSupport
import Testing

@Suite("Findings and registration in the API")
struct BundleLintAPITests {
    private func pane(_ specifiers: String, extra: String = "") -> String {
        "{ \(extra) PreferenceSpecifiers = ( \(specifiers) ); }"
    }

    private func server() throws -> TestServer {
        let folder = try TemporaryDirectory()
        try folder.write("{ CFBundleIdentifier = \"example.pear\"; }", to: "Pear.app/Info.plist")
        try folder.write(
            pane(
                """
                { Type = PSTextFieldSpecifier; Key = "a\\"b"; DefaultValue = "x"; },
                { Type = PSTextFieldSpecifier; Key = ""; }, { Type = PSFancySpecifier; },
                { Type = PSChildPaneSpecifier; Title = t; File = Group; }
                """
            ),
            to: "Pear.app/Settings.bundle/Root.plist"
        )
        try folder.write(
            pane(
                "{ Type = PSGroupSpecifier; }, { Type = PSTextFieldSpecifier; Key = g; DefaultValue = y; }",
                extra: "ApplicationGroupContainerIdentifier = \"group.pear\";"
            ),
            to: "Pear.app/Settings.bundle/Group.plist"
        )
        try folder.write("{ CFBundleIdentifier = \"example.bare\"; }", to: "Bare.app/Info.plist")
        return try TestServer(paths: [folder.url.path(percentEncoded: false)], keeping: folder)
    }

    private let lint = "/api/v1/apps/example.pear/lint"
    private let registration = "/api/v1/apps/example.pear/registration"

    @Test("findings have their places, cures and reasons, and are counted")
    func findings() async throws {
        let reply = try await server().get(lint)
        #expect(reply.status == .ok && reply.headers[.eTag]?.hasPrefix("\"") == true)
        let json = try reply.json()
        let findings = json["findings"]?.arrayValue ?? []
        let empty = try #require(findings.first { $0["rule"]?.stringValue == "settings.row.emptyKey" })
        #expect(empty["severity"]?.stringValue == "error" && empty["row"]?.integerValue == 1)
        #expect(empty["file"]?.stringValue == "Settings.bundle/Root.plist" && empty["pane"]?.stringValue == "Root")
        #expect(
            empty["cure"]?.stringValue?.isEmpty == false && empty["reason"]?.stringValue?.contains("iOS 18") == true
        )
        for (name, severity) in [("errors", "error"), ("warnings", "warning"), ("infos", "info")] {
            let count = findings.count { $0["severity"]?.stringValue == severity }
            #expect(json["summary"]?[name]?.integerValue == Int64(count) && count > 0)
        }
    }

    @Test("severity leaves out what matters less")
    func severity() async throws {
        let server = try server()
        let errors = try await server.get(lint + "?severity=error").json()["findings"]?.arrayValue ?? []
        #expect(errors.map { $0["rule"]?.stringValue } == ["settings.row.emptyKey"])
        #expect(try await server.get(lint + "?severity=fatal").status == .badRequest)
        #expect(try await server.get(lint + "?rules=x").status == .badRequest)
        #expect(try await server.get("/api/v1/apps/none/lint").status == .notFound)
        #expect(try await server.get("/api/v1/apps/example.bare/lint").status == .ok)
    }

    @Test("an unchanged list of findings is not sent again")
    func tags() async throws {
        let server = try server()
        let tag = try #require(try await server.get(lint).headers[.eTag])
        #expect(try await server.get(lint, [.ifNoneMatch: tag]).status == .notModified)
    }

    @Test("the registration comes as JSON by domain")
    func json() async throws {
        let domains = try await server().get(registration).json()["domains"]?.arrayValue ?? []
        #expect(domains.map { $0["name"]?.stringValue } == ["example.pear", "group.pear"])
        #expect(domains.first?["values"]?["a\"b"]?.stringValue == "x")
        #expect(domains.last?["values"]?["g"]?.stringValue == "y")
    }

    @Test("the registration comes as code and as a list, for one group too")
    func formats() async throws {
        let server = try server()
        let swift = try await server.get(registration + "?format=swift")
        #expect(swift.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(String(decoding: swift.content ?? [], as: UTF8.self).contains("    \"a\\\"b\": \"x\",\n"))
        let code = try await server.get(registration + "?format=objc&group=group.pear")
        let objectiveC = String(decoding: code.content ?? [], as: UTF8.self)
        #expect(objectiveC.contains("initWithSuiteName:@\"group.pear\"") && objectiveC.contains("@\"g\": @\"y\",\n"))
        let list = try await server.get(registration + "?format=plist")
        #expect(list.headers[.contentType] == "application/x-plist")
        #expect(try PropertyListReader.read(list.content ?? []) == .dictionary(["a\"b": .string("x")]))
        for (query, status) in [
            ("?format=yaml", HTTPResponse.Status.badRequest), ("?group=group.none", .notFound), ("?x=1", .badRequest),
        ] {
            #expect(try await server.get(registration + query).status == status)
        }
        #expect(try await server.get("/api/v1/apps/example.bare/registration").status == .notFound)
    }
}
