import HTTP
import HTTPTypes

/// Reads an answer from bytes, as far as a test client needs it.
struct ResponseParser {
    private(set) var response: ClientResponse
    /// How many of the bytes belong to the answer.
    private(set) var consumed: Int
    private let isBodyless: Bool

    /// Reads the head; nil while it is not complete.
    init?(head bytes: [UInt8], method: HTTPRequest.Method) throws(ClientFailure) {
        guard let end = Self.find([0x0D, 0x0A, 0x0D, 0x0A], in: bytes, from: 0) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(
            separator: "\r\n",
            omittingEmptySubsequences: false
        )
        let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let code = Int(words[1]), (100...999).contains(code) else {
            throw ClientFailure("The answer does not begin with a status line.")
        }
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
                throw ClientFailure("The answer has a line that is no header field.")
            }
            headers.append(HTTPField(name: name, value: ParameterizedValue.trimmed(line[colon...].dropFirst())))
        }
        response = ClientResponse(status: HTTPResponse.Status(code: code), headers: headers)
        consumed = end + 4
        isBodyless = method == .head || code < 200 || code == 204 || code == 304
    }

    /// Reads the body; false while it is not complete. `isComplete` says that no more bytes will come.
    mutating func readBody(_ bytes: [UInt8], isComplete: Bool) throws(ClientFailure) -> Bool {
        if isBodyless { return true }
        if response.headers[.transferEncoding] == "chunked" { return try readChunks(bytes) }
        if let length = response.headers[.contentLength].flatMap({ Int($0) }) {
            guard length <= bytes.count - consumed else { return false }
            response.body = Array(bytes[consumed..<consumed + length])
            consumed += length
            return true
        }
        response.body = Array(bytes[consumed...])
        return isComplete
    }

    private mutating func readChunks(_ bytes: [UInt8]) throws(ClientFailure) -> Bool {
        var position = consumed
        var body: [UInt8] = []
        while true {
            guard let (chunk, end) = try Self.chunk(bytes, from: position) else { return false }
            body += chunk
            position = end
            if chunk.isEmpty { break }
        }
        response.body = body
        consumed = position
        return true
    }

    /// Reads one chunk, the last being empty, and where it ends; nil while it is not complete.
    static func chunk(_ bytes: [UInt8], from start: Int) throws(ClientFailure) -> (bytes: [UInt8], end: Int)? {
        guard let end = find([0x0D, 0x0A], in: bytes, from: start) else { return nil }
        guard let size = Int(String(decoding: bytes[start..<end], as: UTF8.self), radix: 16), size >= 0 else {
            throw ClientFailure("The answer has a chunk without a size.")
        }
        guard size <= bytes.count - end - 4 else { return nil }
        return (Array(bytes[end + 2..<end + 2 + size]), end + 4 + size)
    }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + pattern.count <= bytes.count {
            if bytes[index] == pattern[0], bytes[index...].starts(with: pattern) { return index }
            index += 1
        }
        return nil
    }
}
