import Access
import Agents
import ArgumentParser
import Commands
import Foundation
import Glibc
import Live
import Logging
import SQLiteStorage
import Services
import Storage
import Web

/// `vitrine mcp [paths…]`: the Model Context Protocol on standard input and output.
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let an agent ask about screens, over standard input and output.",
        discussion: """
            Speaks the Model Context Protocol over the paths: dumps, interface files, apps, or a folder of them, which is \
            watched. With --server, carries it to a running server. Standard output has the protocol only; the log goes to \
            standard error.
            """
    )

    @Argument(help: "Dumps, interface files, apps, or folders of them.")
    var paths: [String] = []

    @Option(help: "Folder for uploads, edits and settings; without it they last as long as the command.")
    var data: String?

    @Option(help: "Address of a running server to ask, such as http://127.0.0.1:8080 (its token: VITRINE_TOKEN).")
    var server: String?

    @OptionGroup var token: ServerToken

    @OptionGroup var trust: ServerTrust

    @Flag(help: "Change nothing: tools that load, try or set are refused.")
    var readOnly = false

    @Option(help: "Folder that holds Public and Templates (VITRINE_RESOURCES; found next to the program by default).")
    var resources: String?

    func validate() throws {
        guard server == nil || paths.isEmpty && data == nil && !readOnly else {
            throw ValidationError("--server asks a server with its own paths, data and rights: leave out the others.")
        }
    }

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        if let server { return try AgentBridge(address(server)).run() }
        let logger = Logger(label: "vitrine") { _ in ConsoleLogHandler(level: .warning) }
        let scratch = data == nil ? try Self.scratchFolder() : nil
        defer { if let scratch { try? FileManager.default.removeItem(at: scratch) } }
        let folder = try scratch ?? Environment.dataFolder(data)
        let storage: OpenedStore
        do throws(SQLiteStorageError) {
            storage = OpenedStore(try SQLiteStorage(folder: folder))
        } catch {
            throw CommandFailure(error.message)
        }
        defer { storage.close() }
        for notice in storage.notices { logger.notice("\(notice)") }
        var configuration = ServerConfiguration()
        configuration.rasterizer = PictureConverter.rasterizer
        let access: AccessControl
        do throws(AccessError) {
            access = try AccessControl(mode: .open, store: storage.tokens)
        } catch {
            throw CommandFailure(error.message)
        }
        let application = try ServerApplication.assembled(
            storage,
            paths: paths,
            access: access,
            resources: ResourceFolders.found(resources),
            configuration: configuration,
            logger: logger
        )
        let watcher = application.watchFiles()
        defer { watcher.stop() }
        let follower = application.followOthers()
        defer { follower?.stop() }
        let agents = AgentServer(
            application,
            folders: AgentFolders(paths),
            refusal: readOnly ? "This was started with --read-only: nothing can be loaded, tried or set." : nil
        )
        let lines = AgentLines(agents, by: readOnly ? .anonymous : .anyone) { StandardStreams.write($0) }
        StandardStreams.readLines { line in
            if let line { lines.take(line) } else { lines.refuseLongLine() }
        }
        await lines.finish()
        application.stop()
    }

    private func address(_ text: String) throws -> HTTPAddress {
        guard var address = HTTPAddress(text, trust: try trust.resolved()) else {
            throw ValidationError("--server takes an address such as http://127.0.0.1:8080, not “\(text)”.")
        }
        address.client.token = try token.resolved()
        return address
    }

    /// A folder that lasts as long as the command.
    private static func scratchFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-mcp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return folder
    }
}

/// Standard input as lines, and standard output as bytes.
enum StandardStreams {
    /// Reads lines until the input ends; nil for one that is too long.
    static func readLines(_ take: ([UInt8]?) -> Void) {
        var reader = AgentLineReader()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            reader.read(buffer.prefix(count), take)
        }
        reader.end(take)
    }

    /// Writes bytes, as far as somebody reads them.
    static func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
                guard count >= 0 || errno == EINTR else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
            }
        }
    }
}
