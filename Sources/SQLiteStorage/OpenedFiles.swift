internal import CSharedMemory
import Foundation
import Glibc
import Synchronization

/// The files of a database that is open: its own, its log (`-wal`), and the memory that processes share (`-shm`).
///
/// SQLite goes on with files that were removed or replaced, where nobody will find again what is written, and with files that
/// somebody else has emptied or overwritten, of which nothing can be made afterwards. So they are looked at before and after
/// each use. Where one is another file now it may be put back; where the content was changed, only a new start can tell what
/// is left, and until then nothing is written.
///
/// What SQLite itself does to its files is known from the memory that they share (<https://www.sqlite.org/walformat.html>):
/// the file of the database is written to while a checkpoint is made, which begins and ends with a number there, and the log is
/// never shorter than the commits that are counted there.
final class OpenedFiles: Sendable {
    /// Done once for the process: what is missing of the shared memory then reads as zeros, and is counted.
    private static let survivesShortFiles = ShortFiles.survive()

    private let database: OpenedFile
    private let log: OpenedFile?
    private let memory: OpenedFile?
    /// How often something was missing of the shared memory of an earlier file with this number.
    private let faults: UInt32
    private let state: Mutex<State>

    private struct State {
        /// What somebody else has done to a file, which stays so until the next start.
        var damage: SQLiteStorageError?
        /// The file of the database as the last checkpoint left it, and which that was; nil while one is made.
        var content: Content?
        /// What the files looked like when they were checked last.
        var statuses: [OpenedFile.Status]
    }

    private struct Content: Equatable {
        var checkpoint: WALIndex.Checkpoint?
        var status: OpenedFile.Status
    }

    /// Opens the files of a database that is open. They stay open until nobody uses them any more: closing one ends the locks that
    /// the process has on it (fcntl(2)), so the database has to be closed first.
    init(of path: String) throws(SQLiteStorageError) {
        _ = Self.survivesShortFiles
        database = try OpenedFile(path)
        // A database that is only read, and to which nobody writes, has neither.
        log = try OpenedFile(ifThere: path + "-wal")
        memory = try OpenedFile(ifThere: path + "-shm")
        faults = memory.map { ShortFiles.faults(of: $0) } ?? 0
        state = Mutex(State(statuses: []))
        try check()
    }

    /// Throws when a file is not there any more, or not the same, or not as SQLite has left it.
    func check() throws(SQLiteStorageError) {
        try state.withLock { state throws(SQLiteStorageError) in
            let statuses = try self.statuses()
            if let damage = state.damage { throw damage }
            guard let (file, what) = fault(statuses, &state) else {
                state.statuses = statuses
                return
            }
            let damage = SQLiteStorageError(
                .replaced,
                "The file “\(file.path)” was \(what) while it was open, so nothing more is read or written. Stop the server, "
                    + "look at the database with “vitrine check”, and restore a backup with “vitrine restore” if it is damaged."
            )
            state.damage = damage
            throw damage
        }
    }

    /// As ``check()``, which is left out where the files look as they did when they were checked last: for those who ask often.
    func checkIfTouched() throws(SQLiteStorageError) {
        let statuses = try self.statuses()
        guard !state.withLock({ $0.damage == nil && $0.statuses == statuses }) else { return }
        try check()
    }

    /// Whether another file has taken a place, or something was done to the files that is not undone by closing them.
    var mustStayOpen: Bool {
        // try?: why they are others is said by who checks them.
        guard (try? check()) == nil else { return false }
        return [database, log].contains { file in file.map { access($0.path, F_OK) == 0 } ?? false }
    }

    // MARK: Looking

    /// What the files look like, in one order.
    private func statuses() throws(SQLiteStorageError) -> [OpenedFile.Status] {
        var statuses: [OpenedFile.Status] = []
        for case let file? in [database, log, memory] {
            guard let status = file.statusInPlace else {
                throw SQLiteStorageError(
                    .replaced,
                    "The file “\(file.path)” was removed or replaced while it was open, so nothing more is read or written. "
                        + "Put it back, or restart the server to go on with what is there now."
                )
            }
            statuses.append(status)
        }
        return statuses
    }

    /// What somebody else has done to which file.
    private func fault(_ statuses: [OpenedFile.Status], _ state: inout State) -> (OpenedFile, String)? {
        if let memory, let now = statuses.last {
            let isCut = ShortFiles.faults(of: memory) != faults
            guard !isCut, now.size >= state.statuses.last?.size ?? 1 else { return (memory, "emptied or cut short") }
        }
        if let log, isShort(log) { return (log, "emptied or overwritten") }
        guard DatabaseHead(Data(database.read(0, WALIndex.headerSize)))?.application == SQLiteSchema.applicationID
        else {
            return (database, "emptied or overwritten")
        }
        let content = settledContent()
        // Only a checkpoint writes to it.
        if let content, let last = state.content, content != last, content.checkpoint == last.checkpoint {
            return (database, "cut short or changed by another program")
        }
        state.content = content ?? state.content
        return nil
    }

