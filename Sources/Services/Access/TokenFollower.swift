package import Access
import Dispatch
package import Logging
import Synchronization

/// Follows what other processes do to the tokens, as `vitrine token` does: reads the store anew from time to time, on a
/// queue of its own, and notes there when tokens were used.
package final class TokenFollower: Sendable {
    /// How long after one look the next begins, in seconds.
    package static let interval = 1.0

    private let control: AccessControl
    private let logger: Logger
    private let queue = DispatchQueue(label: "vitrine.tokens")
    private let isStopped = Mutex(false)

    package init(_ control: AccessControl, logger: Logger) {
        self.control = control
        self.logger = logger
    }

    package func start() { wait() }

    /// Ends it, after a last look.
    package func stop() {
        isStopped.withLock { $0 = true }
        queue.sync { look() }
    }

    private func wait() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, !isStopped.withLock({ $0 }) else { return }
            look()
            wait()
        }
    }

    private func look() {
        do throws(AccessError) {
            try control.refresh()
        } catch {
            logger.warning("The tokens could not be reloaded", metadata: ["error": "\(error.message)"])
        }
    }
}

extension ServerApplication {
    /// Follows the tokens in the store until the follower is stopped or let go of; nil where no token is needed.
    package func followTokens() -> TokenFollower? {
        guard services.access.mode != .open else { return nil }
        let follower = TokenFollower(services.access, logger: services.logger)
        follower.start()
        return follower
    }
}
