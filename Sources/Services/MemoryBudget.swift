package import Catalog
package import HTTP

/// The memory that a server may need at worst, part by part: what a container is to give it.
///
/// Each part has a limit of its own that the server keeps to, but for two that are estimates: the program, and the answers
/// that are made. Here they are added up. `docs/deployment.md` has the table, and
/// `compose.yaml` the sum.
package struct MemoryBudget: Sendable, Hashable {
    /// One part.
    package struct Part: Sendable, Hashable {
        /// What the memory is for, as the table says it.
        package var name: String
        /// How much it is, in bytes.
        package var bytes: Int
    }

    /// The parts, in the order of the table.
    package let parts: [Part]

    /// What all parts need together, in bytes.
    package var total: Int { parts.reduce(0) { $0 + $1.bytes } }

    /// The program with its templates, static files, stores and the stacks of its threads.
    package static let program = 128 << 20
    /// How many times its size a JSON dump takes while it is read: its document, its tree and the text itself.
    static let jsonFactor = 14
    /// The memory for comparisons of dumps that were made.
    package static let diffs = 96 << 20
    /// The memory for timelines that were made.
    package static let timelines = 128 << 20
    /// The memory for compressed answers that are kept.
    package static let compressed = 16 << 20
    /// The memory for answers that are kept as long as nothing changes.
    package static let answers = 32 << 20
    /// What a thread may need for the answer that it makes.
    package static let answer = 32 << 20

    /// Adds up what limits allow.
    package init(
        server: ServerConfiguration = ServerConfiguration(),
        listening: HTTPServerConfiguration = HTTPServerConfiguration(),
        catalog: CatalogLimits = .standard
    ) {
        parts = [
            Part(name: "the program", bytes: Self.program),
            Part(
                name: "uploads that are read",
                bytes: server.maximumConcurrentUploads * server.maximumJSONDumpBytes * Self.jsonFactor
            ),
            Part(name: "an app that is read", bytes: server.maximumAppBytes + catalog.maximumAppBytes),
            Part(name: "dumps that are kept", bytes: catalog.cacheBytes),
            Part(name: "apps that are kept", bytes: catalog.appCacheBytes + catalog.parsedBytes),
            Part(
                name: "comparisons, timelines, answers and compressed answers that are kept",
                bytes: Self.diffs + Self.timelines + Self.answers + Self.compressed
            ),
            Part(name: "answers that are made", bytes: listening.workers * Self.answer),
            Part(name: "answers that clients have not read", bytes: listening.replyBytes),
            Part(name: "small bodies of requests", bytes: listening.bodyMemory),
            Part(name: "connections", bytes: listening.maximumConnections * listening.connectionMemory),
            Part(
                name: "events that clients have not read",
                bytes: listening.maximumEventStreams * listening.eventStreamQueue
            ),
        ]
    }
}
