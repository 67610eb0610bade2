internal import CMicroHTTPD
import Glibc
import HTTPTypes

/// The head of a request, checked for everything that makes its end or its meaning doubtful.
///
/// libmicrohttpd 0.9.75 lets pass what RFC 9112 (sections 2.3, 5.1, 6.1 and 6.3) tells a server to refuse; such a
/// request is answered with 400 and the connection closed. For what is gone before this point see `HeadLayout`.
struct RequestHead {
    /// The request, without a body.
    let request: Request
    /// The declared length of the body.
    let contentLength: Int?
    /// Whether the body comes in chunks.
    let isChunked: Bool
    /// Whether the client waits to be told that it may send the body.
    let expectsContinue: Bool

    init(
        connection: OpaquePointer,
        method: UnsafePointer<CChar>?,
        target: String?,
        place: TargetPlace?,
        version: UnsafePointer<CChar>?,
        remoteAddress: String,
        configuration: HTTPServerConfiguration
    ) throws(HTTPError) {
        var layout: HeadLayout?
        if HeadLayout.isNeeded, let method, let place, let version {
            layout = HeadLayout(method: method, target: place, version: version)
        }
        guard let method = method.flatMap({ HTTPRequest.Method(String(cString: $0)) }) else {
            throw HTTPError(.malformedRequest, "The method is not a token.")
        }
        let version = version.map { String(cString: $0) } ?? ""
        // A later minor version is served as the latest one that is known (RFC 9110, section 2.5).
        guard version.hasPrefix("HTTP/1.") else {
            throw HTTPError(.versionNotSupported, "This server speaks HTTP/1.1.")
        }
        let isOld = version == "HTTP/1.0"
        guard let target else {
            throw HTTPError(.malformedTarget, "The target has a byte that must be percent-encoded.")
        }
        let headers = try FieldCollector.fields(
            of: connection,
            layout: layout,
            maximum: configuration.maximumHeaderFields
        )
        let framing = try BodyFraming(headers: headers, allowsChunked: !isOld)
        contentLength = framing.contentLength
        isChunked = framing.isChunked
        expectsContinue = try Self.expectsContinue(headers)
        let hosts = headers[values: .hostName].count
        guard hosts <= 1 else { throw HTTPError(.malformedRequest, "There is more than one Host field.") }
        guard hosts == 1 || isOld else {
            throw HTTPError(.malformedRequest, "There is no Host field.")
        }
        var request = try Request(method: method, target: target, headers: headers, remoteAddress: remoteAddress)
        request.isSecure = configuration.identity != nil
        configuration.forwarding.apply(to: &request)
        self.request = request
    }

    private static func expectsContinue(_ headers: HTTPFields) throws(HTTPError) -> Bool {
        guard let expectation = headers.value(of: .expect) else { return false }
        guard expectation.lowercased() == "100-continue" else {
            throw HTTPError(.expectationFailed, "The only expectation this server supports is 100-continue.")
        }
        return true
    }
}

/// Copies the header fields of a request out of the library, refusing what RFC 9110 (section 5) does not allow.
struct FieldCollector {
    private var fields = HTTPFields()
    private var failure: HTTPError?
    private var layout: HeadLayout?
    private let maximum: Int

    private init(layout: HeadLayout?, maximum: Int) {
        self.layout = layout
        self.maximum = maximum
    }

    /// The fields of a request in their order.
    static func fields(
        of connection: OpaquePointer,
        layout: HeadLayout?,
        maximum: Int
    ) throws(HTTPError) -> HTTPFields {
        var collector = FieldCollector(layout: layout, maximum: maximum)
        withUnsafeMutablePointer(to: &collector) { pointer in
            _ = MHD_get_connection_values(connection, .HEADER_KIND, visit, pointer)
        }
        if let failure = collector.failure { throw failure }
        collector.layout?.end(size: cmhd_head_size(connection))
        guard collector.layout?.isWhole ?? true else {
            throw HTTPError(
                .malformedRequest,
                "The head has a NUL byte, a field without a name, or a line that does not end in one CR and LF."
            )
        }
        return collector.fields
    }

    private static let visit: MHD_KeyValueIterator = { context, _, name, value in
        guard let collector = context?.assumingMemoryBound(to: FieldCollector.self) else { return .NO }
        return collector.pointee.add(name, value) ? .YES : .NO
    }

    private mutating func add(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) -> Bool {
        guard fields.count < maximum else {
            failure = HTTPError(.headerFieldsTooLarge, "There are more than \(maximum) header fields.")
            return false
        }
        if let name, let value { layout?.add(name, value) }
        guard let name = name.flatMap({ HTTPField.Name(String(cString: $0)) }) else {
            failure = HTTPError(.malformedRequest, "The name of a header field is not a token.")
            return false
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: value.map { strlen($0) } ?? 0)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            failure = HTTPError(.malformedRequest, "A header field has a control character.")
            return false
        }
        guard name != .transferEncoding || bytes.last.map({ $0 != 0x20 && $0 != 0x09 }) ?? true else {
            // With them the library does not know the coding, and reads until the connection ends.
            failure = HTTPError(.malformedRequest, "There is whitespace after the transfer coding.")
            return false
        }
        // The field drops the blanks around the value, of which the library leaves those at its end.
        fields.append(HTTPField(name: name, value: bytes))
        return true
    }
}

/// Where the body of a request ends (RFC 9112, section 6), refused wherever two readers could differ.
struct BodyFraming: Sendable, Hashable {
    /// The declared length in bytes.
    let contentLength: Int?
    /// Whether the body comes in chunks.
    let isChunked: Bool

