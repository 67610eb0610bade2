import Diagnostics
import ObjectArchives
import ViewHierarchy

/// A compiled nib of an iOS app: a `NIBArchive`, or the keyed archive that it was before iOS 6.
enum NibFormat: FormatReader {
    /// Where a nib keeps its topmost objects, and all of them.
    static let rootKeys = [ArchiveKey.topLevelObjects, .allObjects]

    static let facts = FormatFacts(.nib, .bytes, losses: .lostRuntime)

    static func signs(in input: DumpInput) -> FormatSigns {
        if NibArchive.hasMagic(input.bytes) { return FormatSigns(.certain, "It begins with NIBArchive.") }
        guard input.mayBeArchive, let archive = input.archive else {
            return FormatSigns(.none, "It begins neither with NIBArchive nor as a keyed archive does.")
        }
        guard isNib(archive) || isDesktopNib(archive) else {
            return FormatSigns(.none, "It archives no \(rootKeys[0].text).")
        }
        return FormatSigns(.certain, "It archives the objects of a nib.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let archive = try archive(of: input)
        let strings = try InterfaceStrings(beside: input)
        let assembler = TreeAssembler(limits: input.limits)
        _ = try NibReader(archive.localized(with: strings.texts)).append(to: assembler)
        let failure = DumpError(
            .unreadable,
            "The compiled nib holds no view: it may be that of a controller, whose view is in a nib of its own."
        )
        return strings.noted(in: try assembler.finish(facts, orThrow: failure))
    }

    /// The objects of a nib in either form.
    static func archive(of input: DumpInput) throws(DumpError) -> ObjectArchive {
        let archive: ObjectArchive
        if NibArchive.hasMagic(input.bytes) {
            do throws(NibArchive.Damage) {
                archive = try NibArchive.read(input.bytes)
            } catch {
                throw DumpError(.unreadable, error.message)
            }
        } else {
            guard input.mayBeArchive, let keyed = input.archive else {
                throw .other("It begins neither with NIBArchive nor as a keyed archive does.")
            }
            archive = keyed
        }
        guard !isDesktopNib(archive) else {
            throw DumpError(
                .unreadable,
                "This is a compiled nib of a Mac app; only those of iOS apps hold UIKit's views."
            )
        }
        guard isNib(archive) else { throw .other("It archives no \(rootKeys[0].text).", line: 1) }
        return archive
    }

    /// What a nib lists as its objects, the topmost first.
    static func objects(of archive: ObjectArchive) -> [ArchivedNode] {
        rootKeys.compactMap { archive.root($0)?.elements }.flatMap(\.self)
    }

    private static func isNib(_ archive: ObjectArchive) -> Bool { rootKeys.contains(where: archive.hasRoot) }

    private static func isDesktopNib(_ archive: ObjectArchive) -> Bool { archive.hasRoot(.desktopObjects) }
}

/// Makes views of the objects of a compiled nib.
struct NibReader {
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
        to assembler: TreeAssembler,
        describeRoot: (inout ViewDescription) -> Void = { _ in }
    ) throws(DumpError) -> Bool {
        var roots: [ArchivedNode] = []
        for key in NibFormat.rootKeys where roots.isEmpty {
            roots = archive.root(key)?.elements.filter(Self.isView) ?? []
        }
        if roots.isEmpty { roots = freeViews() }
        try ArchiveWalk(key: .uiSubviews, maximumRepeats: assembler.limits.maximumViews).visit(roots) {
            (node, depth) throws(DumpError) in
            try add(node, depth: depth, to: assembler, describeRoot: describeRoot)
            return true
        } isRepeated: { node in
            assembler.report.add(.repeatedView, [place(of: node), node.className])
        } excess: {
            .limit("maximumViews", $0)
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
        to assembler: TreeAssembler,
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
        if bounds == nil { assembler.reportNoFrame(.noBounds, [place, view.className], of: id) }
        if custom == nil, own == nil { assembler.report.add(.noClassButUIView, [place], view: id) }
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

    /// The properties of the tree by the keys under which they are encoded as they are.
    private static let properties: [ArchiveKey: String] = [
        .uiAutoresizingMask: "autoresizingMask", .uiHidden: "hidden", .uiOpaque: "opaque",
        .uiClipsToBounds: "clipsToBounds", .uiAutoresizeSubviews: "autoresizesSubviews",
        .uiMultipleTouchEnabled: "multipleTouchEnabled", .uiAlpha: "alpha", .uiTag: "tag",
        .uiContentMode: "contentMode", .uiText: "text", .uiContentSize: "contentSize",
        .uiAccessibilityIdentifier: "identifier", .uiAccessibilityLabel: "label",
    ]

    /// Takes what is a property of the tree; false for all else.
    private func say(_ key: ArchiveKey, _ value: ArchivedNode, in view: inout ViewDescription) -> Bool {
        if let name = Self.properties[key] { return view.say(name, archived: value) }
        guard key == .uiUserInteractionDisabled, let isDisabled = value.bool else { return false }
        view.say("userInteractionEnabled", .bool(!isDisabled))
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
            return "\(className) #\(item.place ?? 0).\(ConstraintText.name(ofAttribute: attribute))"
        }
        return ConstraintText.equation(
            item(isFirst: true) ?? "nil",
            relation: node[.nsRelation]?.integer ?? 0,
            second: item(isFirst: false),
            multiplier: NumberText.fine(node[.nsMultiplier]?.number ?? 1),
            constant: NumberText.fine((node[.nsConstantV2] ?? node[.nsConstant])?.number ?? 0),
            priority: NumberText.fine(node[.nsPriority]?.number ?? 1_000)
        )
    }
}
