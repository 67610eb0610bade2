import Agents
import Commands
import Dispatch
import Foundation
import JSON
import Live
import Synchronization

/// Carries messages between standard input and output and the `/mcp` of a server.
final class AgentBridge: Sendable {
    private let address: HTTPAddress
    private let state = Mutex(State())
    private let writing = Mutex(())
    private let group = DispatchGroup()
    private let queue = DispatchQueue(label: "vitrine.bridge", attributes: .concurrent)

    private struct State {
        /// What was agreed on; nil while nothing was.
        var handshake: String?
    }

    init(_ address: HTTPAddress) {
        self.address = address
    }

    /// Carries until the input ends and everything is answered.
    func run() {
        StandardStreams.readLines { line in
            guard let line else { return write(AgentError.tooLongLine) }
            let message: AgentMessage
            do throws(AgentError) {
                message = try AgentMessage(parsing: line)
            } catch {
                return write(error.answer())
            }
            // What comes after it is of the version that it agrees on.
            guard message.method != "initialize" else { return carry(message, line) }
            queue.async(group: group) { self.carry(message, line) }
        }
        group.wait()
    }

    private func write(_ message: JSONValue) {
        writing.withLock { _ in StandardStreams.write(message.serialized() + [0x0A]) }
    }

    private func carry(_ message: AgentMessage, _ line: [UInt8]) {
        let answer: HTTPClient.Response
        do throws(ClientFailure) {
            answer = try address.client.send("POST", address.base + "/mcp", headers(of: message), body: line)
        } catch {
            guard let id = message.id else { return }
            return write(AgentError.unreachable("\(address.text): \(error.description)").answer(to: id))
        }
        guard let id = message.id else { return }
        let isStream = answer.headers["content-type"]?.hasPrefix("text/event-stream") == true
        let texts = isStream ? Self.events(answer.body) : [answer.body]
        let messages = texts.compactMap { try? JSONValue(parsing: $0, limits: Self.limits) }
        guard let last = messages.last, last["jsonrpc"] != nil else {
            let problem = messages.last?["detail"]?.stringValue ?? "The server answers \(answer.status)."
            return write(AgentError.unreachable(problem).answer(to: id))
        }
        if message.method == "initialize", let version = last["result"]?["protocolVersion"]?.stringValue {
            state.withLock { $0.handshake = version }
        }
        for message in messages { write(message) }
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
            fields[AgentHeaders.versionName] = state.withLock { $0.handshake }
        }
        return fields
    }

    /// The data of the events of a stream that has ended.
    private static func events(_ body: [UInt8]) -> [[UInt8]] {
        body.split(separator: 0x0A).compactMap { line in
            line.starts(with: "data:".utf8) ? Array(line.dropFirst("data:".utf8.count)) : nil
        }
    }
}
