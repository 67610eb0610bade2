import HTTP
import HTTPTypes
import JSON
import Web

/// The tools that look for screens, views and faults.
extension AgentTool {
    static let screens = AgentTool(
        name: "screens",
        title: "List screens",
        about: """
            Lists what is loaded, newest first: dumps of screens, interface files with their scenes, and apps with their \
            interfaces. Other tools take the id of a screen. Begin here.
            """,
        parameters: [
            AgentParameter("words", .text, "Only screens whose name, tag or app has these words."),
            AgentParameter("app", .text, "Id of an app: its interface files, which open can load, in place of all."),
            .after, .tokens,
        ],
        answers: [
            "screens": AgentSchema.objects, "apps": AgentSchema.objects, "interfaces": AgentSchema.objects,
            "total": AgentSchema.whole, "next": AgentSchema.whole,
        ]
    ) { call in
        if let app = call.text("app") { return try await interfaces(of: app, call) }
        // Lists of dumps go on behind an id: what was told before is asked for once more, and skipped.
        let list = try await call.api.get(
            "/dumps",
            [("q", call.text("words")), ("limit", String(min(call.start + (Int(call.limit) ?? 20), 10_000)))]
        )
        var answer = AgentAnswer()
        answer.begin("screens", of: list, call)
        var asked = 0
        for dump in (list["dumps"]?.arrayValue ?? []).dropFirst(call.start) {
            var line = "\(AgentText.plain(dump["id"])) \(AgentText.quoted(dump["name"]?.stringValue ?? ""))"
            line += ", \(AgentText.plain(dump["format"])), \(AgentText.plain(dump["viewCount"])) views"
            line += ", \(AgentText.size(dump["size"]))"
            if let app = dump["app"]?.stringValue { line += ", app \(AgentText.line(app))" }
            if let count = dump["edits"]?["applied"]?.integerValue, count > 0 { line += ", \(count) edits" }
            var value = JSONValue.members([
                "screen": dump["id"], "name": dump["name"], "format": dump["format"], "app": dump["app"],
                "views": dump["viewCount"],
            ])
            if dump["format"] == "storyboard", asked < mostStoryboards, let id = dump["id"]?.stringValue {
                asked += 1
                let found = try await scenes(of: id, call)
                if !found.isEmpty { line += "\n" + found.map(\.line).joined(separator: "\n") }
                value = .object(
                    (value.objectValue ?? []) + [JSONMember(name: "scenes", value: .array(found.map(\.value)))]
                )
            }
            answer.items.append(AgentAnswer.Item(line, value))
        }
        guard call.start == 0, call.text("words") == nil else { return answer }
        let apps = try await call.api.get("/apps", [("limit", "20")])["apps"]?.arrayValue ?? []
        answer.set("apps", .array(apps.map { $0.only(["id", "name", "version", "panes"]) }))
        answer.foot = apps.map { app in
            "App \(AgentText.plain(app["id"])) \(AgentText.quoted(app["name"]?.stringValue ?? "")): "
                + "\(AgentText.plain(app["panes"])) settings panes."
        }
        if answer.items.isEmpty, apps.isEmpty {
            answer.foot = ["Nothing is loaded. Load a dump, an interface file or an app with open."]
        }
        return answer
    }

    /// The most storyboards of one answer whose scenes are told.
    private static let mostStoryboards = 5

    private static func scenes(of id: String, _ call: AgentCall) async throws -> [AgentAnswer.Item] {
        let scenes = try await call.api.get("/dumps/\(id.pathSegment)/scenes", [("limit", "30")])
        return (scenes["scenes"]?.arrayValue ?? []).map { scene in
            let root = scene["root"]?.integerValue.map { "view #\($0)" } ?? "no view in the file"
            let name = AgentText.quoted(scene["name"]?.stringValue ?? "")
            return AgentAnswer.Item(
                "  scene \(AgentText.plain(scene["id"])) \(name) \(AgentText.plain(scene["class"])), \(root)",
                scene.only(["id", "name", "class", "root"])
            )
        }
    }

    private static func interfaces(of app: String, _ call: AgentCall) async throws -> AgentAnswer {
        let list = try await call.api.get(
            "/apps/\(app.pathSegment)/interfaces",
            [("limit", call.limit), ("after", call.after)]
        )
        var answer = AgentAnswer("Interface files of the app. Load one with open, app and interface.")
        answer.begin("interfaces", of: list, call)
        answer.items = (list["interfaces"]?.arrayValue ?? []).map { interface in
            AgentAnswer.Item(
                AgentText.plain(interface.only(["path", "kind", "languages"])),
                interface.only(["path", "kind", "languages"])
            )
        }
        return answer
    }

