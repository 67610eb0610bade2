import Foundation
import Glibc
import Synchronization

/// The folder that holds the database, and what Vitrine keeps beside it.
struct DataFolder: Sendable {
    let url: URL

    /// The folder itself.
    var path: String { url.path(percentEncoded: false) }
    /// The database in it.
    var database: String { file("vitrine.sqlite") }
    /// What says to other processes that the folder is in use.
    var lock: String { file("vitrine.lock") }
    /// Space that is kept for deleting when the disk is full.
    var reserve: String { file("vitrine.reserve") }

    /// A file in the folder.
    func file(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    /// A name for another database in the folder that no file has, nor a log: `vitrine-LABEL.sqlite`, or with a number.
    func unusedFile(_ label: String) -> String {
        var number = 1
        while true {
            let path = file("vitrine-\(label)\(number == 1 ? "" : "-\(number)").sqlite")
            let isUsed = ["", "-wal"].contains { FileManager.default.fileExists(atPath: path + $0) }
            guard isUsed else { return path }
            number += 1
        }
    }

    /// Makes the folder, for the owner's eyes only, where it is missing.
    func make() throws(SQLiteStorageError) {
        do {
            guard !FileManager.default.fileExists(atPath: path) else { return }
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw SQLiteStorageError(
                .notWritable,
                "The data folder “\(path)” cannot be made. Check the permissions above it."
            )
        }
    }

    /// Makes the folder and an empty database, both for the owner's eyes only, where they are missing.
    ///
    /// SQLite gives the files beside a database the permissions of the database.
    /// - Throws: also where that would lose what a log beside it holds.
    func prepare() throws(SQLiteStorageError) {
        try make()
        if DatabaseFile.isEmpty(database) { try WriteAheadLog.check(of: database) }
        // Never the file of another process that has come first, which may be writing to it already.
        let descriptor = open(database, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw SQLiteStorageError(
                errno == ENOSPC ? .full : .notWritable,
                "The data folder “\(path)” cannot be written. Check its permissions."
            )
        }
    }
}

/// Says that a data folder is in use, as long as it lives and its process does (`flock(2)`).
///
/// Servers and commands share the folder; who puts another database in the place of the one that is there has it alone.
final class FolderLock: Sendable {
    /// How a folder is used.
    enum Use: Sendable {
        /// With others.
        case shared
        /// Alone.
        case alone
    }

    private let descriptor: Mutex<Int32?>

    /// Takes the lock, and never waits for it.
    init(_ folder: DataFolder, _ use: Use) throws(SQLiteStorageError) {
        let descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SQLiteStorageError(
                errno == ENOSPC ? .full : .notWritable,
                "The file “\(folder.lock)” cannot be written: \(String(cString: strerror(errno))). Check the "
                    + "permissions of the folder, or start with --read-only to read what is there."
            )
        }
        guard flock(descriptor, (use == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            close(descriptor)
            throw SQLiteStorageError(
                .locked,
                use == .shared
                    ? "A backup is being brought back into the folder “\(folder.path)”. Try again when that is done."
                    : "The folder “\(folder.path)” is in use. Stop the server and the commands that use it first."
            )
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Does what only one of those who share the folder does at a time: making the database, and taking it over.
    ///
    /// SQLite gives up at once, without waiting, where two connections make a database ready for its log at the same time. Where
    /// others take longer than `patience`, or the file system knows no such locks, it is done beside them.
    func taking<Result>(patience: Duration, _ body: () throws -> Result) rethrows -> Result {
        let end = ContinuousClock.now + patience
        while !setTurn(F_WRLCK), errno == EAGAIN || errno == EACCES, ContinuousClock.now < end { usleep(5_000) }
        defer { _ = setTurn(F_UNLCK) }
        return try body()
    }

    /// `F_OFD_SETLK` of Linux, whose name the C library hides from Swift.
    private static let setOpenFileLock: Int32 = 37

    /// Locks the first byte of the file, or lets it go. The lock is of this opening of the file, not of the process (`fcntl(2)`).
    private func setTurn(_ kind: Int32) -> Bool {
        descriptor.withLock { descriptor in
            guard let descriptor else { return false }
            var range = flock()
            range.l_type = Int16(kind)
            range.l_whence = Int16(SEEK_SET)
            range.l_len = 1
            return fcntl(descriptor, Self.setOpenFileLock, &range) == 0
        }
    }

    /// Lets others have the folder alone.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }
}
