import HTTP
import HTTPTypes
import JSON
import Web

/// The tools that say why, and what becomes of a screen elsewhere.
extension AgentTool {
    static let why = AgentTool(
        name: "why",
        title: "Explain a view",
        about: """
            Says of one view why it is where it is and why this large, what keeps a tap from reaching it, and why it cannot \
            be seen.
            """,
        parameters: [
            .screen, AgentParameter("view", .whole(0...10_000_000), "Number of the view.", required: true), .tokens,
        ] + AgentParameter.layout,
        answers: [
            "screen": AgentSchema.text, "view": AgentSchema.object, "place": AgentSchema.text,
            "reasons": AgentSchema.objects,
            "next": AgentSchema.whole,
        ]
    ) { call in
        let path = "\(call.screen)/views/\(call.whole("view") ?? 0)"
        let view = try await call.api.get(path)
        let layout = try await call.api.get(path + "/layout", call.layout)
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        answer.set("view", view.only(["id", "class", "text", "identifier", "frame", "windowFrame", "visible"]))
        answer.set("place", layout["text"])
        answer.list = "reasons"
        func say(_ about: String, _ words: String) {
            answer.items.append(AgentAnswer.Item(words, ["about": .string(about), "text": .string(words)]))
        }
        say("view", "\(AgentText.view(view)) at \(AgentText.rect(view["windowFrame"]))")
        if let text = layout["text"]?.stringValue { say("place", AgentText.line(text, longest: 600)) }
        for edge in layout["edges"]?.arrayValue ?? [] {
            let holds = (edge["holds"]?.arrayValue ?? []).filter { $0["decides"] == true }.prefix(3)
            guard !holds.isEmpty else { continue }
            let reasons = holds.map { AgentText.line($0["text"]?.stringValue ?? "") }.joined(separator: "; ")
            say("edge", "\(AgentText.plain(edge["edge"])) \(AgentText.number(edge["value"])): \(reasons)")
        }
        if view["visible"] == false || view["visibleArea"]?["fraction"]?.doubleValue ?? 1 < 1 {
            let part = (view["visibleArea"]?["fraction"]?.doubleValue ?? 0) * 100
            var words = "Seen: \(AgentText.number(part)) percent"
            if let cover = view["visibleArea"]?["coveredBy"]?.integerValue { words += "; #\(cover) covers the rest" }
            if view["hidden"] == true { words += "; it is hidden" }
            if view["alpha"]?.doubleValue ?? 1 < 0.01 { words += "; its alpha is 0" }
            say("seen", words + ".")
        } else {
            say("seen", "All of it can be seen.")
        }
        let touch = view["touch"]
        say("touch", touch?["touchable"] == true ? "A tap reaches it." : "A tap does not reach it.")
        for obstacle in touch?["obstacles"]?.arrayValue ?? [] {
            say("touch", AgentText.line(obstacle["message"]?.stringValue ?? AgentText.plain(obstacle), longest: 300))
        }
        return answer
    }

    static let layout = AgentTool(
        name: "layout",
        title: "Lay out on devices",
        about: """
            Lays a screen out on devices, orientations, languages and text sizes, and tells how many findings there are \
            where, worst first, with the worst finding of the first. Ask check with the device for all of them.
            """,
        parameters: [
            .screen,
            AgentParameter(
                "devices",
                .texts,
                "Ids of devices, or all; the smallest, the largest and the usual without it."
            ),
            AgentParameter("orientations", .texts, "portrait, landscape or both."),
            AgentParameter("languages", .texts, "Languages of the screen's texts, and pseudo languages."),
            AgentParameter("textSizes", .texts, "Text sizes, such as xxxLarge or accessibility3."),
            .after, .tokens,
        ],
        answers: [
            "screen": AgentSchema.text, "cells": AgentSchema.objects, "total": AgentSchema.whole,
            "next": AgentSchema.whole,
        ]
    ) { call in
        let names = ["devices", "orientations", "languages", "textSizes"]
        let list = try await call.api.get(
            call.screen + "/matrix",
            names.map { ($0, call.list($0)) } + [("limit", call.limit), ("after", call.after)]
        )
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        answer.begin("cells", of: list, call)
        var last: JSONValue?
        for (place, cell) in (list["cells"]?.arrayValue ?? []).enumerated() {
            let first = place < mostExplained ? try await worst(of: cell, call) : nil
            answer.items.append(told(cell, first, isSame: first != nil && first?.only(["rule", "view"]) == last))
            last = first?.only(["rule", "view"])
        }
        return answer
    }

    /// Of how many cells it is told what the worst finding is.
    private static let mostExplained = 6

    /// The worst finding of a cell; nil where there is none.
    private static func worst(of cell: JSONValue, _ call: AgentCall) async throws -> JSONValue? {
        guard (cell["findings"]?.objectValue ?? []).contains(where: { $0.value != 0 }) else { return nil }
        let query = ["device", "orientation", "language", "textSize"].map { ($0, cell[$0]?.stringValue) }
        let list = try await call.api.get(call.screen + "/lint", query + [("limit", "1"), ("fixes", "false")])
        return list["findings"]?.arrayValue?.first
    }

