/// A form of type `multipart/form-data` (RFC 7578), read whole from memory.
public struct MultipartForm: Sendable {
    /// The most parts a form may have.
    package static let maximumParts = 4_096
    /// The most bytes the header fields of one part may have.
    package static let maximumHeaderBytes = 16 * 1024
    /// The most characters a boundary may have (RFC 2046, section 5.1.1).
    package static let maximumBoundaryLength = 70

    /// The parts in their order.
    public let parts: [MultipartPart]

    /// Reads a form whose parts are separated by a boundary.
    ///
    /// - Throws: `HTTPError` with code `malformedForm` (400) when the body is not such a form to its end.
    public init(parsing body: [UInt8], boundary: String) throws(HTTPError) {
        guard (1...Self.maximumBoundaryLength).contains(boundary.utf8.count) else {
            throw HTTPError(.malformedForm, "The form's boundary must have 1 to 70 characters.")
        }
        var scanner = MultipartScanner(body: body, boundary: boundary)
        var parts: [MultipartPart] = []
        try scanner.skipPreamble()
        while let part = try scanner.nextPart() {
            guard parts.count < Self.maximumParts else {
                throw HTTPError(.malformedForm, "The form has more than \(Self.maximumParts) parts.")
            }
            parts.append(part)
        }
        self.parts = parts
    }

    /// The first part with this name that is more than a file field in which nothing was chosen.
    public subscript(name: String) -> MultipartPart? {
        parts.first { $0.name == name && !$0.isUnchosenFile }
    }

    /// The boundary that a `Content-Type` value names; nil when it is not that of a multipart form.
    public static func boundary(contentType: String) -> String? {
        let field = ParameterizedValue(contentType)
        guard field.value.lowercased() == "multipart/form-data" else { return nil }
        return field["boundary"]
    }
}

/// One part of a multipart form.
public struct MultipartPart: Sendable, Hashable {
    /// The name of the form's field.
    public let name: String
    /// The name the file had at the client, when the part is a file. Nothing to open a file with.
    public let filename: String?
    /// The media type the client gave, when it gave one.
    public let contentType: String?
    /// The bytes, as a slice of the form's body.
    public let bytes: ArraySlice<UInt8>

    /// Whether it is what browsers send for a file field in which no file was chosen (HTML, section 4.10.21.5).
    public var isUnchosenFile: Bool { filename?.isEmpty == true && bytes.isEmpty }

    /// The bytes as text; nil when they are not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }
}

/// Walks through the bytes of a multipart body once.
struct MultipartScanner {
    private let body: [UInt8]
    /// A line break, two hyphens, the boundary.
    private let delimiter: [UInt8]
    private var position = 0
    private var isAtEnd = false

    init(body: [UInt8], boundary: String) {
        self.body = body
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Moves behind the first boundary; what stands before it means nothing.
    mutating func skipPreamble() throws(HTTPError) {
        if body.starts(with: delimiter.dropFirst(2)) {
            position = delimiter.count - 2
        } else {
            guard let found = find(delimiter, from: 0) else {
                throw HTTPError(.malformedForm, "The form does not start with its boundary.")
            }
            position = found + delimiter.count
        }
        try endBoundary()
    }

    /// The part that begins here; nil behind the last one.
    mutating func nextPart() throws(HTTPError) -> MultipartPart? {
        guard !isAtEnd else { return nil }
        let headers = try headers()
        guard let end = find(delimiter, from: position) else {
            throw HTTPError(.malformedForm, "The form ends within a part.")
        }
        let bytes = body[position..<end]
        position = end + delimiter.count
        try endBoundary()
        guard let disposition = headers["content-disposition"].map({ ParameterizedValue($0) }),
            disposition.value.lowercased() == "form-data", let name = disposition["name"]
        else { throw HTTPError(.malformedForm, "A part of the form has no name.") }
        return MultipartPart(
            name: Self.unescaped(name),
            filename: disposition["filename"].map(Self.unescaped),
            contentType: headers["content-type"],
            bytes: bytes
        )
    }

    /// Reads what follows a boundary: hyphens after the last one, else blanks and a line break.
    private mutating func endBoundary() throws(HTTPError) {
        if body[position...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
            isAtEnd = true
            return
        }
        while position < body.count, body[position] == 0x20 || body[position] == 0x09 { position += 1 }
        guard body[position...].starts(with: [0x0D, 0x0A]) else {
            throw HTTPError(.malformedForm, "A boundary of the form is not followed by a line break.")
        }
        position += 2
    }

    /// Reads header fields up to the empty line; names in lower case.
    private mutating func headers() throws(HTTPError) -> [String: String] {
        var headers: [String: String] = [:]
        let limit = min(body.count, position + MultipartForm.maximumHeaderBytes)
        while true {
            guard let end = lineEnd(from: position, limit: limit) else {
                throw HTTPError(.malformedForm, "The header of a part is unterminated or too long.")
            }
            let line = body[position..<end]
            position = end + 2
            guard !line.isEmpty else { return headers }
            guard let text = String(validating: line, as: UTF8.self), !line.contains(0),
                let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
            else { throw HTTPError(.malformedForm, "The header of a part is not a list of fields.") }
            let name = text[..<colon].lowercased()
            guard headers[name] == nil else {
                throw HTTPError(.malformedForm, "The header of a part has a duplicate field.")
            }
            headers[name] = ParameterizedValue.trimmed(text[colon...].dropFirst())
        }
    }

    private func lineEnd(from start: Int, limit: Int) -> Int? {
        var index = start
        while index + 1 < limit {
            if body[index] == 0x0D, body[index + 1] == 0x0A { return index }
            index += 1
        }
        return nil
    }

    /// The first place of the delimiter. It begins with the only carriage return in it, so no byte is compared more
    /// than twice.
    private func find(_ delimiter: [UInt8], from start: Int) -> Int? {
        body.withUnsafeBufferPointer { body in
            let last = body.count - delimiter.count
            var index = start
            while index <= last {
                if body[index] == 0x0D, body[index...].starts(with: delimiter) { return index }
                index += 1
            }
            return nil
        }
    }

    /// Browsers write quotes and line breaks in names as percent-escapes (HTML, section 4.10.21.8), and only these.
    private static func unescaped(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
        var text = ""
        var rest = name[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            let escape = rest[percent...].prefix(3)
            let plain: String? =
                switch escape {
                case "%22": "\""
                case "%0D": "\r"
                case "%0A": "\n"
                default: nil
                }
            text += plain ?? "%"
            rest = rest[percent...].dropFirst(plain == nil ? 1 : 3)
        }
        return text + rest
    }
}
