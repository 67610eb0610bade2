import ArgumentParser
import Foundation
import HTTP
import Server

/// How much a server takes on at once, from options or the environment. What is not said keeps its standard, whose sum is in
/// docs/deployment.md.
struct LimitOptions: ParsableArguments {
    @Option(
        help: "Maximum number of connections, 8 to 65536 (VITRINE_MAX_CONNECTIONS; 2048, or fewer if files are few)."
    )
    var maxConnections: Int?

    @Option(
        help: """
            Maximum number of connections, or of requests through trusted proxies, per address; 0 for no limit \
            (VITRINE_MAX_CONNECTIONS_PER_ADDRESS; 256, or 0 on the loopback address).
            """
    )
    var maxConnectionsPerAddress: Int?

    @Option(help: "Maximum number of event streams (VITRINE_MAX_STREAMS; 1024, at most half the connections).")
    var maxStreams: Int?

    @Option(help: "Maximum number of event streams per address; 0 for no limit (VITRINE_MAX_STREAMS_PER_ADDRESS; 128).")
    var maxStreamsPerAddress: Int?

    @Option(help: "Total disk space for incoming request bodies, in MiB (VITRINE_MAX_SPOOL; 2048).")
    var maxSpool: Int?

    @Option(help: "Total memory for responses not yet read by clients, in MiB (VITRINE_MAX_UNREAD; 128).")
    var maxUnread: Int?

    @Option(help: "Maximum number of uploads waiting to be read (VITRINE_MAX_QUEUE; 32).")
    var maxQueue: Int?

    @Option(help: "Seconds before a request is cancelled and answered with 503 (VITRINE_DEADLINE; 120).")
    var deadline: Int?

    @Option(
        help: """
            Processor seconds before a request is cancelled and answered with 503 \
            (VITRINE_PROCESSOR_SECONDS; 60).
            """
    )
    var processorSeconds: Int?

    @Option(help: "Seconds for requests in progress to finish when the server stops (VITRINE_GRACE; 3).")
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
