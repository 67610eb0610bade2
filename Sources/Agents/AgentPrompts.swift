import Foundation
import JSON
import Services
import Web

/// What a person can begin with: a task in words, with the screens that it is about.
struct AgentPrompt: Sendable {
    let name: String
    let title: String
    let about: String
    let parameters: [AgentParameter]
    /// The task, in words for a model.
    let task: @Sendable (_ arguments: JSONValue) -> String

    var listed: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(about),
            "arguments": .array(
                parameters.map { parameter in
                    [
                        "name": .string(parameter.name), "description": .string(parameter.about),
                        "required": .bool(parameter.isRequired),
                    ]
                }
            ),
        ]
    }

    private static let screen = AgentParameter("screen", .text, "Id of a screen.", required: true)

    static let all = [
        AgentPrompt(
            name: "find-cut-off",
            title: "Find why this view is cut off",
            about: "Finds what cuts a view off, and an edit that shows it whole.",
            parameters: [
                screen, AgentParameter("view", .text, "Number of the view; without it all that are cut off."),
            ]
        ) { arguments in
            let screen = AgentText.quoted(AgentText.plain(arguments["screen"]))
            let view = arguments["view"].map { "view #\(AgentText.plain($0))" }
            return """
                Find out why \(view ?? "what is cut off") on screen \(screen) cannot be seen whole.
                1. \(view == nil ? "Call check, and look for what is cut off, covered or outside of its superview." : "Call why for the view: what holds its edges, how much of it is seen, what clips it.")
                2. Follow the view's superviews with why until you know which one cuts it, and which constraint, mask or \
                frame makes it so.
                3. Call layout to see whether it happens on other devices, languages and text sizes, too.
                4. Call try with the smallest edit that shows it whole, and check that nothing else breaks.
                Answer with the cause in one sentence, the numbers that show it, and the edit as code.
                """
        },
        AgentPrompt(
            name: "page-object",
            title: "Write a page object for this screen",
            about: "Writes a class for tests, with a locator for each element that people use.",
            parameters: [
                screen,
                AgentParameter(
                    "language",
                    .choice(["swift", "python", "java", "javascript"]),
                    "Language of the tests: swift for XCUITest, the others for Appium; swift without it."
                ),
            ]
        ) { arguments in
            let screen = AgentText.quoted(AgentText.plain(arguments["screen"]))
            let language = arguments["language"]?.stringValue ?? "swift"
            return """
                Write a page object for screen \(screen) in \(language), for \(language == "swift" ? "XCUITest" : "Appium").
                1. Call look for what is on the screen.
                2. For each control, and each text that a test would read, call find: take a locator that finds only this \
                element, an identifier if there is one, and none that is fragile.
                3. Name elements for what they do. A method does what a person does, such as signing in, and waits for what \
                shows that it is done.
                Say which elements have no good locator, and which identifier the app should give them.
                """
        },
        AgentPrompt(
            name: "fit-all-iphones",
            title: "Make this screen fit all iPhones",
            about: "Finds the devices and text sizes on which a screen breaks, and edits that fix it.",
            parameters: [screen]
        ) { arguments in
            """
            Make screen \(AgentText.quoted(AgentText.plain(arguments["screen"]))) fit every iPhone.
            1. Call layout for all iPhones, in both orientations, then for the largest text size and for long texts.
            2. For the worst, call check with that device, and why for the views that it names.
            3. Call try with one edit at a time: constraints, priorities, masks or sizes rather than numbers for one device. \
            Keep what fixes more than it breaks.
            4. Call layout again, and stop when nothing is left that matters.
            Answer with the edits as code, and a line for each device that was broken: before and after.
            """
        },
        AgentPrompt(
            name: "review-storyboard-change",
            title: "Review this storyboard change",
            about: "Says what a change of an interface file does to what people see and to tests.",
            parameters: [
                AgentParameter("before", .text, "Id of the screen before the change.", required: true),
                AgentParameter("after", .text, "Id of the screen after the change.", required: true),
            ]
        ) { arguments in
            let before = AgentText.quoted(AgentText.plain(arguments["before"]))
            let after = AgentText.quoted(AgentText.plain(arguments["after"]))
            return """
                Review the change from screen \(before) to screen \(after).
                1. Call compare for what was added, removed, moved and changed; leave out what only Interface Builder rewrote.
                2. Call check for the second with the first as baseline: what is new, and what is gone.
                3. Call layout for the second: does it break on a device, in a language or a text size?
                4. Look for identifiers that went or changed: tests that use them will fail.
                Answer as a review: what has to change before it is merged, what should, and what is good, each with its view.
                """
        },
    ]

    /// The messages of the prompt: the task, and the screens that it names as they are now.
    func messages(_ arguments: JSONValue, _ api: AgentRequests, _ server: AgentServer) async throws -> [JSONValue] {
        var messages: [JSONValue] = [
            ["role": "user", "content": ["type": "text", "text": .string(task(arguments))]]
        ]
        for name in ["screen", "before", "after"] {
            guard let dump = arguments[name]?.stringValue else { continue }
            let contents = try await AgentResource.screen(dump).contents(api, guides: server.services.guides)
            messages.append(["role": "user", "content": ["type": "resource", "resource": contents]])
        }
        if let dump = arguments["screen"]?.stringValue, let view = arguments["view"]?.stringValue {
            _ = try await api.get("/dumps/\(dump.pathSegment)/views/\(view.pathSegment)")
        }
        return messages
    }
}

