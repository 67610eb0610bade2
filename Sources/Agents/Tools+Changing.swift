import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// The tools that load, try and set.
extension AgentTool {
    static let open = AgentTool(
        name: "open",
        title: "Load a screen",
        about: """
            Loads a dump of a screen or an interface file, from text or from a file inside the folders that the server was \
            started with, or an interface of an app. Answers the id of the screen.
            """,
        parameters: [
            AgentParameter("text", .text, "What a debugger, a test tool or Interface Builder wrote."),
            AgentParameter("path", .text, "A file, in place of text."),
            AgentParameter("app", .text, "Id of an app, with interface."),
            AgentParameter("interface", .text, "Path of an interface file in the app, as screens tells it."),
            AgentParameter("name", .text, "What it is called."),
        ],
        answers: [
            "screen": AgentSchema.text, "name": AgentSchema.text, "format": AgentSchema.text,
            "views": AgentSchema.whole,
        ],
        effect: .adds
    ) { call in
        let dump: JSONValue
        switch (call.text("text"), call.text("path"), call.text("app"), call.text("interface")) {
        case (let text?, nil, nil, nil):
            dump = try await load(Array(text.utf8), named: call.text("name"), call)
        case (nil, let path?, nil, nil):
            let most = call.server.services.configuration.maximumDumpBytes
            let file = try call.server.folders.read(path, maximumBytes: most)
            dump = try await load(file.bytes, named: call.text("name") ?? file.name, call)
        case (nil, nil, let app?, let interface?):
            let path = "/apps/\(app.pathSegment)/interfaces/\(interface.pathSegment)/dump"
            dump = try AgentRequests.json(try await call.api.send(.post, path))
        default: throw call.bad("open takes one of text, path, and app with interface.")
        }
        guard let id = dump["id"] else {
            throw call.bad("This is no screen. If it is a log of constraints, ask explain_log.")
        }
        var answer = AgentAnswer("Loaded as \(AgentText.plain(id)), \(AgentText.plain(dump["viewCount"])) views.")
        answer.set("screen", id)
        answer.set("name", dump["name"])
        answer.set("format", dump["format"])
        answer.set("views", dump["viewCount"])
        return answer
    }

    private static func load(_ bytes: [UInt8], named name: String?, _ call: AgentCall) async throws -> JSONValue {
        try AgentRequests.json(
            try await call.api.send(.post, "/dumps", [("name", name)], type: "application/octet-stream", body: bytes)
        )
    }

    static let settings = AgentTool(
        name: "settings",
        title: "Settings of an app",
        about: "Reads a pane of an app’s settings with values and where they come from, or sets rows by their keys.",
        parameters: [
            AgentParameter("app", .text, "Id of the app, from screens.", required: true),
            AgentParameter("pane", .text, "Name of a pane below the first."),
            AgentParameter("set", .object, "New values by key; null takes one back to its default."), .after, .tokens,
        ],
        answers: [
            "app": AgentSchema.text, "pane": AgentSchema.text, "rows": AgentSchema.objects, "total": AgentSchema.whole,
            "next": AgentSchema.whole,
        ],
        effect: .replaces
    ) { call in
        let path = "/apps/\((call.text("app") ?? "").pathSegment)/settings"
        var answer = AgentAnswer()
        if let values = call.arguments["set"] {
            _ = try await call.api.send(.patch, path, json: values)
            answer.head = ["The values are set."]
        }
        let pane = try await call.api.get(
            path + (call.text("pane").map { "/\($0.pathSegment)" } ?? ""),
            [("limit", call.limit), ("after", call.after)]
        )
        answer.set("app", call.arguments["app"])
        answer.set("pane", pane["name"])
        answer.begin("rows", of: pane, call)
        for row in (pane["groups"]?.arrayValue ?? []).flatMap({ $0["rows"]?.arrayValue ?? [] }) {
            var line = "\(AgentText.plain(row["type"])) \(AgentText.quoted(row["title"]?.stringValue ?? ""))"
            if let key = row["key"]?.stringValue {
                line += " \(AgentText.line(key)) = \(AgentText.plain(row["value"]))"
            }
            if let origin = row["origin"]?.stringValue { line += " (\(AgentText.line(origin)))" }
            if let child = row["pane"]?.stringValue { line += " leads to pane \(AgentText.line(child))" }
            if let options = row["options"]?.arrayValue, !options.isEmpty {
                line += "; one of \(options.map { AgentText.plain($0["value"]) }.joined(separator: ", "))"
            }
            let value = row.only(["index", "type", "title", "key", "value", "default", "origin", "pane", "redacted"])
            answer.items.append(AgentAnswer.Item(line, value))
        }
        return answer
    }

    /// A revision of a domain in a line.
    private static func change(_ entry: JSONValue) -> String {
        var line = "revision \(AgentText.plain(entry["revision"])) at \(AgentText.plain(entry["at"]))"
        line += " by \(AgentText.plain(entry["actor"] ?? entry["source"]))"
        for change in entry["changes"]?.arrayValue ?? [] {
            line += "; \(AgentText.plain(change["key"])): "
            if change["redacted"] == true {
                line += "secret"
            } else {
                line += "\(AgentText.plain(change["before"])) → \(AgentText.plain(change["after"]))"
            }
        }
        return line
    }

    static let defaults = AgentTool(
        name: "defaults",
        title: "User defaults",
        about: """
            Reads the user defaults of a domain: what is stored, what the app or the Settings screen would see, or what \
            changed; or sets values.
            """,
        parameters: [
            AgentParameter("domain", .text, "A domain, such as the app’s identifier; all domains without it."),
            AgentParameter(
                "show",
                .choice(["stored", "app", "settings", "history"]),
                "What is told; stored without it."
            ),
            AgentParameter("set", .object, "New values by key; null removes one."), .after, .tokens,
        ],
        answers: [
            "domain": AgentSchema.text, "entries": AgentSchema.objects, "total": AgentSchema.whole,
            "next": AgentSchema.whole,
        ],
        effect: .replaces
    ) { call in
        var answer = AgentAnswer()
        guard let domain = call.text("domain") else {
            guard call.arguments["set"] == nil else { throw call.bad("“set” needs “domain”.") }
            let list = try await call.api.get("/defaults", [("limit", "1000")])["domains"]?.arrayValue ?? []
            answer.take("entries", of: list, call) { domain in
                let line = "\(AgentText.plain(domain["name"])), \(AgentText.plain(domain["keys"])) keys"
                return AgentAnswer.Item(line, domain)
            }
            if list.isEmpty { answer.foot = ["No domain has values. Set one with domain and set."] }
            return answer
        }
        let path = "/defaults/\(domain.pathSegment)"
        if let values = call.arguments["set"] {
            _ = try await call.api.send(.patch, path, json: values)
            answer.head = ["The values are set."]
        }
        answer.set("domain", .string(domain))
        let show = call.text("show") ?? "stored"
        if show == "history" {
            let list = try await call.api.get(path + "/history", [("limit", "1000")])["history"]?.arrayValue ?? []
            answer.take("entries", of: list, call) { AgentAnswer.Item(change($0), $0) }
            return answer
        }
        let values = try await call.api.get(path, [("view", show)])["values"]?.objectValue ?? []
        answer.take("entries", of: values, call) { member in
            let line = "\(AgentText.line(member.name)) = \(AgentText.plain(member.value))"
            return AgentAnswer.Item(line, ["key": .string(member.name), "value": member.value])
        }
        if values.isEmpty { answer.foot = ["Nothing is stored there."] }
        return answer
    }
}
