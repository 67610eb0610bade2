import HTTP
import HTTPTesting
import HTTPTypes
import Synchronization

/// A feed whose streams a test writes to.
final class EventSource: Sendable {
    private let state = Mutex(State())

    private struct State {
        var streams: [ObjectIdentifier: EventStream] = [:]
        var started = 0
        var ended = 0
    }

    /// How many streams have begun.
    var started: Int { state.withLock { $0.started } }
    /// How many streams are over.
    var ended: Int { state.withLock { $0.ended } }
    /// The streams that have begun and are not over.
    var streams: [EventStream] { state.withLock { Array($0.streams.values) } }

    /// The feed; it begins with one event, whose data is `first`.
    var feed: EventFeed {
        EventFeed { stream in
            stream.send(ServerSentEvent(data: Array("first".utf8)))
            self.state.withLock { state in
                state.started += 1
                state.streams[ObjectIdentifier(stream)] = stream
            }
            return {
                self.state.withLock { state in
                    state.ended += 1
                    state.streams[ObjectIdentifier(stream)] = nil
                }
            }
        }
    }

    /// `/events`, the same from a task as `/events/later`, and `/hello`.
    var application: Application {
        Application(
            router: Router([
                Route(.get, "/events", immediate: { _, _ in .events(self.feed) }),
                Route(
                    .get,
                    "/events/later",
                    handler: { _, _ in
                        await Task.yield()
                        return .events(self.feed)
                    }
                ),
                Route(.get, "/hello", immediate: { _, _ in .text("hello") }),
            ])
        )
    }

    /// Sends an event on every stream.
    func send(_ data: String, id: String? = nil) {
        for stream in streams { stream.send(ServerSentEvent(name: "news", id: id, data: Array(data.utf8))) }
    }

    /// Waits until so many streams have begun.
    func waitForStart(of count: Int) async throws {
        while started < count { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until so many streams are over.
    func waitForEnd(of count: Int) async throws {
        while ended < count { try await Task.sleep(for: .milliseconds(5)) }
    }
}

extension LiveEventStream {
    /// The data of the next event as text; nil when the stream has ended.
    func nextText() async throws -> String? {
        try await next().map { String(decoding: $0.data, as: UTF8.self) }
    }
}
