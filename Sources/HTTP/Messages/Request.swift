public import HTTPTypes
import Synchronization

/// One HTTP request: its head as validated by the server and, once it has been received, its body.
///
/// The head follows RFC 9110 and RFC 9112; a `Request` holds nothing that the server has not checked.
public struct Request: Sendable {
    /// The method token.
    public var method: HTTPRequest.Method
    /// The target: path and query in origin form as they came, undecoded, or `*` where `OPTIONS` asks about the server.
    public var target: String
    /// The path of the target, undecoded, without the query.
    public var path: String
    /// The segments of the path, percent-decoded one by one, so that an encoded slash stays inside its segment.
    ///
    /// The path `/` has none; a trailing slash elsewhere gives a last segment that is empty.
    public var segments: [String]
    /// The pairs of the query in their order, decoded.
    public var query: [QueryItem]
    /// The header fields, names checked, values without surrounding blanks.
    public var headers: HTTPFields
    /// The host and port that the request is for: the authority of a target that has one, else the value of the `Host` field,
    /// empty where the request had none.
    public var host: String
    /// Whether it came over TLS, to this server or to the proxy before it.
    public var isSecure = false
    /// The body, whole; empty while the head alone is judged.
    public var body: RequestBody
    /// The numeric address of the client without its port, empty where it is not known.
    public internal(set) var remoteAddress: String

    /// Creates a request by parsing its target: a path and query, or a whole URL as proxies are sent (RFC 9112, section 3.2),
    /// whose authority then stands in the place of the `Host` field.
    ///
    /// - Throws: `HTTPError` with code `malformedTarget` (400) when the target is neither, nor `*` of `OPTIONS`.
    public init(
        method: HTTPRequest.Method,
        target: String,
        headers: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        remoteAddress: String = ""
    ) throws(HTTPError) {
        let parsed = try RequestTarget(parsing: target, isAboutServer: method == .options)
        self.method = method
        self.target = parsed.originForm
        path = parsed.path
        segments = parsed.segments
        query = parsed.query
        self.headers = headers
        if let authority = parsed.authority { self.headers[.hostName] = authority }
        host = self.headers.value(of: .hostName) ?? ""
        self.body = RequestBody(body)
        self.remoteAddress = remoteAddress
    }

    /// Whether it is about the server and none of its resources (RFC 9110, section 9.3.7).
    public var isAboutServer: Bool { target == "*" }

    /// The value of the first query pair with this name.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// A request target (RFC 9112, section 3.2), taken apart and decoded.
struct RequestTarget: Sendable, Hashable {
    /// The most bytes a target may have.
    static let maximumBytes = 16 * 1024
    /// The most segments a path may have.
    static let maximumSegments = 256
    /// The most pairs a query may have.
    static let maximumQueryItems = 512

    /// The host and port of a target in absolute form; nil for the others.
    var authority: String?
    /// Path and query, as they came.
    var originForm: String
    var path: String
    var segments: [String] = []
    var query: [QueryItem] = []

    /// Takes a target apart.
    /// - Parameter isAboutServer: whether its method may be about the server as a whole.
    init(parsing target: String, isAboutServer: Bool = false) throws(HTTPError) {
        guard target.utf8.count <= Self.maximumBytes else {
            throw HTTPError(.malformedTarget, "The target is longer than \(Self.maximumBytes) bytes.")
        }
        // A fragment never travels; bytes outside printable ASCII have to be percent-encoded.
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw HTTPError(.malformedTarget, "The target has a byte that must be percent-encoded.")
        }
        (authority, originForm) = try Self.parts(of: target)
        path = originForm
        if isAboutServer, originForm == "*" { return }
        let (target, bytes) = (originForm, originForm.utf8)
        guard bytes.first == UInt8(ascii: "/") else {
            throw HTTPError(
                .malformedTarget,
                "The target must be a path that begins with a slash, or a URL of this server."
            )
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        let rawPath = target[..<(mark ?? bytes.endIndex)]
        path = String(rawPath)
        segments = try Self.segments(rawPath)
        query =
            try mark.map { mark throws(HTTPError) in
                try QueryItem.items(
                    bytes[mark...].dropFirst(),
                    maximum: Self.maximumQueryItems,
                    error: .malformedTarget
                )
            } ?? []
    }

