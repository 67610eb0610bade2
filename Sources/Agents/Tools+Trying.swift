import Diagnostics
import HTTP
import HTTPTypes
import JSON
import Web

/// The tool that tries a change.
extension AgentTool {
    static let attempt = AgentTool(
        name: "try",
        title: "Try a change",
        about: """
            Tries edits on a draft of a screen: tells what moves, what is wrong after them that was not before, what is fixed, \
            and the edit as Swift and as lines of the interface file. The edits are those of a finding’s fix, or your own. \
            They are undone unless keep is true.
            """,
        parameters: [
            .screen,
            AgentParameter(
                "edit",
                .object,
                """
                One edit: op change, view and changes with frame, hidden or alpha; op text, view and text; op changeConstraint, \
                constraint and changes with constant, priority or active; op changeLayout, view and changes with \
                contentHuggingPriority; op bringToFront or sendToBack and view.
                """
            ),
            AgentParameter("edits", .objects, "Several edits, one after the other, in place of edit."),
            AgentParameter("keep", .flag, "Whether the edits stay; false without it."), .after, .tokens,
        ],
        answers: [
            "screen": AgentSchema.text, "kept": AgentSchema.flag, "left": AgentSchema.flag,
            "draft": AgentSchema.texts, "moved": AgentSchema.objects, "new": AgentSchema.objects,
            "fixed": AgentSchema.objects, "swift": AgentSchema.text, "interface": AgentSchema.objects,
            "total": AgentSchema.whole, "next": AgentSchema.whole,
        ],
        effect: .replaces
    ) { call in try await Trial(call).answer() }
}

/// Edits that are carried out on the draft of a screen, looked at, and taken back.
///
/// Each step names the state that it starts from: what somebody else does in between is never taken back.
private struct Trial {
    private let call: AgentCall
    private let edits: [JSONValue]
    private let keeps: Bool

    /// What came of the edits.
    private struct Outcome {
        var before: [JSONValue]
        var after: [JSONValue]
        /// The views that are not as they were.
        var changed: JSONValue
        /// Whether the edits are in the draft because somebody changed it after them.
        var isLeft = false
        /// What is in the draft now, newest first, where they are.
        var draft: [String] = []
    }

    /// The most edits of one trial.
    private static let mostEdits = 20
    /// How often the draft may change between a look at it and the first edit.
    private static let mostRounds = 4

    init(_ call: AgentCall) throws(AgentError) {
        self.call = call
        keeps = call.flag("keep")
        switch (call.arguments["edit"], call.arguments["edits"]?.arrayValue) {
        case (let edit?, nil): edits = [edit]
        case (nil, let edits?) where (1...Self.mostEdits).contains(edits.count): self.edits = edits
        default: throw call.bad("try takes one of edit, and edits with 1 to \(Self.mostEdits) of them.")
        }
        guard !keeps || call.start == 0 else {
            throw call.bad("“after” would carry the edits out once more: look at the screen for what is kept.")
        }
        let texts = edits.filter { $0["op"] == "text" }
        guard texts.isEmpty || texts.count == edits.count && !keeps else {
            throw call.bad("Texts are tried alone, and cannot be kept: they are changed in the app, or in its file.")
        }
        guard texts.allSatisfy({ $0["view"]?.integerValue != nil && $0["text"]?.stringValue != nil }) else {
            throw call.bad("An edit with op text has view, a number, and text.")
        }
    }

