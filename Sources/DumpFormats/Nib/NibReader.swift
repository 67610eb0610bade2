import Diagnostics
import ViewHierarchy

/// Makes views of the objects of a compiled nib.
struct NibReader {
    /// What no nib can say.
    static let loss = Diagnostic(
        .info,
        "lost.runtime",
        "A nib says how views begin: what the app changes when it loads them, and what Auto Layout makes of them, "
            + "is not in it."
    )

    private let archive: ObjectArchive
    /// The nib as the report names it, where there are several.
    private let file: String?

    init(_ archive: ObjectArchive, file: String? = nil) {
        self.archive = archive
        self.file = file
    }

    /// Adds the views among the topmost objects; where there are none, as in the nib of a controller, those that are in
    /// no other view.
    /// - Parameter describeRoot: what else is said of each of the topmost views.
    /// - Returns: whether there were any.
    func append(
        to assembler: inout TreeAssembler,
        describeRoot: (inout ViewDescription) -> Void = { _ in }
    ) throws(DumpError) -> Bool {
        var roots: [ArchivedNode] = []
        for key in NibFormat.rootKeys where roots.isEmpty {
            roots = archive.root(key)?.elements.filter(Self.isView) ?? []
        }
        if roots.isEmpty { roots = freeViews() }
        try ArchiveWalk(key: .uiSubviews, maximumRepeats: assembler.limits.maximumViews).visit(roots) {
            (node, depth) throws(DumpError) in
            try add(node, depth: depth, to: &assembler, describeRoot: describeRoot)
            return true
        } isRepeated: { node in
            assembler.report.add(
                .warning,
                "archive.repeated",
                "\(place(of: node)) (\(node.className)) is among the views a second time; it was read once."
            )
        }
        return !roots.isEmpty
    }

    private func place(of node: ArchivedNode) -> String {
        let object = "object \(node.place ?? 0)"
        return file.map { "\($0), \(object)" } ?? object.prefix(1).uppercased() + object.dropFirst()
    }

    private static func isView(_ node: ArchivedNode) -> Bool {
        [ArchiveKey.uiBounds, .uiCenter, .uiSubviews].contains { node[$0] != nil }
    }

    private func freeViews() -> [ArchivedNode] {
        let all = archive.indices.compactMap { ArchivedNode(archive, .reference($0)) }.filter(Self.isView)
        // Views may share a list.
        var (lists, inner): (Set<Int>, Set<Int>) = ([], [])
        for list in all.compactMap({ $0[.uiSubviews] }) where list.place.map({ lists.insert($0).inserted }) ?? true {
            for view in list.lazyElements { if let place = view.place { inner.insert(place) } }
        }
        return all.filter { !inner.contains($0.place ?? -1) }
    }

    private func add(
        _ node: ArchivedNode,
        depth: Int,
        to assembler: inout TreeAssembler,
        describeRoot: (inout ViewDescription) -> Void
    ) throws(DumpError) {
        let custom = node[.uiClassName]?.string
        let own = node[.uiOriginalClassName]?.string ?? (node.className == "UIClassSwapper" ? nil : node.className)
        let place = place(of: node)
        var view = ViewDescription(found: custom ?? own ?? "UIView")
        if let custom, let own, custom != own { view.keep("baseClass", own) }
        let bounds = node[.uiBounds]?.rect
        let center = node[.uiCenter]?.numbers(2).map { Point(x: $0[0], y: $0[1]) }
        view.bounds = bounds
        view.center = center
        if let bounds, let center {
            view.frame =
                ViewGeometry(
                    bounds: bounds,
                    center: center,
                    transform: .identity,
                    anchorPoint: ViewGeometry.middle
                ).frame
        } else if let bounds {
            view.frame = Rect(origin: .zero, size: bounds.size)
        }
        let values = NibValues(node)
        for member in node.members.prefix(assembler.limits.maximumAttributes) { values.read(member, into: &view) }
        if depth == 0 { describeRoot(&view) }
        let id = try assembler.append(view, depth: depth, place: place)
        if bounds == nil {
            assembler.report.add(
                .warning,
                "missing.frame",
                "\(place) (\(view.className)): no bounds are given; the view has no size.",
                view: id
            )
        }
        if custom == nil, own == nil {
            let message = "\(place): no class is given; it became a UIView."
            assembler.report.add(.warning, "missing.class", message, view: id)
        }
    }
}

