import Foundation
import Glibc
import JSON
import Live

/// A program that tells what is on a screen.
enum CaptureTool: String, Sendable {
    case idb, maestro

    /// How people get it.
    var installation: String {
        switch self {
        case .idb: "See https://fbidb.io/docs/installation."
        case .maestro: "See https://docs.maestro.dev."
        }
    }

    /// The arguments that make it print the views.
    func hierarchy(udid: String?) -> [String] {
        switch self {
        case .idb: ["ui", "describe-all", "--nested"] + (udid.map { ["--udid", $0] } ?? [])
        case .maestro: (udid.map { ["--udid", $0] } ?? []) + ["hierarchy"]
        }
    }

    /// The arguments that make it write the screen into a file; nil where it cannot.
    func screenshot(to file: String, udid: String?) -> [String]? {
        switch self {
        case .idb: ["screenshot"] + (udid.map { ["--udid", $0] } ?? []) + [file]
        case .maestro: nil
        }
    }
}

/// Runs idb or Maestro, which have to be in `PATH`.
struct ToolSource: CaptureSource {
    let tool: CaptureTool
    let udid: String?
    let patience: Int

    private static let maximumBytes = 64 << 20

    func hierarchy() throws -> CapturedHierarchy {
        let printed = try run(tool.hierarchy(udid: udid))
        // Maestro tells what it runs on before it prints the views.
        guard let start = Self.document(in: printed) else {
            throw CommandFailure("\(tool.rawValue) printed no JSON.")
        }
        return CapturedHierarchy(json: Array(printed[start...]), appName: Self.name(in: printed))
    }

    func screenshot() throws -> [UInt8]? {
        let file = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString).png")
        guard let arguments = tool.screenshot(to: file.path(percentEncoded: false), udid: udid) else { return nil }
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try run(arguments)
        guard let handle = try? FileHandle(forReadingFrom: file),
            let data = try handle.read(upToCount: Self.maximumBytes), !data.isEmpty
        else { throw CommandFailure("\(tool.rawValue) wrote no picture.") }
        return [UInt8](data)
    }

    func facts() -> String? { nil }
    func forget() {}
    func close() {}

    private func run(_ arguments: [String]) throws -> [UInt8] {
        guard let program = Program(named: tool.rawValue) else {
            throw CommandFailure("There is no \(tool.rawValue) in PATH. \(tool.installation)")
        }
        return try program.output(arguments, patience: patience, maximumBytes: Self.maximumBytes)
    }

    /// Where a line begins as JSON does.
    private static func document(in bytes: [UInt8]) -> Int? {
        bytes.indices.first { index in
            (bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "["))
                && (index == 0 || bytes[index - 1] == UInt8(ascii: "\n"))
        }
    }

    /// What the application is called, the first of idb's elements.
    private static func name(in bytes: [UInt8]) -> String? {
        let first = (try? JSONValue(parsing: bytes, limits: .dump))?.arrayValue?.first
        guard first?["type"]?.stringValue == "Application" else { return nil }
        return first?["AXLabel"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// A program of this machine that is run for what it prints.
///
/// Foundation's `Process` waits for whatever a program leaves behind, such as idb's companion; here the program counts.
struct Program {
    let path: String

    /// The program of that name in `PATH`; nil when there is none.
    init?(named name: String) {
        let folders = Environment.value("PATH")?.split(separator: ":") ?? []
        let found = folders.lazy.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { return nil }
        path = found
    }

    /// Runs it to its end, with nothing to read, and gives back what it printed.
    /// - Parameters:
    ///   - patience: how many seconds it may take.
    ///   - maximumBytes: the most it may print.
    /// - Throws: `CommandFailure` when it fails, with the last line of its complaint, and when it takes too much of either.
    func output(_ arguments: [String], patience: Int, maximumBytes: Int) throws -> [UInt8] {
        var streams: [OutputStream] = []
        defer { for stream in streams { close(stream.descriptor) } }
        let process = try start(arguments, &streams)
        var status: Int32 = 0
        var hasEnded = false
        defer {
            if !hasEnded {
                kill(process, SIGKILL)
                waitpid(process, &status, 0)
            }
        }
        let deadline = ContinuousClock.now + .seconds(patience)
        while true {
            // Asked before the streams are read: what it printed before its end is there.
            if !hasEnded { hasEnded = waitpid(process, &status, WNOHANG) == process }
            let wasRead = OutputStream.read(&streams)
            if hasEnded && !wasRead { break }
            guard ContinuousClock.now < deadline else {
                throw CommandFailure("\(path) did not end within \(patience) seconds.")
            }
            guard streams.allSatisfy({ $0.bytes.count <= maximumBytes }) else {
                throw CommandFailure("\(path) printed more than \(maximumBytes >> 20) MiB.")
            }
        }
        // As wait(2) has it: the signal in the low bits, else the code above them.
        let (end, code) = (status & 0x7f, (status >> 8) & 0xff)
        guard end == 0, code == 0 else {
            let lines = String(decoding: streams[1].bytes.suffix(4_000), as: UTF8.self).split(separator: "\n")
            let last = lines.last { !$0.allSatisfy(\.isWhitespace) }.map { ": \($0)" } ?? "."
            throw CommandFailure("\(path) \(end == 0 ? "failed with \(code)" : "was ended by signal \(end)")\(last)")
        }
        return streams[0].bytes
    }

    /// Starts it with pipes for its output and its complaints.
    private func start(_ arguments: [String], _ streams: inout [OutputStream]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var writers: [Int32] = []
        defer { for writer in writers { close(writer) } }
        for target in [STDOUT_FILENO, STDERR_FILENO] {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw CommandFailure("\(path) can't be run: no pipe is available.") }
            // Else what is started would keep its own output open.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            streams.append(OutputStream(descriptor: ends[0]))
            writers.append(ends[1])
            posix_spawn_file_actions_adddup2(&actions, ends[1], target)
        }
        // This command may ignore signals; what it runs is to obey them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, &attributes, &words, environ)
        guard failure == 0 else {
            throw CommandFailure("\(path) cannot be run: \(String(cString: strerror(failure))).")
        }
        return process
    }

    /// The end of a pipe and what came out of it.
    private struct OutputStream {
        let descriptor: Int32
        var isOpen = true
        var bytes: [UInt8] = []

        init(descriptor: Int32) { self.descriptor = descriptor }

        /// Waits a moment for some of the streams and reads what is there; false when there was nothing.
        static func read(_ streams: inout [OutputStream]) -> Bool {
            var list = streams.map { pollfd(fd: $0.isOpen ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0) }
            guard poll(&list, nfds_t(list.count), 20) > 0 else { return false }
            var wasRead = false
            for index in streams.indices where list[index].revents != 0 {
                let size = 64 << 10
                let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                    count = max(0, Glibc.read(list[index].fd, buffer.baseAddress, size))
                }
                streams[index].bytes += piece
                streams[index].isOpen = !piece.isEmpty
                wasRead = wasRead || !piece.isEmpty
            }
            return wasRead
        }
    }
}
