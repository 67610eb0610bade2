internal import CMicroHTTPD
import Synchronization

/// The bodies of answers that are lent to the library until their clients have read them, with one budget for all.
///
/// A body that many clients are sent, as that of a static file, is in memory once and counts once.
final class ReplyLedger: Sendable {
    private struct Entry {
        var since: UInt64
        var size: Int
        var record: ConnectionRecord
    }

    private struct State {
        /// How many loans there are of the bytes at an address.
        var holders: [UInt: Int] = [:]
        var loans: [ObjectIdentifier: Entry] = [:]
        var total = 0
    }

    private let budget: Int
    private let patience: UInt64
    private let state = Mutex(State())

    /// Smaller bodies fit into what a connection has anyway and are not counted.
    static let smallest = 16 * 1024

    /// - Parameters:
    ///   - budget: how many bytes may be lent; a single body may be larger where nothing else is lent.
    ///   - patience: how long a client may take before its connection is closed for others.
    init(budget: Int, patience: Duration) {
        self.budget = budget
        self.patience = patience.nanoseconds
    }

    /// The bytes that are lent.
    var total: Int { state.withLock { $0.total } }

    /// Lends bytes for an answer on a connection; nil when too many are lent.
    func lend(_ bytes: [UInt8], on record: ConnectionRecord) -> BodyLoan? {
        guard bytes.count > Self.smallest else { return BodyLoan(bytes: bytes, from: nil) }
        let loan = BodyLoan(bytes: bytes, from: self)
        let hasRoom = state.withLock { state in
            let isShared = state.holders[loan.address] != nil
            guard isShared || state.total == 0 || bytes.count <= budget - state.total else { return false }
            if !isShared { state.total += bytes.count }
            state.holders[loan.address, default: 0] += 1
            state.loans[ObjectIdentifier(loan)] = Entry(since: MonotonicClock.now, size: bytes.count, record: record)
            return true
        }
        return hasRoom ? loan : nil
    }

    fileprivate func giveBack(_ id: ObjectIdentifier, address: UInt) {
        state.withLock { state in
            guard let entry = state.loans.removeValue(forKey: id), let holders = state.holders[address] else { return }
            state.holders[address] = holders > 1 ? holders - 1 : nil
            if holders == 1 { state.total -= entry.size }
        }
    }

    /// The connections that have kept their answers for longest, and beyond the patience: as many as hold this many bytes.
    func slowest(holding wanted: Int) -> [ConnectionRecord] {
        let now = MonotonicClock.now
        let late = state.withLock { state in
            state.loans.values.filter { $0.since &+ patience < now }.sorted { $0.since < $1.since }
        }
        var found: [ConnectionRecord] = []
        var size = 0
        for entry in late where size < wanted {
            found.append(entry.record)
            size += entry.size
        }
        return found
    }
}

/// A body that the library reads from.
final class BodyLoan: Sendable {
    let bytes: [UInt8]
    /// Where the bytes are: the storage of an array that somebody holds and nobody changes does not move.
    fileprivate let address: UInt
    private let ledger: ReplyLedger?

    /// - Parameter ledger: who counts it; nil for one that is not.
    init(bytes: [UInt8], from ledger: ReplyLedger? = nil) {
        self.bytes = bytes
        self.ledger = ledger
        address = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }

    deinit { ledger?.giveBack(ObjectIdentifier(self), address: address) }

    static let giveBack: MHD_ContentReaderFreeCallback = { pointer in
        if let pointer { Unmanaged<BodyLoan>.fromOpaque(pointer).release() }
    }
}
