/// Where a server listens and what it allows its clients.
public struct HTTPServerConfiguration: Sendable, Hashable {
    /// The address to listen on: an IPv4 or IPv6 literal, or a name that is looked up.
    public var host: String
    /// The port to listen on; 0 for any free one.
    public var port: Int
    /// How many threads serve connections, at least 2.
    public var threads = 4
    /// The most connections at once.
    public var maximumConnections = 2048
    /// The most connections at once from one address; 0 for no such limit, as behind a proxy.
    public var maximumConnectionsPerAddress = 0
    /// The memory of one connection in bytes, which bounds its request line and header fields.
    public var connectionMemory = 64 * 1024
    /// The most header fields of one request.
    public var maximumHeaderFields = 128
    /// The most bytes of bodies that all requests together may hold; one that would exceed it is answered with 503.
    public var bodyMemory = 1 << 30
    /// The most event streams at once; fewer than connections, so that other requests have room.
    public var maximumEventStreams = 1024
    /// The most event streams at once from one address; 0 for no such limit, as behind a proxy.
    public var maximumEventStreamsPerAddress = 128
    /// The most bytes that wait for a client that reads its event stream slowly; with more, the stream is cut.
    public var eventStreamQueue = 64 * 1024
    /// How often a comment is sent on every event stream.
    public var eventStreamHeartbeat = Duration.seconds(15)
    /// How long a connection may be without any traffic, in whole seconds, at least one.
    public var idleTimeout = Duration.seconds(30)
    /// How long the head of a request may take, from its first byte or from the start of the connection.
    public var headerTimeout = Duration.seconds(10)
    /// How long the body of a request may take once its head is there.
    public var requestTimeout = Duration.seconds(120)
    /// How long a client may take to receive an answer.
    public var responseTimeout = Duration.seconds(300)

    /// A server on this address with the standard limits.
    public init(host: String = "127.0.0.1", port: Int = 8080) {
        self.host = host
        self.port = port
    }
}
