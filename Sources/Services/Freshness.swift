import Defaults
import Storage
import Catalog
package import HTTP

extension Services {
    /// What tells whether an answer is fresh that is made of a dump, its edits, marks and companions, and of nothing else. To be
    /// asked for before any of it is read; nil where that cannot be told.
    package func freshness(ofDump id: String) -> Freshness? {
        guard let stamp = catalog.stamp(of: id) else { return nil }
        return Freshness(
            touchesDisk: { [catalog] in catalog.isFile(id) },
            isCurrent: { [catalog] in catalog.stamp(of: id) == stamp }
        )
    }

    /// The same of an answer that is made of apps, and of user defaults with the layers of their search lists. Folders of apps are
    /// looked at from time to time only; an answer is kept for no longer than that.
    package func freshnessOfSettings() -> Freshness? {
        guard let stamp = catalog.appsStamp(), let defaults = freshnessOfDefaults() else { return nil }
        let end = ContinuousClock.now + catalog.limits.recheckInterval
        return Freshness { [catalog] in
            ContinuousClock.now < end && defaults.isCurrent() && catalog.appsStamp() == stamp
        }
    }

    /// The same of an answer that is made of user defaults and of what is on no disk: the layers of their search lists.
    package func freshnessOfDefaults() -> Freshness? {
        guard let version = defaults.version(), let changes = layers.changes else { return nil }
        return Freshness { [defaults, layers] in defaults.version() == version && layers.changes == changes }
    }
}
