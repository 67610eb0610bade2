internal import CMicroHTTPD
import Glibc
import Synchronization

/// One connection of a client: its socket, its peer, what it is about, and until when it has to have got on.
final class ConnectionRecord: Sendable {
    /// What a connection is about.
    enum Phase: UInt8 {
        /// No head of a request is there: it is new, or between two requests.
        case idle
        /// The body of a request comes in.
        case receiving
        /// A request is worked on.
        case working
        /// An answer is on its way.
        case sending
    }

    let descriptor: Int32
    let remoteAddress: String
    /// The connection as the library knows it, for its own thread only.
    fileprivate let connection: OwnedConnection
    /// What its peer is counted under; nil for one that is not.
    fileprivate let group: String?
    private let deadline = Atomic<UInt64>(.max)
    private let state: Atomic<UInt8>
    private let since = Atomic<UInt64>(MonotonicClock.now)
    private let refused = Atomic<Bool>(false)
    private let chunked = Atomic<Bool>(false)
    private let seen = Atomic<Int>(0)

    fileprivate init(_ connection: OwnedConnection, descriptor: Int32, remoteAddress: String, group: String?) {
        self.connection = connection
        self.descriptor = descriptor
        self.remoteAddress = remoteAddress
        self.group = group
        state = Atomic(Phase.idle.rawValue)
    }

    /// Gives the connection this long from now; nil for as long as it likes.
    func setDeadline(in period: Duration?) {
        deadline.store(period.map { MonotonicClock.now &+ $0.nanoseconds } ?? .max, ordering: .relaxed)
    }

    /// Whether its deadline has passed.
    func isLate(at now: UInt64) -> Bool {
        deadline.load(ordering: .relaxed) < now
    }

    /// Whether it was refused when it came, so that nothing is answered on it.
    var isRefused: Bool { refused.load(ordering: .relaxed) }

    /// Whether the body that comes in is in chunks.
    var isChunked: Bool {
        get { chunked.load(ordering: .relaxed) }
        set { chunked.store(newValue, ordering: .relaxed) }
    }

    /// How many of the bytes that were sent have been part of a request; framing is not counted.
    var seenBytes: Int { seen.load(ordering: .relaxed) }

    func see(_ count: Int) { seen.wrappingAdd(count, ordering: .relaxed) }

    fileprivate var phase: Phase { Phase(rawValue: state.load(ordering: .sequentiallyConsistent)) ?? .working }

    /// When its phase began.
    fileprivate var phaseBegan: UInt64 { since.load(ordering: .relaxed) }

    fileprivate func enter(_ phase: Phase) {
        since.store(MonotonicClock.now, ordering: .relaxed)
        state.store(phase.rawValue, ordering: .sequentiallyConsistent)
    }

    fileprivate func refuse() { refused.store(true, ordering: .relaxed) }

    /// Ends both directions; its thread then finds it closed by the peer.
    fileprivate func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        setDeadline(in: nil)
    }
}

/// A connection of the library and the thread that it belongs to.
///
/// Unchecked because of the pointer, which nobody gets on any other thread: there the library may be at work on it.
private struct OwnedConnection: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let thread = pthread_self()

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// The pointer, on the thread that serves the connection; nil on others.
    var onOwnThread: OpaquePointer? { pthread_equal(thread, pthread_self()) != 0 ? pointer : nil }
}

/// The connections that are open: how many there may be, in all and from one address, and which of them have to go.
///
/// The library's own limits make everybody wait who comes late, and its timeout is for silence only. Here the connection
/// that has done nothing for longest goes when another comes, and one whose client is too slow is cut.
final class ConnectionRegistry: Sendable {
    /// What becomes of a new connection.
    enum Verdict: Sendable, Hashable {
        case welcome
        case refused(RefusalReason)
    }

    private struct State {
        var records: [ObjectIdentifier: ConnectionRecord] = [:]
        var counts: [String: Int] = [:]
    }

