import Defaults
import Foundation
import PostgresStorage
import Storage
import Synchronization

/// A private PostgreSQL, which all tests of the process share. Each of them has a schema of its own.
final class PostgresCluster: Sendable {
    /// The cluster; nil where PostgreSQL is not installed, which is said once.
    static let shared = PostgresCluster()

    private let folder: URL
    private let process: ProcessBox

    /// Ends it with the tests: it lives as long as the writing end of its standard input.
    private struct ProcessBox: @unchecked Sendable {
        // Kept, and touched by nobody after the start.
        let process: Process
        let input: Pipe
    }

    private init?() {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "postgres-cluster")
        folder = URL(filePath: "/tmp/vitrine-postgres-\(ProcessInfo.processInfo.processIdentifier)")
        guard Self.isInstalled else {
            FileHandle.standardError.write(
                Data("SKIPPED: the tests of PostgreSQL; install it with script/setup --test\n".utf8)
            )
            return nil
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = script
        process.arguments = [folder.path]
        process.standardInput = input
        process.standardOutput = output
        self.process = ProcessBox(process: process, input: input)
        do { try process.run() } catch { return nil }
        // Only that it is ready is said; it says nothing when it cannot start.
        guard output.fileHandleForReading.availableData.starts(with: Data("ready".utf8)) else {
            let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
            FileHandle.standardError.write(Data("PostgreSQL does not start: \(log ?? "it says nothing")\n".utf8))
            return nil
        }
    }

    private static var isInstalled: Bool {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return !versions.isEmpty || FileManager.default.isExecutableFile(atPath: "/usr/bin/initdb")
            || FileManager.default.isExecutableFile(atPath: "/usr/local/bin/initdb")
    }

    /// Its address, and that of a host before it where nobody is.
    func address(behind missing: String = "") -> String {
        "postgres://vitrine:no-secret@/postgres?host=\(missing)\(folder.path)"
    }

    /// A schema that nobody else has.
    static func schema() -> String { "t" + String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Opens tables in the cluster, which are made where they are missing.
    func open(
        _ schema: String,
        retention: HistoryRetention = .standard,
        quotas: StorageQuotas = .none,
        busyLimit: Duration = .seconds(15)
    ) throws -> PostgresStorage {
        try PostgresStorage(
            try PostgresAddress(address()),
            schema: schema,
            retention: retention,
            quotas: quotas,
            busyLimit: busyLimit
        )
    }
}
