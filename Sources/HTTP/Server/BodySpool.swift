import Glibc
import Synchronization

/// Where the bodies of requests are kept while they come in and wait: small ones in memory, the others in files without
/// names, each kind with one budget for all requests together.
///
/// Writing does not wait for the disk: the pieces go to the system's cache, which writes them out behind.
final class BodySpool: Sendable {
    /// Writes bytes to a descriptor, as `write(2)` does.
    typealias Writer = @Sendable (Int32, UnsafeRawPointer?, Int) -> Int

    private struct State {
        var memory = 0
        var bytes = 0
        var files = 0
    }

    private let configuration: HTTPServerConfiguration
    private let folder: String
    private let maximumFiles: Int
    private let writer: Writer
    private let state = Mutex(State())

    init(
        configuration: HTTPServerConfiguration,
        maximumFiles: Int,
        writer: @escaping Writer = { Glibc.write($0, $1, $2) }
    ) {
        self.configuration = configuration
        self.maximumFiles = maximumFiles
        self.writer = writer
        folder = configuration.spoolFolder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    /// The bytes of bodies in memory, those in files, and how many files there are.
    var use: (memory: Int, bytes: Int, files: Int) {
        state.withLock { ($0.memory, $0.bytes, $0.files) }
    }

    /// Makes the folder where it is not there.
    /// - Throws: `cannotStart` when nothing can be written there.
    func prepare() throws(HTTPError) {
        mkdir(folder, 0o700)
        guard access(folder, W_OK | X_OK) == 0 else {
            let reason = String(cString: strerror(errno))
            throw HTTPError(.cannotStart, "Large bodies cannot be kept in \(folder): \(reason).")
        }
    }

    /// The largest body that is kept in memory.
    var threshold: Int { configuration.spoolThreshold }

    /// Reserves memory; false when the bodies of all requests have as much as they may.
    fileprivate func reserveMemory(_ count: Int) -> Bool {
        state.withLock { state in
            guard count <= configuration.bodyMemory - state.memory else { return false }
            state.memory += count
            return true
        }
    }

    fileprivate func giveBackMemory(_ count: Int) { state.withLock { $0.memory -= count } }

    /// Makes a file and takes its name away at once, so that nothing is left of it whatever happens.
    /// - Throws: `overloaded` when there are as many as may be, `insufficientStorage` when the disk is full.
    func makeFile() throws(HTTPError) -> SpooledFile {
        let hasRoom = state.withLock { state in
            guard state.files < maximumFiles else { return false }
            state.files += 1
            return true
        }
        guard hasRoom else {
            throw HTTPError(.overloaded, "The server already has \(maximumFiles) large bodies, the maximum.")
        }
        let path = "\(folder)/.vitrine-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let failure = Self.error(errno)
            state.withLock { $0.files -= 1 }
            throw failure
        }
        unlink(path)
        return SpooledFile(descriptor, of: self)
    }

    /// Writes to a file of its own, at its end.
    fileprivate func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(HTTPError) {
        let hasRoom = state.withLock { state in
            guard bytes.count <= configuration.spoolBytes - state.bytes else { return false }
            state.bytes += bytes.count
            return true
        }
        guard hasRoom else {
            throw HTTPError(.overloaded, "The server has no room for this body right now. Try again later.")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = writer(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = Self.error(count < 0 ? errno : ENOSPC)
                state.withLock { $0.bytes -= bytes.count }
                throw failure
            }
            rest = rest.dropFirst(count)
        }
    }

    fileprivate func giveBack(file bytes: Int) {
        state.withLock { state in
            state.bytes -= bytes
            state.files -= 1
        }
    }

