import AppBundles
import Foundation
import Synchronization

extension Catalog {
    /// The apps there are, by name and then id.
    public func apps() -> [StoredApp] {
        // A name is read from the bundle's files, so once for each app.
        files.withLock { Array($0.apps.values) }
            .map { (name: $0.name().lowercased(), app: $0) }
            .sorted { ($0.name, $0.app.id) < ($1.name, $1.app.id) }
            .map(\.app)
    }

    /// One app.
    /// - Throws: `unknownApp`.
    public func app(_ id: String) throws(CatalogError) -> StoredApp {
        guard let app = files.withLock({ $0.apps[id] }) else {
            throw CatalogError(.unknownApp, "There is no app “\(id)”.")
        }
        return app
    }

    /// The first app with this bundle identifier.
    public func app(identifier: String) -> StoredApp? {
        files.withLock { files in
            files.apps[identifier]
                ?? files.apps.values.filter { $0.domain == identifier }.min { $0.id < $1.id }
        }
    }

    func add(bundleAt url: URL) {
        let path = url.plainPath
        guard files.withLock({ $0.bundlePaths.insert(path).inserted }) else { return }
        do throws(AppBundleError) {
            let bundle = try AppBundle(folder: url)
            files.withLock { files in
                // A second app of the same identifier, from another folder, stays apart.
                let name = BundleFolder.name(of: url)
                let isOwn = bundle.declaresIdentifier && files.apps[bundle.identifier] == nil
                let label = bundle.declaresIdentifier ? bundle.identifier : name
                let id = isOwn ? bundle.identifier : Identifiers.stable(name: label, path: path)
                files.apps[id] = StoredApp(id: id, bundle: bundle, readOnly: true, folderName: name)
            }
        } catch {
            files.withLock { $0.problems.append(CatalogProblem(path: path, message: error.message)) }
        }
    }
}