    /// The authority of a URL and what stands behind it; any other target as it is.
    private static func parts(of target: String) throws(HTTPError) -> (authority: String?, rest: String) {
        guard let scheme = ["http://", "https://"].first(where: { target.prefix($0.count).lowercased() == $0 }) else {
            return (nil, target)
        }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end]
        // Who is named before the host could be taken for the host (RFC 9110, section 4.2.4).
        guard !authority.isEmpty, !authority.contains("@") else {
            throw HTTPError(.malformedTarget, "The URL of the target has no host, or has a user name.")
        }
        let path = rest[end...]
        return (String(authority), path.hasPrefix("/") ? String(path) : "/\(path)")
    }

    private static func segments(_ path: Substring) throws(HTTPError) -> [String] {
        guard path.utf8.count > 1 else { return [] }
        let parts = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"),
            maxSplits: maximumSegments,
            omittingEmptySubsequences: false
        )
        guard parts.count <= maximumSegments else {
            throw HTTPError(.malformedTarget, "The path has more than \(maximumSegments) segments.")
        }
        return try parts.map { part throws(HTTPError) in
            guard let segment = PercentDecoding.decode(part) else {
                throw HTTPError(.malformedTarget, "The path has an escape that is not valid UTF-8 text.")
            }
            return segment
        }
    }
}

extension HTTPField.Name {
    /// `Host`, which swift-http-types keeps to itself because HTTP/2 has `:authority` instead.
    package static let hostName = HTTPField.Name("Host") ?? .location
}

/// The body of a request: in memory where it is small, else in a file that has no name any more.
///
/// Who waits for a turn before a large body is read holds none of its bytes meanwhile: ask for them when it has come.
public struct RequestBody: Sendable, ExpressibleByArrayLiteral {
    private enum Storage: Sendable {
        /// The bytes, and what keeps their share of the server's memory reserved as long as somebody has them.
        case memory([UInt8], MemoryReservation?)
        case file(SpooledFile)
    }

    private let storage: Storage

    /// A body in memory.
    public init(_ bytes: [UInt8]) { storage = .memory(bytes, nil) }

    /// A body in memory.
    public init(arrayLiteral elements: UInt8...) { self.init(elements) }

    init(_ bytes: [UInt8], holding reservation: MemoryReservation?) { storage = .memory(bytes, reservation) }

    init(_ file: SpooledFile) { storage = .file(file) }

    /// How many bytes there are.
    public var count: Int {
        switch storage {
        case .memory(let bytes, _): bytes.count
        case .file(let file): file.count
        }
    }

    /// The bytes, whole; read from the file at each call where they are in one.
    /// - Throws: `HTTPError` with code `internalFailure` when the file cannot be read.
    public func bytes() throws(HTTPError) -> [UInt8] {
        switch storage {
        case .memory(let bytes, _): bytes
        case .file(let file): try file.read()
        }
    }
}

extension MultipartForm {
    /// Reads a form from the body of a request.
    /// - Throws: as for bytes, and `internalFailure` when the body cannot be read.
    public init(parsing body: RequestBody, boundary: String) throws(HTTPError) {
        try self.init(parsing: try body.bytes(), boundary: boundary)
    }
}

extension URLEncodedForm {
    /// Reads a form from the body of a request.
    /// - Throws: as for bytes, and `internalFailure` when the body cannot be read.
    public init(parsing body: RequestBody) throws(HTTPError) {
        try self.init(parsing: try body.bytes())
    }
}