    /// The most connections.
    let capacity: Int
    private let perAddress: Int
    private let trusted: ForwardingRules
    /// How long a body may have been on its way before its connection may be closed for another.
    private let bodyPatience: UInt64
    private let refusals: RefusalCounts
    private let state = Mutex(State())
    private let isClosing = Atomic<Bool>(false)

    init(configuration: HTTPServerConfiguration, capacity: Int, refusals: RefusalCounts) {
        self.capacity = capacity
        perAddress = configuration.maximumConnectionsPerAddress
        trusted = configuration.forwarding
        bodyPatience = configuration.headerTimeout.nanoseconds
        self.refusals = refusals
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.records.count } }

    /// From how many connections on the idle ones give way.
    private var nearlyFull: Int { capacity - max(1, min(64, capacity / 16)) }

    /// Makes the record of a new connection; on its own thread.
    func record(_ connection: OpaquePointer, descriptor: Int32, remoteAddress: String) -> ConnectionRecord {
        // What a trusted proxy sends is counted by the addresses that it names.
        let isCounted = perAddress > 0 && !trusted.isTrusted(remoteAddress)
        let group = isCounted ? AddressRange.group(of: remoteAddress) : nil
        return ConnectionRecord(
            OwnedConnection(connection),
            descriptor: descriptor,
            remoteAddress: remoteAddress,
            group: group
        )
    }

    /// Takes a new connection, for which an idle one may have to go; a refused one is not counted.
    func insert(_ record: ConnectionRecord) -> Verdict {
        state.withLock { state in
            if let group = record.group, state.counts[group, default: 0] >= perAddress {
                return refused(record, for: .address)
            }
            if state.records.count >= nearlyFull { makeRoom(state) }
            // What makes room takes a moment to go.
            guard state.records.count < capacity else { return refused(record, for: .connections) }
            state.records[ObjectIdentifier(record)] = record
            if let group = record.group { state.counts[group, default: 0] += 1 }
            return .welcome
        }
    }

    private func refused(_ record: ConnectionRecord, for reason: RefusalReason) -> Verdict {
        record.refuse()
        refusals.count(reason)
        return .refused(reason)
    }

    /// Cuts the connection that has been idle for longest; where there is none, the one whose body has been on its way for
    /// longest, when that is long.
    private func makeRoom(_ state: borrowing State) {
        let now = MonotonicClock.now
        var oldest: (isIdle: Bool, since: UInt64, record: ConnectionRecord)?
        for record in state.records.values {
            let (phase, since) = (record.phase, record.phaseBegan)
            let isIdle = phase == .idle
            guard isIdle || phase == .receiving && since &+ bodyPatience < now else { continue }
            if let known = oldest, known.isIdle != isIdle ? known.isIdle : known.since <= since { continue }
            oldest = (isIdle, since, record)
        }
        guard let record = oldest?.record else { return }
        // Not to be chosen again while it goes.
        record.enter(.working)
        record.cut()
        refusals.count(.idle)
    }

    /// Forgets a connection. The library says so before it closes the socket, so a descriptor in here is never one
    /// that has been given to somebody else.
    func remove(_ record: ConnectionRecord) {
        state.withLock { state in
            guard state.records.removeValue(forKey: ObjectIdentifier(record)) != nil, let group = record.group else {
                return
            }
            let count = state.counts[group, default: 0] - 1
            state.counts[group] = count > 0 ? count : nil
        }
    }

    /// Notes what a connection is about; on its own thread.
    func enter(_ phase: ConnectionRecord.Phase, _ record: ConnectionRecord) {
        record.enter(phase)
        // Either this sees that the registry is being closed, or closing it sees the phase.
        if isClosing.load(ordering: .sequentiallyConsistent), phase == .idle || phase == .receiving { record.cut() }
    }

    /// The one connection of this thread that is in such a state; nil where there is none or several.
    /// - Parameter isWanted: whether it may be this one, from its phase, what the library knows, and its record.
    func only(where isWanted: (ConnectionRecord.Phase, OpaquePointer, ConnectionRecord) -> Bool) -> ConnectionRecord? {
        let found = state.withLock { state in
            state.records.values.filter { record in
                record.connection.onOwnThread.map { isWanted(record.phase, $0, record) } ?? false
            }
        }
        return found.count == 1 ? found.first : nil
    }

    /// Cuts a connection unless it is closed by now.
    func cut(_ record: ConnectionRecord) {
        state.withLock { state in
            if state.records[ObjectIdentifier(record)] != nil { record.cut() }
        }
    }

    /// Shuts the socket of every connection that is late; its thread then finds it closed by the peer.
    func cutLateConnections() {
        let now = MonotonicClock.now
        state.withLock { state in
            for record in state.records.values where record.isLate(at: now) { record.cut() }
        }
    }

    /// Cuts every connection that is idle or whose request is not whole, now and from now on.
    func close() {
        isClosing.store(true, ordering: .sequentiallyConsistent)
        state.withLock { state in
            for record in state.records.values where record.phase == .idle || record.phase == .receiving {
                record.cut()
            }
        }
    }
}