extension AgentServer {
    /// One prompt with its arguments put in.
    func prompt(_ message: AgentMessage, _ api: AgentRequests) async throws -> JSONValue {
        let prompt = try Self.prompt(message.params["name"], message)
        let arguments = message.params["arguments"] ?? [:]
        guard arguments.objectValue != nil else { throw AgentError(.invalidParams, "“arguments” is an object.") }
        try AgentParameter.check(arguments, prompt.parameters, of: prompt.name)
        return [
            "description": .string(prompt.about), "messages": .array(try await prompt.messages(arguments, api, self)),
        ]
    }

    private static func prompt(_ name: JSONValue?, _ message: AgentMessage) throws(AgentError) -> AgentPrompt {
        guard let name = name?.stringValue else { throw AgentError(.invalidParams, "\(message.method) needs “name”.") }
        guard let prompt = AgentPrompt.all.first(where: { $0.name == name }) else {
            let names = AgentPrompt.all.map(\.name).joined(separator: ", ")
            throw AgentError(
                .invalidParams,
                "There is no prompt “\(AgentText.line(name, longest: 60))”; there are \(names)."
            )
        }
        return prompt
    }

    // MARK: Completion

    /// The most values of one answer, as the protocol has it.
    private static let mostValues = 100
    /// How many entries of a list are looked through.
    private static let mostSearched = "2000"

    /// What an argument of a prompt or of an address may go on with.
    func completed(_ message: AgentMessage, _ api: AgentRequests) async throws -> JSONValue {
        let argument = message.params["argument"]
        guard let name = argument?["name"]?.stringValue, let begun = argument?["value"]?.stringValue else {
            throw AgentError(
                .invalidParams,
                "completion/complete needs “argument” with “name” and “value”, both texts."
            )
        }
        let known = message.params["context"]?["arguments"]
        let reference = message.params["ref"]
        let all: [(value: String, words: String)]
        switch reference?["type"]?.stringValue {
        case "ref/prompt":
            let prompt = try Self.prompt(reference?["name"], message)
            guard let parameter = prompt.parameters.first(where: { $0.name == name }) else {
                throw AgentError(
                    .invalidParams,
                    "\(prompt.name) has no argument “\(AgentText.line(name, longest: 60))”."
                )
            }
            all = try await candidates(for: parameter, known, api)
        case "ref/resource":
            let uri = reference?["uri"]?.stringValue ?? ""
            guard AgentResource.templates.contains(where: { AgentResource.scheme + $0.uri == uri }) else {
                throw AgentError(.invalidParams, "“uri” of “ref” is one of resources/templates/list.")
            }
            guard uri.contains("{\(name)}") else {
                throw AgentError(.invalidParams, "The template has no “\(AgentText.line(name, longest: 60))”.")
            }
            all = try await candidates(for: AgentParameter(name, .text, ""), known, api)
        default: throw AgentError(.invalidParams, "“ref” has “type”: ref/prompt or ref/resource.")
        }
        // What begins so comes before what only has the words.
        let (first, rest) = (all.filter { $0.value.hasPrefix(begun) }, all.filter { !$0.value.hasPrefix(begun) })
        let values = (first + rest.filter { $0.words.localizedCaseInsensitiveContains(begun) }).map(\.value)
        return [
            "completion": [
                "values": .array(values.prefix(Self.mostValues).map(JSONValue.string)),
                "total": .integer(Int64(values.count)), "hasMore": .bool(values.count > Self.mostValues),
            ]
        ]
    }

    /// All that an argument may be, each with the words by which people know it.
    private func candidates(
        for parameter: AgentParameter,
        _ known: JSONValue?,
        _ api: AgentRequests
    ) async throws -> [(value: String, words: String)] {
        if case .choice(let words) = parameter.kind { return words.map { ($0, $0) } }
        switch parameter.name {
        case "screen", "before", "after", "dump":
            return try await api.get("/dumps", [("limit", Self.mostSearched)])["dumps"]?.arrayValue?.map { dump in
                (AgentText.plain(dump["id"]), "\(AgentText.plain(dump["id"])) \(AgentText.plain(dump["name"]))")
            } ?? []
        case "view":
            guard let screen = (known?["screen"] ?? known?["dump"])?.stringValue else { return [] }
            let query = [("fields", "id,class,text,label,identifier"), ("limit", Self.mostSearched)]
            return try await found("/dumps/\(screen.pathSegment)/views", query, api)["views"]?.arrayValue?.map { view in
                (AgentText.plain(view["id"]), AgentText.view(view))
            } ?? []
        case "app":
            return try await api.get("/apps", [("limit", "1000")])["apps"]?.arrayValue?.map { app in
                (AgentText.plain(app["id"]), "\(AgentText.plain(app["id"])) \(AgentText.plain(app["name"]))")
            } ?? []
        case "pane":
            guard let app = known?["app"]?.stringValue else { return [] }
            return try await AgentResource.panes(of: app, api).map { ($0, $0) }
        default: return []
        }
    }

    /// What the API has; nothing where it has no such thing.
    private func found(
        _ path: String,
        _ query: [(String, String?)],
        _ api: AgentRequests
    ) async throws -> JSONValue {
        do {
            return try await api.get(path, query)
        } catch let refused as AgentRefusal where refused.status == 404 {
            return [:]
        }
    }
}
