public import ViewHierarchy

/// Draws the views of a tree as UIKit draws their classes, from what the dump knows.
///
/// The rules stand here once; painters (SVG, canvas) only know primitives. Whatever a drawing shows that the dump did
/// not say is noted as a guess. Rules and measures: what public dumps, Interface Builder files and Apple's Human
/// Interface Guidelines show; each guess names its reason.
public struct ScreenDrawing: Sendable {
    let tree: ViewTree
    /// The role of each view.
    package private(set) var roles: [ViewRole] = []
    /// Views inside of others that draw for them, or that their owner stands for.
    private var isSuppressed: [Bool] = []
    /// Views on a sheet or a popover.
    private var isElevated: [Bool] = []
    /// The tint that each view inherits, as a number of `tintColors`; 0 is the system's blue.
    private(set) var tints: [Int32] = []
    private(set) var tintColors: [DynamicColor] = []
    package private(set) var numbers: [LookAttribute: Int32] = [:]
    /// The cells of lists in sections, and which of their edges end one.
    private(set) var sectionCells: [Int: SectionEnds] = [:]
    /// Whether a list in sections covers most of the screen.
    private(set) var isOnGroupedList = false
    /// The lists that have views for the lines between their rows.
    private(set) var separatedTables: Set<Int> = []
    /// Whether the dump names colours by what they are for, which there are since iOS 13.
    private(set) var hasSemanticColors = false
    /// Whether the dump has the system's own views, so that what it does not have is not there.
    private(set) var hasSystemViews = false
    /// Whether the dump names background colours, so that a view without one has none.
    package private(set) var namesBackgrounds = false
    /// Whether the dump names pictures, so that an image view without one shows none.
    private(set) var namesImages = false
    /// Whose controls are drawn.
    public private(set) var design = SystemDesign.ios13
    /// What of the dump tells that; nil where somebody chose.
    private(set) var designReason: String?
    /// Whether the dump says anything about looks: a colour, a font, a picture.
    public private(set) var saysLooks = false
    /// The only appearance that the screen was made for; nil where it has both.
    public private(set) var appearance: Appearance?
    private let pictures: Set<Int>
    /// The accessibility elements of test tools among the views.
    private(set) var isElement: [Bool] = []
    /// The elements that the tool says cannot be seen.
    private var isUnseen: [Bool] = []
    /// Where elements begin on the screen; empty for other trees.
    private(set) var origins: [Point] = []
    /// What the keys of a keyboard cover that a tool lists one by one.
    private(set) var keys: KeyBlock?

    /// Prepares the drawing of a tree.
    ///
    /// - Parameters:
    ///   - pictures: The ids of views whose own picture the dump carries.
    ///   - device: What the dump was taken on.
    ///   - design: Whose controls are drawn; nil leaves that to what the dump shows.
    public init(_ tree: ViewTree, pictures: Set<Int> = [], device: DumpDevice? = nil, design: SystemDesign? = nil) {
        self.tree = tree
        self.pictures = pictures
        for attribute in LookAttribute.allCases {
            guard let number = tree.attributeColumn.number(ofName: attribute.rawValue) else { continue }
            numbers[attribute] = number
        }
        saysLooks = !pictures.isEmpty || Self.saysLooks(tree)
        namesBackgrounds = numbers[.backgroundColor] != nil
        namesImages = numbers[.image] != nil
        readRoles()
        readElements()
        let names = tree.classNames.names
        hasSystemViews = names.contains { $0.hasPrefix("_UI") }
        // Most views share a few colours.
        var known: Set<String> = []
        hasSemanticColors =
            !namesBackgrounds
            || tree.indices.contains { index in
                guard let color = text(.backgroundColor, of: index), known.insert(color).inserted else { return false }
                return Self.isSemantic(color)
            }
        let sign = design.map { DesignSign($0, "") } ?? sign(of: device)
        self.design = sign?.design ?? .ios13
        designReason = design == nil ? sign?.reason ?? "Nothing in the dump tells the system." : nil
        readContexts()
        (sectionCells, separatedTables) = rowsOfLists()
        isOnGroupedList = isGroundOfSections
        appearance = fixedAppearance
    }

