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
        var request = try request(method, path, query)
        request.httpBody = body
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let (data, status) = try await answer(to: request)
        guard (200..<300).contains(status) else { throw Self.refusal(status, data) }
        return data
    }

    /// Sends JSON and reads the answer.
    func send<Value: Decodable>(_ method: String, _ path: String, json body: some Encodable) async throws -> Value {
        let body = try JSONEncoder().encode(body)
        return try Self.read(try await send(method, path, body: body, type: "application/json"))
    }

    /// The events of a stream.
    func events(_ path: String) -> AsyncThrowingStream<LiveEvent, any Error> {
        AsyncThrowingStream { continuation in
            do {
                var request = try request("GET", path)
                // The server says that it is there every 15 seconds.
                request.timeoutInterval = 60
                let stream = EventStream(continuation)
                let session = URLSession(configuration: session.configuration, delegate: stream, delegateQueue: nil)
                let task = session.dataTask(with: request)
                continuation.onTermination = { _ in task.cancel() }
                task.resume()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// A request without a body.
    private func request(
        _ method: String,
        _ path: String,
        _ query: [(name: String, value: String)] = []
    ) throws -> URLRequest {
        let asked = query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
        guard let url = URL(string: base + path + (asked.isEmpty ? "" : "?" + asked)) else {
            throw VitrineError.unreachable("“\(base)” is no address.")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// Why an answer is none that was asked for.
    static func refusal(_ status: Int, _ data: Data) -> VitrineError {
        if let problem = try? JSONDecoder().decode(Problem.self, from: data) { return .problem(problem) }
        return .unreadable(status: status, String(decoding: data.prefix(200), as: UTF8.self))
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
