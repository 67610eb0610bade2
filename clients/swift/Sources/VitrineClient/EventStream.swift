import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reads events as they come. With a delegate, as iOS has had `bytes(for:)` since version 15 only.
///
/// The queue of the session calls it one after the other, so that its state needs no lock.
final class EventStream: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let continuation: AsyncThrowingStream<LiveEvent, any Error>.Continuation
    private var buffer = Data()
    private var status = 200
    private var isAtEnd = false

    init(_ continuation: AsyncThrowingStream<LiveEvent, any Error>.Continuation) { self.continuation = continuation }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        status = (dataTask.response as? HTTPURLResponse)?.statusCode ?? status
        buffer += data
        guard status == 200 else { return }
        while let end = buffer.range(of: Data("\n\n".utf8)) {
            let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
            buffer = Data(buffer[end.upperBound...])
            read(lines)
        }
    }

    /// Reads one event; what has no data is none.
    private func read(_ lines: [Substring]) {
        let prefix = "data: "
        guard let line = lines.first(where: { $0.hasPrefix(prefix) }) else { return }
        do {
            continuation.yield(try Transport.read(Data(line.dropFirst(prefix.count).utf8)))
        } catch {
            continuation.finish(throwing: error)
        }
        if lines.contains("event: gone") {
            isAtEnd = true
            continuation.finish()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        session.finishTasksAndInvalidate()
        guard !isAtEnd else { return }
        guard status == 200 else { return continuation.finish(throwing: Transport.refusal(status, buffer)) }
        let reason = error?.localizedDescription ?? "the stream has broken off"
        continuation.finish(throwing: VitrineError.unreachable(reason))
    }
}
