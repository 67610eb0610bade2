import JSON
import Web

/// Something that an agent can ask for, with what it takes and what it answers.
struct AgentTool: Sendable {
    let name: String
    let title: String
    /// What it is for, for a model that chooses.
    let about: String
    let parameters: [AgentParameter]
    /// What the structured answer has, by name; each is described by JSON Schema.
    let answers: KeyValuePairs<String, JSONValue>
    var effect = AgentEffect.reads
    let run: @Sendable (AgentCall) async throws -> AgentAnswer

    /// The tool as lists have it.
    var listed: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(about),
            "inputSchema": AgentParameter.schema(of: parameters),
            "outputSchema": [
                "type": "object",
                "properties": .object(answers.map { JSONMember(name: $0, value: $1) }),
            ],
            "annotations": [
                "title": .string(title), "readOnlyHint": .bool(effect == .reads),
                "destructiveHint": .bool(effect == .replaces), "idempotentHint": .bool(effect != .adds),
                "openWorldHint": false,
            ],
        ]
    }
}

/// What a tool does to what is kept.
enum AgentEffect: Sendable {
    case reads
    /// Something is there that was not; what was there stays.
    case adds
    /// What was there is another; asked twice it is the same.
    case replaces
}

/// One argument of a tool.
struct AgentParameter: Sendable {
    enum Kind: Sendable {
        case text
        case choice([String])
        case whole(ClosedRange<Int>)
        case number
        case flag
        case texts
        case wholes
        case objects
        /// An object, or whatever is allowed where an object would be.
        case object
        /// Any value.
        case value
    }

    let name: String
    let kind: Kind
    let about: String
    var isRequired = false

    init(_ name: String, _ kind: Kind, _ about: String, required isRequired: Bool = false) {
        (self.name, self.kind, self.about, self.isRequired) = (name, kind, about, isRequired)
    }

    /// What every tool that asks about one screen takes.
    static let screen = AgentParameter("screen", .text, "Id of a screen, from screens or open.", required: true)
    static let tokens = AgentParameter(
        "tokens",
        .whole(200...20_000),
        "The most tokens of the answer; \(AgentCall.standardTokens) without it."
    )
    static let after = AgentParameter(
        "after",
        .whole(0...1_000_000),
        "How many entries to skip: “next” of the answer before."
    )
    static let device = AgentParameter(
        "device",
        .text,
        "Id or name of a device, such as iphone-se, in place of the screen's own."
    )
    static let orientation = AgentParameter("orientation", .choice(["portrait", "landscape"]), "How it is held.")
    static let language = AgentParameter(
        "language",
        .text,
        "A language of which the screen has texts, or a pseudo language such as double-length or right-to-left."
    )
    static let textSize = AgentParameter(
        "textSize",
        .text,
        "The text size that fonts follow: xSmall to xxxLarge, or accessibility1 to accessibility5."
    )
    /// What a screen is laid out on.
    static let layout = [device, orientation, language, textSize]

    private var schema: JSONValue {
        var members: [JSONMember]
        switch kind {
        case .text: members = [JSONMember(name: "type", value: "string")]
        case .choice(let words):
            members = [
                JSONMember(name: "type", value: "string"),
                JSONMember(name: "enum", value: .array(words.map(JSONValue.string))),
            ]
        case .whole(let range):
            members = [
                JSONMember(name: "type", value: "integer"),
                JSONMember(name: "minimum", value: .integer(Int64(range.lowerBound))),
                JSONMember(name: "maximum", value: .integer(Int64(range.upperBound))),
            ]
        case .number: members = [JSONMember(name: "type", value: "number")]
        case .flag: members = [JSONMember(name: "type", value: "boolean")]
        case .texts: members = Self.array(of: "string")
        case .wholes: members = Self.array(of: "integer")
        case .objects: members = Self.array(of: "object")
        case .object: members = [JSONMember(name: "type", value: "object")]
        case .value: members = []
        }
        return .object(members + [JSONMember(name: "description", value: .string(about))])
    }

    private static func array(of type: String) -> [JSONMember] {
        [
            JSONMember(name: "type", value: "array"), JSONMember(name: "items", value: ["type": .string(type)]),
            JSONMember(name: "maxItems", value: .integer(Int64(mostElements))),
        ]
    }

    /// The most elements of a list.
    private static let mostElements = 100

