import Diagnostics
import Foundation
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// The tools that show a screen: as text, and as a picture.
extension AgentTool {
    static let look = AgentTool(
        name: "look",
        title: "Look at a screen",
        about: """
            Tells what is on a screen as text: its elements in the order in which people meet them, with numbers of views, \
            texts, identifiers, places and what is wrong. outline is short, full has all, subtree is full below root.
            """,
        parameters: [
            .screen,
            AgentParameter("detail", .choice(["outline", "full", "subtree"]), "How much is told; outline without it."),
            AgentParameter("root", .whole(0...10_000_000), "Number of a view: only what is below it."),
            AgentParameter("after", .whole(0...10_000_000), "The view with which the answer before ended, as it says."),
            .tokens,
        ],
        answers: [
            "screen": AgentSchema.text, "title": AgentSchema.text, "elements": AgentSchema.objects,
            "folded": AgentSchema.whole, "outOfSight": AgentSchema.whole, "next": AgentSchema.whole,
        ]
    ) { call in
        let root = call.whole("root")
        let detail = call.text("detail") ?? "outline"
        if detail == "subtree", root == nil { throw call.bad("detail “subtree” needs “root”, the number of a view.") }
        let query: [(String, String?)] = [
            ("detail", detail == "subtree" ? "full" : detail), ("root", root.map { String($0) }),
            ("after", call.whole("after").map { String($0) }),
            ("tokens", String(max(100, call.tokens - 100))),
        ]
        let text = try await call.api.send(.get, call.screen + "/digest", query, accept: "text/plain")
        let digest = try await call.api.get(call.screen + "/digest", query)
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        answer.set("title", digest["title"])
        let (elements, folded) = elements(of: digest, tokens: call.tokens)
        answer.set("elements", .array(elements))
        answer.set("folded", folded > 0 ? .integer(Int64(folded)) : nil)
        answer.set("outOfSight", digest["outOfSight"].flatMap { $0 == 0 ? nil : $0 })
        answer.set("next", digest["next"])
        answer.items = [AgentAnswer.Item(String(decoding: text.body, as: UTF8.self), .null)]
        return answer
    }

    /// What a page of a digest tells as values, in the same order, and how many rows it only counts.
    private static func elements(of digest: JSONValue, tokens: Int) -> (elements: [JSONValue], folded: Int) {
        var elements: [JSONValue] = []
        var (folded, room) = (0, tokens * 4)
        for group in digest["groups"]?.arrayValue ?? [] {
            folded += group["folded"]?.arrayValue?.count ?? 0
            for item in (group["items"]?.arrayValue ?? []).flatMap({ [$0] + ($0["parts"]?.arrayValue ?? []) }) {
                let element = JSONValue.members([
                    "id": item["view"],
                    "role": item["kind"]?.stringValue.map(JSONValue.string)
                        ?? (item["control"] == true ? "row" : "text"),
                    "name": item["words"]?.arrayValue?.first, "identifier": item["identifier"],
                    "states": item["states"],
                    "frame": item["frame"].map { AgentText.rect($0) }.map(JSONValue.string),
                    "in": group["view"],
                ])
                room -= element.serialized().count + 1
                guard room >= 0 else { return (elements, folded) }
                elements.append(element)
            }
        }
        return (elements, folded)
    }

