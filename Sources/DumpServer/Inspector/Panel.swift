import Checks
import Diagnostics
import Drawing
import DumpFormats
import Shapes
import ViewHierarchy
import Web

/// Everything about the selected view, section by section.
struct Panel: PageModel {
    /// A longer key is told as a depth alone.
    private static let maximumKeyDepth = 40

    let view: Int
    let state: InspectorState
    let row: ViewRow

    init(_ view: Int, _ state: InspectorState) {
        self.view = view
        self.state = state
        row = ViewRow(view, state)
    }

    private var tree: ViewTree { state.tree }

    static let members: Members<Self> = [
        "marks": .part { MarksPart(view: $0.state.id(of: $0.view), state: $0.state) },
        "view": .part { $0.row }, "key": .text { $0.tree.key(of: $0.view, maximumDepth: maximumKeyDepth) },
        "depth": .number { $0.tree.depth(of: $0.view) }, "isHidden": .flag { $0.visibility == .hidden },
        "isHiddenAbove": .flag { $0.visibility == .hiddenAbove }, "isNowhere": .flag { $0.visibility == .nowhere },
        "isUnknown": .flag { $0.visibility == .unknown },
        "isClipped": .flag { $0.visibility == .clipped }, "isTransparent": .flag { $0.visibility == .transparent },
        "isMoved": .flag { $0.state.result?.isChanged($0.view) ?? false },
        "hasOneSubview": .flag { $0.tree.subviews(of: $0.view).count == 1 }, "subviews": .number { $0.subviewCount },
        "hasFindings": .flag { !$0.findings.isEmpty }, "findings": .list { $0.findings },
        "factsTab": .text { $0.state.isOfElements ? "element" : "attributes" },
        "factsTitle": .text { $0.state.isOfElements ? "Element" : "Attributes" },
        "attributes": .list { $0.attributes }, "unsaid": .part { $0.unsaid }, "assumed": .part { Assumed($0) },
        "autoresizing": .part { Springs(of: $0.view, in: $0.tree) },
        "layout": .part { LayoutPart($0.view, $0.state) },
        "geometry": .list { $0.geometry }, "transform": .part { TransformLine($0.tree.transform(of: $0.view)) },
        "hasRaw": .flag { !$0.tree.attributes(of: $0.view).isEmpty },
        "raw": .list { $0.tree.attributes(of: $0.view).map { Property(name: $0.name, text: $0.value) } },
        "jsonHref": .text { "/api/v1\($0.state.path)/views/\($0.state.id(of: $0.view))" },
        "swiftFrame": .text { $0.tree.says(.frame, of: $0.view) ? $0.swiftFrame : nil },
    ]

    /// Why nothing of a view is seen.
    private enum Visibility { case seen, hidden, hiddenAbove, unknown, nowhere, clipped, transparent }

    private var visibility: Visibility {
        if tree.flags(of: view).contains(.hidden) { return .hidden }
        if tree.superviews(of: view).contains(where: { tree.flags(of: $0).contains(.hidden) }) { return .hiddenAbove }
        if !tree.says(.frame, of: view) { return .unknown }
        if state.geometry.windowFrame(of: view) == nil { return .nowhere }
        if state.geometry.visibleFrame(of: view) == nil { return .clipped }
        return state.geometry.isVisible(view) ? .seen : .transparent
    }

    /// How many subviews there are, where there are several.
    private var subviewCount: Int? {
        let count = tree.subviews(of: view).count
        return count > 1 ? count : nil
    }

    private var findings: [FindingRow] {
        let all = tree.diagnostics(of: view) + state.dump.report.filter { $0.view == tree.id(at: view) }
        let id = tree.id(at: view)
        let checked = (id.flatMap { state.lint?.findings(about: $0) } ?? []).map {
            FindingRow(Diagnostic($0.severity, $0.rule, $0.message))
        }
        return all.map { FindingRow($0, in: state) } + checked
    }

    private var swiftFrame: String {
        let frame = tree.frame(of: view)
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(NumberText.short)
        return "CGRect(x: \(numbers[0]), y: \(numbers[1]), width: \(numbers[2]), height: \(numbers[3]))"
    }

    // MARK: Attributes

    /// The properties that the dump says, in sections; those that are not UIKit's defaults stand out.
    private var attributes: [Section] {
        let sections: [(title: String, group: ViewProperty.Group)] = [
            ("Identity", .identity), ("Content", .content), ("Drawing", .drawing), ("Behaviour", .behaviour),
        ]
        let unknown = Set(tree.unknownProperties(of: view).map(\.name))
        return sections.map { title, group in
            let properties = ViewProperty.all.filter { $0.group == group && !unknown.contains($0.name) }
            return Section(
                title: title,
                items: properties.flatMap { property in
                    let item = Property(property, of: view, in: tree, isUnknown: false)
                    return [item, property == .className ? swiftName : nil].compactMap { $0 }
                }
            )
        }.filter { !$0.items.isEmpty }
    }