    static func schema(of parameters: [AgentParameter]) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember(name: "type", value: "object"),
            JSONMember(
                name: "properties",
                value: .object(parameters.map { JSONMember(name: $0.name, value: $0.schema) })
            ),
        ]
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members.append(JSONMember(name: "required", value: .array(required))) }
        return .object(members + [JSONMember(name: "additionalProperties", value: false)])
    }

    /// Says what is wrong with a value; nil where nothing is.
    private func fault(in value: JSONValue) -> String? {
        switch (kind, value) {
        case (.text, .string), (.number, .integer), (.number, .number), (.flag, .bool), (.object, .object), (.value, _):
            return nil
        case (.choice(let words), .string(let word)) where words.contains(word): return nil
        case (.choice(let words), _): return "is one of \(words.joined(separator: ", "))"
        case (.whole(let range), .integer(let number)) where range.contains(Int(clamping: number)): return nil
        case (.whole(let range), _): return "is a whole number from \(range.lowerBound) to \(range.upperBound)"
        case (.texts, .array(let values))
        where values.count <= Self.mostElements && values.allSatisfy { $0.kind == .string },
            (.wholes, .array(let values))
        where values.count <= Self.mostElements && values.allSatisfy { $0.kind == .integer },
            (.objects, .array(let values))
        where values.count <= Self.mostElements && values.allSatisfy { $0.kind == .object }:
            return nil
        case (.texts, _): return "is a list of at most \(Self.mostElements) texts"
        case (.wholes, _): return "is a list of at most \(Self.mostElements) whole numbers"
        case (.objects, _): return "is a list of at most \(Self.mostElements) objects"
        case (.text, _): return "is text"
        case (.number, _): return "is a number"
        case (.flag, _): return "is true or false"
        case (.object, _): return "is an object"
        }
    }

    /// Checks the arguments of a call, or of a prompt.
    static func check(_ arguments: JSONValue, _ parameters: [AgentParameter], of name: String) throws(AgentError) {
        let members = arguments.objectValue ?? []
        for member in members {
            guard let parameter = parameters.first(where: { $0.name == member.name }) else {
                let known = parameters.map(\.name).joined(separator: ", ")
                throw AgentError(
                    .invalidParams,
                    "\(name) takes no “\(AgentText.line(member.name, longest: 60))”; it takes \(known.isEmpty ? "nothing" : known)."
                )
            }
            if let fault = parameter.fault(in: member.value) {
                throw AgentError(.invalidParams, "“\(parameter.name)” of \(name) \(fault).")
            }
        }
        for parameter in parameters where parameter.isRequired && arguments[parameter.name] == nil {
            throw AgentError(.invalidParams, "\(name) needs “\(parameter.name)”: \(parameter.about)")
        }
    }
}

/// One call of a tool: its arguments, and what can be asked of the API.
struct AgentCall: Sendable {
    static let standardTokens = 1_500

    let tool: String
    let arguments: JSONValue
    let api: AgentRequests
    let server: AgentServer

    /// An argument that is text.
    func text(_ name: String) -> String? { arguments[name]?.stringValue }

    /// An argument that is a whole number.
    func whole(_ name: String) -> Int? { arguments[name]?.integerValue.flatMap { Int(exactly: $0) } }

    /// An argument that is true or false; false where it is not there.
    func flag(_ name: String) -> Bool { arguments[name]?.boolValue ?? false }

    /// An argument that is a list, its values in one text with commas between them.
    func list(_ name: String) -> String? {
        arguments[name]?.arrayValue.map { $0.map { AgentText.plain($0) }.joined(separator: ",") }
    }

    /// The most tokens of the answer.
    var tokens: Int { whole("tokens") ?? Self.standardTokens }

    /// How many entries are skipped.
    var start: Int { whole("after") ?? 0 }

    /// The same for lists of the API, which name the last entry that is known.
    var after: String? { start > 0 ? String(start - 1) : nil }

    /// How many entries are asked for: more than will fit, so that few are asked for in vain.
    var limit: String { String(max(20, tokens / 12)) }

    /// The screen that is asked about, as a part of a path.
    var screen: String { "/dumps/" + (text("screen") ?? "").pathSegment }

    /// What the screen is to be laid out on, as parameters of the API.
    var layout: [(String, String?)] { AgentParameter.layout.map { ($0.name, text($0.name)) } }

    /// What is wrong with the arguments together.
    func bad(_ sentence: String) -> AgentError { AgentError(.invalidParams, sentence) }
}

/// Descriptions of values in the schemas of answers.
enum AgentSchema {
    static let text: JSONValue = ["type": "string"]
    static let whole: JSONValue = ["type": "integer"]
    static let flag: JSONValue = ["type": "boolean"]
    static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]
    static let object: JSONValue = ["type": "object"]
    static let objects: JSONValue = ["type": "array", "items": ["type": "object"]]
    static let wholes: JSONValue = ["type": "array", "items": ["type": "integer"]]
    static let any: JSONValue = [:]
}

extension AgentTool {
    /// All tools, in the order in which they are listed.
    static let all = [
        screens, look, find, why, picture, check, layout, compare, explainLog, attempt, settings, defaults, open,
    ]
}