    /// How often is looked until nobody writes meanwhile.
    private static let looks = 5

    /// The content of the database between two checkpoints; nil while one is made.
    private func settledContent() -> Content? {
        for _ in 0..<Self.looks {
            let before = memory.flatMap { WALIndex($0) }?.checkpoint
            guard let status = database.statusInPlace else { return nil }
            let after = memory.flatMap { WALIndex($0) }?.checkpoint
            guard before == after, before?.isUnderWay != true else { continue }
            return Content(checkpoint: after, status: status)
        }
        return nil
    }

    /// Whether the log lacks commits that are counted.
    private func isShort(_ log: OpenedFile) -> Bool {
        for _ in 0..<Self.looks {
            guard let before = memory.flatMap({ WALIndex($0) }), before.isWhole else { return false }
            guard before.frames > 0 else { return false }
            let size = log.statusInPlace?.size ?? 0
            let salts = log.read(16, 8)
            guard let after = memory.flatMap({ WALIndex($0) }), after == before else { continue }
            return size < before.logSize || salts != before.salts
        }
        return false
    }
}

/// What happens to memory whose file was cut short. The functions of C have their state in the object file that calls them, so they
/// are called here only, and this is not to become a part of others.
private enum ShortFiles {
    @inline(never) static func survive() -> Bool {
        csm_survive_short_files(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) != 0
    }

    @inline(never) static func faults(of file: OpenedFile) -> UInt32 { csm_faults(UInt64(file.inode)) }
}

/// A file that is open for looking, and where it is.
final class OpenedFile: Sendable {
    /// What tells one state of a file from another.
    struct Status: Sendable, Hashable {
        var size: Int
        var seconds: Int
        var nanoseconds: Int

        init(_ info: stat) {
            size = Int(info.st_size)
            (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
        }
    }

    let path: String
    let inode: UInt
    private let device: UInt
    private let descriptor: Int32

    init(_ path: String) throws(SQLiteStorageError) {
        var info = stat()
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, fstat(descriptor, &info) == 0 else {
            if descriptor >= 0 { close(descriptor) }
            throw SQLiteStorageError(.failed, "The file “\(path)” cannot be read: \(String(cString: strerror(errno))).")
        }
        self.path = path
        inode = UInt(info.st_ino)
        device = UInt(info.st_dev)
    }

    /// Opens a file; nil where there is none.
    convenience init?(ifThere path: String) throws(SQLiteStorageError) {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        try self.init(path)
    }

    deinit { close(descriptor) }

    /// What it looks like; nil where it is not in its place any more.
    var statusInPlace: Status? {
        var info = stat()
        guard stat(path, &info) == 0, UInt(info.st_ino) == inode, UInt(info.st_dev) == device else { return nil }
        return Status(info)
    }

    /// Some bytes; fewer where the file ends.
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
        }
    }
}

/// What processes say to each other of the log of a database (“WAL-Index Format”, <https://www.sqlite.org/walformat.html>), in
/// the order of bytes of the machine.
struct WALIndex: Equatable {
    /// How many bytes the head of a database has.
    static let headerSize = 100
    /// Two copies of the head, and what checkpoints write.
    private static let size = 136

    /// The part of the log that is in the database.
    struct Checkpoint: Equatable {
        /// How many frames are.
        var frames: UInt32
        /// How many shall be.
        var attempted: UInt32
        /// Other ones each time the log begins anew.
        var salts: [UInt8]

        var isUnderWay: Bool { frames != attempted }
    }

    /// Whether both copies of the head say the same.
    let isWhole: Bool
    /// The last frame of the last commit; 0 for none.
    let frames: Int
    let salts: [UInt8]
    let checkpoint: Checkpoint
    private let head: [UInt8]

    /// Reads it; nil where it is not there.
    init?(_ memory: OpenedFile) {
        let bytes = memory.read(0, Self.size)
        guard bytes.count == Self.size else { return nil }
        func number(_ offset: Int) -> UInt32 {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        head = Array(bytes[0..<48])
        isWhole = bytes[12] != 0 && bytes[0..<48].elementsEqual(bytes[48..<96])
        frames = Int(number(16))
        salts = Array(bytes[32..<40])
        checkpoint = Checkpoint(frames: number(96), attempted: number(128), salts: salts)
    }

    /// How many bytes the log has at least.
    var logSize: Int {
        let short = head.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 14, as: UInt16.self)) }
        let pageSize = (short & 0xFE00) + (short & 1) << 16
        return WriteAheadLog.headSize + frames * (WriteAheadLog.frameHeadSize + pageSize)
    }
}
