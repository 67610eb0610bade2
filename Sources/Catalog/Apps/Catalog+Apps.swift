import AppBundles
import Diagnostics
import Foundation
import Storage
import Synchronization

/// What all that is told of apps depends on, as far as the folders of them have been looked at.
public struct AppsStamp: Sendable, Hashable {
    /// The version of the store.
    let version: Int
    /// What each folder looked like.
    let folders: [String: AppFolder.Stamp]
}

extension Catalog {
    /// What all that is told of apps depends on now, without a look at a disk; nil where the store cannot say at once whether
    /// anything in it has changed.
    public func appsStamp() -> AppsStamp? {
        store.version().map { AppsStamp(version: $0, folders: files.withLock { $0.folders }.mapValues(\.stamp)) }
    }

    /// The apps there are, by name and then id: the folders on the command line as they are now, and the uploads.
    /// - Throws: where the store cannot say which they are: a list that is too short would be taken for all there is.
    public func apps() throws(CatalogError) -> [CatalogApp] {
        // A name is read from the bundle's files, so once for each app.
        try presentApps().map { (name: $0.name().lowercased(), app: $0) }
            .sorted { ($0.name, $0.app.id) < ($1.name, $1.app.id) }
            .map(\.app)
    }

    /// The same in no order, for which no name is read.
    func presentApps() throws(CatalogError) -> [CatalogApp] {
        var apps = presentFolders().map(\.app)
        let taken = Set(apps.map(\.id))
        for summary in try store.uploadedApps() where !taken.contains(summary.id) { apps.append(try uploaded(summary)) }
        return apps
    }

    /// The folders on the command line that are there, and the apps in them, as they are now.
    func presentFolders() -> [(folder: AppFolder, app: CatalogApp)] {
        rescan()
        let folders = files.withLock { Array($0.folders.values) }
        return folders.compactMap { folder in folder.current(limits: limits).map { (folder, $0) } }
    }

    /// One app.
    /// - Throws: `unknownApp`.
    public func app(_ id: String) throws(CatalogError) -> CatalogApp {
        guard let app = try present(id) else { throw .unknownApp(id) }
        return app
    }

    /// The same; nil where there is none.
    private func present(_ id: String) throws(CatalogError) -> CatalogApp? {
        if let folder = files.withLock({ $0.folders[id] }) { return folder.current(limits: limits) }
        return try uploadedApp(id)
    }

    /// The first app with this bundle identifier.
    public func app(identifier: String) throws(CatalogError) -> CatalogApp? {
        // Most apps have their identifier for an id, so that no other needs to be opened.
        if let app = try present(identifier), app.domain == identifier { return app }
        return try presentApps().filter { $0.domain == identifier }.min { $0.id < $1.id }
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
        update(bundles: paths.flatMap { FoundPath($0, limits: limits).bundles })
    }

    /// Takes in the bundles that are below the folders on the command line now, and lets go of those that are gone.
    func update(bundles: [URL]) {
        for url in bundles { add(bundleAt: url, reporting: false) }
        let present = Set(bundles.map(\.plainPath))
        files.withLock { files in
            files.scannedAt = .now
            for (id, folder) in files.folders where !present.contains(folder.path) && !folder.isPresent {
                files.folders[id] = nil
            }
        }
    }
}

extension Catalog {
    /// Reads an app and stores what is read of it. It is durable when this returns.
    ///
    /// The same content again is the same app. Another version of an app stands beside the one before, under an id with
    /// a suffix; both share the domain of their identifier.
    /// - Returns: the app, and whether it is new.
    /// - Throws: `refusedArchive`, `noApp`, `severalApps`, `appTooLarge`, `notABundle`.
    public func add(_ upload: AppUpload) throws(CatalogError) -> (app: CatalogApp, isNew: Bool) {
        let (contents, path) = try BundleArchive(limits: limits).contents(upload.archive)
        let name = upload.name.map(cleaned) ?? ""
        let bundle = try open(contents)
        var summary = UploadedApp(
            id: "",
            bundleName: contents.bundleName,
            folderName: BundleFolder.name(of: URL(filePath: "/\(name.replacing("/", with: " "))/\(path)")),
            fingerprint: contents.fingerprint,
            createdAt: Date(),
            actor: Author.current
        )
        // A bundle without an identifier is named by the folders around it, so they tell two of them apart.
        let folderName = bundle.declaresIdentifier ? nil : summary.folderName
        if let known = try known(contents, summary.fingerprint, folderName) { return (known, false) }
        for id in ids(of: bundle, summary) {
            guard files.withLock({ $0.folders[id] == nil }) else { continue }
            summary.id = id
            let keys = bundle.secretKeys(of: bundle.declaresIdentifier ? bundle.identifier : id)
            do throws(CatalogError) {
                try store.insert(NewApp(summary: summary, contents: contents, secretKeys: keys))
                return (try uploaded(summary), true)
            } catch {
                guard error.code == .idTaken else { throw error }
            }
        }
        throw CatalogError(.storageFailed, "No unused id was found for the app. Send it again.")
    }