    private static func told(_ cell: JSONValue, _ first: JSONValue?, isSame: Bool) -> AgentAnswer.Item {
        let value = cell.only(["scene", "device", "orientation", "language", "textSize", "findings", "worst"])
        let place = ["device", "orientation", "language", "textSize"].compactMap { cell[$0]?.stringValue }
        let counts = (cell["findings"]?.objectValue ?? []).compactMap { count in
            count.value == 0 ? nil : "\(AgentText.plain(count.value)) \(count.name)"
        }
        let words = counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
        let line = "#\(AgentText.plain(cell["scene"])) \(place.joined(separator: " ")): \(words)"
        guard let first else { return AgentAnswer.Item(line, value) }
        let member = JSONMember(name: "first", value: first.only(["rule", "view", "message"]))
        let more = isSame ? "the same first" : "first \(told(first.only(["rule", "severity", "view", "message"])).line)"
        return AgentAnswer.Item("\(line); \(more)", .object((value.objectValue ?? []) + [member]))
    }

    static let compare = AgentTool(
        name: "compare",
        title: "Compare two screens",
        about: """
            Tells what differs between two screens: views that came, went, moved, were resized or changed, and of interface \
            files constraints and findings. To see what a change of a file does, open it before and after.
            """,
        parameters: [
            AgentParameter("from", .text, "Id of the earlier screen.", required: true),
            AgentParameter("to", .text, "Id of the later screen.", required: true), .after, .tokens,
        ],
        answers: [
            "summary": AgentSchema.object, "changes": AgentSchema.objects, "total": AgentSchema.whole,
            "next": AgentSchema.whole,
        ]
    ) { call in
        let diff = try await call.api.get(
            "/diff",
            [("from", call.text("from")), ("to", call.text("to")), ("limit", "10000")]
        )
        let kinds = ["added", "removed", "reparented", "reordered", "moved", "resized", "changed"]
        var all: [AgentAnswer.Item] = []
        for kind in kinds {
            for view in diff[kind]?.arrayValue ?? [] {
                let known = JSONValue.members([
                    "id": view["to"] ?? view["id"] ?? view["from"], "class": view["class"],
                    "identifier": view["identifier"], "text": view["text"],
                ])
                var line = "\(kind) \(AgentText.view(known))"
                for name in ["before", "after"] where view[name]?.objectValue != nil {
                    line +=
                        " \(name) \(view[name]?["width"] == nil ? AgentText.plain(view[name]) : AgentText.rect(view[name]))"
                }
                for property in (view["properties"]?.arrayValue ?? []).prefix(5) {
                    line += "; \(AgentText.plain(property["name"])): \(AgentText.plain(property["before"])) → "
                    line += AgentText.plain(property["after"])
                }
                all.append(
                    AgentAnswer.Item(
                        line,
                        .object([JSONMember(name: "kind", value: .string(kind))] + (view.objectValue ?? []))
                    )
                )
            }
        }
        for kind in ["added", "removed", "changed"] {
            for constraint in diff["constraints"]?[kind]?.arrayValue ?? [] {
                let name = constraint["name"]?.stringValue.flatMap { $0.isEmpty ? nil : " \(AgentText.line($0))" } ?? ""
                let line = "constraint \(kind)\(name): \(AgentText.plain(constraint["text"]))"
                let value = constraint.only(["name", "view", "text", "properties"])
                let members =
                    [JSONMember(name: "kind", value: .string("constraint \(kind)"))] + (value.objectValue ?? [])
                all.append(AgentAnswer.Item(line, .object(members)))
            }
        }
        for scene in diff["scenes"]?.arrayValue ?? [] {
            for (kind, word) in [("new", "new finding"), ("gone", "finding gone")] {
                for found in scene["findings"]?[kind]?.arrayValue ?? [] {
                    let members = [JSONMember(name: "kind", value: .string(word))]
                    let said = told(found)
                    all.append(
                        AgentAnswer.Item("\(word): \(said.line)", .object(members + (said.value.objectValue ?? [])))
                    )
                }
            }
        }
        let summary = AgentText.plain(diff["summary"]?["text"])
        var answer = AgentAnswer(
            all.isEmpty ? "Nothing differs." : "\(summary.prefix(1).uppercased())\(summary.dropFirst())."
        )
        answer.set("summary", diff["summary"])
        answer.take("changes", of: all, call) { $0 }
        return answer
    }

    static let explainLog = AgentTool(
        name: "explain_log",
        title: "Explain a log",
        about:
            "Explains “Unable to simultaneously satisfy constraints” of a log: what cannot hold, by how much, and what to change.",
        parameters: [
            AgentParameter("log", .text, "The log, or the part with the constraints.", required: true), .after, .tokens,
        ],
        answers: ["conflicts": AgentSchema.objects, "total": AgentSchema.whole, "next": AgentSchema.whole]
    ) { call in
        let response = try await call.api.send(
            .post,
            "/explain",
            type: "text/plain",
            body: Array((call.text("log") ?? "").utf8)
        )
        let all = try AgentRequests.json(response)["conflicts"]?.arrayValue ?? []
        var answer = AgentAnswer()
        answer.take("conflicts", of: all, call) { conflict in
            var line = AgentText.line(conflict["text"]?.stringValue ?? "", longest: 400)
            for constraint in conflict["constraints"]?.arrayValue ?? [] {
                line += "\n  \(AgentText.line(constraint["words"]?.stringValue ?? ""))"
                if constraint["broken"] == true { line += " (UIKit broke this one)" }
            }
            for advice in conflict["advice"]?.arrayValue ?? [] {
                line += "\n  To do: \(AgentText.line(advice["text"]?.stringValue ?? "", longest: 300))"
                if let code = advice["code"]?.stringValue { line += " Code: \(AgentText.line(code))" }
            }
            return AgentAnswer.Item(line, conflict.only(["text", "count", "arithmetic", "advice"]))
        }
        if all.isEmpty {
            answer.foot = ["There is no conflict in this log. Paste the lines with <NSLayoutConstraint: …>."]
        }
        return answer
    }
}
