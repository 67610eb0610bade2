import FoundationEssentials
public import JSON

/// One message of a client: a request that is owed an answer, or a notification that is not (JSON-RPC 2.0).
public struct AgentMessage: Sendable {
    /// The most bytes of a message: a dump as text, in quotes.
    package static let maximumBytes = 16 << 20
    private static let limits = JSONLimits(maximumBytes: maximumBytes, maximumDepth: 64)

    /// What the answer is to carry: text or a whole number; nil for a notification.
    public let id: JSONValue?
    /// What is asked for, or told.
    public let method: String
    /// The members of the parameters; an empty object where there are none.
    public let params: JSONValue

    /// Reads a message. What is no request and no notification throws, in the words of the protocol.
    public init(parsing bytes: [UInt8]) throws(AgentError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            throw AgentError(.parseError, "The message is not JSON: \(error.description)")
        }
        guard value.objectValue != nil else {
            throw AgentError(.invalidRequest, "Send one JSON-RPC request or notification as an object, not a list.")
        }
        let id = value["id"]
        switch id {
        case nil, .string, .integer: self.id = id
        default: throw AgentError(.invalidRequest, "“id” is text or a whole number.")
        }
        guard value["jsonrpc"]?.stringValue == "2.0", let method = value["method"]?.stringValue else {
            throw AgentError(.invalidRequest, "A message has “jsonrpc”: “2.0” and a “method”.", id: id)
        }
        let params = value["params"] ?? .object([])
        guard params.objectValue != nil else {
            throw AgentError(.invalidParams, "“params” is an object.", id: id)
        }
        self.method = method
        self.params = params
    }

    /// What the client says beside the parameters.
    var meta: JSONValue? { params["_meta"] }

    /// Under what it wants to hear of progress; nil where it does not.
    var progressToken: JSONValue? {
        switch meta?["progressToken"] {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        default: nil
        }
    }

    /// The message that answers a request with a result.
    static func answer(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    /// A message that is owed no answer.
    static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }
}

/// What the protocol says when a message cannot be answered.
public struct AgentError: Error, Sendable, Hashable {
    /// The numbers of JSON-RPC and of the Model Context Protocol.
    public enum Code: Int64, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        /// Of the versions with a handshake; later it is a parameter like another.
        case resourceNotFound = -32002
        case headerMismatch = -32020
        case unsupportedVersion = -32022

        /// The status that goes with it over HTTP, for versions without a handshake.
        var status: Int {
            switch self {
            case .internalError, .resourceNotFound: 200
            case .methodNotFound: 404
            default: 400
            }
        }
    }

    /// What kind of error it is.
    public let code: Code
    /// A sentence that says what to do.
    public let message: String
    /// What a program can make of it.
    public var data: JSONValue?
    /// The request, where it could be read.
    public var id: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil, id: JSONValue? = nil) {
        (self.code, self.message, self.data, self.id) = (code, message, data, id)
    }

    static let tooLong = AgentError(
        .invalidRequest,
        "A message has at most \(AgentMessage.maximumBytes >> 20) MiB. Load what is larger with “path”, or on the page."
    )

    /// The message that tells of a line that was too long to be read.
    package static var tooLongLine: JSONValue { tooLong.answer() }

    /// A server that does not answer as it should.
    package static func unreachable(_ sentence: String) -> AgentError { AgentError(.internalError, sentence) }

    /// The message that tells of it.
    public func answer(to id: JSONValue? = nil) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember(name: "code", value: .integer(code.rawValue)),
            JSONMember(name: "message", value: .string(message)),
        ]
        if let data { members.append(JSONMember(name: "data", value: data)) }
        return ["jsonrpc": "2.0", "id": id ?? self.id ?? .null, "error": .object(members)]
    }
}

