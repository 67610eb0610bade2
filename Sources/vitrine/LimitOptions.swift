import ArgumentParser

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
}
