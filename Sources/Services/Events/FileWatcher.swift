package import Catalog
import Dispatch
import Logging
import Synchronization

/// Looks at the files on the command line from time to time and tells those who watch dumps and the library what has
/// changed. It looks on a queue of its own, one look after the other.
///
/// Files are looked at, not listened to: that works on every file system, shared folders of containers included, and
/// costs a fraction of a second even for thousands of files.
package final class FileWatcher: Sendable {
    /// How long after a look the next one begins.
    package static let interval = 0.7
    /// Of the time, the part at most that looks take: after a long one there is a long pause.
    static let mostLoad = 0.1

    private let watch: CatalogWatch
    private let events: EventHub
    private let logger: Logger
    private let queue = DispatchQueue(label: "vitrine.files")
    private let isStopped = Mutex(false)

    package init(_ services: Services) {
        watch = CatalogWatch(services.catalog)
        events = services.events
        logger = services.logger
    }

    package func start() { wait(Self.interval) }

    /// Ends it; a look that is under way is finished first.
    package func stop() {
        isStopped.withLock { $0 = true }
        queue.sync {}
    }

    private func wait(_ seconds: Double) {
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, !isStopped.withLock({ $0 }) else { return }
            let started = ContinuousClock.now
            tell(watch.look())
            let duration = (ContinuousClock.now - started) / .seconds(1)
            wait(max(Self.interval, duration / Self.mostLoad))
        }
    }

    /// Publishes what a look found.
    package func tell(_ changes: CatalogChanges) {
        for problem in changes.problems {
            let line = problem.line.map { ":\($0)" } ?? ""
            logger.warning("\(problem.path)\(line): \(problem.message)")
        }
        for dump in changes.changed { events.publish(replacementOfDump: dump.id, revision: dump.revision) }
        for id in changes.removed { events.publish(deletionOfDump: id) }
        if !changes.isEmpty { events.publishLibrary(isOfFiles: true) }
    }
}

extension ServerApplication {
    /// Shows new and changed files below the paths of the catalog from now on, until the watcher is stopped or let go of.
    package func watchFiles() -> FileWatcher {
        let watcher = FileWatcher(services)
        watcher.start()
        return watcher
    }
}
