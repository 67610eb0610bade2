import Access
import AppBundles
package import Catalog
package import Defaults
import HTTPTypes
package import PropertyList
import Web

/// Which values of a domain are secret, and whether they are kept from who asks.
///
/// This is the one place that decides; whatever shows, exports, compares or searches values asks it. A key is secret
/// when a settings bundle of the domain marks a row with it as secure, or ever did (`Catalog.secretKeys(of:)`).
package struct SecretValues: Sendable {
    /// The secret keys.
    package let keys: Set<String>
    /// Whether their values are kept from who asks: its token has not the scope `secrets`.
    let areWithheld: Bool

    /// What stands in forms for the fingerprint of a value that is kept from who fills them in.
    package static let fingerprint = "withheld"

    /// The keys whose values are kept from who asks.
    package var withheldKeys: Set<String> { areWithheld ? keys : [] }

    /// Whether the value of a key is kept from who asks.
    package func withholds(_ key: String) -> Bool { areWithheld && keys.contains(key) }

    /// Values without those that are kept from who asks.
    package func shown(_ values: [String: PropertyListValue]) -> [String: PropertyListValue] {
        areWithheld && !keys.isEmpty ? values.filter { !keys.contains($0.key) } : values
    }

    /// The keys of some values that are kept from who asks, sorted.
    package func withheld(from values: [String: PropertyListValue]) -> [String] {
        areWithheld ? keys.filter { values[$0] != nil }.sorted() : []
    }

    /// A search list without what is kept from who asks.
    package func shown(_ list: SearchList) -> SearchList {
        guard areWithheld, !keys.isEmpty else { return list }
        var shown = list
        for layer in SearchList.Layer.allCases { shown[layer] = self.shown(list[layer]) }
        return shown
    }
}

extension Services {
    /// Whether who asks may see what is secret. What runs in nobody's name may not.
    package static var showsSecrets: Bool { Principal.current?.scopes.contains(.secrets) ?? false }

    /// What of some domains is secret, where values of it are kept from who asks; who may see all is told of no key, and
    /// nothing is looked up for that.
    /// - Throws: where it cannot be said what is secret; then nothing of the domains is to be shown.
    package func withheld(of domains: String...) throws(CatalogError) -> SecretValues {
        try Self.withheld(of: domains, in: catalog)
    }

    private static func withheld(of domains: [String], in catalog: Catalog) throws(CatalogError) -> SecretValues {
        showsSecrets ? SecretValues(keys: [], areWithheld: false) : try secrets(of: domains, in: catalog)
    }

    /// The keys of a domain whose values are kept from who asks, for the store that writes and compares them.
    package static func unseenKeys(of domain: String, in catalog: Catalog) throws(DefaultsError) -> Set<String> {
        do throws(CatalogError) {
            return try withheld(of: [domain], in: catalog).keys
        } catch {
            throw DefaultsError(error)
        }
    }

    /// What of some domains is secret to who asks; what is secret in one of them counts for all.
    /// - Throws: as ``withheld(of:)``.
    package func secrets(of domains: String...) throws(CatalogError) -> SecretValues {
        try Self.secrets(of: domains, in: catalog)
    }

    /// The domain whose secrets are those of another one; nil for all: every app sees the global domain, so what is secret in
    /// one of them is secret there.
    package static func secretDomain(of domain: String) -> String? { domain == globalDomain ? nil : domain }

    private static func secrets(of domains: [String], in catalog: Catalog) throws(CatalogError) -> SecretValues {
        var keys: Set<String> = []
        for domain in domains { keys.formUnion(try catalog.secretKeys(of: secretDomain(of: domain))) }
        return SecretValues(keys: keys, areWithheld: !showsSecrets)
    }

    /// A dump as it is now and as far as it is for who asks: without the texts of its secure fields, unless its token
    /// has the scope `secrets`.
    /// - Throws: as `Catalog.snapshot(of:)`.
    package func snapshot(of dump: String) throws(CatalogError) -> DumpSnapshot {
        Self.shown(try catalog.snapshot(of: dump))
    }

    /// A dump as far as it is for who asks.
    package static func shown(_ snapshot: DumpSnapshot) -> DumpSnapshot {
        showsSecrets ? snapshot : snapshot.withoutSecrets
    }

    /// Throws where the bytes of a dump, which are handed out as they came, hold texts of secure fields that are not for
    /// who asks.
    package func checkSource(of dump: String) throws {
        guard !Self.showsSecrets else { return }
        do throws(CatalogError) {
            guard try catalog.snapshot(of: dump).sourceMayHoldSecrets else { return }
        } catch {
            // Bytes that cannot be read any more cannot be searched either, so they are kept.
            guard error.code == .unreadableDump || error.code == .unreadableFile else { throw error }
        }
        throw Problem(
            "secrets-withheld",
            title: "Secrets withheld",
            status: .forbidden,
            detail:
                "The dump contains texts of secure fields, and its source would reveal them. It requires the scope "
                + "secrets; dump.json leaves them out."
        )
    }

    /// Replaces all that a domain holds, but for the secrets that who asks cannot know of: those stay unless a value
    /// for them is given.
    /// - Returns: what the write did, and the keys that it left alone, sorted.
    package func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int? = nil
    ) throws -> (result: DefaultsWriteResult, kept: [String]) {
        try defaults.replace(
            domain,
            with: values,
            keeping: try withheld(of: domain).keys,
            source: source,
            ifRevision: revision
        )
    }
}

extension DefaultsError {
    /// The error of a write or a comparison that needs to know what is secret where that cannot be said.
    fileprivate init(_ error: CatalogError) {
        self.init(error.code == .busy ? .busy : .storageFailed, error.message)
        storageFault = error.storageFault
    }
}
