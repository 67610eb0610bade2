/// Decides whose `Host` field may reach the server, against DNS rebinding.
///
/// A page on a hostile name can make that name resolve to this machine and then read replies as its own. It cannot do
/// so under an IP address or `localhost`, so those always pass; every other name must be listed.
public struct HostAllowList: Sendable {
    private let names: Set<String>

    /// Creates a list.
    /// - Parameter names: host names without port, in any case; a leading dot allows every subdomain.
    public init(names: [String]) {
        self.names = Set(names.map { Self.normalize($0[...]) })
    }

    /// Whether a request with this `Host` field may be answered.
    public func allows(_ host: String) -> Bool {
        guard let name = Self.name(in: host) else { return false }
        if name == "localhost" || name.hasSuffix(".localhost") || names.contains(name) { return true }
        if Self.isIPv4(name) || Self.isIPv6(name) { return true }
        return names.contains { $0.hasPrefix(".") && name.hasSuffix($0) }
    }

    /// The host of `host[:port]` in lower case, or nil when the field is not of that form.
    static func name(in host: String) -> String? {
        let end: Substring.Index
        if host.hasPrefix("[") {
            guard let bracket = host.firstIndex(of: "]") else { return nil }
            end = host.index(after: bracket)
        } else {
            end = host.firstIndex(of: ":") ?? host.endIndex
        }
        let port = host[end...]
        guard port.isEmpty || (port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) })
        else { return nil }
        let name = normalize(host[..<end])
        return name.isEmpty ? nil : name
    }

    private static func normalize(_ name: Substring) -> String {
        var name = name.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        return name
    }

    private static func isIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } && UInt8($0) != nil }
    }

    private static func isIPv6(_ name: String) -> Bool {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return false }
        let inner = name.dropFirst().dropLast().utf8
        return inner.contains(58)
            && inner.allSatisfy { $0 == 58 || $0 == 46 || (48...57).contains($0) || (97...102).contains($0) }
    }
}
