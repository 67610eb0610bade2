import AppBundles
import Synchronization

extension Catalog {
    /// The apps there are, by name and then id: the folders on the command line as they are now, and the uploads.
    /// Without a store that answers there are the folders only.
    public func apps() -> [StoredApp] {
        rescan()
        let folders = files.withLock { Array($0.folders.values) }
        var apps = folders.compactMap { $0.current(limits: limits) }
        let taken = Set(apps.map(\.id))
        for summary in (try? store.uploadedApps()) ?? [] where !taken.contains(summary.id) {
            if let app = try? uploaded(summary) { apps.append(app) }
        }
        // A name is read from the bundle's files, so once for each app.
        return apps.map { (name: $0.name().lowercased(), app: $0) }
            .sorted { ($0.name, $0.app.id) < ($1.name, $1.app.id) }
            .map(\.app)
    }

    /// One app.
    /// - Throws: `unknownApp`.
    public func app(_ id: String) throws(CatalogError) -> StoredApp {
        if let folder = files.withLock({ $0.folders[id] }) {
            guard let app = folder.current(limits: limits) else { throw .unknownApp(id) }
            return app
        }
        guard let app = try uploadedApp(id) else { throw .unknownApp(id) }
        return app
    }

    /// The first app with this bundle identifier.
    public func app(identifier: String) -> StoredApp? {
        if let app = try? app(identifier), app.domain == identifier { return app }
        return apps().filter { $0.domain == identifier }.min { $0.id < $1.id }
    }

    /// Looks again for bundles below the folders on the command line, when the last look is some time ago.
    private func rescan() {
        let paths: [String]? = files.withLock { files in
            let now = ContinuousClock.now
            guard now - files.scannedAt >= limits.rescanInterval else { return nil }
            files.scannedAt = now
            return files.paths
        }
        guard let paths else { return }
        var scan = FolderScan(limits: limits)
        for path in paths { scan.add(path) }
        for url in scan.bundles { add(bundleAt: url, reporting: false) }
        let present = Set(scan.bundles.map(\.plainPath))
        files.withLock { files in
            for (id, folder) in files.folders where !present.contains(folder.path) && !folder.isPresent {
                files.folders[id] = nil
            }
        }
    }
}
