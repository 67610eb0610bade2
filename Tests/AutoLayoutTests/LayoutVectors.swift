import Foundation

@testable import AutoLayout
@testable import ViewHierarchy

/// Cases of Auto Layout's rules, one a line: `number|what there is|what comes of it`. See the head of the file.
struct LayoutVectors {
    /// One case.
    struct Vector {
        var name: String
        var tree: ViewTree
        var target: LayoutTarget
        /// The frames that are known, by the indexes of the views.
        var frames: [Int: Rect] = [:]
        /// What is not decided: index and name of the part.
        var undecided: [(view: Int, part: String)] = []
        var isConflict = false
    }

    /// What is wrong with a line.
    struct Fault: Error { var line: String }

    static func read(_ text: String) throws -> [Vector] {
        try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.split(separator: "|").map(String.init)
            guard parts.count == 3 else { throw Fault(line: String(line)) }
            var reader = LayoutVectors(line: String(line))
            try reader.readStatements(parts[1])
            return try reader.vector(named: parts[0], expecting: parts[2])
        }
    }

    private let line: String
    private var views: [(name: String, view: ViewDescription, superview: String?, traits: LayoutTraits)] = []
    private var statements: [String] = []
    private var size = Size(width: 375, height: 667)
    private var device = "retina4_7"
    private var safeArea = EdgeInsets.zero

    private init(line: String) { self.line = line }

    private static let classes = [
        "view": "UIView", "label": "UILabel", "switch": "UISwitch", "slider": "UISlider",
        "button": "UIButton", "textField": "UITextField", "segmentedControl": "UISegmentedControl",
        "stackView": "UIStackView", "scrollView": "UIScrollView", "imageView": "UIImageView",
    ]

    private mutating func readStatements(_ text: String) throws {
        for statement in text.split(separator: ";").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if statement.hasPrefix("R ") {
                let words = statement.split(separator: " ").map(String.init)
                size = try numbers(words[1], "x") { Size(width: $0[0], height: $0[1]) }
                if words.count > 2 { device = words[2] }
            } else if statement.hasPrefix("safe ") {
                safeArea = try numbers(String(statement.dropFirst(5)), ",") {
                    EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
                }
            } else if statement.contains(":"), !statement.contains("=") || statement.contains("[") {
                try readView(statement)
            } else {
                statements.append(statement)
            }
        }
    }

    private func numbers<Value>(_ text: String, _ separator: String, _ make: ([Double]) -> Value) throws -> Value {
        let numbers = text.components(separatedBy: separator).compactMap { Double($0) }
        guard numbers.count == (separator == "x" ? 2 : 4) else { throw Fault(line: line) }
        return make(numbers)
    }

    /// `a:label in b 0,0,100,20 [name="value" …]`.
    private mutating func readView(_ statement: String) throws {
        let head = statement.split(separator: "[")
        let words = head[0].split(separator: " ").map(String.init)
        let names = words[0].split(separator: ":").map(String.init)
        guard names.count == 2, let className = Self.classes[names[1]] else { throw Fault(line: line) }
        var view = ViewDescription(className: className, frame: .zero)
        if let frame = words.dropFirst().first(where: { $0.contains(",") }) {
            view.frame = try numbers(frame, ",") { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
        }
        let superview = words.firstIndex(of: "in").map { words[$0 + 1] }
        var traits = LayoutTraits()
        if views.first(where: { $0.name == superview })?.traits.stack == nil { traits.translatesMask = false }
        if className == "UIStackView" { traits.stack = StackConfiguration() }
        if head.count > 1 {
            for pair in head[1].dropLast().split(separator: " ") {
                let parts = pair.split(separator: "=").map { $0.trimmingCharacters(in: ["\""]) }
                guard parts.count == 2 else { throw Fault(line: line) }
                set(parts[0], parts[1], in: &view, &traits)
            }
        }
        views.append((names[0], view, superview, traits))
    }

    private func set(_ name: String, _ value: String, in view: inout ViewDescription, _ traits: inout LayoutTraits) {
        switch name {
        case "horizontalHuggingPriority": traits.hugging.horizontal = Double(value)
        case "horizontalCompressionResistancePriority": traits.resistance.horizontal = Double(value)
        case "preservesSuperviewLayoutMargins": traits.preservesSuperviewMargins = true
        case "fs": view.attributes.append(.init("font", "system \(value)"))
        case "text": view.texts.text = value.replacing("_", with: " ")
        case "lines": view.attributes.append(.init("numberOfLines", value))
        case "style": view.attributes.append(.init("font", "UICTFontTextStyle\(value), \(TextStyle.font(value))"))
        case "runs":
            let runs = value.split(separator: "+").map { run in
                let parts = run.split(separator: "@").map(String.init)
                return StyledText.Run(count: Int(parts[0]) ?? 0, font: "system \(parts[1])", color: nil)
            }
            view.attributes.append(.init(StyledText.attribute, StyledText.description(runs)))
        case "placeholder", "segment", "contentEdgeInsets", "adjustsFontForContentSizeCategory",
            "semanticContentAttribute":
            view.attributes.append(.init(name, value))
        case "hidden": view.flags.isHidden = true
        case "spacing": traits.stack?.spacing = Double(value) ?? 0
        case "axis": traits.stack?.axis = .init(rawValue: value) ?? .horizontal
        case "distribution": traits.stack?.distribution = .init(rawValue: value) ?? .fill
        case "alignment": traits.stack?.alignment = .init(rawValue: value) ?? .fill
        default: break
        }
    }

    // MARK: The tree

    private func vector(named name: String, expecting expected: String) throws -> Vector {
        var builder = ViewTreeBuilder()
        let root = ViewDescription(className: "UIView", frame: Rect(origin: .zero, size: size))
        var places = ["R": builder.append(root, depth: 0)]
        var depths = ["R": 0]
        var rest = views
        // A superview's views come right behind it.
        var open = ["R"]
        while let superview = open.last {
            guard let next = rest.firstIndex(where: { ($0.superview ?? "R") == superview }) else {
                open.removeLast()
                continue
            }
            let found = rest.remove(at: next)
            let depth = (depths[superview] ?? 0) + 1
            let id = builder.append(found.view, depth: depth)
            builder.setLayout(found.traits, of: id)
            places[found.name] = id
            depths[found.name] = depth
            open.append(found.name)
        }
        var canvas = LayoutCanvas()
        (canvas.device, canvas.size, canvas.scale) = (device, size, 2)
        builder.setCanvas(canvas)
        for statement in statements { builder.append(try constraint(statement, places)) }
        var target = LayoutTarget()
        target.safeArea = safeArea
        var vector = Vector(name: name, tree: builder.build(), target: target)
        for word in expected.split(separator: " ").map(String.init) {
            if word == "conflict" {
                vector.isConflict = true
            } else if let mark = word.firstIndex(of: "?"), let view = places[String(word[..<mark])] {
                vector.undecided.append((view, word.hasSuffix("w") ? "width" : "height"))
            } else {
                let parts = word.components(separatedBy: "=")
                guard parts.count == 2, let view = places[parts[0]] else { throw Fault(line: line) }
                vector.frames[view] = try numbers(parts[1], ",") {
                    Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
                }
            }
        }
        return vector
    }

    private static let attributes: [String: LayoutAttribute] = [
        "l": .leading, "r": .trailing, "t": .top, "b": .bottom, "w": .width, "h": .height, "cx": .centerX,
        "cy": .centerY, "lm": .leadingMargin, "rm": .trailingMargin, "tm": .topMargin, "bm": .bottomMargin,
        "lb": .lastBaseline, "fb": .firstBaseline,
    ]

    /// `a.l=R.l*2+16@750`.
    private func constraint(_ statement: String, _ places: [String: Int]) throws -> LayoutConstraint {
        guard let sign = ["<=", ">=", "="].first(where: { statement.contains($0) }) else { throw Fault(line: line) }
        let sides = statement.components(separatedBy: sign)
        let first = try anchor(sides[0], places)
        var constraint = LayoutConstraint(owner: places["R"] ?? 0, first: first)
        constraint.relation = sign == "<=" ? .lessThanOrEqual : sign == ">=" ? .greaterThanOrEqual : .equal
        let parts = sides[1].components(separatedBy: "@")
        if parts.count > 1 { constraint.priority = Double(parts[1]) ?? 1_000 }
        var right = parts[0]
        if Double(right) == nil {
            if let place = right.lastIndex(where: { "+-".contains($0) }) {
                constraint.constant = Double(right[place...]) ?? 0
                right = String(right[..<place])
            }
            let factors = right.components(separatedBy: "*")
            constraint.second = try anchor(factors[0], places)
            if factors.count > 1 {
                let ratio = factors[1].split { ":/".contains($0) }.compactMap { Double($0) }
                constraint.multiplier = ratio.count == 2 ? ratio[0] / ratio[1] : ratio[0]
            }
        } else {
            constraint.constant = Double(right) ?? 0
            if case .view(let id) = first.item { constraint.owner = id }
        }
        return constraint
    }

    private func anchor(_ text: String, _ places: [String: Int]) throws -> LayoutAnchor {
        let parts = text.components(separatedBy: ".")
        guard parts.count == 2, let attribute = Self.attributes[parts[1]] else { throw Fault(line: line) }
        let name = parts[0]
        if name == "S" { return LayoutAnchor(.guide(.safeArea, of: places["R"] ?? 0), attribute) }
        if let view = places[name] { return LayoutAnchor(.view(view), attribute) }
        guard let view = places[String(name.dropLast())] else { throw Fault(line: line) }
        return LayoutAnchor(.guide(name.hasSuffix("C") ? .scrollContent : .scrollFrame, of: view), attribute)
    }
}
