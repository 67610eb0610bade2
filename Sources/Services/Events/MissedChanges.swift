import Defaults
import Dispatch
import Logging
import Synchronization

/// Publishes what those who watch a domain have not been told of it, from its history: each revision as an event of its own.
///
/// It goes on from what they were told, whoever told them, so it does not matter how often it is asked, nor by whom: by the
/// follower of other servers, and by feeds that were told of a revision before the one below.
final class MissedChanges: Sendable {
    /// How long after a failure it is tried again, while somebody watches the domain.
    private static let pause = 1.0

    private let defaults: any DefaultsStore
    private let events: EventHub
    private let logger: Logger
    private let queue = DispatchQueue(label: "vitrine.changes")
    /// The domains that are looked at soon.
    private let waiting = Mutex<Set<String>>([])

    package init(_ defaults: any DefaultsStore, publishingTo events: EventHub, logger: Logger) {
        self.defaults = defaults
        self.events = events
        self.logger = logger
    }

    /// Tells of a domain soon, on a queue of its own.
    func tellLater(of domain: String) { enqueue(domain, after: 0) }

    private func enqueue(_ domain: String, after seconds: Double) {
        guard waiting.withLock({ $0.insert(domain).inserted }) else { return }
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            // Taken out first: what comes from here on may not be seen any more.
            waiting.withLock { _ = $0.remove(domain) }
            tell(of: domain)
        }
    }

    /// Tells of a domain now.
    package func tell(of domain: String) {
        guard let least = events.positions(in: .defaults(domain)).min() else { return }
        do {
            for change in try defaults.changes(of: domain, since: least) where change.revision > least {
                events.publish(.change(domain: domain, change))
            }
        } catch {
            logger.warning("The changes of a domain cannot be read", metadata: ["domain": "\(domain)"])
            enqueue(domain, after: Self.pause)
        }
    }
}
