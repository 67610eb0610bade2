import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests and answers over HTTP.
struct Transport: Sendable {
    /// The address of the server, without a slash at the end.
    let base: String
    let session: URLSession
    let headers: [String: String]

    init(_ url: URL, session: URLSession, headers: [String: String]) {
        var base = url.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        self.session = session
        self.headers = headers
    }

    /// Asks for something and reads it from JSON.
    func get<Value: Decodable>(_ path: String, _ query: [(name: String, value: String)] = []) async throws -> Value {
        try Self.read(try await send("GET", path, query))
    }

    /// Reads an answer.
    static func read<Value: Decodable>(_ data: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw VitrineError.unreadable(status: 200, "\(error)")
        }
    }

    /// Sends a request and gives the body of the answer.
    /// - Throws: ``VitrineError``.
    @discardableResult
    func send(
        _ method: String,
        _ path: String,
        _ query: [(name: String, value: String)] = [],
        body: Data? = nil,
        type: String? = nil
    ) async throws -> Data {
        let asked = query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
        guard let url = URL(string: base + path + (asked.isEmpty ? "" : "?" + asked)) else {
            throw VitrineError.unreachable("“\(base)” is no address.")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let (data, status) = try await answer(to: request)
        guard !(200..<300).contains(status) else { return data }
        if let problem = try? JSONDecoder().decode(Problem.self, from: data) { throw VitrineError.problem(problem) }
        throw VitrineError.unreadable(status: status, String(decoding: data.prefix(200), as: UTF8.self))
    }

    /// With a continuation, as iOS has had `data(for:)` since version 15 only.
    private func answer(to request: URLRequest) async throws -> (Data, status: Int) {
        try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: request) { data, response, error in
                if let response = response as? HTTPURLResponse {
                    continuation.resume(returning: (data ?? Data(), response.statusCode))
                } else {
                    let reason = error?.localizedDescription ?? "there is no answer"
                    continuation.resume(throwing: VitrineError.unreachable(reason))
                }
            }
            task.resume()
        }
    }

    /// A text as a part of an address: what RFC 3986 reserves is escaped.
    static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// The body of a form, and its type.
    static func form(_ parts: [(name: String, data: Data)]) -> (body: Data, type: String) {
        let boundary = UUID().uuidString
        var body = Data()
        for part in parts {
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"; filename=\"\(part.name)\"\r\n\r\n"
            body += Data(head.utf8) + part.data + Data("\r\n".utf8)
        }
        body += Data("--\(boundary)--\r\n".utf8)
        return (body, "multipart/form-data; boundary=\(boundary)")
    }
}