    private static func error(_ number: Int32) -> HTTPError {
        switch number {
        // The last is of a limit on the size of files, of the system or the process.
        case ENOSPC, EDQUOT, EFBIG:
            HTTPError(
                .insufficientStorage,
                "The disk where the server stores large bodies is full. Free some space, or name another folder."
            )
        case EMFILE, ENFILE, ENOMEM:
            HTTPError(.overloaded, "The server can't open a file for this body. Try again in a moment.")
        default:
            HTTPError(.internalFailure, "The body can't be stored: \(String(cString: strerror(number))).")
        }
    }
}

/// A share of the memory for bodies, reserved until nobody holds it any more.
final class MemoryReservation: Sendable {
    private let spool: BodySpool
    private let count = Atomic<Int>(0)

    init(_ spool: BodySpool) { self.spool = spool }

    deinit { spool.giveBackMemory(count.load(ordering: .relaxed)) }

    /// Reserves so many more bytes; false when there are none left.
    func add(_ bytes: Int) -> Bool {
        guard spool.reserveMemory(bytes) else { return false }
        count.wrappingAdd(bytes, ordering: .relaxed)
        return true
    }
}

/// A file without a name that holds one body. It is written by one thread, and read when it is whole.
final class SpooledFile: Sendable {
    private let descriptor: Int32
    private let spool: BodySpool
    private let written = Atomic<Int>(0)

    fileprivate init(_ descriptor: Int32, of spool: BodySpool) {
        self.descriptor = descriptor
        self.spool = spool
    }

    deinit {
        close(descriptor)
        spool.giveBack(file: count)
    }

    /// How many bytes it holds.
    var count: Int { written.load(ordering: .acquiring) }

    /// Writes bytes at its end.
    /// - Throws: `overloaded` when all files together hold as much as they may, `insufficientStorage` when the disk is full.
    func append(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
        try spool.write(bytes, to: descriptor)
        written.wrappingAdd(bytes.count, ordering: .releasing)
    }

    /// All its bytes.
    /// - Throws: `internalFailure` when the disk does not give them back.
    func read() throws(HTTPError) -> [UInt8] {
        let size = count
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let next = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let count = pread(descriptor, next.baseAddress, next.count, filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard bytes.count == size else {
            throw HTTPError(.internalFailure, "The body stored on disk can't be read.")
        }
        return bytes
    }
}

/// The body of one request while it comes in; of the thread that serves its connection.
struct BodyIntake {
    private let spool: BodySpool
    private var bytes: [UInt8] = []
    /// Made with the first bytes in memory: most requests have no body.
    private var reservation: MemoryReservation?
    private var file: SpooledFile?
    private let startsInFile: Bool

    /// - Parameter length: what the head says of its length; nil where it does not.
    init(_ spool: BodySpool, length: Int?) {
        self.spool = spool
        startsInFile = (length ?? 0) > spool.threshold
        if let length, !startsInFile { bytes.reserveCapacity(length) }
    }

    /// How many bytes have come.
    var count: Int { file?.count ?? bytes.count }

    /// Takes a piece.
    /// - Throws: `overloaded` and `insufficientStorage` when there is no room for it.
    mutating func append(_ piece: UnsafeRawBufferPointer) throws(HTTPError) {
        if file == nil, !startsInFile, piece.count <= spool.threshold - bytes.count {
            let reservation = reservation ?? MemoryReservation(spool)
            if reservation.add(piece.count) {
                self.reservation = reservation
                bytes.append(contentsOf: piece)
                return
            }
        }
        let target: SpooledFile
        if let file { target = file } else { target = try moved() }
        file = target
        try target.append(piece)
    }

    private mutating func moved() throws(HTTPError) -> SpooledFile {
        let file = try spool.makeFile()
        var failure: HTTPError?
        bytes.withUnsafeBytes { bytes in
            do throws(HTTPError) { try file.append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        bytes = []
        reservation = nil
        return file
    }

    /// The body, whole, which is no more kept here.
    mutating func finish() -> RequestBody {
        defer { self = BodyIntake(spool, length: nil) }
        return file.map { RequestBody($0) } ?? RequestBody(bytes, holding: reservation)
    }
}
