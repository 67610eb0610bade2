import Agents
import Commands
import Dispatch
import Foundation
import JSON
import Live
import Synchronization

/// Carries messages between standard input and output and the `/mcp` of a server, each as it comes.
final class AgentBridge: Sendable {
    private let address: HTTPAddress
    private let state = Mutex(State())
    private let writing = Mutex(())
    private let group = DispatchGroup()
    private let queue = DispatchQueue(label: "vitrine.bridge", attributes: .concurrent)

    private struct State {
        /// What was agreed on; nil while nothing was.
        var handshake: String?
        /// What the server calls the session; nil where it has none.
        var session: String?
        /// Requests that are not answered yet, by their ids.
        var requests: [JSONValue: Carried] = [:]
        /// Ends the stream of the session.
        var listening: Interruption?
        var isOver = false
    }

    private struct Carried {
        let interruption = Interruption()
        /// Whether it goes on until somebody ends it.
        let lasts: Bool
    }

    /// How long the server may take to say anything, in seconds: a stream says something more often.
    private static let patience = 120
    /// How long to wait before a stream is opened again.
    private static let pause = 2.0
    /// The most requests that are carried at the same time: each has a thread.
    private static let mostRequests = 48

    init(_ address: HTTPAddress) {
        var address = address
        address.client.patience = Self.patience
        self.address = address
    }

    /// Carries until the input ends and everything is answered that can be.
    func run() {
        StandardStreams.readLines { line in
            guard let line else { return write(AgentError.tooLongLine) }
            let message: AgentMessage
            do throws(AgentError) {
                message = try AgentMessage(parsing: line)
            } catch {
                return write(error.answer())
            }
            take(message, line)
        }
        let ends = state.withLock { state in
            state.isOver = true
            return state.requests.values.filter(\.lasts).map(\.interruption) + [state.listening].compactMap { $0 }
        }
        for end in ends { end.interrupt() }
        group.wait()
        leave()
    }

    private func take(_ message: AgentMessage, _ line: [UInt8]) {
        guard let id = message.id else {
            if message.method == "notifications/cancelled", let id = message.params["requestId"],
                let request = state.withLock({ $0.requests.removeValue(forKey: id) })
            {
                request.interruption.interrupt()
            }
            // Where there is no session, a connection that ends says the same.
            guard state.withLock({ $0.handshake != nil }) else { return }
            return queue.async(group: group) { self.carry(message, line, Interruption()) }
        }
        let request = Carried(lasts: message.method == "subscriptions/listen")
        let isFree = state.withLock { state in
            guard state.requests[id] == nil, state.requests.count < Self.mostRequests else { return false }
            state.requests[id] = request
            return true
        }
        guard isFree else {
            return write(AgentError.unreachable("Too many requests at once, or one with this id; wait.").answer(to: id))
        }
        // What comes after it is of the version that it agrees on.
        guard message.method != "initialize" else { return carry(message, line, request.interruption) }
        queue.async(group: group) { self.carry(message, line, request.interruption) }
    }

    private func write(_ message: JSONValue) {
        writing.withLock { _ in StandardStreams.write(message.serialized() + [0x0A]) }
    }

    /// Whether somebody waits for the answer to a request still; from then on nobody does.
    private func isWanted(_ id: JSONValue) -> Bool { state.withLock { $0.requests.removeValue(forKey: id) != nil } }

    private func carry(_ message: AgentMessage, _ line: [UInt8], _ interruption: Interruption) {
        var client = address.client
        client.interruption = interruption
        // The answer is the last of a stream; a server that is stopped may have none.
        var last: JSONValue?
        let answer: HTTPClient.Response
        do throws(ClientFailure) {
            answer = try client.follow("POST", address.base + "/mcp", headers(of: message), body: line) { event in
                guard let value = try? JSONValue(parsing: event, limits: Self.limits) else { return }
                if value["id"] != nil, value["method"] == nil { last = value } else { write(value) }
            }
        } catch {
            guard let id = message.id, isWanted(id), !interruption.isOver else { return }
            return write(AgentError.unreachable("\(address.text): \(error.description)").answer(to: id))
        }
        guard let id = message.id else { return }
        let whole = last ?? (try? JSONValue(parsing: answer.body, limits: Self.limits))
        if message.method == "initialize", let version = whole?["result"]?["protocolVersion"]?.stringValue {
            begin(version, answer.headers[AgentHeaders.sessionName.lowercased()])
        }
        guard isWanted(id) else { return }
        guard let whole, whole["jsonrpc"] != nil else {
            let isCut = answer.status == 200 && answer.body.isEmpty
            let problem =
                whole?["detail"]?.stringValue
                ?? (isCut
                    ? "The server ended the stream before its answer; ask again."
                    : "The server answers \(answer.status) and nothing else.")
            return write(AgentError.unreachable(problem).answer(to: id))
        }
        write(whole)
    }

    private static let limits = JSONLimits(maximumBytes: 64 << 20, maximumDepth: 256)

    /// The fields that say of a message what is in it.
    private func headers(of message: AgentMessage) -> [String: String] {
        var fields = ["Content-Type": "application/json", "Accept": "application/json, text/event-stream"]
        if let version = AgentVersion.said(in: message)?.stringValue {
            fields[AgentHeaders.versionName] = AgentHeaders.encoded(version)
            fields[AgentHeaders.methodName] = AgentHeaders.encoded(message.method)
            if let key = AgentHeaders.nameKey(of: message.method), let name = message.params[key]?.stringValue {
                fields[AgentHeaders.nameName] = AgentHeaders.encoded(name)
            }
        } else if message.method != "initialize" {
            fields.merge(session) { $1 }
        }
        return fields
    }

    // MARK: Versions with a handshake

    /// The fields of every request of the session.
    private var session: [String: String] {
        state.withLock { state in
            var fields = [AgentHeaders.versionName: state.handshake ?? ""]
            fields[AgentHeaders.sessionName] = state.session
            return fields
        }
    }

    /// Begins a session, and to carry what the server tells in it.
    private func begin(_ version: String, _ session: String?) {
        let isPlain = session?.utf8.allSatisfy { (0x21...0x7E).contains($0) } == true
        let interruption = Interruption()
        let former = state.withLock { state in
            defer { state.listening = interruption }
            (state.handshake, state.session) = (version, isPlain ? session : nil)
            return state.listening
        }
        former?.interrupt()
        guard isPlain else { return }
        Thread.detachNewThread { self.listen(interruption) }
    }

    private func listen(_ interruption: Interruption) {
        var client = address.client
        client.interruption = interruption
        while !interruption.isOver, !state.withLock(\.isOver) {
            let fields = session.merging(["Accept": "text/event-stream"]) { $1 }
            let answer = try? client.follow("GET", address.base + "/mcp", fields) { event in
                if let value = try? JSONValue(parsing: event, limits: Self.limits) { write(value) }
            }
            // A server that has no such stream has none later.
            if let answer, (400..<500).contains(answer.status) { return }
            Thread.sleep(forTimeInterval: Self.pause)
        }
    }

    /// Tells the server that the session is over.
    private func leave() {
        guard state.withLock({ $0.session != nil }) else { return }
        var client = address.client
        client.patience = 2
        _ = try? client.send("DELETE", address.base + "/mcp", session)
    }
}
