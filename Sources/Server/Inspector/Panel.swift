import Diagnostics
import DumpFormats
import ViewHierarchy

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
        "view": .part { $0.row }, "key": .text { $0.tree.key(of: $0.view, maximumDepth: maximumKeyDepth) },
        "depth": .number { $0.tree.depth(of: $0.view) }, "isHidden": .flag { $0.visibility == .hidden },
        "isHiddenAbove": .flag { $0.visibility == .hiddenAbove }, "isNowhere": .flag { $0.visibility == .nowhere },
        "isClipped": .flag { $0.visibility == .clipped }, "isTransparent": .flag { $0.visibility == .transparent },
        "isMoved": .flag { $0.state.result?.isChanged($0.view) ?? false },
        "hasOneSubview": .flag { $0.tree.subviews(of: $0.view).count == 1 }, "subviews": .number { $0.subviewCount },
        "hasFindings": .flag { !$0.findings.isEmpty }, "findings": .list { $0.findings },
        "attributes": .list { $0.attributes },
        "autoresizing": .part { Springs(mask: $0.tree.autoresizingMask(of: $0.view)) },
        "geometry": .list { $0.geometry }, "transform": .part { TransformLine($0.tree.transform(of: $0.view)) },
        "hasRaw": .flag { !$0.tree.attributes(of: $0.view).isEmpty },
        "raw": .list { $0.tree.attributes(of: $0.view).map { Property(name: $0.name, $0.name, text: $0.value) } },
        "jsonHref": .text { "/api/v1\($0.state.path)/views/\($0.state.id(of: $0.view))" },
        "swiftFrame": .text { $0.swiftFrame },
    ]

    /// Why nothing of a view is seen.
    private enum Visibility { case seen, hidden, hiddenAbove, nowhere, clipped, transparent }

    private var visibility: Visibility {
        if tree.flags(of: view).contains(.hidden) { return .hidden }
        if tree.superviews(of: view).contains(where: { tree.flags(of: $0).contains(.hidden) }) { return .hiddenAbove }
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
        return all.map { FindingRow($0, in: state) }
    }

    private var swiftFrame: String {
        let frame = tree.frame(of: view)
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(NumberText.short)
        return "CGRect(x: \(numbers[0]), y: \(numbers[1]), width: \(numbers[2]), height: \(numbers[3]))"
    }

    // MARK: Attributes

    /// The properties by name, in sections; those that are not UIKit's defaults stand out, and of those that the dump
    /// did not say only the default is told.
    private var attributes: [Section] {
        let (family, unknown) = (tree.family(of: view), Set(tree.unknownProperties(of: view).map(\.name)))
        return known(family).map { title, items in
            Section(title: title, items: items.compactMap { $0.told(unknown, view: tree.className(of: view), family) })
        }
        .filter { !$0.items.isEmpty }
    }

    private func known(_ family: UIKitFamily?) -> [(title: String, items: [Property])] {
        let flags = tree.flags(of: view)
        let contentMode = tree.contentMode(of: view)
        func usual(_ property: String) -> Bool {
            ViewProperty.named(property)?.usualValue(in: family) == .bool(true)
        }
        func flag(_ name: String, _ property: String, _ flag: ViewFlags) -> Property {
            Property(name: name, property, flag: flags.contains(flag), isUsual: flags.contains(flag) == usual(property))
        }
        return [
            (
                "Identity",
                [
                    Property(name: "Class", "class", text: tree.className(of: view), isCode: true),
                    Property(name: "Address", "address", text: tree.address(of: view), isCode: true),
                    Property(name: "Controller", "controller", text: tree.controller(of: view)),
                ]
            ),
            (
                "Content",
                [
                    Property(name: "Text", "text", text: tree.text(of: view)),
                    Property(name: "Identifier", "identifier", text: tree.identifier(of: view)),
                    Property(name: "Label", "label", text: tree.label(of: view)),
                    Property(name: "Value", "value", text: tree.value(of: view)),
                ]
            ),
            (
                "Drawing",
                [
                    .number("Alpha", "alpha", tree.alpha(of: view), usual: 1), flag("Hidden", "hidden", .hidden),
                    flag("Opaque", "opaque", .opaque), flag("Clips to bounds", "clipsToBounds", .clipsToBounds),
                    Property(
                        name: "Content mode",
                        "contentMode",
                        text: contentMode.name,
                        isUsual: contentMode == .scaleToFill
                    ),
                ]
            ),
            (
                "Behaviour",
                [
                    flag("User interaction", "userInteractionEnabled", .userInteractionEnabled),
                    flag("Multiple touch", "multipleTouchEnabled", .multipleTouchEnabled),
                    flag("Exclusive touch", "exclusiveTouch", .exclusiveTouch),
                    flag("Resizes subviews", "autoresizesSubviews", .autoresizesSubviews),
                    .number("Tag", "tag", Double(tree.tag(of: view)), usual: 0),
                ]
            ),
        ]
    }

    private struct Section: PageModel {
        let title: String
        let items: [Property]

        static let members: Members<Self> = ["title": .text { $0.title }, "items": .list { $0.items }]
    }

    /// A line of the panel: a name and a text, or a flag.
    private struct Property: PageModel {
        let name: String
        /// The property's name in the table.
        let property: String
        var text: String?
        var flag: Bool?
        var isCode = false
        var isUsual = true
        /// The class whose default stands here because the dump did not say what the property is.
        var defaultOf: String?

        init(
            name: String,
            _ property: String,
            text: String? = nil,
            flag: Bool? = nil,
            isCode: Bool = false,
            isUsual: Bool = true
        ) {
            (self.name, self.property, self.text, self.flag) = (name, property, text, flag)
            (self.isCode, self.isUsual) = (isCode, isUsual)
        }

        static func number(_ name: String, _ property: String, _ number: Double, usual: Double) -> Property {
            Property(name: name, property, text: NumberText.short(number), isUsual: number == usual)
        }

        /// The line as it is told: nil for a value that the dump says is not there.
        func told(_ unknown: Set<String>, view className: String, _ family: UIKitFamily?) -> Property? {
            guard unknown.contains(property) else { return text == nil && flag == nil ? nil : self }
            var told = self
            let row = ViewProperty.named(property)
            told.defaultOf = row?.usualValue(in: family) == row?.usual ? "UIView" : className
            told.isUsual = true
            return told
        }

        /// Whether there is no default either.
        private var isNothing: Bool { text == nil && flag == nil }

        static let members: Members<Self> = [
            "name": .text { $0.name }, "value": .text { $0.text }, "on": .flag { $0.flag == true },
            "off": .flag { $0.flag == false }, "code": .flag { $0.isCode }, "changed": .flag { !$0.isUsual },
            "unknown": .flag { $0.defaultOf != nil }, "defaultOf": .text { $0.isNothing ? nil : $0.defaultOf },
        ]
    }

    // MARK: Geometry

    private var geometry: [NumberLine] {
        let center = tree.center(of: view)
        var lines = [
            NumberLine("Frame", tree.frame(of: view)), NumberLine("Bounds", tree.bounds(of: view)),
            NumberLine("Center", [("x", center.x), ("y", center.y)]),
            NumberLine("Window", state.geometry.windowFrame(of: view), otherwise: "nowhere"),
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

/// An autoresizing mask as the diagram shows it: a spring where something is flexible, a strut where it is not.
struct Springs: PageModel {
    let mask: AutoresizingMask

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
        "mask": .text { $0.tokens },
    ]
}
