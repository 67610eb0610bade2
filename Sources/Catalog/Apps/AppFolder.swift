import AppBundles
import Diagnostics
import Foundation
import Synchronization

/// A bundle in a folder that somebody else writes.
final class AppFolder: Sendable {
    private struct State: Sendable {
        var app: StoredApp
        var fingerprint: FolderFingerprint
        var checkedAt: ContinuousClock.Instant
        var isGone = false

        var present: StoredApp? { isGone ? nil : app }
    }

    /// A bundle, and what its folder looked like when it was read.
    private struct Opened {
        var bundle: AppBundle
        var files: FolderSnapshot
        var fingerprint: FolderFingerprint
    }

    /// A bundle that is being written is looked at so often before what was there before is kept.
    private static let attempts = 3

    let url: URL
    let id: String
    /// Where it is.
    let path: String
    private let state: Mutex<State>

    /// - Parameter makeID: the id for a bundle.
    /// - Throws: ``AppBundleError`` when the folder holds no bundle.
    init(at url: URL, limits: CatalogLimits, id makeID: (AppBundle) -> String) throws(AppBundleError) {
        self.url = url
        path = url.plainPath
        let opened = try Self.open(url, limits: limits)
        id = makeID(opened.bundle)
        let app = StoredApp(
            id: id,
            bundle: opened.bundle,
            files: opened.files,
            readOnly: true,
            folderName: BundleFolder.name(of: url),
            notes: opened.files.notes
        )
        state = Mutex(State(app: app, fingerprint: opened.fingerprint, checkedAt: .now))
    }

    /// Whether the folder is there.
    var isPresent: Bool { (try? FolderFiles(root: url)) != nil }

    /// The app as it is now, looked at again when the last look is some time ago; nil when its folder is gone.
    ///
    /// A folder that is no bundle any more, or that changes all the time, gives the app as it was, with a finding.
    func current(limits: CatalogLimits) -> StoredApp? {
        let due: State? = state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.checkedAt >= limits.recheckInterval else { return nil }
            state.checkedAt = now
            return state
        }
        guard let due else { return state.withLock { $0.present } }
        guard isPresent else {
            state.withLock { $0.isGone = true }
            return nil
        }
        guard FolderFingerprint(of: url, limits: limits) != due.fingerprint else {
            return state.withLock { state in
                // It is again as it was when the bundle was read.
                state.isGone = false
                state.app.notes.removeAll { $0.code == Self.staleCode }
                return state.app
            }
        }
        var app = due.app
        var fingerprint = due.fingerprint
        do throws(AppBundleError) {
            let opened = try Self.open(url, limits: limits)
            (app.bundle, app.files, app.notes) = (opened.bundle, opened.files, opened.files.notes)
            fingerprint = opened.fingerprint
        } catch {
            app.notes = app.notes.filter { $0.code != Self.staleCode } + [Self.stale(error)]
        }
        return state.withLock { state in
            (state.app, state.fingerprint, state.isGone) = (app, fingerprint, false)
            return app
        }
    }

    private static let staleCode = "app.folder.changed"

    private static func stale(_ error: AppBundleError) -> Diagnostic {
        Diagnostic(
            .warning,
            staleCode,
            "The folder has changed and cannot be read as it is now: \(error.message) What is shown is what it was."
        )
    }

    /// Reads a bundle so that all of it is from one moment: its texts are in memory, and no file was written to
    /// in between.
    private static func open(_ url: URL, limits: CatalogLimits) throws(AppBundleError) -> Opened {
        for _ in 0..<attempts {
            let before = FolderFingerprint(of: url, limits: limits)
            let files = try FolderSnapshot(of: url, limits: limits)
            let bundle = try AppBundle(files: files, limits: limits.bundle)
            guard FolderFingerprint(of: url, limits: limits) == before else { continue }
            return Opened(bundle: bundle, files: files, fingerprint: before)
        }
        throw AppBundleError(.unreadableFile, "Its files are being written to.")
    }
}