    /// Removes an uploaded app. Its settings stay: they are those of its identifier, which other apps may have.
    /// - Throws: `unknownApp`, and `readOnly` for a folder.
    public func deleteApp(_ id: String) throws(CatalogError) {
        guard files.withLock({ $0.folders[id] == nil }) else {
            throw CatalogError(
                .readOnly,
                "The app “\(id)” was opened from the command line and can't be deleted here. Remove the path and restart."
            )
        }
        // What it marks as secure stays so.
        if let app = try store.unlearnedApps().first(where: { $0.id == id }) {
            do throws(CatalogError) {
                try learn(app)
            } catch {
                // One that opens no more marks nothing, and has to go.
                guard error.code == .brokenApp else { throw error }
            }
        }
        guard try store.deleteApp(id) else { throw .unknownApp(id) }
        openedApps.forget(id)
    }

    /// The uploaded app with this id; nil when there is none.
    func uploadedApp(_ id: String) throws(CatalogError) -> CatalogApp? {
        guard let summary = try store.uploadedApp(id) else {
            openedApps.forget(id)
            return nil
        }
        return try uploaded(summary)
    }

    /// Opens an uploaded app, unless it is open.
    func uploaded(_ summary: UploadedApp) throws(CatalogError) -> CatalogApp {
        // The id may have been given again, by another process too.
        try openedApps.value(
            summary.id,
            isCurrent: { $0.app.uploadedAt == summary.createdAt && $0.files.failure.error == nil }
        ) { () throws(CatalogError) in try open(summary) }.app
    }

    private func open(_ summary: UploadedApp) throws(CatalogError) -> OpenedApp {
        let (store, id) = (store, summary.id)
        let index = try store.files(ofApp: id)
        let files = IndexedFiles(name: summary.bundleName, files: index) { [failedReads] path throws(CatalogError) in
            do throws(CatalogError) {
                return try store.file(path, ofApp: id)
            } catch {
                // Nothing that was worked out of its files so far is used again.
                failedReads.add()
                throw error
            }
        }
        let part = "\(id) \(summary.createdAt) \(summary.fingerprint) \(failedReads.value)"
        let bundle: AppBundle
        do throws(CatalogError) {
            bundle = try open(files, bundleMemory.part(for: part))
        } catch {
            throw files.failure.error ?? .brokenApp(id, because: error)
        }
        if let error = files.failure.error { throw error }
        let app = CatalogApp(
            id: id,
            bundle: bundle,
            files: files,
            readOnly: false,
            folderName: summary.folderName,
            uploadedAt: summary.createdAt,
            actor: summary.actor,
            notes: Self.notes(on: index)
        )
        // The list and the dictionaries made of it, and what the bundle knows of its own lists.
        return OpenedApp(app: app, files: files, cost: 16_384 &+ index.count &* 600 &+ bundle.cost)
    }

    private func open(_ contents: AppContents) throws(CatalogError) -> AppBundle {
        let files = IndexedFiles(name: contents.bundleName, files: contents.files) { contents.bytes[$0] }
        return try open(files, BundleMemory())
    }

    private func open(_ files: IndexedFiles, _ memory: BundleMemory) throws(CatalogError) -> AppBundle {
        do {
            return try AppBundle(files: files, limits: limits.bundle, memory: memory)
        } catch {
            throw CatalogError(.notABundle, error.message)
        }
    }

    /// The app that was stored with these contents before.
    private func known(
        _ contents: AppContents,
        _ fingerprint: String,
        _ folderName: String?
    ) throws(CatalogError) -> CatalogApp? {
        for summary in try store.uploadedApps() where summary.fingerprint == fingerprint {
            guard summary.bundleName == contents.bundleName, summary.folderName == folderName ?? summary.folderName,
                try store.files(ofApp: summary.id) == contents.files
            else { continue }
            var isSame = true
            for (path, bytes) in contents.bytes where isSame {
                isSame = try store.file(path, ofApp: summary.id) == bytes
            }
            if isSame { return try uploaded(summary) }
        }
        return nil
    }

    /// The ids that an app may get, the best first.
    private func ids(of bundle: AppBundle, _ summary: UploadedApp) -> [String] {
        let label = bundle.declaresIdentifier ? bundle.identifier : summary.folderName
        let plain = bundle.declaresIdentifier ? label : Identifiers.slug(label)
        let suffixed = Identifiers.stable(name: label, path: summary.fingerprint)
        return (Identifiers.isPlain(plain) ? [plain] : [])
            + [suffixed, Identifiers.stable(name: label, path: summary.fingerprint + Identifiers.random())]
    }

    /// Says once how many files are only listed.
    private static func notes(on files: [AppFile]) -> [Diagnostic] {
        let listed = files.filter { !$0.isKept }
        guard let largest = listed.max(by: { $0.size < $1.size }) else { return [] }
        let bytes = listed.reduce(0) { $0 &+ $1.size }
        let size = bytes < 1_000_000 ? "\((bytes &+ 999) / 1_000) KB" : "\(bytes / 1_000_000) MB"
        let count = listed.count == 1 ? "1 file" : "\(listed.count) files"
        return [
            Diagnostic(
                .info,
                "lost.files",
                "\(count) of together \(size) are listed without their bytes, the largest is “\(largest.path)”: "
                    + "programs, asset catalogs and similar files are not read."
            )
        ]
    }
}