    /// Whether a colour is named by what it is for: described so, or by UIKit's own name.
    private static func isSemantic(_ color: String) -> Bool {
        color.contains("UIDynamic") || (color.hasPrefix("system") && color.hasSuffix("BackgroundColor"))
    }

    /// What the grounds of the screen are made for: where one of them has a colour of its own, which is the same in both
    /// appearances, everything on it was chosen to be read on that colour.
    private var fixedAppearance: Appearance? {
        guard namesBackgrounds else { return nil }
        var fixed: Appearance?
        for root in tree.roots {
            let whole = tree.bounds(of: root).size
            for index in tree.subtree(of: root).prefix(4_000) {
                let size = tree.frame(of: index).size
                guard size.width * size.height >= 0.5 * whole.width * whole.height, isShown(index),
                    roles[index] != .dimming, let fill = color(.backgroundColor, of: index), fill.light.alpha > 0.8
                else { continue }
                fixed = fill.light != fill.dark ? nil : fill.light.luminance < 0.4 ? .dark : .light
            }
        }
        return fixed
    }

    /// Whether a dump says anything about looks, without preparing to draw it: a colour, a font, a picture;
    /// or the words of a test tool's elements, which tell more than their frames.
    public static func saysLooks(_ tree: ViewTree) -> Bool {
        tree.classNames.names.contains { $0.hasPrefix(ViewRole.elementPrefix) }
            || LookAttribute.allCases.contains { $0.isLook && tree.attributeColumn.number(ofName: $0.rawValue) != nil }
    }

    private mutating func readRoles() {
        var byClass: [Int32: ViewRole] = [:]
        roles.reserveCapacity(tree.count)
        for index in tree.indices {
            let classID = tree.classIDs[index]
            if let baseClass = text(.baseClass, of: index) {
                roles.append(ViewRole.of(className: tree.className(of: index), baseClass: baseClass))
                continue
            }
            if let known = byClass[classID] {
                roles.append(known)
                continue
            }
            let role = ViewRole.of(className: tree.className(of: index), baseClass: nil)
            byClass[classID] = role
            roles.append(role)
        }
        // A class of the app is known by what UIKit puts into it.
        for index in tree.indices {
            let superview = Int(tree.superviewIndexes[index])
            guard superview >= 0, roles[superview] == .plain else { continue }
            switch roles[index] {
            case .cellContent: roles[superview] = .cell
            case .buttonLabel: roles[superview] = .button
            case .fieldContent: roles[superview] = .textField
            default: break
            }
        }
    }

    /// Which views are elements of test tools, and what their places make of them.
    private mutating func readElements() {
        let prefix = ViewRole.elementPrefix
        let classes = Set(tree.classNames.names.indices.filter { tree.classNames.names[$0].hasPrefix(prefix) })
        guard !classes.isEmpty else { return }
        isElement = tree.classIDs.map { classes.contains(Int($0)) }
        origins.reserveCapacity(tree.count)
        for index in tree.indices {
            let (superview, own) = (Int(tree.superviewIndexes[index]), tree.frame(of: index).origin)
            let above = superview < 0 ? .zero : origins[superview]
            origins.append(superview < 0 ? .zero : Point(x: above.x + own.x, y: above.y + own.y))
        }
        keys = keyBlock()
        for index in tree.indices where isElement[index] { roles[index] = elementRole(of: index) }
        let seen = tree.indices.map { isElement[$0] ? flag(.visible, .isVisible, of: $0) : nil }
        // A tool that sees nothing at all has not looked.
        let hasLooked = seen.contains(true)
        isUnseen = tree.indices.map { hasLooked && seen[$0] == false || isOutsideOfCell($0) }
    }

    /// Whether an element is in a cell and nowhere near it: that of a row off the screen, which has no place yet.
    private func isOutsideOfCell(_ index: Int) -> Bool {
        guard isElement[index], let cell = tree.superview(of: index), roles[cell] == .cell else { return false }
        let (frame, size) = (tree.frame(of: index), tree.bounds(of: cell).size)
        return frame.maxX <= 0 || frame.maxY <= 0 || frame.minX >= size.width || frame.minY >= size.height
    }