    static let picture = AgentTool(
        name: "picture",
        title: "Picture of a screen",
        about: """
            Draws a screen, a view of it, or what another device makes of it, as PNG; with marks, frames and numbers are drawn \
            on these views.
            """,
        parameters: [
            .screen,
            AgentParameter("view", .whole(0...10_000_000), "Number of a view: only that and what is in it."),
            AgentParameter("marks", .wholes, "Numbers of views to frame and number."),
            AgentParameter(
                "style",
                .choice(["screen", "wireframe", "outlines", "screenshot"]),
                "As iOS draws it, as boxes, as lines, or the picture that came with the dump; what suits the dump without it."
            ),
            AgentParameter("appearance", .choice(["light", "dark"]), "light without it."),
            AgentParameter("size", .whole(200...2_000), "The longer side of the picture in pixels; 1000 without it."),
        ] + AgentParameter.layout,
        answers: [
            "screen": AgentSchema.text, "type": AgentSchema.text, "width": AgentSchema.whole,
            "height": AgentSchema.whole, "marks": AgentSchema.objects, "total": AgentSchema.whole,
            "next": AgentSchema.whole,
        ]
    ) { call in
        let isScreenshot = call.text("style") == "screenshot"
        let rasterizer = call.server.services.configuration.rasterizer
        var query: [(String, String?)] = [
            ("root", call.whole("view").map { String($0) }), ("highlight", call.list("marks")),
            ("style", isScreenshot ? nil : call.text("style")), ("screenshot", isScreenshot ? "true" : nil),
            ("appearance", call.text("appearance") ?? "light"),
        ]
        query += call.layout
        let drawn = try await call.api.send(.get, call.screen + "/wireframe.svg", query, accept: "image/svg+xml")
        let picture = AgentPicture(drawn.body, longest: call.whole("size") ?? 1_000)
        var answer = AgentAnswer()
        answer.set("screen", call.arguments["screen"])
        answer.list = "marks"
        answer.goesOn = false
        for mark in call.arguments["marks"]?.arrayValue ?? [] {
            let view = try await call.api.get("\(call.screen)/views/\(AgentText.plain(mark))")
            let value = view.only(["id", "class", "text", "identifier", "windowFrame"])
            answer.items.append(
                AgentAnswer.Item("\(AgentText.view(view)) at \(AgentText.rect(view["windowFrame"]))", value)
            )
        }
        answer.total = answer.items.count
        let size = "\(picture.width)×\(picture.height) pixels"
        do {
            let png = try await picture.png(rasterizer, call)
            answer.head = ["The picture has \(size)."]
            answer.set("type", "image/png")
            answer.attachments = [
                ["type": "image", "data": .string(Data(png).base64EncodedString()), "mimeType": "image/png"]
            ]
        } catch let failure as PictureFailure {
            answer.head = ["\(failure.message) Here is an SVG in its place."]
            answer.set("type", "image/svg+xml")
            guard picture.svg.count <= AgentPicture.mostBytes else {
                throw call.bad("\(failure.message) The SVG is too large to send; ask for one view, or style outlines.")
            }
            answer.attachments = [
                [
                    "type": "resource",
                    "resource": [
                        "uri": .string("vitrine:\(call.screen)/picture.svg"), "mimeType": "image/svg+xml",
                        "text": .string(String(decoding: picture.svg, as: UTF8.self)),
                    ],
                ]
            ]
        }
        answer.set("width", .integer(Int64(picture.width)))
        answer.set("height", .integer(Int64(picture.height)))
        return answer
    }
}

/// A drawn screen, made as large as was asked for, with the numbers of the views that are framed.
struct AgentPicture {
    let svg: [UInt8]
    /// In pixels, as a converter makes it.
    let width: Int
    let height: Int

    /// The largest SVG that is sent.
    static let mostBytes = 1 << 20

    /// How many pixels converters make of a point.
    private static let scale = 2.0

    /// - Parameter longest: the pixels of the longer side.
    init(_ drawn: [UInt8], longest: Int) {
        let text = String(decoding: drawn, as: UTF8.self)
        let head = text.prefix { $0 != ">" }
        let sides = ["width", "height"].map { Double(Self.attribute($0, in: head) ?? "") ?? 0 }
        guard let most = sides.max(), most > 0, most.isFinite else {
            (svg, width, height) = (drawn, 0, 0)
            return
        }
        let factor = Double(longest) / Self.scale / most
        let points = sides.map { max($0 * factor, 0.5) }
        let names = zip(["width", "height"], points).reduce(String(head)) { head, side in
            guard let old = Self.attribute(side.0, in: head[...]) else { return head }
            return head.replacing(" \(side.0)=\"\(old)\"", with: " \(side.0)=\"\(side.1)\"", maxReplacements: 1)
        }
        svg = Array((names + Self.numbered(text.dropFirst(head.count), 13 / factor * 0.6)).utf8)
        width = Int((points[0] * Self.scale).rounded())
        height = Int((points[1] * Self.scale).rounded())
    }

    private static func attribute(_ name: String, in tag: Substring) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
        return String(tag[start.upperBound...].prefix { $0 != "\"" })
    }

    /// The drawing with the number of its view at the corner of each frame.
    private static func numbered(_ text: Substring, _ size: Double) -> String {
        guard text.contains("highlighted\"") else { return String(text) }
        var numbered = ""
        var view: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let said = attribute("data-view", in: line) { view = said }
            numbered += line + "\n"
            guard let view, line.contains("highlighted\""), line.hasSuffix("/>"), let number = Int(view) else {
                continue
            }
            let x = attribute("x", in: line).flatMap { Double($0) } ?? 0
            let y = attribute("y", in: line).flatMap { Double($0) } ?? 0
            let width = size * (Double(String(number).count) * 0.65 + 0.5)
            numbered +=
                "<g class=\"mark\"><rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(size * 1.3)\" fill=\"#0a6ae6\"/>"
            numbered +=
                "<text x=\"\(x + size * 0.25)\" y=\"\(y + size)\" font-size=\"\(size)\" fill=\"#ffffff\">\(number)</text></g>\n"
        }
        return numbered
    }

    /// The picture as pixels.
    /// - Throws: ``PictureFailure`` where nothing makes them.
    func png(_ rasterizer: PictureRasterizer?, _ call: AgentCall) async throws -> [UInt8] {
        guard let rasterizer else { throw PictureFailure("This server makes no PNG.") }
        return try await call.server.services.pictures.pass { try rasterizer.png(svg) }
    }
}