    func answer() async throws -> AgentAnswer {
        // Asked before: what edits take away is not there any more.
        let subjects = try await subjects()
        let outcome = edits.first?["op"] == "text" ? try await reworded() : try await edited()
        let isThere = keeps || outcome.isLeft
        let known = Set(outcome.before.map(Self.sameness)), found = Set(outcome.after.map(Self.sameness))
        let broken = outcome.after.filter { !known.contains(Self.sameness($0)) }
        let fixed = outcome.before.filter { !found.contains(Self.sameness($0)) }
        let total = outcome.changed["total"]?.integerValue.map { Int(clamping: $0) }
        var answer = AgentAnswer(
            (total?.counted("view") ?? "Many views")
                + " changed, \(broken.count.counted("finding")) new, \(fixed.count) fixed. "
                + (outcome.isLeft ? Self.left : keeps ? "The edits are kept in the draft." : "The edits were undone.")
        )
        if outcome.isLeft { answer.lead = outcome.draft.map { "In the draft now: \($0)" } }
        answer.set("screen", call.arguments["screen"])
        answer.set("kept", .bool(keeps))
        if outcome.isLeft {
            answer.set("left", true)
            answer.set("draft", .array(outcome.draft.map { .string($0) }))
        }
        if call.start == 0 {
            answer.set("new", .array(broken.prefix(10).map { $0.only(["rule", "severity", "view", "message"]) }))
            answer.set("fixed", .array(fixed.prefix(10).map { $0.only(["rule", "severity", "view", "message"]) }))
            answer.lead += broken.prefix(10).map { "New: \(AgentTool.told($0).line)" }
            answer.lead += fixed.prefix(10).map { "Fixed: \(AgentTool.told($0).line)" }
            let code = EditCode(edits, subjects).lines
            answer.set("swift", .string(code.joined(separator: "\n")))
            answer.lead += ["As Swift:"] + code.prefix(Self.mostLines).map { "  \(AgentText.line($0, longest: 300))" }
            try await addLines(to: &answer, subjects)
        }
        answer.begin("moved", of: outcome.changed, call)
        // What stays cannot be asked for again: the edits would be carried out once more.
        answer.goesOn = !isThere
        answer.items = (outcome.changed["changed"]?.arrayValue ?? []).map { view in
            AgentAnswer.Item("\(AgentText.view(view)) now \(AgentText.rect(view["frame"]))", view)
        }
        return answer
    }

    /// What makes two findings the same: a change of the order alone changes paths.
    private static func sameness(_ finding: JSONValue) -> JSONValue {
        finding.only(["rule", "view", "message", "line"])
    }

    private static let left =
        "Somebody else changed the draft after them, so they were not undone: they are in the draft, with what came after."

    /// The most lines of code that are told.
    private static let mostLines = 24

    // MARK: Trying

    private var lint: (String, [(String, String?)]) {
        (call.screen + "/lint", [("fixes", "false"), ("limit", "2000")])
    }

    private func findings(_ more: [(String, String?)] = []) async throws -> [JSONValue] {
        try await call.api.get(lint.0, lint.1 + more)["findings"]?.arrayValue ?? []
    }

    /// Other words for views, which no draft has: the layout with them, and what is wrong in it.
    private func reworded() async throws -> Outcome {
        let words: [(String, String?)] = edits.map { edit in
            ("text.\(AgentText.plain(edit["view"]))", edit["text"]?.stringValue)
        }
        let layout = try await call.api.get(
            call.screen + "/layout",
            words + [("changed", "true"), ("limit", call.limit), ("after", call.after)]
        )
        var views: [JSONValue] = []
        for place in layout["views"]?.arrayValue ?? [] {
            let view = try await call.api.get("\(call.screen)/views/\(AgentText.plain(place["id"]))")
            let frame = [JSONMember(name: "frame", value: place["frame"] ?? .null)]
            views.append(.object((view.only(["id", "class", "identifier"]).objectValue ?? []) + frame))
        }
        // The total of a layout counts all views, moved or not.
        let total = layout["next"]?.isEmpty == false ? nil : JSONValue.integer(Int64(call.start + views.count))
        return Outcome(
            before: try await findings(),
            after: try await findings(words),
            changed: .members(["changed": .array(views), "total": total, "next": layout["next"]])
        )
    }

    private func edited() async throws -> Outcome {
        for round in 1...Self.mostRounds {
            let state = try await call.api.send(.get, call.screen)
            let tag = state.headers.value(of: .eTag)
            let before = try await findings()
            do {
                return try await carriedOut(on: tag, try AgentRequests.json(state)["revision"], before)
            } catch let refused as AgentRefusal where refused.status == 412 && round < Self.mostRounds {
                continue
            }
        }
        throw call.bad("The draft is being changed all the time. Try again later.")
    }

