import AutoLayout
import Diagnostics
public import Drawing
public import ViewHierarchy

/// What rules ask of a dump, worked out once: where views are and are seen, which of them are the app's own, which take
/// touches, which scroll. One for each check, on one thread.
final class LintScene {
    let dump: Dump
    let tree: ViewTree
    let geometry: WindowGeometry
    let drawing: ScreenDrawing
    let touchable: TouchableArea
    /// What tells the obstacles to touches; nil where nobody has swept over the tree yet.
    let sweep: TouchSweep?
    let visible: VisibleArea
    /// Whether neither the view nor a superview is hidden or transparent, nor unseen by the tool that listed it.
    private(set) var isShown: [Bool]
    /// Whether the dump says where the view and all its superviews are; of others no rule about places can tell anything.
    private(set) var isPlaced: [Bool]
    /// UIKit's own parts, which an app neither names nor lays out.
    private(set) var isSystem: [Bool]
    /// What people touch: nil for all that is no control of the app's own.
    private(set) var controls: [ViewRole?]
    /// Whether a text, a control or a picture is shown in the view or below it.
    private(set) var hasContent: [Bool]
    /// The nearest scroll view above each view; -1 where none is.
    private(set) var scrollers: [Int32]
    /// Whether the view is in a row of a list.
    private(set) var isInCell: [Bool]
    /// Whether a view scrolls what is in it.
    private(set) var scrolls: [Bool]
    /// The fonts by what dumps say of them.
    private var fonts: [String: TextFont?] = [:]
    /// Whether the texts are others than in the dump.
    var saysOtherTexts = false
    /// Pixels for each point of the screen; nil where that is not known for sure.
    let scale: Double?

    init(_ dump: Dump, _ parts: LintParts) {
        self.dump = dump
        tree = dump.tree
        geometry = parts.geometry
        drawing = parts.drawing
        touchable = parts.touchable
        sweep = parts.sweep
        visible = parts.visible
        isShown = Array(repeating: false, count: tree.count)
        isSystem = isShown
        isPlaced = isShown
        hasContent = isShown
        isInCell = isShown
        controls = Array(repeating: nil, count: tree.count)
        scrollers = Array(repeating: -1, count: tree.count)
        scrolls = isShown
        scale = Self.scale(of: dump)
        read()
    }

    /// The scale that the dump tells; else that of every device whose screen has the size of the window.
    private static func scale(of dump: Dump) -> Double? {
        if let scale = dump.device?.scale, (1...4).contains(scale) { return scale }
        guard let root = dump.tree.roots.first, dump.tree.isWindow(root) else { return nil }
        let size = dump.tree.bounds(of: root).size
        let fitting = Device.all.filter { $0.portrait.size == size || $0.landscape.size == size }
        let scales = Set(fitting.map(\.scale))
        return scales.count == 1 ? scales.first.map(Double.init) : nil
    }

    private func read() {
        var classes: [ClassTraits?] = Array(repeating: nil, count: Int(tree.classIDs.max() ?? -1) + 1)
        var isSealed = Array(repeating: false, count: tree.count)
        for index in tree.indices {
            let parent = tree.superview(of: index)
            let isOpen = !tree.flags(of: index).contains(.hidden) && tree.alpha(of: index) >= 0.01
            isShown[index] = isOpen && !drawing.isUnseen(index) && (parent.map { isShown[$0] } ?? true)
            isPlaced[index] = tree.says(.bounds, of: index)
            if let parent { isPlaced[index] = isPlaced[index] && tree.says(.frame, of: index) && isPlaced[parent] }
            let number = Int(tree.classIDs[index])
            let traits = classes[number] ?? ClassTraits(tree.className(of: index))
            classes[number] = traits
            scrolls[index] = scrolls(index, traits)
            let role = drawing.roles[index]
            let isInside = parent.map { isSealed[$0] || drawing.roles[$0].drawsForParts } ?? false
            switch traits.place {
            case .app where drawing.isElement(index):
                (isSystem[index], isSealed[index]) = (isInside, isInside || SystemParts.sealsElements(role))
            case .app: (isSystem[index], isSealed[index]) = (false, false)
            case .uiKit: (isSystem[index], isSealed[index]) = (isInside, isInside || SystemParts.seals(role))
            case .container: (isSystem[index], isSealed[index]) = (true, false)
            case .system: (isSystem[index], isSealed[index]) = (true, true)
            }
            if let parent {
                scrollers[index] = scrolls[parent] ? Int32(truncatingIfNeeded: parent) : scrollers[parent]
                isInCell[index] = isInCell[parent] || drawing.roles[parent] == .cell
            }
            controls[index] = isSystem[index] ? nil : control(index, role)
            hasContent[index] = isShown[index] && !isSystem[index] && showsContent(index, role)
        }
        for index in tree.indices.reversed() where hasContent[index] {
            if let parent = tree.superview(of: index) { hasContent[parent] = true }
        }
    }

