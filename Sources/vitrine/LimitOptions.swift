import ArgumentParser

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
}
