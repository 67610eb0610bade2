package import FoundationEssentials

/// Whether a device answers, and what is to be done about it and when. It knows no clock: every question brings the time.
package struct LiveConnection: Sendable, Hashable {
    package typealias Instant = ContinuousClock.Instant

    /// How it stands with the device.
    package enum State: String, Sendable, Hashable {
        case connected, lost, ended
    }

    /// What is to be done next.
    package enum Step: Sendable, Hashable {
        /// Take a snapshot because its time has come.
        case snapshot
        /// Look whether the device is there.
        case check
        /// End the session, for this reason.
        case end(String)
    }

    /// How long after which failure it is tried again, in seconds; the last one stays.
    package static let pauses = [1.0, 2, 4, 8, 16, 30]
    /// How often somebody who looks wants to know whether the device is there, in seconds.
    package static let checkInterval = 5.0
    /// How long somebody is taken to look after a question, in seconds.
    package static let attention = 30.0
    /// How long a session lasts that nobody looks at, or whose device is gone, in seconds.
    package static let patience = 3_600.0

    package private(set) var state = State.connected
    /// Since when the device is lost.
    package private(set) var since: Date?
    /// Why it is lost, or has ended; what the last snapshot failed for.
    package private(set) var reason: String?
    /// How often it was tried in vain.
    package private(set) var attempts = 0
    /// The seconds between snapshots that nobody asks for one by one; nil for none.
    package var every: Double?
    /// When it is tried again.
    private var nextTry: Instant?
    private var lostAt: Instant?
    /// When it answered last.
    private var answeredAt: Instant
    /// When a snapshot was due last.
    private var dueAt: Instant
    /// When somebody asked last.
    private var askedAt: Instant

    package init(every: Double?, now: Instant) {
        self.every = every
        (answeredAt, dueAt, askedAt) = (now, now, now)
    }

    /// Somebody looks at the session, or asks something of it.
    package mutating func asked(now: Instant) { askedAt = now }

    /// The device has answered.
    /// - Parameter reason: what it refused; nil where it did what it was asked for.
    /// - Returns: whether anybody sees a difference.
    @discardableResult
    package mutating func answered(now: Instant, refusing reason: String? = nil) -> Bool {
        guard state != .ended else { return false }
        let before = (state, self.reason)
        (state, since, attempts, nextTry, lostAt) = (.connected, nil, 0, nil, nil)
        answeredAt = now
        self.reason = reason
        return before != (state, reason)
    }

    /// The device does not answer, or not as it should.
    package mutating func failed(_ reason: String, now: Instant, date: Date) {
        guard state != .ended else { return }
        if state == .connected { (since, lostAt) = (date, now) }
        state = .lost
        self.reason = reason
        nextTry = now + .seconds(Self.pauses[min(attempts, Self.pauses.count - 1)])
        attempts += 1
    }

    /// A snapshot was tried that was due, or one was taken that somebody asked for.
    package mutating func snapshotTried(now: Instant) { dueAt = now }

    /// The same when nobody asks the device any more.
    package func ended(_ reason: String?) -> LiveConnection {
        guard state != .ended else { return self }
        var ended = self
        (ended.state, ended.nextTry, ended.since, ended.reason) = (.ended, nil, nil, reason)
        return ended
    }

    /// What is to be done next, and when that is; nil when the session has ended.
    /// - Parameter isWatched: whether somebody follows its events.
    package func next(now: Instant, isWatched: Bool) -> (step: Step, at: Instant)? {
        let end = askedAt + .seconds(Self.patience)
        switch state {
        case .ended: return nil
        case .lost:
            if let lostAt, now >= lostAt + .seconds(Self.patience) {
                return (.end("The device was gone for an hour."), now)
            }
            return (.check, nextTry ?? now)
        case .connected:
            if !isWatched, now >= end { return (.end("Nobody looked at it for an hour."), now) }
            if let every { return (.snapshot, dueAt + .seconds(every)) }
            guard isWatched || now < askedAt + .seconds(Self.attention) else {
                return (.end("Nobody looked at it for an hour."), end)
            }
            return (.check, answeredAt + .seconds(Self.checkInterval))
        }
    }

    /// The seconds until it is tried again; nil while it is not lost.
    package func pause(now: Instant) -> Double? {
        nextTry.map { max(0, (($0 - now) / .seconds(1)).rounded(.up)) }
    }
}
