import JSON

/// What the person who starts the server decides.
public struct ServerConfiguration: Sendable {
    /// Host names besides `localhost` and IP addresses under which the server may be reached; see `HostAllowList`.
    public var allowedHosts: [String] = []
    /// The largest dump that an upload may hold, in bytes.
    public var maximumDumpBytes = 64 << 20
    /// The largest JSON dump, in bytes; JSON needs many times its size in memory.
    public var maximumJSONDumpBytes = 32 << 20
    /// The largest archive of an app, in bytes.
    public var maximumAppBytes = 256 << 20
    /// The largest body of any other request, in bytes.
    public var maximumBodyBytes = 1 << 20
    /// The largest body that carries the values of a domain of defaults, in bytes.
    public var maximumDomainBodyBytes = JSONLimits.defaults.maximumBytes
    /// How many uploads are read at the same time; more wait.
    public var maximumConcurrentUploads = 2

    /// The standard configuration.
    public init() {}
}