    /// What the name of a class tells of its views.
    private struct ClassTraits {
        let place: SystemParts.Place
        let family: UIKitFamily?
        /// Whether it is called as those that scroll are.
        let isScroller: Bool

        init(_ name: String) {
            place = SystemParts.place(of: name)
            family = UIKitFamily(className: name)
            isScroller = ["ScrollView", "TableView", "CollectionView", "TypeTable", "TypePicker"].contains {
                name.hasSuffix($0)
            }
        }
    }

    private func scrolls(_ index: Int, _ traits: ClassTraits) -> Bool {
        let isSaid = tree.contentSize(of: index) != nil || tree.contentOffset(of: index) != nil
        if traits.isScroller || isSaid { return true }
        let family = traits.family ?? tree.baseClass(of: index).flatMap(UIKitFamily.init(className:))
        return family?.scrolls ?? false
    }

    private func control(_ index: Int, _ role: ViewRole) -> ViewRole? {
        switch role {
        case .button, .toggle, .slider, .stepper, .segmentedControl, .pageControl, .textField, .searchField: role
        case .plain where tree.baseClass(of: index) == "UIControl" || tree.className(of: index) == "UIControl": .plain
        default: nil
        }
    }

    /// The font of a view; nil where the dump names none that is understood.
    func font(of index: Int) -> TextFont? {
        guard let text = drawing.text(.font, of: index) else { return nil }
        if let known = fonts[text] { return known }
        let font = TextFont(text)
        fonts[text] = .some(font)
        return font
    }

    private func showsContent(_ index: Int, _ role: ViewRole) -> Bool {
        if controls[index] != nil { return true }
        switch role {
        case .image: return true
        case .label: return !(drawing.ownText(of: index) ?? "").isEmpty
        default: return false
        }
    }
}

extension LintScene {
    /// Whether the view is an accessibility element of a test tool, of which less is known than of a view.
    func isElement(_ index: Int) -> Bool {
        drawing.isElement(index) || dump.format == .uiautomator || dump.format == .maestro || dump.format == .idb
    }

    /// Whether something above the view scrolls.
    func isInScrollView(_ index: Int) -> Bool { scrollers[index] >= 0 }

    /// Whether the dump said a property of the view.
    func says(_ name: String, of index: Int) -> Bool {
        ViewProperty.named(name).map { tree.says($0, of: index) } ?? false
    }

    /// The device whose screen a root fills; nil where none is known. The root of a xib is a part of some screen.
    func device(of root: Int) -> Device? {
        let bounds = tree.bounds(of: root)
        guard ![.xib, .nib].contains(dump.format), bounds.isFinite else { return nil }
        // Some screens differ in their pixels only.
        return Device(size: bounds.size, scale: dump.device?.scale.flatMap { Int(exactly: $0) })
            ?? Device(size: bounds.size)
    }

    /// Whether a root is all that is seen: a window, the outermost element of a test tool, a scene of an interface file.
    func isWindow(_ root: Int) -> Bool {
        tree.isWindow(root) || isElement(root) && device(of: root) != nil || tree.isInterface && tree.isScreen(root)
    }

    /// Whether the dump says labels: of some view, or by leaving them out.
    var saysLabels: Bool {
        tree.isInterface || saysAnywhere("label") || tree.indices.contains { tree.label(of: $0) != nil }
    }

    /// Whether the dump has an attribute of a name.
    func keeps(_ attribute: String) -> Bool { tree.attributeColumn.number(ofName: attribute) != nil }

    /// Whether the dump said a property of any view.
    func saysAnywhere(_ name: String) -> Bool {
        guard let property = ViewProperty.named(name) else { return false }
        return tree.indices.contains { tree.says(property, of: $0) }
    }

    /// Whether the view can be used; dumps of views do not tell.
    func isEnabled(_ index: Int) -> Bool { drawing.flag(.enabled, .isEnabled, of: index) ?? true }

    /// The text that the view or one near below it shows, or the name that VoiceOver reads.
    func hasName(_ index: Int) -> Bool {
        let subtree = tree.subtree(of: index)
        for part in subtree.prefix(64) {
            let texts = [tree.text(of: part), tree.label(of: part), drawing.text(.title, of: part)]
            if texts.contains(where: { !($0 ?? "").isEmpty }) { return true }
        }
        return !(tree.value(of: index) ?? "").isEmpty || drawing.text(.placeholder, of: index) != nil
            || drawing.text(.placeholderValue, of: index) != nil
    }

