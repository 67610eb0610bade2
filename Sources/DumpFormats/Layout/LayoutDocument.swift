public import JSON
public import ViewHierarchy

/// Constraints and what else a dump says of layout, as Vitrine's structure has them: the member `constraints` of a view
/// lists those that it holds, `autoLayout` what is said of the view itself. The API writes the same.
///
/// Views are named by numbers: their ids in the API, in a file their places in depth-first order, counted from 0, unless
/// the views have a member `id`.
package enum LayoutDocument {
    package static let constraintsKey = "constraints"
    package static let traitsKey = "autoLayout"
    static let translatesKey = "translatesAutoresizingMaskIntoConstraints"
}

extension JSONWriter {
    /// Writes the members of a constraint into the object that is open. Members with their usual values are left out
    /// unless all are asked for.
    ///
    /// - Parameter number: The number by which a view is named, for its id; nil where it has none any more.
    public mutating func constraintMembers(_ constraint: LayoutConstraint, isWhole: Bool, number: (Int) -> Int?) {
        if isWhole || !constraint.name.isEmpty { text("name", constraint.name) }
        if isWhole || constraint.identifier != nil {
            key("identifier")
            string(constraint.identifier)
        }
        if let label = constraint.label { text("label", label) }
        key("first")
        anchor(constraint.first, number)
        text("relation", constraint.relation.rawValue)
        if let second = constraint.second {
            key("second")
            anchor(second, number)
        } else if isWhole {
            key("second")
            null()
        }
        if isWhole || constraint.multiplier != 1 { real("multiplier", constraint.multiplier) }
        if let ratio = constraint.ratio { text("ratio", ratio) }
        if isWhole || constraint.constant != 0 { real("constant", constraint.constant) }
        if isWhole || constraint.priority != LayoutPriority.required { real("priority", constraint.priority) }
        if isWhole || !constraint.isActive { flag("active", constraint.isActive) }
        if isWhole || constraint.isPlaceholder { flag("placeholder", constraint.isPlaceholder) }
        if isWhole || constraint.isStandard { flag("standard", constraint.isStandard) }
        variations(constraint.variations)
    }

    private mutating func anchor(_ anchor: LayoutAnchor, _ number: (Int) -> Int?) {
        beginObject()
        switch anchor.item {
        case .view(let id), .guide(_, let id):
            key("view")
            integer(number(id))
        case .unknown(let name): text("item", name)
        }
        if let guide = anchor.item.guide { text("guide", guide.name) }
        text("attribute", anchor.attribute.name)
        endObject()
    }

    private mutating func variations(_ variations: [LayoutVariation]) {
        guard !variations.isEmpty else { return }
        key("variations")
        beginArray()
        for variation in variations {
            beginObject()
            text("traits", variation.traits)
            optional("included", variation.isIncluded)
            optional("constant", variation.constant)
            optional("priority", variation.priority)
            endObject()
        }
        endArray()
    }

    /// Writes what is said of a view's layout as an object; what was not said is left out.
    ///
    /// - Parameter number: The number by which a view is named, for its id; nil where it has none any more.
    public mutating func layoutTraits(_ traits: LayoutTraits, number: (Int) -> Int?) {
        beginObject()
        optional(LayoutDocument.translatesKey, traits.translatesMask)
        pair("contentHuggingPriority", traits.hugging, "horizontal", "vertical")
        pair("contentCompressionResistancePriority", traits.resistance, "horizontal", "vertical")
        pair("placeholderIntrinsicSize", traits.placeholderSize, "width", "height")
        optional("preferredMaxLayoutWidth", traits.preferredMaxLayoutWidth)
        if let margins = traits.margins {
            let (near, far) = margins.isDirectional ? ("leading", "trailing") : ("left", "right")
            key(margins.isDirectional ? "directionalLayoutMargins" : "layoutMargins")
            beginObject()
            for (name, value) in [
                ("top", margins.top), (near, margins.left), ("bottom", margins.bottom), (far, margins.right),
            ] { real(name, value) }
            endObject()
        }
        optional("preservesSuperviewLayoutMargins", traits.preservesSuperviewMargins)
        optional("insetsLayoutMarginsFromSafeArea", traits.insetsMarginsFromSafeArea)
        optional("layoutMarginsFollowReadableWidth", traits.followsReadableWidth)
        if let stack = traits.stack {
            key("stack")
            self.stack(stack, number)
        }
        if traits.isMisplaced { flag("misplaced", true) }
        if traits.isAmbiguous { flag("ambiguous", true) }
        variations(traits.variations)
        endObject()
    }

    private mutating func stack(_ stack: StackConfiguration, _ number: (Int) -> Int?) {
        beginObject()
        text("axis", stack.axis.rawValue)
        text("distribution", stack.distribution.rawValue)
        text("alignment", stack.alignment.rawValue)
        real("spacing", stack.spacing)
        if stack.isSpacingStandard { flag("standardSpacing", true) }
        if stack.isBaselineRelative { flag("baselineRelative", true) }
        optional("marginsRelative", stack.isMarginsRelative)
        if !stack.customSpacings.isEmpty {
            key("customSpacings")
            beginArray()
            for (view, spacing) in stack.customSpacings.sorted(by: { $0.key < $1.key }) {
                guard let view = number(view) else { continue }
                beginObject()
                key("after")
                integer(view)
                real("spacing", spacing)
                endObject()
            }
            endArray()
        }
        endObject()
    }

