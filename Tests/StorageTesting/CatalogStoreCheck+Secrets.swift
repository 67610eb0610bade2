import Catalog
import Foundation
import Testing

/// What every store remembers of secret keys.
extension CatalogStoreCheck {
    private static func marks(
        _ bundle: String,
        at time: Double,
        uploadedAt: Double? = nil,
        _ keys: [String: Set<String>]
    ) -> SecretMarks {
        SecretMarks(
            bundle: bundle,
            uploadedAt: uploadedAt.map(Date.init(timeIntervalSinceReferenceDate:)),
            seenAt: Date(timeIntervalSinceReferenceDate: time),
            keys: keys
        )
    }

    static func secretsComeBack(_ open: OpenCatalogStore) throws {
        try open().remember(marks("clock", at: 5.25, ["com.example.clock": ["pin", "é'%"], "group.clock": ["pin"]]))
        try open().insert(app("one", at: 7, secretKeys: ["com.example.clock": ["pin", "code"], "a": []]))
        let storage = try open()
        #expect(try storage.secretKeys(of: "com.example.clock") == ["pin", "é'%", "code"])
        #expect(try storage.secretKeys(of: "group.clock") == ["pin"])
        #expect(try storage.secretKeys(of: nil) == ["pin", "é'%", "code"])
        for domain in ["", "a", "COM.example.clock", "com.example.cloc_", "%"] {
            #expect(try storage.secretKeys(of: domain).isEmpty, "\(domain)")
            #expect(try storage.secrets(of: domain).isEmpty && storage.clearings(of: domain).isEmpty, "\(domain)")
        }
        #expect(try storage.unlearnedApps().isEmpty)
        let secrets = try storage.secrets(of: "com.example.clock").sorted { $0.key < $1.key }
        let (first, second) = (Date(timeIntervalSinceReferenceDate: 5.25), Date(timeIntervalSinceReferenceDate: 7))
        let domain = "com.example.clock"
        #expect(
            secrets == [
                StoredSecret(domain: domain, key: "code", since: second, bundle: "one", isInUse: true),
                StoredSecret(domain: domain, key: "pin", since: first, bundle: "clock", isInUse: true),
                StoredSecret(domain: domain, key: "é'%", since: first, bundle: "clock", isInUse: false),
            ]
        )
        #expect(try storage.secrets(of: nil).count == 4)
    }

    static func secretsOutliveTheirApps(_ open: OpenCatalogStore) throws {
        let storage = try open()
        for id in ["one", "two"] { try storage.insert(app(id, at: 7, secretKeys: ["d": ["pin"]])) }
        for (id, isInUse) in [("one", true), ("two", false)] {
            #expect(try storage.deleteApp(id))
            #expect(try open().secrets(of: "d").map(\.isInUse) == [isInUse])
        }
        #expect(try open().secretKeys(of: "d") == ["pin"])
        // Another app of the id, which marks nothing.
        try storage.insert(app("one", at: 9))
        #expect(try open().secrets(of: "d").map(\.isInUse) == [false])
    }

    static func secretsAreCleared(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(app("one", at: 7, secretKeys: ["d": ["pin"], "e": ["pin"]]))
        let clearing = SecretClearing(at: Date(timeIntervalSinceReferenceDate: 11.5), actor: "Ada’s laptop")
        let error = #expect(throws: CatalogError.self) { try storage.clearSecret("pin", of: "d", as: clearing) }
        #expect(error?.code == .secretInUse)
        _ = try storage.deleteApp("one")
        for (key, domain) in [("PIN", "d"), ("pin", "f"), ("", "")] {
            #expect(try !storage.clearSecret(key, of: domain, as: clearing))
        }
        #expect(try storage.clearSecret("pin", of: "d", as: clearing))
        #expect(try !storage.clearSecret("pin", of: "d", as: clearing))
        #expect(try open().secretKeys(of: "d").isEmpty)
        #expect(try open().secretKeys(of: "e") == ["pin"])
        #expect(try open().clearings(of: "d") == ["pin": clearing])
        // It may become secret again, and be cleared again.
        try storage.remember(marks("clock", at: 20, ["d": ["pin"]]))
        #expect(try open().secrets(of: "d").map(\.bundle) == ["clock"])
        let again = SecretClearing(at: Date(timeIntervalSinceReferenceDate: 21), actor: nil)
        #expect(try storage.clearSecret("pin", of: "d", as: again))
        #expect(try open().clearings(of: "d") == ["pin": again])
    }

    static func lateMarksAreOfNoUse(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(app("one", at: 7, secretKeys: ["d": ["code"]]))
        try storage.remember(marks("one", at: 5, uploadedAt: 5, ["d": ["pin"]]))
        try storage.remember(marks("gone", at: 5, uploadedAt: 5, ["d": ["pin"]]))
        let secrets = try open().secrets(of: "d").sorted { $0.key < $1.key }
        #expect(secrets.map(\.key) == ["code", "pin"] && secrets.map(\.isInUse) == [true, false])
    }
}
