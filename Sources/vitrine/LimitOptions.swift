import ArgumentParser
import Commands
import Foundation
import HTTP
import Services

/// How much a server takes on at once, from options or the environment. What is not said keeps its standard, whose sum is in
/// docs/deployment.md.
struct LimitOptions: ParsableArguments {
    @Option(
        help: "Most connections at once, 8 to 65536 (VITRINE_MAX_CONNECTIONS; 2048, fewer where few files may be open)."
    )
    var maxConnections: Int?

    @Option(
        help: """
            Most connections, or requests through trusted proxies, of one address; 0 for any number \
            (VITRINE_MAX_CONNECTIONS_PER_ADDRESS; 256, or 0 on the loopback address).
            """
    )
    var maxConnectionsPerAddress: Int?

    @Option(help: "Most event streams at once (VITRINE_MAX_STREAMS; 1024, at most half the connections).")
    var maxStreams: Int?

    @Option(help: "Most event streams of one address; 0 for any number (VITRINE_MAX_STREAMS_PER_ADDRESS; 128).")
    var maxStreamsPerAddress: Int?

    @Option(help: "Disk space for bodies that come in, in MiB, for all together (VITRINE_MAX_SPOOL; 2048).")
    var maxSpool: Int?

    @Option(help: "Memory for answers that clients have not read, in MiB, for all together (VITRINE_MAX_UNREAD; 128).")
    var maxUnread: Int?

    @Option(help: "Most uploads that wait to be read (VITRINE_MAX_QUEUE; 32).")
    var maxQueue: Int?

    @Option(help: "Seconds after which a request is answered with 503 and its work given up (VITRINE_DEADLINE; 120).")
    var deadline: Int?

    @Option(
        help: """
            Seconds of the processor after which a request is answered with 503 and its work given up \
            (VITRINE_PROCESSOR_SECONDS; 60).
            """
    )
    var processorSeconds: Int?

    @Option(help: "Seconds that requests in progress have when the server is stopped (VITRINE_GRACE; 3).")
    var grace: Int?

    /// Says what is wrong with the options.
    func check() throws {
        var listening = HTTPServerConfiguration()
        try apply(to: &listening, isForOthers: true, data: nil)
        var server = ServerConfiguration()
        try apply(to: &server)
        _ = try gracePeriod()
    }

    /// The time for requests in progress when the server is stopped.
    func gracePeriod() throws -> Duration {
        .seconds(try Self.number(grace, "--grace", "VITRINE_GRACE", in: 0...3_600) ?? 3)
    }

    /// Sets the limits of connections, bodies and answers.
    /// - Parameters:
    ///   - isForOthers: whether others than this machine can reach the server.
    ///   - data: the folder in which large bodies are kept while they come in and wait.
    func apply(to listening: inout HTTPServerConfiguration, isForOthers: Bool, data: URL?) throws {
        listening.spoolFolder = data?.appending(path: "spool").path(percentEncoded: false)
        let standard = isForOthers ? HTTPServerConfiguration.standardConnectionsPerAddress : 0
        listening.maximumConnectionsPerAddress = standard
        try Self.set(&listening.maximumConnections, maxConnections, "--max-connections", in: 8...65_536)
        try Self.set(
            &listening.maximumConnectionsPerAddress,
            maxConnectionsPerAddress,
            "--max-connections-per-address",
            in: 0...65_536
        )
        try Self.set(&listening.maximumEventStreams, maxStreams, "--max-streams", in: 1...65_536)
        try Self.set(
            &listening.maximumEventStreamsPerAddress,
            maxStreamsPerAddress,
            "--max-streams-per-address",
            in: 0...65_536
        )
        try Self.set(&listening.spoolBytes, maxSpool, "--max-spool", in: 1...(1 << 20), unit: 1 << 20)
        try Self.set(&listening.replyBytes, maxUnread, "--max-unread", in: 1...65_536, unit: 1 << 20)
        if let seconds = try Self.number(deadline, "--deadline", "VITRINE_DEADLINE", in: 1...3_600) {
            listening.answerTimeout = .seconds(seconds)
        }
        if let seconds = try Self.number(
            processorSeconds,
            "--processor-seconds",
            "VITRINE_PROCESSOR_SECONDS",
            in: 1...3_600
        ) {
            listening.processorLimit = .seconds(seconds)
        }
    }

    /// Sets the limit of uploads.
    func apply(to server: inout ServerConfiguration) throws {
        try Self.set(&server.maximumWaitingUploads, maxQueue, "--max-queue", in: 0...10_000)
    }

    /// Sets a limit where an option or the variable of the same name says something.
    private static func set(
        _ limit: inout Int,
        _ option: Int?,
        _ name: String,
        in range: ClosedRange<Int>,
        unit: Int = 1
    ) throws {
        let variable = "VITRINE_" + name.dropFirst(2).uppercased().replacing("-", with: "_")
        if let value = try number(option, name, variable, in: range) { limit = value * unit }
    }

    private static func number(
        _ option: Int?,
        _ name: String,
        _ variable: String,
        in range: ClosedRange<Int>
    ) throws -> Int? {
        let what = "a number from \(range.lowerBound) to \(range.upperBound)"
        return try Environment.number(option, name, variable, in: range, what)
    }
}