    /// Whether an element without parts lies mostly above or beside what scrolls it, behind the bars there.
    private func isScrolledAway(_ index: Int) -> Bool {
        guard isElement(index), isLeaf(index) else { return false }
        let center = screenFrame(of: index).center
        var next = tree.superview(of: index)
        for _ in 0..<8 {
            guard let view = next else { return false }
            if Self.scrolling.contains(tree.className(of: view)) {
                let frame = screenFrame(of: view)
                return frame.size.width > 40 && frame.size.height > 40 && !frame.contains(center)
            }
            next = tree.superview(of: view)
        }
        return false
    }

    private static let scrolling = Set(
        ["ScrollView", "Table", "CollectionView"].map { ViewRole.elementPrefix + $0 }
    )

    /// What of the dump tells whose controls it shows: what a view can only be on one system, then names of colours, then
    /// the device.
    private func sign(of device: DumpDevice?) -> DesignSign? {
        if let said = device?.system, let design = SystemDesign(version: said) {
            return DesignSign(design, "The dump was taken on \(said.prefix(40)).")
        }
        var signs = tree.classNames.names.compactMap { DesignSign(className: $0) }
        for index in tree.indices {
            let size = tree.frames[index].size
            switch roles[index] {
            case .toggle where size == Size(width: 63, height: 28):
                signs.append(DesignSign(.ios26, "The dump has a switch of 63 by 28 points."))
            case .navigationBar where size.height == 54:
                signs.append(DesignSign(.ios26, "The dump has a navigation bar 54 points high."))
            case .stepper where !hasSemanticColors && abs(size.height - 29) < 0.6,
                .segmentedControl where !hasSemanticColors && abs(size.height - 29) < 0.6:
                signs.append(DesignSign(.ios7, "The dump has a control 29 points high, and no name of a colour."))
            default: continue
            }
        }
        // What is new cannot be on an older system; what is old may be somebody's own.
        if let newest = signs.max(by: { $0.design < $1.design }) { return newest }
        if namesBackgrounds, hasSemanticColors { return DesignSign(.ios13, "The dump names colours by their use.") }
        return tree.roots.last.flatMap { DesignSign(screen: tree.bounds(of: $0).size, device: device?.name) }
    }

    /// Whether controls and tints are those of iOS 26.
    var isModern: Bool { design == .ios26 }

    /// What views inherit from those above them, in one pass.
    private mutating func readContexts() {
        tintColors = [SystemColor.named("systemBlue", modern: isModern) ?? SystemColor.systemBlue]
        isSuppressed = [Bool](repeating: false, count: tree.count)
        isElevated = [Bool](repeating: false, count: tree.count)
        if let found = tintOfSelectedItem { tintColors[0] = found }
        let hasTints = numbers[.tintColor] != nil
        if hasTints { tints = [Int32](repeating: 0, count: tree.count) }
        for index in tree.indices {
            let superview = Int(tree.superviewIndexes[index])
            if hasTints {
                tints[index] = superview >= 0 ? tints[superview] : 0
                if let own = text(.tintColor, of: index).flatMap({ ColorText($0, modern: isModern).color }) {
                    tints[index] = Int32(truncatingIfNeeded: tintColors.count)
                    tintColors.append(own)
                }
            }
            guard superview >= 0 else { continue }
            isSuppressed[index] = isSuppressed[superview] || roles[superview].drawsForParts
            isElevated[index] = isElevated[superview] || isSheet(superview)
        }
    }

    /// The tint of the app, as far as the selected item of a tab bar shows it: dumps name the tints of views, not the
    /// window's.
    private var tintOfSelectedItem: DynamicColor? {
        guard numbers[.tintColor] != nil else { return nil }
        return tree.indices.lazy.filter { roles[$0] == .tabImage }.compactMap { color(.tintColor, of: $0) }
            .first { $0.light.saturation > 0.3 }
    }

    func isSheet(_ index: Int) -> Bool {
        let name = tree.className(of: index)
        return name.hasPrefix("_UIPopover") || name == "UIPopoverView"
            || (name == "UIDropShadowView" && tree.frame(of: index).origin.y > 0)
    }