/// The id by which one request is found again: in the reply, in the log, and in what a client reports.
///
/// A proxy that is trusted may have given one already, so that one id goes through all logs. Anybody else's is not taken:
/// it could be that of another request, or be made to be read wrongly in a log.
public enum RequestID {
    /// The most characters of an id that is taken.
    static let maximumLength = 128

    /// The id of a request.
    /// - Parameter given: the one that came with it from somebody who is trusted; nil for none.
    /// - Returns: that, if it is one, else a new one: 32 hexadecimal digits by chance.
    static func resolved(_ given: String?) -> String {
        if let given, isUsable(given) { return given }
        return made()
    }

    private static func made() -> String {
        let (first, second) = numbers.withLock { ($0.next(), $0.next()) }
        return digits(first) + digits(second)
    }

    /// Numbers by chance for some ids at once: the system is asked for them seldom.
    private static let numbers = Mutex(RandomNumbers())

    private struct RandomNumbers {
        private var left: ArraySlice<UInt64> = []

        mutating func next() -> UInt64 {
            if left.isEmpty {
                var generator = SystemRandomNumberGenerator()
                left = (0..<64).map { _ in generator.next() }[...]
            }
            return left.popFirst() ?? 0
        }
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }

    /// Whether a text is an id: ASCII letters, digits, and `-._:+/=@`, not too many.
    private static func isUsable(_ text: String) -> Bool {
        guard (1...maximumLength).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122: true
            default: "-._:+/=@".utf8.contains(byte)
            }
        }
    }
}

extension HTTPField.Name {
    /// The field that carries the id of a request, in both directions. Its name is a token, so it always parses.
    public static let requestID = HTTPField.Name("X-Request-ID") ?? .location
}

extension Request {
    /// The id that the server has given it, or a proxy that is trusted; nil for a request that came by no connection.
    public var id: String? { headers.value(of: .requestID) }
}

/// One `name=value` pair of a query or of a URL-encoded form, percent-decoded, `+` read as a space.
public struct QueryItem: Sendable, Hashable {
    /// The name before the first `=`.
    public var name: String
    /// What follows the first `=`; empty where there is none.
    public var value: String

    /// Creates a pair of decoded strings.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension QueryItem {
    /// Decodes `name=value` pairs joined by `&` as in the URL standard; empty pairs are skipped.
    static func items<Bytes: Collection<UInt8>>(
        _ bytes: Bytes,
        maximum: Int,
        error: HTTPError.Code
    ) throws(HTTPError) -> [QueryItem] {
        var items: [QueryItem] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard items.count < maximum else { throw HTTPError(error, "There are more than \(maximum) fields.") }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentDecoding.decode(pair[..<equals], plusIsSpace: true),
                let value = PercentDecoding.decode(pair[equals...].dropFirst(), plusIsSpace: true)
            else { throw HTTPError(error, "A field has an escape that is not valid UTF-8 text.") }
            items.append(QueryItem(name: name, value: value))
        }
        return items
    }
}

/// Percent-decoding (RFC 3986, section 2.1) that refuses what it cannot decode.
enum PercentDecoding {
    /// Decodes bytes; nil for an escape that is cut or not hexadecimal, for a NUL, and for text that is not UTF-8.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal)
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        guard !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        default: nil
        }
    }
}

/// A form of type `application/x-www-form-urlencoded`, read as the URL standard tells, but refusing broken escapes.
public struct URLEncodedForm: Sendable, Hashable {
    /// The most fields a form may have.
    package static let maximumFields = 4096

    /// The fields in their order.
    public let fields: [QueryItem]

    /// Reads a form.
    ///
    /// - Throws: `HTTPError` with code `malformedForm` (400) for broken escapes, text that is not UTF-8 and too many
    ///   fields.
    public init(parsing body: [UInt8]) throws(HTTPError) {
        fields = try QueryItem.items(body[...], maximum: Self.maximumFields, error: .malformedForm)
    }

    /// The value of the first field with this name.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The values of all fields with this name, in their order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
