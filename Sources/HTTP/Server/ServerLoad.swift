/// Why requests and connections were refused or ended early.
public enum RefusalReason: String, Sendable, Hashable, CaseIterable {
    /// Every connection there may be was open.
    case connections
    /// An address had as many connections, or requests at once, as one may have.
    case address
    /// A connection that did nothing was closed for another.
    case idle
    /// A body found no room in memory or on disk.
    case body
    /// Clients that did not read had as many bytes of answers as may wait for them.
    case replies
    /// As many requests waited for a thread as may.
    case queue
    /// There was no answer before the deadline.
    case deadline
    /// The work for an answer used as much of the processor as it may.
    case processor
    /// The client left before its answer.
    case departed
}

/// What a server holds at one moment, and what it has refused since it was made; for those who watch it.
public struct ServerLoad: Sendable, Hashable {
    /// Connections that are open.
    public var connections = 0
    /// The most that may be open.
    public var maximumConnections = 0
    /// Requests whose head has been read and that are not over.
    public var requests = 0
    /// Requests that wait for their work or are worked on.
    public var parked = 0
    /// Requests that wait for a thread.
    public var waiting = 0
    /// Requests that are worked on, those among them that wait for their turn to be read.
    public var running = 0
    /// Event streams that are open.
    public var eventStreams = 0
    /// Bytes of bodies in memory.
    public var bodyMemory = 0
    /// Bytes of bodies in files.
    public var spooledBytes = 0
    /// Files that hold bodies.
    public var spooledFiles = 0
    /// Bytes of answers that clients have not read to the end.
    public var unreadBytes = 0
    /// What was refused or ended early, by reason; a reason that never struck is left out.
    public var refused: [RefusalReason: Int] = [:]

    /// A server that has nothing to do.
    public init() {}
}