    /// How the view is drawn, without its subviews; empty for a view without an area and out of range.
    public func drawing(of index: Int) -> ViewDrawing {
        var drawing = ViewDrawing()
        guard tree.indices.contains(index), !isSuppressed[index], !isUnseen(index) || isDecoration(index),
            !isScrolledAway(index)
        else { return drawing }
        let size = tree.bounds(of: index).standardized.size
        // Thinner or longer ones than any screen shows cannot be told from none, nor their numbers from noise.
        guard (0.001...1e7).contains(size.width), (0.001...1e7).contains(size.height) else { return drawing }
        let bounds = Rect(origin: .zero, size: size)
        if let id = tree.id(at: index), pictures.contains(id) {
            drawing.picture(bounds)
            return drawing
        }
        draw(index, in: bounds, into: &drawing)
        if let designReason, roles[index].followsDesign, !drawing.isEmpty, !isAndroid(index) {
            drawing.guess("system", design.title, designReason)
        }
        if isElevated[index] { drawing.elevate() }
        return drawing
    }

    /// Whether the test tool that listed an element says that it cannot be seen. What is inside it may be.
    package func isUnseen(_ index: Int) -> Bool { isUnseen.indices.contains(index) && isUnseen[index] }

    private func draw(_ index: Int, in bounds: Rect, into drawing: inout ViewDrawing) {
        let role = roles[index]
        if role != .hidden { drawBackground(of: index, role, bounds, &drawing) }
        if isAndroid(index), drawAndroid(index, role, bounds, &drawing) { return }
        switch role {
        case .label, .buttonLabel, .tabLabel, .cellLabel, .fieldLabel, .segmentLabel, .fieldContent, .headerFooter,
            .plain:
            drawText(of: index, role, bounds, &drawing)
        case .button:
            drawButtonImages(of: index, bounds, &drawing)
            drawText(of: index, role, bounds, &drawing)
        case .image, .tabImage: drawImage(of: index, bounds, &drawing)
        case .toggle: drawSwitch(index, bounds, &drawing)
        case .slider: drawSlider(index, bounds, &drawing)
        case .stepper: drawStepper(of: index, bounds, &drawing)
        case .segmentedControl: drawSegments(of: index, bounds, &drawing)
        case .pageControl: drawPages(of: index, bounds, &drawing)
        case .activityIndicator, .refreshControl: drawSpinner(of: index, bounds, &drawing)
        case .progress: drawProgress(of: index, bounds, &drawing)
        case .picker: drawPicker(of: index, bounds, &drawing)
        case .keyboard: drawKeyboard(of: index, bounds, &drawing)
        case .key: drawKey(of: index, bounds, &drawing)
        case .textField, .textView, .searchField, .searchBar: drawField(index, role, bounds, &drawing)
        case .cell, .cellContent:
            if isElement(index) {
                drawRow(index, bounds, &drawing)
            } else {
                drawText(of: index, role, bounds, &drawing)
            }
            drawAccessory(index, bounds, &drawing)
        case .map, .web, .player: drawPlaceholder(of: index, role, bounds, &drawing)
        case .tabItem: drawTabItem(index, bounds, &drawing)
        case .icon: drawIcon(index, bounds, &drawing)
        case .statusBar: drawStatusBar(index, bounds, &drawing)
        case .statusItem: drawStatusItem(index, bounds, &drawing)
        case .datePicker: drawDatePicker(index, bounds, &drawing)
        case .editControl, .reorderControl: drawEditing(role, bounds, &drawing)
        case .alert, .actionGroup: drawActions(of: index, role, bounds, &drawing)
        case .pickerWheel: drawWheel(index, bounds, &drawing)
        case .navigationBar: drawBarTitle(of: index, bounds, &drawing)
        case .window, .table, .roundedField, .separator, .scrollIndicator, .cellBackground, .tabBar, .toolbar,
            .barBackground, .visualEffect, .visualEffectPart, .dimming, .popover, .grabber, .alertAction, .hidden:
            break
        }
    }
}

extension Dump {
    /// How views are drawn: those of the dump itself, or of its tree as a layout has it.
    ///
    /// - Parameter design: Whose controls are drawn; nil leaves that to what the dump shows.
    public func drawing(of tree: ViewTree, design: SystemDesign? = nil) -> ScreenDrawing {
        ScreenDrawing(tree, pictures: Set(pictures.keys), device: device, design: design)
    }
}
