import Diagnostics
import TreeTesting
import Foundation
import TestSupport
import Testing

@testable import Drawing
@testable import ViewHierarchy

/// A view with attributes, as dumps have them.
func look(
    _ className: String,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    text: String? = nil,
    value: String? = nil,
    _ attributes: KeyValuePairs<String, String> = [:],
    change: (inout ViewDescription) -> Void = { _ in }
) -> ViewDescription {
    view(className, x, y, width, height) { view in
        view.text = text
        view.value = value
        view.attributes = attributes.map { ViewDescription.Attribute($0, $1) }
        change(&view)
    }
}

/// A tree and how it is drawn; every case is held against a file of its own.
///
/// With `VITRINE_RECORD` in the environment the files are written anew, and the tests fail.
struct DrawingCase {
    let tree: ViewTree
    let screen: ScreenDrawing
    let drawings: [ViewDrawing]

    init(_ views: [(depth: Int, view: ViewDescription)], design: SystemDesign? = nil) {
        var builder = ViewTreeBuilder()
        for (depth, view) in views { builder.append(view, depth: depth) }
        tree = builder.build()
        let screen = ScreenDrawing(tree, design: design)
        self.screen = screen
        drawings = tree.indices.map { screen.drawing(of: $0) }
    }

    init(_ views: (depth: Int, view: ViewDescription)...) { self.init(views) }

    init(file: String, _ views: (depth: Int, view: ViewDescription)...) throws { try self.init(file: file, views) }

    /// A case that has to be drawn as its file says.
    init(file: String, _ views: [(depth: Int, view: ViewDescription)], design: SystemDesign? = nil) throws {
        self.init(views, design: design)
        let url = Fixtures.url("drawing/\(file).txt")
        if ProcessInfo.processInfo.environment["VITRINE_RECORD"] != nil {
            try text.write(to: url, atomically: true, encoding: .utf8)
            Issue.record("The drawing is recorded: look at what changed, then run the test without VITRINE_RECORD.")
        } else {
            let kept = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            let now = text.split(separator: "\n")
            #expect(
                kept == now,
                "\(file): \(now.filter { !kept.contains($0) }) in place of \(kept.filter { !now.contains($0) })"
            )
        }
    }

    /// All that is drawn, back to front.
    var primitives: [DrawingPrimitive] { drawings.flatMap(\.primitives) }
    var runs: [TextRun] { primitives.compactMap { if case .text(let run) = $0 { run } else { nil } } }
    var fills: [(rect: Rect, color: DynamicColor)] {
        primitives.compactMap { if case .rect(let rect, _, let fill?, _, _) = $0 { (rect, fill) } else { nil } }
    }
    var outlines: [Rect] {
        primitives.compactMap { if case .rect(let rect, _, _, .some, _) = $0 { rect } else { nil } }
    }
    var paths: [(path: String, color: DynamicColor?)] {
        primitives.compactMap {
            if case .path(let path, _, _, let fill, let stroke, _) = $0 { (path, stroke ?? fill) } else { nil }
        }
    }
    var guesses: [String] { drawings.flatMap(\.guesses).map { "\($0.property): \($0.value)" } }

    /// The drawing as text: each view that draws, a primitive a line, what was guessed.
    var text: String {
        var lines: [String] = []
        for (index, drawing) in drawings.enumerated() where !drawing.isEmpty || !drawing.guesses.isEmpty {
            let indent = String(repeating: "  ", count: tree.depth(of: index))
            lines.append("\(indent)\(tree.className(of: index)) \(Self.text(tree.frame(of: index)))")
            lines += drawing.primitives.map { "\(indent)  - \(Self.text($0))" }
            lines += drawing.guesses.map { "\(indent)  ? \($0.property): \($0.value). \($0.reason)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(_ primitive: DrawingPrimitive) -> String {
        switch primitive {
        case .rect(let rect, let radii, let fill, let stroke, let width):
            let corners = radii.isUniform ? n(radii.topLeft) : "\(n(radii.topLeft))/\(n(radii.bottomLeft))"
            return "rect \(text(rect)) radius \(corners)\(paint(fill, stroke, width))"
        case .path(let path, let origin, let scale, let fill, let stroke, let width):
            return "path \(path) at \(n(origin.x)) \(n(origin.y)) times \(n(scale))\(paint(fill, stroke, width))"
        case .text(let run):
            let place = "at \(n(run.origin.x)) \(n(run.origin.y)) wide \(n(run.width))"
            return "text “\(run.text)” \(place) size \(n(run.size)) weight \(run.weight) \(text(run.color))"
        case .picture(let rect): return "picture \(text(rect))"
        case .shadow(let rect, let radius, let color, let offset, let blur):
            return
                "shadow \(text(rect)) radius \(n(radius)) \(text(color)) by \(n(offset.x)) \(n(offset.y)) blur \(n(blur))"
        }
    }

    private static func paint(_ fill: DynamicColor?, _ stroke: DynamicColor?, _ width: Double) -> String {
        (fill.map { " fill \(text($0))" } ?? "") + (stroke.map { " stroke \(text($0)) line \(n(width))" } ?? "")
    }

    private static func text(_ rect: Rect) -> String {
        "(\(n(rect.minX)) \(n(rect.minY)); \(n(rect.size.width)) \(n(rect.size.height)))"
    }

    /// A colour as its hexadecimals and its opacity in per cent, the dark one where it differs.
    static func text(_ color: DynamicColor) -> String {
        func one(_ color: RGBA) -> String {
            color.hexadecimal + (color.alpha < 1 ? " \(Int((color.alpha * 100).rounded()))%" : "")
        }
        return color.light == color.dark ? one(color.light) : "\(one(color.light)) | \(one(color.dark))"
    }

    private static func n(_ value: Double) -> String { NumberText.short(value) }
}

extension DynamicColor {
    /// `#rrggbb` in the light appearance.
    var lightText: String { light.hexadecimal }
}

extension WireframeOptions {
    /// A picture of the screen.
    static var screen: WireframeOptions {
        var options = WireframeOptions()
        options.style = .screen
        return options
    }
}
