import Foundation
public import PropertyList

/// A configuration profile (`.mobileconfig`), signed or not, as far as it configures apps.
public struct ConfigurationProfile: Sendable, Hashable {
    /// The most bytes of a profile.
    public static let mostBytes = 4 << 20
    /// The key under which `UserDefaults` has what a management says to an app.
    public static let configurationKey = "com.apple.configuration.managed"
    /// The key under which an app answers it.
    public static let feedbackKey = "com.apple.feedback.managed"

    private static let preferencesType = "com.apple.ManagedClient.preferences"

    /// What the profile is called.
    public var name: String?
    /// Whether it comes in a signature, which is not verified.
    public var isSigned: Bool
    /// The values that it forces, by domain.
    public var forced: [String: [String: PropertyListValue]]
    /// The types of payloads that configure no app, each once, sorted.
    public var passedOver: [String]

    /// Reads a profile.
    /// - Throws: for what is none, is encrypted or breaks a limit.
    public init(_ bytes: [UInt8]) throws(ManagedConfigurationError) {
        let (list, isSigned) = try Self.content(of: bytes)
        try self.init(list, isSigned: isSigned)
    }

    /// The property list in a file, which may be signed.
    /// - Throws: for what is none, or breaks a limit.
    public static func content(
        of bytes: [UInt8]
    ) throws(ManagedConfigurationError) -> (list: PropertyListValue, isSigned: Bool) {
        guard bytes.count <= mostBytes else {
            throw ManagedConfigurationError("A profile has at most \(mostBytes) bytes.")
        }
        let isSigned = bytes.first == SignedContent.sequence
        do throws(PropertyListError) {
            let content = isSigned ? try SignedContent.content(of: bytes) : bytes
            return (try PropertyListReader.read(content), isSigned)
        } catch {
            throw ManagedConfigurationError("The file is no property list. \(error.message)", line: error.line)
        }
    }

    /// Reads the property list of a profile.
    /// - Throws: for what is none, or is encrypted.
    public init(_ list: PropertyListValue, isSigned: Bool) throws(ManagedConfigurationError) {
        guard list["EncryptedPayloadContent"] == nil else {
            throw ManagedConfigurationError("The profile is encrypted for one device, so it cannot be read.")
        }
        guard let payloads = list["PayloadContent"]?.arrayValue else {
            throw ManagedConfigurationError("The property list is no profile: it has no “PayloadContent”.")
        }
        name = list["PayloadDisplayName"]?.stringValue
        self.isSigned = isSigned
        forced = [:]
        passedOver = []
        for payload in payloads { take(payload) }
        passedOver = Set(passedOver).sorted()
    }

    private mutating func take(_ payload: PropertyListValue) {
        let type = payload["PayloadType"]?.stringValue ?? ""
        switch type {
        case Self.preferencesType:
            for (domain, part) in payload["PayloadContent"]?.dictionaryValue ?? [:] {
                for entry in part["Forced"]?.arrayValue ?? [] {
                    add(entry["mcx_preference_settings"]?.dictionaryValue ?? [:], to: domain)
                }
            }
        default:
            // A payload of custom settings has the domain for its type. Those of the system begin as Apple's do.
            let values = (payload.dictionaryValue ?? [:]).filter { !$0.key.hasPrefix("Payload") }
            guard !type.hasPrefix("com.apple."), type.contains("."), !values.isEmpty else {
                return passedOver.append(type.isEmpty ? "(no type)" : type)
            }
            add(values, to: type)
        }
    }

    private mutating func add(_ values: [String: PropertyListValue], to domain: String) {
        forced[domain, default: [:]].merge(values) { $1 }
    }

    /// What it forces on one domain.
    /// - Throws: where it says nothing about that.
    public func values(forcedOn domain: String) throws(ManagedConfigurationError) -> [String: PropertyListValue] {
        guard let values = forced[domain] else {
            throw ManagedConfigurationError("The profile says nothing about “\(domain)”.")
        }
        return values
    }

    /// A profile that forces values of one domain, for a device management: a property list in XML.
    public static func profile(forcing values: [String: PropertyListValue], of domain: String) throws -> [UInt8] {
        func payload(_ type: String, _ suffix: String, _ more: [String: PropertyListValue]) -> PropertyListValue {
            let base: [String: PropertyListValue] = [
                "PayloadType": .string(type), "PayloadVersion": .integer(1),
                "PayloadIdentifier": .string("\(domain).managed\(suffix)"),
                "PayloadUUID": .string(identifier(of: domain + suffix)), "PayloadDisplayName": .string(domain),
            ]
            return .dictionary(base.merging(more) { $1 })
        }
        let settings: PropertyListValue = .dictionary(["mcx_preference_settings": .dictionary(values)])
        let preferences = payload(
            preferencesType,
            ".preferences",
            [
                "PayloadEnabled": .bool(true),
                "PayloadContent": .dictionary([domain: .dictionary(["Forced": .array([settings])])]),
            ]
        )
        return try PropertyListWriter.xml(
            payload("Configuration", "", ["PayloadScope": .string("System"), "PayloadContent": .array([preferences])])
        )
    }