    static let find = AgentTool(
        name: "find",
        title: "Find views",
        about: """
            Finds views by words, by a locator of a test, or by a point in the window, and says of each which locator to use \
            in a test and how many elements it finds.
            """,
        parameters: [
            .screen,
            AgentParameter(
                "words",
                .text,
                "Words of the search field, such as pay, class:UIButton, id:total or \"two words\"."
            ),
            AgentParameter("locator", .text, "A locator in the dialect."),
            AgentParameter(
                "dialect",
                .choice(["identifier", "predicate", "classChain", "xpath", "css"]),
                "What the locator is written in; xpath where it begins with a slash, else identifier."
            ),
            AgentParameter("x", .number, "With y: a point in the window."),
            AgentParameter("y", .number, "With x: a point in the window."),
            .after, .tokens,
        ],
        answers: [
            "screen": AgentSchema.text, "views": AgentSchema.objects, "total": AgentSchema.whole,
            "hit": AgentSchema.any, "candidates": AgentSchema.wholes, "next": AgentSchema.whole,
        ]
    ) { call in
        let locator = call.text("locator")
        let words = call.text("words")
        let point = call.arguments["x"] != nil || call.arguments["y"] != nil
        guard [words != nil, locator != nil, point].filter({ $0 }).count == 1 else {
            throw call.bad("find takes one of words, locator, and x with y.")
        }
        if point { return try await touched(call) }
        let dialect = call.text("dialect") ?? (locator?.hasPrefix("/") == true ? "xpath" : "identifier")
        let list = try await call.api.get(
            call.screen + "/views",
            [
                (words == nil ? dialect : "where", words ?? locator),
                ("fields", "id,class,text,label,identifier,windowFrame,visible"), ("limit", "30"),
                ("after", call.after),
            ]
        )
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        answer.begin("views", of: list, call)
        if locator != nil, let total = list["total"]?.integerValue {
            answer.head = [total == 1 ? "The locator finds one view." : "The locator finds \(total) views."]
        }
        for (place, view) in (list["views"]?.arrayValue ?? []).enumerated() {
            // What follows is told without a locator: look at one of them by its number.
            answer.items.append(try await found(view, place < mostLocated, call))
        }
        if answer.items.isEmpty { answer.foot = ["No view was found. Ask for fewer words, or look at the screen."] }
        return answer
    }

    /// Of how many views the locators are told.
    private static let mostLocated = 5

    private static func found(_ view: JSONValue, _ isLocated: Bool, _ call: AgentCall) async throws -> AgentAnswer.Item
    {
        var line = "\(AgentText.view(view)) at \(AgentText.rect(view["windowFrame"]))"
        if view["visible"] == false { line += ", cannot be seen" }
        var value =
            view.only(["id", "class", "text", "label", "identifier", "windowFrame", "visible"]).objectValue ?? []
        guard isLocated, let id = view["id"]?.integerValue else { return AgentAnswer.Item(line, .object(value)) }
        let locators = try await call.api.get("\(call.screen)/views/\(id)/locators")
        let suggestions = (locators["suggestions"]?.arrayValue ?? []).prefix(3)
        for suggestion in suggestions {
            let hits = suggestion["hits"]?.integerValue ?? 0
            line +=
                "\n  \(AgentText.plain(suggestion["using"])): \(AgentText.line(suggestion["text"]?.stringValue ?? "", longest: 300))"
            line += hits == 1 ? " (finds only this" : " (finds \(hits)"
            line += suggestion["fragile"] == true ? ", fragile)" : ")"
        }
        if let best = suggestions.first(where: { $0["unique"] == true && $0["fragile"] != true }) ?? suggestions.first {
            value.append(JSONMember(name: "use", value: best.only(["using", "text", "hits", "unique", "fragile"])))
        }
        return AgentAnswer.Item(line, .object(value))
    }

    private static func touched(_ call: AgentCall) async throws -> AgentAnswer {
        guard let x = call.arguments["x"]?.doubleValue, let y = call.arguments["y"]?.doubleValue else {
            throw call.bad("A point has x and y.")
        }
        let test = try await call.api.get(call.screen + "/hit-test", [("x", x.description), ("y", y.description)])
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        answer.set("hit", test["hit"])
        answer.list = "views"
        guard let hit = test["hit"]?.integerValue else {
            answer.head = ["A tap at \(AgentText.number(x)) \(AgentText.number(y)) reaches no view."]
            return answer
        }
        let below = (test["candidates"]?.arrayValue ?? []).filter { $0 != test["hit"] }.map {
            "#\(AgentText.plain($0))"
        }
        let others = below.isEmpty ? "" : " There too, front to back: \(below.prefix(20).joined(separator: " "))."
        answer.head = [
            "A tap at \(AgentText.number(x)) \(AgentText.number(y)) reaches view #\(hit).\(others)"
        ]
        answer.set("candidates", test["candidates"].flatMap { $0.arrayValue }.map { .array(Array($0.prefix(50))) })
        answer.items = [try await found(try await call.api.get("\(call.screen)/views/\(hit)"), true, call)]
        return answer
    }