    /// A view in a sentence: class and text.
    func name(_ index: Int) -> String {
        let name = tree.name(of: index)
        return name.utf8.count > 200 ? name.prefix(120) + "…" : name
    }

    /// A size in a sentence.
    func words(_ size: Size) -> String { "\(NumberText.told(size.width)) × \(NumberText.told(size.height))" }
}

/// Which classes are UIKit's own machinery, which apps neither name nor lay out.
enum SystemParts {
    /// What a class is.
    enum Place: Sendable {
        /// A class of the app, or of a library.
        case app
        /// A public class of UIKit.
        case uiKit
        /// A private class of UIKit that holds what the app shows.
        case container
        /// A private class of UIKit and all that is in it.
        case system
    }

    /// Those that are private by their names, and the one of cells, which the app fills.
    private static let containers: Set<String> = [
        "_UIQueuingScrollView", "_UIVisualEffectContentView", "_UIParallaxDimmingView",
        "_UIPageViewControllerContentView", "_UIHostingView", "UITableViewCellContentView",
    ]

    private static let systems: [String] = [
        "UIKB", "UIKeyboard", "UIInput", "UIRemote", "UITextEffects", "UIStatusBar", "UITabBarButton",
        "UITabBarSwappable",
        "UINavigationItem", "UINavigationButton", "UIRoundedRectButton", "UISegment", "UITextFieldLabel",
        "UISearchBarBackground", "UIWebDocumentView", "UIWebBrowserView", "WKContent", "WKScroll", "WKChild",
        "WKComposit",
        "UISwitchModern", "UITableViewIndex", "UITableViewCellAccessory", "UITableViewCellReorder",
        "UITableViewCellEdit", "UITableViewCellDelete", "UITextSelection", "UITextRange", "UIAutocorrect", "UICallout",
        "UIPickerTable", "UIPickerColumn", "UIAlert", "UIInterfaceAction", "UIFieldEditor", "UIDimming", "UIMulti",
        "UIShadow", "UIEditing", "UIPrint", "MKScroll", "MKOverlay", "MKAnnotationContainer", "MKAttribution",
    ]

    /// What a class is, by the last part of its name.
    static func place(of className: String) -> Place {
        let name = className.split(separator: ".").last.map(String.init) ?? className
        if containers.contains(name) || className.hasPrefix("SwiftUI.") { return .container }
        // Of UISegmentedControl the segments are private, not the control.
        if name == "UISegmentedControl" || name == "UIAlertView" { return .uiKit }
        if name.hasPrefix("_"), !name.hasPrefix("_Tt") { return .system }
        // Before the containers: those of the keyboard and of other processes hold nothing of the app's.
        if systems.contains(where: name.hasPrefix) { return .system }
        if UIKitContainers.classNames.contains(name) { return .container }
        return name.hasPrefix("UI") || name.hasPrefix("WK") || name.hasPrefix("MK") ? .uiKit : .app
    }

    /// Whether the elements in an element of a role are the system's own; titles and buttons in bars are the app's.
    static func sealsElements(_ role: ViewRole) -> Bool {
        switch role {
        case .keyboard, .statusBar, .key, .picker, .segmentedControl, .textField, .searchField, .textView, .slider: true
        default: false
        }
    }

    /// Whether what UIKit puts into a view of a role is its own business.
    static func seals(_ role: ViewRole) -> Bool {
        switch role {
        case .navigationBar, .tabBar, .toolbar, .searchBar, .keyboard, .statusBar, .segmentedControl, .textField,
            .searchField, .textView, .button, .picker, .alert, .web, .map, .key, .toggle, .slider, .stepper:
            true
        default: false
        }
    }
}

/// What is worked out of a tree and used by more than the check.
public final class LintParts: Sendable {
    let geometry: WindowGeometry
    let drawing: ScreenDrawing
    let touchable: TouchableArea
    let visible: VisibleArea
    /// What `touchable` was measured with, where it was worked out for the check.
    let sweep: TouchSweep?

    /// Takes what there is.
    public init(geometry: WindowGeometry, drawing: ScreenDrawing, touchable: TouchableArea, visible: VisibleArea) {
        self.geometry = geometry
        self.drawing = drawing
        self.touchable = touchable
        self.visible = visible
        sweep = nil
    }

    /// Works everything out.
    public init(_ dump: Dump) {
        let geometry = WindowGeometry(dump.tree)
        let sweep = TouchSweep(TouchScene(dump.tree, geometry))
        self.geometry = geometry
        self.sweep = sweep
        drawing = dump.drawing(of: dump.tree)
        touchable = TouchableArea(sweep)
        visible = VisibleArea(VisibleScene(dump.tree, geometry))
    }
}
