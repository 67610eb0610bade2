/// A reader of requests that follows RFC 9112 to the letter, to count what a stream of bytes holds.
///
/// It ends at the first request that the RFC tells a server to refuse, or may leave it to: a server may take fewer requests than
/// this, and never others.
struct StrictRequestReader {
    struct Request: Hashable {
        var method: String
        var target: String
        var body: [UInt8]
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The requests up to the first that is malformed or not complete, or that closes the connection.
    static func requests(in bytes: [UInt8]) -> [Request] {
        var reader = StrictRequestReader(bytes)
        var requests: [Request] = []
        while let (request, isLast) = reader.next() {
            requests.append(request)
            if isLast { break }
        }
        return requests
    }

    private mutating func next() -> (Request, isLast: Bool)? {
        guard let line = line() else { return nil }
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"),
            words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) }), ["HTTP/1.1", "HTTP/1.0"].contains(words[2]),
            let fields = fields()
        else { return nil }
        func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
        let hosts = values("host").count
        guard hosts == 1 || hosts == 0 && words[2] == "HTTP/1.0", let body = body(values) else { return nil }
        let isLast = words[2] == "HTTP/1.0" || values("connection").contains { $0.lowercased() == "close" }
        return (Request(method: words[0], target: words[1], body: body), isLast)
    }

    /// The fields up to the empty line after them, their names in lower case.
    private mutating func fields() -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        while let line = line() {
            if line.isEmpty { return fields }
            if line.hasPrefix(" ") || line.hasPrefix("\t") {
                // A server may take it for the rest of the value before (section 5.2).
                guard let last = fields.popLast() else { return nil }
                let rest = line.drop { $0 == " " || $0 == "\t" }
                fields.append((last.name, last.value.isEmpty ? String(rest) : "\(last.value) \(rest)"))
                continue
            }
            guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
            let end = value.lastIndex { $0 != " " && $0 != "\t" }.map(value.index(after:)) ?? value.startIndex
            fields.append((line[..<colon].lowercased(), String(value[..<end])))
        }
        return nil
    }

    private mutating func body(_ values: (String) -> [String]) -> [UInt8]? {
        let (lengths, codings) = (values("content-length"), values("transfer-encoding"))
        guard codings.isEmpty else {
            return codings.count == 1 && codings[0].lowercased() == "chunked" && lengths.isEmpty ? chunks() : nil
        }
        guard let text = lengths.first else { return [] }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(text)
        else { return nil }
        return take(length)
    }

    private mutating func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let line = line() {
            let digits = line.prefix { $0.isASCII && $0.isHexDigit }
            let rest = line.dropFirst(digits.count)
            guard let size = Int(digits, radix: 16), rest.isEmpty || rest.hasPrefix(";") else { return nil }
            guard size > 0 else { return fields() == nil ? nil : body }
            guard let data = take(size), take(2) == [0x0D, 0x0A] else { return nil }
            body += data
        }
        return nil
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// The text up to the next CR LF; nil where it has either alone.
    private mutating func line() -> String? {
        guard let end = bytes[position...].firstIndex(where: { $0 == 0x0D || $0 == 0x0A }),
            bytes[end] == 0x0D, end + 1 < bytes.count, bytes[end + 1] == 0x0A
        else { return nil }
        defer { position = end + 2 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