    static let check = AgentTool(
        name: "check",
        title: "Check a screen",
        about: """
            Tells what is wrong with a screen: findings with the place and the fix, worst first. With rules, tells which \
            assertions about the layout hold. With baseline, tells only what is new since another screen.
            """,
        parameters: [
            .screen,
            AgentParameter("severity", .choice(["error", "warning", "info"]), "Only what matters at least this much."),
            AgentParameter("view", .whole(0...10_000_000), "Only what is about this view."),
            AgentParameter(
                "rules",
                .text,
                "Assertions as YAML or JSON, as docs/assertions.md has them; all that failed is told."
            ),
            AgentParameter("baseline", .text, "Id of an earlier screen whose findings are known."),
            .after, .tokens,
        ] + AgentParameter.layout,
        answers: [
            "screen": AgentSchema.text, "findings": AgentSchema.objects, "results": AgentSchema.objects,
            "passed": AgentSchema.flag, "gone": AgentSchema.whole, "total": AgentSchema.whole,
            "next": AgentSchema.whole,
        ]
    ) { call in
        if let rules = call.text("rules") { return try await asserted(rules, call) }
        var query =
            call.layout + [("severity", call.text("severity")), ("view", call.whole("view").map { String($0) })]
        let baseline = call.text("baseline")
        query += baseline == nil ? [("limit", call.limit), ("after", call.after)] : [("limit", "2000")]
        let list = try await call.api.get(call.screen + "/lint", query)
        var findings = list["findings"]?.arrayValue ?? []
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        if let baseline {
            let old = try await call.api.get("/dumps/\(baseline.pathSegment)/lint", query)["findings"]?.arrayValue ?? []
            let known = Set(old.map(sameness))
            let gone = known.subtracting(findings.map(sameness)).count
            findings.removeAll { known.contains(sameness($0)) }
            answer.set("gone", .integer(Int64(gone)))
            answer.head = ["\(findings.count) findings are new since \(AgentText.line(baseline)); \(gone) are gone."]
            answer.take("findings", of: findings, call, told)
        } else {
            answer.begin("findings", of: list, call)
            answer.items = findings.map(told)
        }
        if answer.items.isEmpty, call.start == 0 { answer.foot = ["No findings."] }
        return answer
    }

    /// What makes two findings of two screens the same: what is wrong, and where.
    private static func sameness(_ finding: JSONValue) -> [String] {
        [AgentText.plain(finding["rule"]), AgentText.plain(finding["path"])]
    }

    /// A finding as a line and as a value.
    static func told(_ finding: JSONValue) -> AgentAnswer.Item {
        var line = "\(AgentText.plain(finding["severity"])) \(AgentText.plain(finding["rule"]))"
        if let view = finding["view"]?.integerValue { line += " #\(view)" }
        if let number = finding["line"]?.integerValue { line += " line \(number)" }
        line += ": \(AgentText.line(finding["message"]?.stringValue ?? "", longest: 400))"
        if let devices = finding["devices"]?.arrayValue, !devices.isEmpty {
            line += " On \(devices.prefix(4).map { AgentText.plain($0) }.joined(separator: ", "))"
            line += devices.count > 4 ? " and \(devices.count - 4) more." : "."
        }
        if let fix = finding["fix"]?["summary"] {
            line += " Fix: \(AgentText.plain(fix)) Its edits can be tried."
        } else if let cure = finding["cure"]?.stringValue {
            line += " Fix: \(AgentText.line(cure, longest: 300))"
        }
        return AgentAnswer.Item(
            line,
            finding.only(["rule", "severity", "view", "line", "message", "cure", "fix", "devices"])
        )
    }

    private static func asserted(_ rules: String, _ call: AgentCall) async throws -> AgentAnswer {
        let isJSON = rules.drop { $0.isWhitespace }.hasPrefix("{")
        let response = try await call.api.send(
            .post,
            call.screen + "/assert",
            [("failed", "true"), ("limit", call.limit), ("after", call.after)],
            type: isJSON ? "application/json" : "application/yaml",
            body: Array(rules.utf8)
        )
        let report = try AgentRequests.json(response)
        var answer = AgentAnswer(
            "\(report["passed"] == true ? "All assertions hold" : "Not all assertions hold"): "
                + "\(AgentText.plain(report["summary"]))."
        )
        answer.set("screen", call.arguments["screen"])
        answer.set("passed", report["passed"])
        answer.begin("results", of: report, call)
        answer.items = (report["results"]?.arrayValue ?? []).map { result in
            let names = ["outcome", "name", "word", "device"]
            var line = names.compactMap { result[$0]?.stringValue.map { AgentText.line($0) } }.joined(separator: " ")
            if let view = result["view"]?.integerValue { line += " #\(view)" }
            return AgentAnswer.Item(
                "\(line): \(AgentText.line(result["message"]?.stringValue ?? "", longest: 300))",
                result
            )
        }
        return answer
    }
}
