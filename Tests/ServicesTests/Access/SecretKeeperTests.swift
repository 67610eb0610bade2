import Access
import Defaults
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import ServerTesting
import StorageTesting
import TestSupport
import Testing

@testable import Catalog

@Suite("What decides about secrets does not fail open")
struct SecretKeeperTests {
    private static let domain = "com.example.clock"
    private static let secret = "sesame-7f3a"
    private static let key = "account.passcode"
    private let store = MemoryCatalogStore()
    private let server: TestServer
    private let reader: HTTPFields
    private let keeper: HTTPFields

    init() throws {
        server = try TestServer(access: .tokens, store: store)
        reader = try server.token("Reader", .read)
        keeper = try server.token("Keeper", .secrets)
        let values = [DefaultsEdit.set(key: Self.key, value: .string(Self.secret))]
        for _ in 0..<2 { try server.storage.apply(values, to: Self.domain, source: .api) }
        try server.storage.apply(values, to: "NSGlobalDomain", source: .api)
    }

    private static let readers = [
        "/api/v1/defaults/DOMAIN", "/api/v1/defaults/DOMAIN?view=app", "/api/v1/defaults/DOMAIN?view=settings",
        "/api/v1/defaults/DOMAIN/values/account.passcode", "/api/v1/defaults/DOMAIN/values/account.passcode?as=string",
        "/api/v1/defaults/DOMAIN/history", "/api/v1/defaults/DOMAIN/diff?from=0&to=1", "/api/v1/defaults/DOMAIN/layers",
        "/api/v1/defaults/DOMAIN/secrets", "/defaults/DOMAIN", "/defaults/DOMAIN?view=settings",
        "/defaults/DOMAIN/history",
        "/defaults/DOMAIN/diff?from=0&to=1", "/defaults/DOMAIN/restore?revision=0", "/defaults/DOMAIN/arguments",
        "/defaults/DOMAIN/remove", "/defaults/DOMAIN/export/xml", "/defaults/DOMAIN/export/binary",
        "/defaults/DOMAIN/export/json",
    ]
    private static let own = [
        "/api/v1/apps/com.example.clock/settings/Root", "/apps/com.example.clock/settings/Root",
        "/apps/com.example.clock/settings?reset=1", "/api/v1/apps/com.example.clock/registration",
        "/api/v1/apps", "/", "/defaults",
    ]

    @Test("while the store does not answer, nothing that holds secrets is sent", arguments: readers + own)
    func failingStore(address: String) async throws {
        for domain in address.contains("DOMAIN") ? [Self.domain, "NSGlobalDomain"] : [Self.domain] {
            let target = address.replacing("DOMAIN", with: domain)
            #expect(try await server.get(target, reader).status != .serviceUnavailable, "\(target)")
            store.failsReads = true
            defer { store.failsReads = false }
            let reply = try await server.get(target, reader)
            #expect(reply.status == .serviceUnavailable && !reply.text.contains(Self.secret), "\(target)")
        }
    }

    @Test("while the store does not answer, a property list is not sent either")
    func propertyList() async throws {
        store.failsReads = true
        for accept in ["application/x-plist", "application/x-plist;format=xml"] {
            var fields = reader
            fields[.accept] = accept
            let reply = try await server.get("/api/v1/defaults/" + Self.domain, fields)
            #expect(reply.status == .serviceUnavailable && !reply.text.contains(Self.secret))
        }
    }

    @Test("the list of secrets says since when, because of what, and whether something marks them still")
    func list() async throws {
        let reply = try await server.get("/api/v1/defaults/\(Self.domain)/secrets", reader)
        let list = try reply.json()
        #expect(list["domain"]?.stringValue == Self.domain && list["total"] == .integer(1) && list["next"] == .null)
        #expect(list["cleared"] == .array([]) && !reply.text.contains(Self.secret))
        let entry = list["secrets"]?[0]
        #expect(entry?.names == ["key", "since", "bundle", "inUse"] && entry?["inUse"] == .bool(true))
        #expect(entry?["key"]?.stringValue == Self.key && entry?["bundle"]?.stringValue == Self.domain)
        let global = try await server.get("/api/v1/defaults/NSGlobalDomain/secrets", reader).json()
        #expect(global["secrets"]?.arrayValue?.contains { $0["domain"]?.stringValue == Self.domain } == true)
    }

    @Test("a secret is cleared by who may see it, when nothing marks it, and the list says who did it")
    func clearing() async throws {
        let server = try TestServer(paths: [], access: .tokens, store: store)
        try store.remember(SecretMarks(bundle: "gone", uploadedAt: nil, seenAt: Date(), keys: ["d": ["a/b c"]]))
        try server.storage.apply([.set(key: "a/b c", value: .string(Self.secret))], to: "d", source: .api)
        let (target, one) = ("/api/v1/defaults/d", "/api/v1/defaults/d/secrets/a%2Fb%20c")
        let reader = try server.token("Reader", .read)
        let others = try server.token("Others", [.read, .write, .delete])
        for token in [reader, others] {
            #expect(try await server.client.send(.delete, one, headers: token).status == .forbidden)
            #expect(try await !server.get(target, token).text.contains(Self.secret))
        }
        let keeper = try server.token("Keeper", [.read, .secrets])
        let global = "/api/v1/defaults/NSGlobalDomain/secrets/a%2Fb%20c"
        let refused = try await server.client.send(.delete, global, headers: keeper)
        #expect(refused.status == .conflict && refused.text.contains("“d”"))
        #expect(try await server.client.send(.delete, one, headers: keeper).status == .noContent)
        #expect(try await server.client.send(.delete, one, headers: keeper).status == .notFound)
        #expect(try await server.get(target, reader).text.contains(Self.secret))
        let list = try await server.get(target + "/secrets", reader).json()
        #expect(list["secrets"] == .array([]) && list["cleared"]?[0]["key"]?.stringValue == "a/b c")
        #expect(list["cleared"]?[0]["actor"]?.stringValue == "Keeper")
    }

    @Test("a secret that a bundle marks is not cleared")
    func inUse() async throws {
        let one = "/api/v1/defaults/\(Self.domain)/secrets/\(Self.key)"
        let reply = try await server.client.send(.delete, one, headers: keeper)
        #expect(reply.status == .conflict && reply.text.contains("secret-in-use"))
        #expect(try await !server.get("/api/v1/defaults/\(Self.domain)", reader).text.contains(Self.secret))
    }

    @Test("keys are kept as long as domains take them")
    func limits() {
        #expect(SecretMarks.maximumKeyBytes == DefaultsLimits.standard.maximumKeyBytes)
        #expect(SecretMarks.maximumNameBytes == DefaultsLimits.standard.maximumNameBytes)
    }
}