    /// The properties that the dump does not say, with the defaults that stand in their place; nil where it says all.
    private var unsaid: Section? {
        let items = tree.unknownProperties(of: view).compactMap { Property($0, of: view, in: tree, isUnknown: true) }
        return items.isEmpty ? nil : Section(title: "Not in the dump", items: items)
    }

    /// The class as Swift writes it, where the dump has it mangled.
    private var swiftName: Property? {
        let name = tree.classTitle(of: view)
        guard name.isDemangled else { return nil }
        var property = Property(name: "Swift name", text: name.readable)
        property.isCode = true
        return property
    }

    /// What the drawing of the screen shows although the dump did not say it; nil where it shows nothing of that kind.
    private struct Assumed: PageModel {
        let guesses: [DrawingGuess]

        init?(_ panel: Panel) {
            guesses = panel.state.drawing().drawing(of: panel.view).guesses
            if guesses.isEmpty { return nil }
        }

        static let members: Members<Self> = ["guesses": .list { $0.guesses.map(Guess.init) }]

        struct Guess: PageModel {
            let guess: DrawingGuess

            static let members: Members<Self> = [
                "property": .text { $0.guess.property }, "value": .text { $0.guess.value },
                "reason": .text { $0.guess.reason },
            ]
        }
    }

    private struct Section: PageModel {
        let title: String
        let items: [Property]

        static let members: Members<Self> = ["title": .text { $0.title }, "items": .list { $0.items }]
    }

    /// A line of the panel: a name and a text, or a flag.
    private struct Property: PageModel {
        let name: String
        var text: String?
        var flag: Bool?
        var isCode = false
        var isUsual = true
        /// The class whose default stands here because the dump did not say what the property is.
        var defaultOf: String?

        init(name: String, text: String) {
            self.name = name
            self.text = text
        }

        /// What a view has of a property, or the default where the dump did not say it; nil for none, and for what the
        /// other tabs show.
        init?(_ property: ViewProperty, of view: Int, in tree: ViewTree, isUnknown: Bool) {
            let value = property.value(of: view, in: tree)
            switch value {
            case .bool(let isOn): flag = isOn
            case .integer(let number): text = String(number)
            case .number(let number): text = NumberText.told(number)
            case .text(let words): text = words
            case .contentMode(let mode): text = mode.name
            case nil: guard isUnknown, property.kind == .text else { return nil }
            case .point, .size, .rect, .transform, .mask: return nil
            }
            name = Self.title(property)
            isCode = property.isName
            let usual = property.usualValue(in: tree.family(of: view))
            isUsual = isUnknown || property.usual == nil || value == usual
            if isUnknown { defaultOf = usual == property.usual ? "UIView" : tree.classTitle(of: view).shown }
        }

        /// The name in words: `autoresizesSubviews` is “Autoresizes subviews”.
        private static func title(_ property: ViewProperty) -> String {
            let words = property.name.reduce(into: "") { $0 += ($1.isUppercase ? " " : "") + $1.lowercased() }
            let title = words.prefix(1).uppercased() + words.dropFirst()
            return title.hasSuffix(" enabled") ? String(title.dropLast(" enabled".count)) : title
        }

        /// Whether there is no default either.
        private var isNothing: Bool { text == nil && flag == nil }

        static let members: Members<Self> = [
            "name": .text { $0.name }, "value": .text { $0.text }, "on": .flag { $0.flag == true },
            "off": .flag { $0.flag == false }, "code": .flag { $0.isCode }, "changed": .flag { !$0.isUsual },
            "defaultOf": .text { $0.isNothing ? nil : $0.defaultOf },
        ]
    }

    // MARK: Geometry

    private var geometry: [NumberLine] {
        let center = tree.center(of: view)
        let isUnknown = !tree.says(.frame, of: view)
        var lines = [
            NumberLine("Frame", isUnknown ? nil : tree.frame(of: view), otherwise: "unknown"),
            NumberLine("Bounds", tree.says(.bounds, of: view) ? tree.bounds(of: view) : nil, otherwise: "unknown"),
            isUnknown
                ? NumberLine("Center", nil, otherwise: "unknown")
                : NumberLine("Center", [("x", center.x), ("y", center.y)]),
            NumberLine("Window", state.geometry.windowFrame(of: view), otherwise: isUnknown ? "unknown" : "nowhere"),
            NumberLine("Visible", state.geometry.visibleFrame(of: view), otherwise: "nothing of it"),
        ]
        if let offset = tree.contentOffset(of: view) {
            lines.append(NumberLine("Offset", [("x", offset.x), ("y", offset.y)]))
        }
        if let size = tree.contentSize(of: view) {
            lines.append(NumberLine("Content", [("w", size.width), ("h", size.height)]))
        }
        return lines
    }