/// How often requests and connections were refused, by reason.
final class RefusalCounts: Sendable {
    private let counts = Mutex<[RefusalReason: Int]>([:])

    func count(_ reason: RefusalReason) { counts.withLock { $0[reason, default: 0] += 1 } }

    var all: [RefusalReason: Int] { counts.withLock { $0 } }
}

/// How many requests of one client are in progress, where a trusted proxy says who that is: its connections are not the
/// client's.
final class ClientRequests: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter limit: how many there may be; 0 for any number.
    init(limit: Int) { self.limit = limit }

    /// Counts a request of a client and says what to give back when it is over.
    /// - Throws: `tooManyRequests` when the client has as many as it may.
    func enter(_ address: String) throws(HTTPError) -> String? {
        guard limit > 0, let group = AddressRange.group(of: address) else { return nil }
        let hasRoom = counts.withLock { counts in
            guard counts[group, default: 0] < limit else { return false }
            counts[group, default: 0] += 1
            return true
        }
        guard hasRoom else {
            throw HTTPError(
                .tooManyRequests,
                "Your address has \(limit) requests in progress, which is the maximum for one address."
            )
        }
        return group
    }

    /// Forgets a request.
    func leave(_ group: String) {
        counts.withLock { counts in
            let count = counts[group, default: 0] - 1
            counts[group] = count > 0 ? count : nil
        }
    }
}

/// A connection of the library with what is known of it.
///
/// Unchecked because of the pointer: the connection's own thread may use it until its request has been completed, any
/// other only while the connection is suspended, to resume it. The locks of `ParkedRequest` and `EventStream` see to it.
struct ClientConnection: @unchecked Sendable {
    private let pointer: OpaquePointer
    let record: ConnectionRecord

    init(_ pointer: OpaquePointer, record: ConnectionRecord) {
        self.pointer = pointer
        self.record = record
    }

    /// Lets the connection rest; on its own thread.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Lets a suspended connection go on.
    func resume() { MHD_resume_connection(pointer) }

    /// Has the system give the connection up when the peer has not confirmed for so long what it was sent, rather than
    /// after the quarter of an hour that is usual.
    func limitSilence(to period: Duration) {
        var milliseconds = UInt32(clamping: period.components.seconds) &* 1000
        let size = socklen_t(MemoryLayout<UInt32>.size)
        setsockopt(record.descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
    }

    /// Whether the peer of a suspended connection has closed or lost it; one that only closes its side for writing counts as
    /// gone, as a proxy's clients do. The library does not look meanwhile, so the descriptor stays what it is.
    var isClosedByPeer: Bool {
        var look = pollfd(fd: record.descriptor, events: Self.peerClosed, revents: 0)
        guard poll(&look, 1, 0) > 0 else { return false }
        return Int32(look.revents) & (Int32(Self.peerClosed) | Int32(POLLHUP) | Int32(POLLERR)) != 0
    }

    /// `POLLRDHUP` of poll(2), which is Linux's own: unlike a read it sees the end behind bytes that wait, as the last ones of
    /// TLS do.
    private static let peerClosed: Int16 = 0x2000
}
