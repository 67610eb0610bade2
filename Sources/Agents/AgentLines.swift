package import Access
import JSON
import Synchronization

/// The Model Context Protocol over lines: each line of the input is a message, each of the output one back.
package final class AgentLines: Sendable {
    private let server: AgentServer
    private let principal: Principal
    private let write: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())

    private struct State {
        /// What was agreed on; nil while nothing was.
        var handshake: AgentVersion?
        /// Requests that are not answered yet, by their ids.
        var tasks: [JSONValue: Task<Void, Never>] = [:]
        /// What ends those that would go on until somebody ends them.
        var ends: [JSONValue: @Sendable () -> Void] = [:]
        /// Tells of what was subscribed to, in versions with a handshake.
        var watch: (AgentWatch, Task<Void, Never>)?
        var isOver = false
    }

    /// The most requests that are answered at the same time.
    private static let mostTasks = 64
    /// The most of them that go on until somebody ends them.
    private static let mostStreams = 16

    /// - Parameter write: takes a line with its end, whole; called by several tasks, one at a time.
    package init(_ server: AgentServer, by principal: Principal, write: @escaping @Sendable ([UInt8]) -> Void) {
        let writing = Mutex(())
        (self.server, self.principal) = (server, principal)
        self.write = { bytes in writing.withLock { _ in write(bytes) } }
    }

    private func send(_ message: JSONValue) { write(message.serialized() + [0x0A]) }

    /// Takes a line.
    package func take(_ line: [UInt8]) {
        guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        let message: AgentMessage
        do throws(AgentError) {
            message = try AgentMessage(parsing: line)
        } catch {
            return send(error.answer())
        }
        guard let id = message.id else { return take(notification: message) }
        if message.method == "initialize", let asked = message.params["protocolVersion"]?.stringValue {
            let watch = AgentWatch(server.services)
            watch.addList()
            let former = state.withLock { state in
                defer { state.watch = (watch, Task { await watch.tell { self.send($0) } }) }
                state.handshake = AgentServer.agreed(on: asked)
                return state.watch
            }
            former?.0.end()
        }
        let isStateless = AgentVersion.said(in: message) != nil
        let lasts = isStateless && message.method == "subscriptions/listen"
        let refusal: AgentError? = state.withLock { state in
            guard state.tasks[id] == nil else {
                return AgentError(.invalidRequest, "A request with this id has no answer yet.")
            }
            guard state.tasks.count < Self.mostTasks else {
                return AgentError(.internalError, "Too many requests at once; wait for an answer.")
            }
            guard !lasts || state.ends.count < Self.mostStreams else {
                return AgentError(.internalError, "Too many subscriptions at once; cancel one, or join them.")
            }
            if lasts { state.ends[id] = {} }
            let handshake = isStateless ? nil : state.handshake
            state.tasks[id] = Task { await self.answer(message, id, handshake) }
            return nil
        }
        if let refusal { send(refusal.answer(to: id)) }
    }

    private func answer(_ message: AgentMessage, _ id: JSONValue, _ handshake: AgentVersion?) async {
        let reply = await server.reply(
            to: message,
            id: id,
            by: principal,
            handshake: handshake,
            watch: handshake == nil ? nil : state.withLock { $0.watch?.0 },
            untilOver: { end in
                let isOver = self.state.withLock { state in
                    if state.ends[id] != nil { state.ends[id] = end }
                    return state.isOver && state.ends[id] != nil
                }
                if isOver { end() }
                return { self.state.withLock { _ = $0.ends.removeValue(forKey: id) } }
            }
        ) { self.send($0) }
        // Nobody waits for the answer to what was cancelled.
        let isWanted = state.withLock { $0.tasks.removeValue(forKey: id) != nil }
        if isWanted { send(reply.message) }
    }

    private func take(notification message: AgentMessage) {
        guard message.method == "notifications/cancelled", let id = message.params["requestId"] else { return }
        state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel()
    }

    /// Says that a line was longer than a message may be.
    package func refuseLongLine() { send(AgentError.tooLong.answer()) }

    /// Waits until every request is answered, and ends what would go on.
    package func finish() async {
        let (ends, watch) = state.withLock { state in
            state.isOver = true
            return (Array(state.ends.values), state.watch)
        }
        watch?.0.end()
        await watch?.1.value
        for end in ends { end() }
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }
}

/// Cuts bytes into lines, none longer than a message may be.
public struct AgentLineReader {
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Creates a reader that has read nothing.
    public init() {}

    /// Takes bytes as they come.
    /// - Parameter take: given each line without its end; nil for one that was too long, once.
    public mutating func read(_ bytes: some Collection<UInt8>, _ take: ([UInt8]?) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            add(rest[..<end])
            take(isTooLong ? nil : line)
            (line, isTooLong) = ([], false)
            rest = rest[rest.index(after: end)...]
        }
        add(rest)
    }

    /// Takes what stands behind the last end of a line.
    public mutating func end(_ take: ([UInt8]?) -> Void) {
        if isTooLong || !line.isEmpty { take(isTooLong ? nil : line) }
        (line, isTooLong) = ([], false)
    }

    private mutating func add(_ bytes: some Collection<UInt8>) {
        guard !isTooLong, line.count + bytes.count <= AgentMessage.maximumBytes else {
            (line, isTooLong) = ([], true)
            return
        }
        line += bytes
    }
}