    /// Numbers with their units behind a name.
    private struct NumberLine: PageModel {
        let name: String
        var values: [Quantity] = []
        /// What is said where there are none.
        var nothing: String?

        init(_ name: String, _ values: [(unit: String, number: Double)]) {
            self.name = name
            self.values = values.map { Quantity(unit: $0.unit, number: $0.number) }
        }

        init(_ name: String, _ rect: Rect?, otherwise: String = "") {
            guard let rect else {
                self.init(name, [])
                nothing = otherwise
                return
            }
            let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
            self.init(name, zip(["x", "y", "w", "h"], numbers).map { ($0, $1) })
        }

        static let members: Members<Self> = [
            "name": .text { $0.name }, "values": .list { $0.values }, "nothing": .text { $0.nothing },
        ]
    }

    private struct Quantity: PageModel {
        let unit: String
        let number: Double

        static let members: Members<Self> = ["unit": .text { $0.unit }, "number": .decimal { $0.number }]
    }

    /// A transform as rotation and scale and as its matrix; nil for the identity.
    private struct TransformLine: PageModel {
        let transform: Transform

        init?(_ transform: Transform) {
            guard !transform.isIdentity else { return nil }
            self.transform = transform
        }

        private var cells: [Quantity] {
            let matrix = transform
            let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
            return zip(["a", "b", "c", "d", "tx", "ty"], numbers).map { Quantity(unit: $0, number: $1) }
        }

        static let members: Members<Self> = [
            "rotate": .decimal { $0.transform.rotationInDegrees }, "scaleX": .decimal { $0.transform.scaleAlongX },
            "scaleY": .decimal { $0.transform.scaleAlongY }, "cells": .list { $0.cells },
        ]
    }
}

extension InspectorState {
    /// The tabs of the panel that have something to say of this dump, in their order; the first one is shown first.
    var tabs: [String] {
        let said = tree.saidByAny
        var tabs = isOfElements ? ["element"] : []
        if said.contains(.frame) { tabs.append("size") }
        if !isOfElements { tabs.append("attributes") }
        if said.contains(.frame) { tabs.append("touch") }
        let saysContent = ["contentMode", "contentSize"].compactMap(ViewProperty.named).contains(where: said.contains)
        if saysContent || tree.attributeNames.contains("image") { tabs.append("content") }
        return tabs + ["source"]
    }

    /// Whether the dump says what tests see, and not what views are.
    var isOfElements: Bool { tree.indices.prefix(2).contains { SystemViews.areElements(tree.className(of: $0)) } }
}

/// An autoresizing mask as the diagram shows it: a spring where something is flexible, a strut where it is not.
struct Springs: PageModel {
    let mask: AutoresizingMask
    /// Whether the dump, or an edit since, said what it is; else it is UIView's default.
    let isSaid: Bool

    init(mask: AutoresizingMask) { (self.mask, isSaid) = (mask, true) }

    init(of view: Int, in tree: ViewTree) {
        mask = tree.autoresizingMask(of: view)
        isSaid = tree.says(.autoresizingMask, of: view)
    }

    /// The mask in words: `flexible width · top margin`.
    private var summary: String {
        guard !mask.isEmpty else { return "nothing flexible" }
        let words: [(AutoresizingMask, String)] = [
            (.flexibleWidth, "width"), (.flexibleHeight, "height"), (.flexibleLeftMargin, "left margin"),
            (.flexibleRightMargin, "right margin"), (.flexibleTopMargin, "top margin"),
            (.flexibleBottomMargin, "bottom margin"),
        ]
        return "flexible " + words.filter { mask.contains($0.0) }.map(\.1).joined(separator: " · ")
    }

    /// The mask as dumps write it: `W+TM`.
    private var tokens: String {
        let tokens = AutoresizingMask.names.filter { mask.contains($0.flag) }.map(\.token)
        return tokens.isEmpty ? "none" : tokens.joined(separator: "+")
    }

    static let members: Members<Self> = [
        "left": .flag { $0.mask.contains(.flexibleLeftMargin) }, "width": .flag { $0.mask.contains(.flexibleWidth) },
        "right": .flag { $0.mask.contains(.flexibleRightMargin) },
        "top": .flag { $0.mask.contains(.flexibleTopMargin) },
        "height": .flag { $0.mask.contains(.flexibleHeight) },
        "bottom": .flag { $0.mask.contains(.flexibleBottomMargin) }, "summary": .text { $0.summary },
        "mask": .text { $0.tokens }, "unknown": .flag { !$0.isSaid },
    ]
}