    /// An identifier in the form of a UUID that is the same for the same text, so that a newer profile replaces the older one.
    private static func identifier(of text: String) -> String {
        var state: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in text.utf8 {
            state.0 = (state.0 ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            state.1 = (state.1 ^ state.0) &* 0x0000_0100_0000_01B3
        }
        let digits = [state.0, state.1].map { value in
            let digits = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
        let cuts = [8, 12, 16, 20]
        return String(digits.enumerated().flatMap { cuts.contains($0) ? ["-", $1] : [$1] })
    }
}

/// The content of a CMS signature (RFC 5652) in DER or BER. What signed it is not looked at.
///
/// The way to the content is walked once, forwards: an element is entered or skipped, and what is behind the content is not read.
struct SignedContent {
    /// The tags on the way.
    static let sequence: UInt8 = 0x30
    private static let integer: UInt8 = 0x02
    private static let octets: UInt8 = 0x04
    private static let identifier: UInt8 = 0x06
    private static let set: UInt8 = 0x31
    private static let explicit: UInt8 = 0xA0
    /// An octet string that comes in pieces.
    private static let pieces: UInt8 = 0x24
    /// 1.2.840.113549.1.7.2, signedData.
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    /// What is not read yet of the element that was entered last.
    private var rest: ArraySlice<UInt8>

    /// The bytes inside a signature. No property list where it is none, or has no content in it.
    /// - Throws: as of a file that is no property list.
    static func content(of bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
        var reader = SignedContent(rest: bytes[...])
        // ContentInfo: the type, then [0] with SignedData: version, digests, and the content with its type.
        guard reader.enter(sequence), let type = reader.take(identifier), type.elementsEqual(signedData),
            reader.enter(explicit), reader.enter(sequence), reader.take(integer) != nil, reader.skip(set),
            reader.enter(sequence), reader.take(identifier) != nil, reader.enter(explicit),
            let content = reader.takeOctets()
        else { throw PropertyListError(.unreadable, "It is signed in a way that cannot be read.") }
        return content
    }

    /// Reads a tag and a length; nil for the length of an element that ends with a mark.
    private mutating func head() -> (tag: UInt8, length: Int?)? {
        // Tags of several bytes stand in none of the places that are looked at.
        guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let first = rest.popFirst() else { return nil }
        if first == 0x80 { return tag & 0x20 == 0 ? nil : (tag, nil) }
        guard first > 0x80 else { return Int(first) <= rest.count ? (tag, Int(first)) : nil }
        let count = Int(first & 0x7F)
        guard count <= 4, count <= rest.count else { return nil }
        let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
        return length <= rest.count ? (tag, length) : nil
    }

    /// Goes into an element; what is behind it is given up.
    private mutating func enter(_ wanted: UInt8) -> Bool {
        guard let (tag, length) = head(), tag == wanted else { return false }
        if let length { rest = rest.prefix(length) }
        return true
    }

    /// The content of an element without elements in it.
    private mutating func take(_ wanted: UInt8) -> ArraySlice<UInt8>? {
        guard let (tag, length) = head(), tag == wanted, let length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    /// Goes behind an element, whatever is in it.
    private mutating func skip(_ wanted: UInt8) -> Bool {
        guard let (tag, length) = head(), tag == wanted else { return false }
        guard length == nil else {
            rest = rest.dropFirst(length ?? 0)
            return true
        }
        var open = 1
        while open > 0 {
            guard !takeEnd() else {
                open -= 1
                continue
            }
            guard let inner = head() else { return false }
            if let length = inner.length { rest = rest.dropFirst(length) } else { open += 1 }
        }
        return true
    }

    /// Goes behind the mark that ends an element without a length.
    private mutating func takeEnd() -> Bool {
        guard rest.starts(with: [0, 0]) else { return false }
        rest = rest.dropFirst(2)
        return true
    }

    /// The bytes of an octet string, which BER may give in pieces.
    private mutating func takeOctets() -> [UInt8]? {
        guard rest.first == Self.pieces else { return take(Self.octets).map { Array($0) } }
        guard let (_, length) = head() else { return nil }
        if let length { rest = rest.prefix(length) }
        var all: [UInt8] = []
        while length == nil ? !takeEnd() : !rest.isEmpty {
            guard let piece = take(Self.octets) else { return nil }
            all += piece
        }
        return all
    }
}