/// Reads the values that UIKit's classes encode.
private struct NibValues {
    /// How long the text of one attribute may be.
    private static var maximumText: Int { 4_000 }
    /// How many constraints of a view are told.
    private static var maximumConstraints: Int { 200 }

    let node: ArchivedNode

    init(_ node: ArchivedNode) { self.node = node }

    /// What the tree itself says.
    private static let structure: [ArchiveKey] = [
        .uiBounds, .uiCenter, .uiSubviews, .uiClassName, .uiOriginalClassName,
    ]

    /// UIKit's names of what is encoded under others.
    private static let names: [String: String] = [
        "UIBackgroundColor": "backgroundColor", "UITintColor": "tintColor", "UITextColor": "textColor",
        "UITextAlignment": "textAlignment", "UINumberOfLines": "numberOfLines", "UILineBreakMode": "lineBreakMode",
        "UIPlaceholder": "placeholder", "UIBorderStyle": "borderStyle", "UIEnabled": "enabled",
        "UISelected": "selected", "UIProgress": "progress", "UINumberOfPages": "numberOfPages",
        "UICurrentPage": "currentPage", "UIStyle": "style", "UIAccessoryType": "accessoryType",
    ]

    func read(_ member: ArchivedNode.Member, into view: inout ViewDescription) {
        let key = member.known
        if let key, Self.structure.contains(key) { return }
        guard let value = member.node else { return }
        if let key, say(key, value, in: &view) { return }
        switch key {
        case .uiViewAutolayoutConstraints:
            for constraint in value.elements(atMost: Self.maximumConstraints) {
                view.keep("constraint", Self.constraint(constraint))
            }
        case .uiFont:
            if let name = value[.uiFontName]?.string { view.keep("font.fontName", name) }
            if let size = value[.uiFontPointSize]?.number { view.keep("font.pointSize", NumberText.fine(size)) }
        case .uiImage, .uiImageView:
            view.keep("image", value[.uiResourceName]?.string ?? "<\(value.className)>")
        case .uiButtonStatefulContent:
            // What the button shows, by the states in which it does; 0 is the normal one.
            let normal = value.pairs.first { $0.key.integer == 0 }?.value ?? value.pairs.first?.value
            if let title = normal?[.uiTitle]?.string { view.say("text", .text(title)) }
            if let image = normal?[.uiImage]?[.uiResourceName]?.string { view.keep("image", image) }
        default:
            if let text = Self.text(of: value) { view.keep(Self.names[member.text] ?? member.text, text) }
        }
    }

    /// Takes what is a property of the tree; false for all else.
    private func say(_ key: ArchiveKey, _ value: ArchivedNode, in view: inout ViewDescription) -> Bool {
        switch key {
        case .uiAutoresizingMask:
            guard let mask = value.integer.flatMap({ UInt8(exactly: $0 & 0x3F) }) else { return false }
            view.say("autoresizingMask", .mask(AutoresizingMask(rawValue: mask)))
        case .uiHidden: return say("hidden", value.bool.map { .bool($0) }, in: &view)
        case .uiOpaque: return say("opaque", value.bool.map { .bool($0) }, in: &view)
        case .uiClipsToBounds: return say("clipsToBounds", value.bool.map { .bool($0) }, in: &view)
        case .uiAutoresizeSubviews: return say("autoresizesSubviews", value.bool.map { .bool($0) }, in: &view)
        case .uiUserInteractionDisabled:
            return say("userInteractionEnabled", value.bool.map { .bool(!$0) }, in: &view)
        case .uiMultipleTouchEnabled: return say("multipleTouchEnabled", value.bool.map { .bool($0) }, in: &view)
        case .uiAlpha: return say("alpha", value.number.map { .number($0) }, in: &view)
        case .uiTag: return say("tag", value.integer.map { .integer($0) }, in: &view)
        case .uiContentMode:
            let mode = value.integer.flatMap { UInt8(exactly: $0) }.flatMap { ContentMode(rawValue: $0) }
            return say("contentMode", mode.map { .contentMode($0) }, in: &view)
        case .uiText: return say("text", value.string.map { .text($0) }, in: &view)
        case .uiContentSize:
            return say("contentSize", value.numbers(2).map { .size(Size(width: $0[0], height: $0[1])) }, in: &view)
        case .uiAccessibilityIdentifier: return say("identifier", value.string.map { .text($0) }, in: &view)
        case .uiAccessibilityLabel: return say("label", value.string.map { .text($0) }, in: &view)
        default: return false
        }
        return true
    }

