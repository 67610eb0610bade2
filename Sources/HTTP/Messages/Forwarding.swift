import Glibc
import HTTPTypes

/// How requests reach the server through proxies, and which of these are believed.
public struct ForwardingRules: Sendable, Hashable {
    /// The proxies whose word counts: nobody else's does, for every client can send these fields.
    public var trustedProxies: [AddressRange] = []
    /// The host and port that the server is known by over TLS, as a browser sends them, in lower case; nil for none.
    public var secureHost: String?

    /// Nobody is believed.
    public init() {}

    /// Puts the client's address, scheme and host into a request in the place of the proxy's.
    ///
    /// A proxy sends either `X-Forwarded-For`, `-Proto` and `-Host` or `Forwarded` (RFC 7239), and passes on what else its
    /// client sent. Where both are there one of them is the client's, and neither is believed.
    func apply(to request: inout Request) {
        defer { if let secureHost, request.host.lowercased() == secureHost { request.isSecure = true } }
        let isTrusted = isTrusted(request.remoteAddress)
        request.headers[.requestID] = RequestID.resolved(isTrusted ? request.headers[.requestID] : nil)
        guard isTrusted else { return }
        let older = [HTTPField.Name.forwardedFor, .forwardedProto, .forwardedHost].contains {
            request.headers.contains($0)
        }
        let newer = request.headers.value(of: .forwarded)
        guard older != (newer != nil) else { return }
        let hops = newer.map(Self.hops) ?? Self.olderHops(request.headers)
        // The last entry is of the proxy that spoke to the server, the one before of the proxy before that one.
        for hop in hops.reversed() {
            if let proto = hop.proto?.lowercased(), ["http", "https"].contains(proto) {
                request.isSecure = proto == "https"
            }
            if let host = hop.host, !host.isEmpty { request.host = host }
            guard let client = hop.client.flatMap(Self.address) else { return }
            request.remoteAddress = client
            guard self.isTrusted(client) else { return }
        }
    }

    /// Whether an address is one of a proxy that is believed.
    func isTrusted(_ address: String) -> Bool { trustedProxies.contains { $0.contains(address) } }

    /// What one proxy says of who spoke to it.
    private struct Hop {
        var client: String?
        var proto: String?
        var host: String?
    }

    /// The most proxies that are counted.
    private static let mostHops = 32

    /// The older fields: a list of addresses, and of scheme and host what the last proxy said.
    private static func olderHops(_ headers: HTTPFields) -> [Hop] {
        func list(_ name: HTTPField.Name) -> [String] {
            (headers[name] ?? "").split(separator: ",").map { ParameterizedValue.trimmed($0) }
        }
        var hops = list(.forwardedFor).suffix(mostHops).map { Hop(client: $0) }
        if hops.isEmpty { hops = [Hop()] }
        hops[hops.count - 1].proto = list(.forwardedProto).last
        hops[hops.count - 1].host = list(.forwardedHost).last
        return hops
    }

    /// The elements of `Forwarded`, quotes and all (RFC 7239, section 4).
    private static func hops(_ field: String) -> [Hop] {
        var hops: [Hop] = []
        for element in split(field, at: ",").suffix(mostHops) {
            var hop = Hop()
            for pair in split(element, at: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let value = ParameterizedValue.trimmed(parts[1]).filter { $0 != "\"" && $0 != "\\" }
                switch ParameterizedValue.trimmed(parts[0]).lowercased() {
                case "for": hop.client = value
                case "proto": hop.proto = value
                case "host": hop.host = value
                default: break
                }
            }
            hops.append(hop)
        }
        return hops
    }

    /// The parts of a text between marks that do not stand in quotes.
    private static func split(_ text: String, at mark: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == mark, !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }

    /// The address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`; nil where there
    /// is none, as in `unknown`.
    private static func address(_ text: String) -> String? {
        var name = text[...]
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return nil }
            name = name[name.index(after: name.startIndex)..<end]
        } else if let colon = name.firstIndex(of: ":"), !name[name.index(after: colon)...].contains(":") {
            name = name[..<colon]
        }
        return AddressRange.bytes(of: String(name)).map { _ in String(name) }
    }
}

/// An IP address, or all that begin with the same bits (CIDR, RFC 4632).
public struct AddressRange: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads `192.0.2.1`, `10.0.0.0/8`, `::1` or `fd00::/8`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let bytes = Self.bytes(of: String(first)) else { return nil }
        self.bytes = bytes
        let most = bytes.count * 8
        guard parts.count == 2 else {
            bits = most
            return
        }
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let bits = Int(parts[1]), bits <= most else {
            return nil
        }
        self.bits = bits
    }

    /// Whether an address is in it.
    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        for (index, byte) in bytes.enumerated() {
            let rest = bits - index * 8
            if rest <= 0 { return true }
            let mask: UInt8 = rest >= 8 ? 0xFF : ~(0xFF >> UInt8(rest))
            if (byte ^ other[index]) & mask != 0 { return false }
        }
        return true
    }

    /// What clients are counted under who may be one: an address of version 4, and of version 6 the network of 64 bits that one
    /// household or machine has to choose from (RFC 6177). Nil where there is no address.
    static func group(of address: String) -> String? {
        guard let bytes = bytes(of: address) else { return nil }
        return bytes.prefix(8).map(String.init).joined(separator: bytes.count == 4 ? "." : ":")
    }

    /// The 4 or 16 bytes of an address; one of version 4 in the form of version 6 counts as itself.
    static func bytes(of address: String) -> [UInt8]? {
        var version4 = in_addr()
        if inet_pton(AF_INET, address, &version4) == 1 { return withUnsafeBytes(of: version4) { Array($0) } }
        var version6 = in6_addr()
        guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &version6) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: version6) { Array($0) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }
}

extension HTTPField.Name {
    // The names are tokens, so they always parse.
    static let forwarded = HTTPField.Name("Forwarded") ?? .location
    static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .location
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .location
    static let forwardedHost = HTTPField.Name("X-Forwarded-Host") ?? .location
}
