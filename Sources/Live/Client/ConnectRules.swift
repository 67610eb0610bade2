import HTTP

/// Which addresses the server may connect to when somebody asks it to.
///
/// The address is judged that a connection would go to, and never the name: whatever a name leads to, and however a number is
/// spelled, comes here as digits.
package struct ConnectRules: Sendable, Hashable {
    /// What the person who starts the server allows.
    private let allowed: [AddressRange]
    /// The same as text, for people.
    private let names: [String]

    /// This machine only.
    package static let loopback = ConnectRules(known: ["127.0.0.0/8", "::1"])

    /// What nobody is connected to whatever is allowed, and why.
    private static let forbidden: [(range: AddressRange, reason: String)] = [
        // The place where clouds hand out credentials is among them: 169.254.169.254, fe80::a9fe:a9fe.
        ("169.254.0.0/16", "link-local"), ("fe80::/10", "link-local"),
        // The same outside of them: Amazon, Google, Alibaba, Oracle, Azure.
        ("fd00:ec2::/32", "for the metadata of machines"), ("fd20:ce::254", "for the metadata of machines"),
        ("100.100.100.200", "for the metadata of machines"), ("192.0.0.192", "for the metadata of machines"),
        ("168.63.129.16", "for the metadata of machines"),
        // Connections to these go to the machine itself (RFC 1122, section 3.2.1.3), or to many.
        ("0.0.0.0/8", "no address of a machine"), ("224.0.0.0/4", "for groups of machines"),
        ("255.255.255.255", "for groups of machines"), ("ff00::/8", "for groups of machines"),
        // These carry an address of version 4 in them, which is to be named itself: NAT64, 6to4, Teredo.
        ("64:ff9b::/96", "another form of an address"), ("64:ff9b:1::/48", "another form of an address"),
        ("2002::/16", "another form of an address"), ("2001::/32", "another form of an address"),
    ].compactMap { text, reason in AddressRange(text).map { ($0, reason) } }

    /// All of `::/96` but the loopback address: unspecified, or with an address of version 4 at its end (RFC 4291).
    private static let compatible = AddressRange("::/96")
    private static let loopback6 = AddressRange("::1")

    /// The ranges that are allowed, such as `10.0.0.0/8`, `192.168.1.20` or `fd00::/8`; `none` stands for no range at all.
    /// - Throws: `UnknownRange` for anything else.
    package init(_ texts: [String]) throws(UnknownRange) {
        names = texts.filter { $0 != "none" }
        var ranges: [AddressRange] = []
        for name in names {
            guard let range = AddressRange(name) else { throw UnknownRange(text: name) }
            ranges.append(range)
        }
        allowed = ranges
    }

    /// Ranges that are known to be some.
    private init(known: [String]) {
        names = known
        allowed = known.compactMap { AddressRange($0) }
    }

    /// What is not a range of addresses.
    package struct UnknownRange: Error, Hashable {
        package let text: String
    }

    /// Why an address in digits must not be asked; nil where it may be.
    package func refusal(of address: String) -> String? {
        if let reason = Self.forbidden.first(where: { $0.range.contains(address) })?.reason {
            return "\(address) is \(reason), and this server connects to no such address."
        }
        if Self.compatible?.contains(address) == true, Self.loopback6?.contains(address) != true {
            return "\(address) is no address of a machine, and this server connects to no such address."
        }
        guard !allowed.contains(where: { $0.contains(address) }) else { return nil }
        let list = names.isEmpty ? "to no address" : "to \(names.joined(separator: ", ")) only"
        return "\(address.isEmpty ? "The address" : address) is not allowed: this server connects \(list). The person "
            + "who runs it can allow more with --connect."
    }
}
