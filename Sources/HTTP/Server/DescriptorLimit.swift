import Glibc

/// How many files and sockets the process may have open, and how the server shares them out.
///
/// A descriptor table that is full makes everything fail that opens a file, in ways that look like faults of the file. So
/// connections and bodies on disk get what stores, templates and dumps leave, and are refused before that.
struct DescriptorLimit: Sendable, Hashable {
    /// The most descriptors of the process.
    let total: Int

    /// What stores, files that are read, epoll and the threads' pipes may need at once.
    private static let reserve = 128
    /// More than this is never needed; some systems have no other end than that of memory.
    private static let most: rlim_t = 65_536

    init(total: Int) { self.total = total }

    /// Raises the limit of the process to the one that the system sets, and tells it.
    static func raised() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorLimit(total: 1_024)
        }
        let wanted = min(limit.rlim_max, most)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(total: Int(clamping: limit.rlim_cur))
    }

    /// What is left for connections and bodies.
    private var shared: Int { max(16, total - min(Self.reserve, total / 2)) }

    /// The most connections, of which so many are wanted.
    func connections(of wanted: Int) -> Int {
        // A few more are open for a moment while they are refused.
        max(8, min(wanted, shared * 3 / 4 - 4))
    }

    /// The most files for bodies beside so many connections.
    func files(beside connections: Int) -> Int { max(4, min(1_024, shared - connections - 4)) }
}

/// Whether the process can open anything at all.
public enum DescriptorTable {
    /// Whether neither the process nor the system has a descriptor left at this moment.
    public static var isFull: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }

    /// What clients are told then: nothing is wrong with what they asked for.
    public static let exhausted = HTTPError(
        .overloaded,
        "The server has as many files open as it may; try again in a moment."
    )
}

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
}