    private mutating func pair(_ name: String, _ pair: LayoutTraits.AxisPair, _ first: String, _ second: String) {
        guard !pair.isEmpty else { return }
        key(name)
        beginObject()
        optional(first, pair.horizontal)
        optional(second, pair.vertical)
        endObject()
    }

    private mutating func text(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    /// JSON has no number for what is endless.
    private mutating func real(_ name: String, _ value: Double) {
        key(name)
        if value.isFinite { number(value) } else { string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf") }
    }

    private mutating func flag(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    private mutating func optional(_ name: String, _ value: Double?) {
        if let value { real(name, value) }
    }

    private mutating func optional(_ name: String, _ value: Bool?) {
        if let value { flag(name, value) }
    }
}

/// The canvas on which an interface file was drawn, as Vitrine's structure has it: the member `canvas` beside `windows`.
///
/// Without it a layout of what was a xib or a storyboard knows neither its safe areas nor its bars.
enum CanvasDocument {
    static let key = "canvas"

    fileprivate static let barNames: [(name: String, bar: SimulatedBars)] = [
        ("navigation", .navigation), ("largeTitle", .largeTitle), ("tab", .tab), ("toolbar", .toolbar),
        ("noStatusBar", .noStatusBar),
    ]
}

extension JSONWriter {
    /// Writes a canvas as an object; what is not known is left out.
    ///
    /// - Parameter number: The number by which a view is named, for its id; nil where it has none any more.
    mutating func canvas(_ canvas: LayoutCanvas, number: (Int) -> Int?) {
        beginObject()
        given("device", canvas.device) { $0.string($1) }
        given("landscape", canvas.isLandscape ? true : nil) { $0.bool($1) }
        given("width", canvas.size?.width) { $0.number($1) }
        given("height", canvas.size?.height) { $0.number($1) }
        given("scale", canvas.scale) { $0.number($1) }
        given("build", canvas.build) { $0.integer($1) }
        given("safeAreas", canvas.usesSafeAreas) { $0.bool($1) }
        given("widthClass", canvas.sizeClasses.width?.rawValue) { $0.string($1) }
        given("heightClass", canvas.sizeClasses.height?.rawValue) { $0.string($1) }
        let bars = canvas.bars.compactMap { id, bars in number(id).map { (view: $0, bars: bars) } }
        if !bars.isEmpty {
            key("bars")
            beginArray()
            for (view, bars) in bars.sorted(by: { $0.view < $1.view }) {
                beginObject()
                member("view", view)
                key("names")
                beginArray()
                for (name, bar) in CanvasDocument.barNames where bars.contains(bar) { string(name) }
                endArray()
                endObject()
            }
            endArray()
        }
        endObject()
    }
}

extension LayoutDocumentReader {
    /// The canvas of a document; nil for what is no object.
    mutating func canvas(_ node: Node) -> LayoutCanvas? {
        let pointer = "/" + CanvasDocument.key
        guard let node = object(node, at: pointer) else { return nil }
        var canvas = LayoutCanvas()
        canvas.device = text(node, "device", at: pointer)
        canvas.isLandscape = flag(node, "landscape", at: pointer) ?? false
        if let width = length(node, "width", at: pointer), let height = length(node, "height", at: pointer) {
            canvas.size = Size(width: width, height: height)
        }
        canvas.scale = length(node, "scale", at: pointer).flatMap { (0.5...10).contains($0) ? $0 : nil }
        canvas.build = finite(node, "build", at: pointer).flatMap { Int(exactly: $0) }
        canvas.usesSafeAreas = flag(node, "safeAreas", at: pointer)
        canvas.sizeClasses = SizeClasses(
            width: choice(node, "widthClass", at: pointer),
            height: choice(node, "heightClass", at: pointer)
        )
        let bars: [Node] = node["bars"].map { Array($0.elements) } ?? []
        for (place, element) in bars.enumerated() {
            let pointer = "\(pointer)/bars/\(place)"
            guard let root = element["view"].flatMap({ values.integer($0) }).flatMap(view) else {
                problems.append((pointer, "bars need the number of a view; they were left out"))
                continue
            }
            let names = element["names"].map { $0.elements.compactMap(\.stringValue) } ?? []
            canvas.bars[root] = SimulatedBars(
                CanvasDocument.barNames.filter { names.contains($0.name) }.map(\.bar)
            )
        }
        return canvas
    }

    /// A length on a screen: above 0 and no longer than any.
    private mutating func length(_ node: Node, _ name: String, at pointer: String) -> Double? {
        guard let length = finite(node, name, at: pointer) else { return nil }
        if length > 0, length <= 100_000 { return length }
        problems.append(("\(pointer)/\(name)", "this is no length of a screen; it was left out"))
        return nil
    }
}