/// The versions of the protocol that are spoken here.
package enum AgentVersion: String, Sendable, CaseIterable {
    /// Every request says all that is needed to answer it.
    case stateless = "2026-07-28"
    case november2025 = "2025-11-25"
    case june2025 = "2025-06-18"
    case march2025 = "2025-03-26"

    /// Whether a connection begins with `initialize`.
    package var hasHandshake: Bool { self != .stateless }

    private static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    /// The version that a message says in itself; nil for messages of versions with a handshake.
    package static func said(in message: AgentMessage) -> JSONValue? { message.meta?[versionKey] }

    /// Checks what every request of the version without a handshake carries.
    /// - Parameter headers: what the transport says beside the message; nil where it says nothing.
    static func check(_ message: AgentMessage, headers: AgentHeaders?) throws(AgentError) {
        guard let meta = message.meta, meta.objectValue != nil else {
            throw AgentError(.invalidParams, "“params._meta” must have “\(versionKey)” and “\(capabilitiesKey)”.")
        }
        for key in [versionKey, capabilitiesKey] where meta[key] == nil {
            throw AgentError(.invalidParams, "“params._meta” lacks “\(key)”.")
        }
        let version = meta[versionKey]?.stringValue
        try headers?.check(message, version: version)
        guard let version else { throw AgentError(.invalidParams, "“\(versionKey)” is text.") }
        guard version == Self.stateless.rawValue else { throw .unsupported(version) }
        guard meta[capabilitiesKey]?.objectValue != nil else {
            throw AgentError(.invalidParams, "“\(capabilitiesKey)” is an object.")
        }
    }
}

extension AgentError {
    /// A version that is not spoken.
    static func unsupported(_ version: String) -> AgentError {
        AgentError(
            .unsupportedVersion,
            "This server does not speak version “\(version.prefix(40))”. Use one of “supported”.",
            data: [
                "supported": .array(AgentVersion.allCases.map { .string($0.rawValue) }),
                "requested": .string(String(version.prefix(40))),
            ]
        )
    }
}

/// What stands in the head of a request over HTTP, beside the message: so that what is between can route by it.
package struct AgentHeaders: Sendable {
    package static let versionName = "MCP-Protocol-Version"
    package static let methodName = "Mcp-Method"
    package static let nameName = "Mcp-Name"
    /// Of versions with a handshake: what joins their requests.
    package static let sessionName = "Mcp-Session-Id"

    package var version: String?
    package var method: String?
    package var name: String?

    /// - Note: A field that came more than once is its values joined, which say the same as no message.
    package init(version: String?, method: String?, name: String?) {
        (self.version, self.method, self.name) = (version, method, name)
    }

    /// The parameter that a method's name field says again.
    package static func nameKey(of method: String) -> String? {
        switch method {
        case "tools/call", "prompts/get": "name"
        case "resources/read": "uri"
        default: nil
        }
    }

    fileprivate func check(_ message: AgentMessage, version known: String?) throws(AgentError) {
        guard let version, version == known else {
            throw AgentError(.headerMismatch, "The field \(Self.versionName) must say the version of the message.")
        }
        guard method == message.method else {
            throw AgentError(.headerMismatch, "The field \(Self.methodName) must say the method of the message.")
        }
        guard let key = Self.nameKey(of: message.method), let value = message.params[key]?.stringValue else { return }
        guard name.flatMap(Self.decoded) == value else {
            throw AgentError(.headerMismatch, "The field \(Self.nameName) must say “\(key)” of the message.")
        }
    }

    /// The text of a field: what a field cannot hold stands in it as Base64.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11 else { return value }
        let payload = String(value.dropFirst(9).dropLast(2))
        guard let data = Data(base64Encoded: payload), data.base64EncodedString() == payload else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// A text as a field can hold it.
    package static func encoded(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && value.first != " " && value.last != " "
        return isPlain && !value.hasPrefix("=?base64?")
            ? value : "=?base64?\(Data(value.utf8).base64EncodedString())?="
    }
}