    /// Reads `Content-Length` and `Transfer-Encoding`.
    init(headers: HTTPFields, allowsChunked: Bool) throws(HTTPError) {
        let codings = headers[values: .transferEncoding]
        let lengths = headers[values: .contentLength]
        guard codings.isEmpty || lengths.isEmpty else {
            throw HTTPError(.malformedRequest, "Content-Length and Transfer-Encoding can't be combined.")
        }
        guard codings.count <= 1, codings.first.map({ $0.lowercased() == "chunked" }) ?? true else {
            throw HTTPError(.malformedRequest, "The only supported transfer coding is chunked.")
        }
        guard codings.isEmpty || allowsChunked else {
            throw HTTPError(.malformedRequest, "HTTP/1.0 has no transfer codings.")
        }
        guard lengths.count <= 1 else {
            throw HTTPError(.malformedRequest, "There is more than one Content-Length field.")
        }
        isChunked = !codings.isEmpty
        contentLength = try lengths.first.map { text throws(HTTPError) in
            let digits = text.utf8
            guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw HTTPError(.malformedRequest, "Content-Length is not a number.")
            }
            // A number too long for this machine is larger than every limit.
            return Int(text) ?? .max
        }
    }
}

/// Tells whether the parts of a head that the library hands out are all that its client sent.
///
/// Before 0.9.77 the library ends every part with a NUL where it stands in memory. A NUL of the client's own, a field without
/// a name, a line that goes on in the next one and one that ends in a line feed alone (RFC 9112, sections 2.2 and 5; RFC 9110,
/// section 5.5) are gone by then, and what stood behind them may be, too. What is left of them is a gap: the parts lie one
/// behind the other, parted by what the grammar has between them and by nothing else.
struct HeadLayout {
    /// Where the head begins.
    private let start: UInt
    /// Where the next part has to begin.
    private var position: UInt
    private(set) var isWhole: Bool

    /// Whether this library has to be looked after. Later ones refuse all that themselves.
    static let isNeeded = cmhd_checks_lines() == 0

    /// Begins with the request line.
    init(method: UnsafePointer<CChar>, target: TargetPlace, version: UnsafePointer<CChar>) {
        start = UInt(bitPattern: method)
        let versionStart = UInt(bitPattern: version)
        isWhole =
            start &+ UInt(strlen(method)) &+ 1 == target.start
            && target.start &+ UInt(target.length) &+ 1 == versionStart
        position = versionStart &+ UInt(strlen(version)) &+ 2
    }

    /// Goes on with a field.
    mutating func add(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) {
        let (nameStart, valueStart) = (UInt(bitPattern: name), UInt(bitPattern: value))
        let colon = nameStart &+ UInt(strlen(name))
        isWhole = isWhole && nameStart == position && valueStart > colon
        position = valueStart &+ UInt(strlen(value)) &+ 2
    }

    /// Ends with the empty line.
    /// - Parameter size: of the whole head.
    mutating func end(size: Int) {
        isWhole = isWhole && position &+ 2 == start &+ UInt(size)
    }
}

/// Where in the library's memory a target stands.
struct TargetPlace: Sendable, Hashable {
    let start: UInt
    /// Up to its first NUL, in bytes.
    let length: Int

    init(_ target: UnsafePointer<CChar>) {
        start = UInt(bitPattern: target)
        length = strlen(target)
    }
}

/// Puts the blanks behind the number of a `Content-Length` in front of it.
///
/// They are no part of the value (RFC 9110, section 5.5), but before 0.9.77 the library takes those behind it for one that is
/// malformed, before anybody else is asked. When it has read a request line, the rest of the head nearly always lies behind that
/// in its memory as it came; a length that comes later is left to it.
enum LengthBlanks {
    /// Whether this library needs that.
    static let isNeeded = cmhd_checks_lines() == 0

    private static let name = Array("content-length:".utf8)
    /// What stands between the target and the fields: a space, the version, and the end of the line.
    private static let restOfLine = " HTTP/1.1\r\n".utf8.count

    /// Looks at the fields behind a target in the library's memory.
    /// - Parameters:
    ///   - target: where the target begins; its line has been read.
    ///   - count: how many bytes from there may be looked at. What has not been received is NUL.
    static func moveForward(behind target: UnsafeMutableRawPointer, count: Int) {
        let bytes = UnsafeMutableRawBufferPointer(start: target, count: count)
        guard let end = bytes.firstIndex(of: 0) else { return }
        var line = end + restOfLine
        while line < bytes.count, let feed = bytes[line...].firstIndex(where: { $0 == 0x0A || $0 == 0 }),
            bytes[feed] != 0
        {
            let isEmpty = feed == line || feed == line + 1 && bytes[line] == 0x0D
            guard !isEmpty else { return }
            trim(bytes, line..<(bytes[feed - 1] == 0x0D ? feed - 1 : feed))
            line = feed + 1
        }
    }

    private static func trim(_ bytes: UnsafeMutableRawBufferPointer, _ line: Range<Int>) {
        // A letter with the sixth bit is one of lower case, and a hyphen or colon with it is itself.
        guard line.count > name.count, zip(bytes[line], name).allSatisfy({ $0 | 0x20 == $1 }) else { return }
        let value = line.lowerBound + name.count..<line.upperBound
        guard let last = bytes[value].lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        let text = Array(bytes[value.lowerBound...last])
        let blanks = value.count - text.count
        for place in value {
            bytes[place] = place < value.lowerBound + blanks ? 0x20 : text[place - value.lowerBound - blanks]
        }
    }
}
