import AppBundles
import DumpFormats
import Foundation
import Synchronization

extension Catalog {
    /// Adds what some paths hold, as ``open(paths:store:limits:)`` does.
    public func add(paths: [String]) {
        var scan = FolderScan(limits: limits)
        for path in paths { scan.add(path) }
        files.withLock { files in
            files.paths += paths
            files.problems += scan.problems
        }
        for url in scan.files { add(dumpAt: url) }
        for url in scan.bundles { add(bundleAt: url) }
    }

    /// Adds a bundle, unless it is there. A second app of the same identifier, from another folder, stays apart.
    /// - Parameter isFirst: whether nobody was told yet of what is wrong with it.
    func add(bundleAt url: URL, reporting isFirst: Bool = true) {
        let path = url.plainPath
        guard files.withLock({ files in !files.folders.values.contains { $0.path == path } }) else { return }
        do throws(AppBundleError) {
            let folder = try AppFolder(at: url, limits: limits) { bundle in
                let isOwn = bundle.declaresIdentifier && isFree(bundle.identifier)
                let label = bundle.declaresIdentifier ? bundle.identifier : BundleFolder.name(of: url)
                return isOwn ? bundle.identifier : Identifiers.stable(name: label, path: path)
            }
            files.withLock { files in
                files.folders[folder.id] = folder
                files.problems.removeAll { $0.path == path }
            }
        } catch {
            guard isFirst else { return }
            files.withLock { $0.problems.append(CatalogProblem(path: path, message: error.message)) }
        }
    }

    private func isFree(_ id: String) -> Bool {
        files.withLock { $0.folders[id] == nil } && (try? store.uploadedApp(id)) == nil
    }

    private func add(dumpAt url: URL) {
        let path = url.plainPath
        let id = Identifiers.stable(name: url.deletingPathExtension().lastPathComponent, path: path)
        guard files.withLock({ $0.dumps[id] == nil }) else { return }
        do throws(CatalogError) {
            let file = try DumpFile(at: url, id: id, limits: limits)
            files.withLock { $0.dumps[id] = file }
        } catch {
            let problem = CatalogProblem(path: path, message: error.message, line: error.dumpError?.line)
            files.withLock { $0.problems.append(problem) }
            addDraft(of: url, id: id)
        }
    }

    /// Keeps the edits of a file within reach although the file cannot be read any more.
    private func addDraft(of url: URL, id: String) {
        guard let journal = try? store.journal(of: id), journal.applied > 0, let base = journal.base else { return }
        let file = DumpFile(unreadableAt: url, copy: base)
        files.withLock { $0.dumps[id] = file }
    }
}