    private func say(_ name: String, _ value: ViewPropertyValue?, in view: inout ViewDescription) -> Bool {
        guard let value else { return false }
        view.say(name, value)
        return true
    }

    // MARK: Values

    /// A value in words; nil for what has none.
    private static func text(of node: ArchivedNode) -> String? {
        if let color = color(node) { return color }
        if let text = node.string { return String(text.prefix(maximumText)) }
        if let isOn = node.plainBool { return isOn ? "YES" : "NO" }
        if let whole = node.plainInteger { return String(whole) }
        if let number = node.number { return NumberText.fine(number) }
        for count in [4, 2] {
            guard let numbers = node.numbers(count) else { continue }
            return (0..<count).map { NumberText.fine(numbers[$0]) }.joined(separator: " ")
        }
        return node.className.isEmpty ? nil : "<\(node.className)>"
    }

    /// A colour as UIKit prints it.
    private static func color(_ node: ArchivedNode) -> String? {
        guard node.className.hasSuffix("Color") else { return nil }
        if let name = node[.uiSystemColorName]?.string { return "<UIDynamicSystemColor; name = \(name.prefix(200))>" }
        let alpha = node[.uiAlpha]?.number ?? 1
        if let white = node[.uiWhite]?.number {
            return "UIExtendedGrayColorSpace \(NumberText.fine(white)) \(NumberText.fine(alpha))"
        }
        let parts = [ArchiveKey.uiRed, .uiGreen, .uiBlue].compactMap { node[$0]?.number } + [alpha]
        guard parts.count == 4 else { return nil }
        return "UIExtendedSRGBColorSpace " + parts.map { NumberText.fine($0) }.joined(separator: " ")
    }

    /// A constraint with its objects by their places in the nib.
    private static func constraint(_ node: ArchivedNode) -> String {
        func item(isFirst: Bool) -> String? {
            guard let item = node[isFirst ? .nsFirstItem : .nsSecondItem] else { return nil }
            let newer = node[isFirst ? .nsFirstAttributeV2 : .nsSecondAttributeV2]
            let attribute = (newer ?? node[isFirst ? .nsFirstAttribute : .nsSecondAttribute])?.integer ?? 0
            let className = item[.uiClassName]?.string ?? item.className
            return "\(className) #\(item.place ?? 0).\(LookinConstraint.name(ofAttribute: attribute))"
        }
        let relation =
            switch node[.nsRelation]?.integer ?? 0 {
            case -1: "<="
            case 1: ">="
            default: "="
            }
        let constant = (node[.nsConstantV2] ?? node[.nsConstant])?.number ?? 0
        var text = "\(item(isFirst: true) ?? "nil") \(relation) "
        if let second = item(isFirst: false) {
            text += "\(NumberText.fine(node[.nsMultiplier]?.number ?? 1)) * \(second) + "
        }
        return text + "\(NumberText.fine(constant)) @\(NumberText.fine(node[.nsPriority]?.number ?? 1_000))"
    }
}
