internal import CGnuTLS

/// Random text that opens a server, or one browser's visit to it: 256 bits. Its digest is kept, itself never.
public struct Secret: Sendable, Hashable {
    /// The text as it travels: a prefix that tells what it is, then base64 for URLs (RFC 4648, section 5).
    public let text: String

    /// What tokens begin with, for people and for scanners of leaked secrets.
    static let tokenPrefix = "vtr_"
    private static let randomBytes = 32

    /// A text that somebody presents or chose.
    public init(_ text: String) { self.text = text }

    /// A new token.
    /// - Throws: `noRandomness` when the system gives no random bytes.
    public static func token() throws(AccessError) -> Secret { Secret(tokenPrefix + (try randomText())) }

    /// A new name of a browser's visit.
    static func session() throws(AccessError) -> Secret { Secret(try randomText()) }

    /// A new name of a token that is no secret: some 60 random bits.
    static func identifier() throws(AccessError) -> String { String(try randomText().filter(\.isLetter).prefix(11)) }

    /// Whether a person may choose the text as a token: 16 to 512 characters that fit into a header field (RFC 6750,
    /// section 2.1), an address and a cookie.
    public var isFitToChoose: Bool {
        (16...512).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }

    private static func randomText() throws(AccessError) -> String {
        var status: Int32 = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: randomBytes) { buffer, count in
            status = gnutls_rnd(GNUTLS_RND_KEY, buffer.baseAddress, buffer.count)
            count = status == 0 ? min(randomBytes, buffer.count) : 0
        }
        guard status == 0, bytes.count == randomBytes else {
            throw AccessError(.noRandomness, "The system provides no random bytes, so no token can be created.")
        }
        return base64URL(bytes)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static func base64URL(_ bytes: [UInt8]) -> String {
        var text = ""
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> UInt32(bits)) & 63])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits)) & 63]) }
        return text
    }
}

/// The SHA-256 digest (FIPS 180-4) of a secret. Two are compared in the same time wherever they differ.
public struct SecretDigest: Sendable {
    /// The number of its bytes.
    public static let length = 32

    /// The bytes.
    public let bytes: [UInt8]

    /// The digest of a secret.
    public init(of secret: Secret) {
        let text = Array(secret.text.utf8)
        bytes = [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
            let status = text.withUnsafeBytes {
                gnutls_hash_fast(GNUTLS_DIG_SHA256, $0.baseAddress, $0.count, buffer.baseAddress)
            }
            count = status == 0 ? Self.length : 0
        }
    }

    /// Bytes that were stored; nil where they are no digest.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Whether both are digests of the same secret. What could not be made equals nothing.
    public func matches(_ other: SecretDigest) -> Bool {
        guard bytes.count == Self.length, other.bytes.count == Self.length else { return false }
        return gnutls_memcmp(bytes, other.bytes, Self.length) == 0
    }

    /// Where a table keeps it. That some digest begins alike tells nothing of a secret.
    var place: UInt32 { bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
}

/// Values by the digests of secrets.
struct DigestTable<Value: Sendable>: Sendable {
    private var places: [UInt32: [(digest: SecretDigest, value: Value)]] = [:]

    /// The value of a digest.
    subscript(_ digest: SecretDigest) -> Value? {
        var found: Value?
        for entry in places[digest.place] ?? [] where entry.digest.matches(digest) { found = entry.value }
        return found
    }

    mutating func insert(_ value: Value, for digest: SecretDigest) {
        remove(digest)
        places[digest.place, default: []].append((digest, value))
    }

    mutating func remove(_ digest: SecretDigest) {
        places[digest.place]?.removeAll { $0.digest.matches(digest) }
        if places[digest.place]?.isEmpty == true { places[digest.place] = nil }
    }
}
