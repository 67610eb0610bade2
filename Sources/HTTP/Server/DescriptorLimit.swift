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