    /// Carries the edits out where the draft is as it was seen; all of them, or none.
    private func carriedOut(on tag: String?, _ revision: JSONValue?, _ before: [JSONValue]) async throws -> Outcome {
        var (tag, revision, made) = (tag, revision, 0)
        var changed: JSONValue = [:]
        var after: [JSONValue] = []
        do {
            for edit in edits {
                let response = try await post(
                    edit,
                    [("fields", "id,class,text,identifier,frame"), ("limit", call.limit), ("after", call.after)],
                    ifMatch: tag
                )
                changed = try AgentRequests.json(response)
                tag = response.headers.value(of: .eTag)
                // What changes nothing makes no revision, and there is nothing to undo.
                if changed["revision"] != revision { made += 1 }
                revision = changed["revision"]
            }
            after = try await findings()
        } catch {
            // A draft that somebody changed in between is left alone, and the error says what went wrong first.
            _ = try await undo(made, from: tag)
            throw error
        }
        var outcome = Outcome(before: before, after: after, changed: changed)
        guard !keeps else { return outcome }
        if try await !undo(made, from: tag) {
            outcome.isLeft = true
            let history = try await call.api.get(call.screen + "/edits", [("limit", "6")])
            outcome.draft = (history["edits"]?.arrayValue ?? []).filter { $0["applied"] == true }.map { entry in
                let words = AgentText.plain(entry["summary"])
                return entry["actor"]?.stringValue.map { "\(words), by \(AgentText.line($0))" } ?? words
            }
        }
        return outcome
    }

    /// Takes edits back, the last first; false where somebody changed the draft after them, and nothing is taken back then.
    private func undo(_ count: Int, from tag: String?) async throws -> Bool {
        var tag = tag
        for _ in 0..<count {
            do {
                tag = try await post(["op": "undo"], [("fields", "id")], ifMatch: tag).headers.value(of: .eTag)
            } catch let refused as AgentRefusal where refused.status == 412 {
                return false
            }
        }
        return true
    }

    private func post(_ body: JSONValue, _ query: [(String, String?)], ifMatch tag: String?) async throws -> Response {
        try await call.api.send(
            .post,
            call.screen + "/edits",
            query,
            type: "application/json",
            ifMatch: tag,
            body: body.serialized()
        )
    }

    // MARK: What to write

    private func subjects() async throws -> EditSubjects {
        var subjects = EditSubjects()
        for number in EditSubjects.views(in: edits) {
            do {
                subjects.views[number] = try await call.api.get("\(call.screen)/views/\(number)")
            } catch let refused as AgentRefusal where refused.status == 404 {
                // The edit itself is refused for it, with better words.
                continue
            }
        }
        let numbers = EditSubjects.constraints(in: edits)
        guard !numbers.isEmpty else { return subjects }
        let list = try await call.api.get(call.screen + "/constraints", [("limit", "10000")])
        for constraint in list["constraints"]?.arrayValue ?? [] {
            guard let number = constraint["number"]?.integerValue.map({ Int(clamping: $0) }), numbers.contains(number)
            else { continue }
            subjects.constraints[number] = constraint
            for side in ["first", "second"] {
                guard let view = constraint[side]?["view"]?.integerValue.map({ Int(clamping: $0) }),
                    subjects.views[view] == nil
                else { continue }
                subjects.views[view] = try await call.api.get("\(call.screen)/views/\(view)")
            }
        }
        return subjects
    }

    /// Adds what changes in the interface file that the screen is of.
    private func addLines(to answer: inout AgentAnswer, _ subjects: EditSubjects) async throws {
        let screen = try await call.api.get(call.screen)
        guard screen["format"] == "storyboard" || screen["format"] == "xib" else { return }
        let source: [UInt8]
        do {
            source = try await call.api.send(.get, call.screen + "/source", accept: "*/*").body
        } catch let refused as AgentRefusal {
            answer.foot.append("The lines of the file are not told: \(refused.sentence)")
            return
        }
        guard source.count <= EditLines.maximumBytes else {
            answer.foot.append("The file is too long to tell its lines.")
            return
        }
        let lines = EditLines(edits, subjects, in: source)
        var told: [String] = []
        for line in lines.changes {
            told.append("  line \(line.number)\(line.before == nil ? ", behind it" : "")")
            if let before = line.before { told.append("  - \(AgentText.line(before, longest: 300))") }
            if let after = line.after { told.append("  + \(AgentText.line(after, longest: 300))") }
        }
        told += lines.moves.map { "  \($0)" }
        if !told.isEmpty { answer.lead += ["In the interface file:"] + told.prefix(Self.mostLines) }
        if !lines.left.isEmpty {
            answer.foot.append("The file has no line for: \(Set(lines.left).sorted().joined(separator: ", ")).")
        }
        answer.set(
            "interface",
            .array(
                lines.changes.prefix(Self.mostLines).map {
                    .members([
                        "line": .integer(Int64($0.number)), "before": $0.before.map(JSONValue.string),
                        "after": $0.after.map(JSONValue.string),
                    ])
                } + lines.moves.prefix(Self.mostLines).map { ["move": .string($0)] }
            )
        )
    }
}
