import Diagnostics
import Drawing
import Locators
import ViewHierarchy

/// What types of elements are to a digest.
enum DigestRole {
    case control(String), row, text, picture, group(String, folds: Bool), container

    init(type: String) {
        switch type {
        case "Button", "Link", "Switch", "Slider", "Stepper", "Picker", "Key", "Icon", "Tab", "Map":
            self = .control(type.lowercased())
        case "Toggle": self = .control("switch")
        case "CheckBox": self = .control("check box")
        case "RadioButton": self = .control("radio button")
        case "TextField": self = .control("text field")
        case "SecureTextField": self = .control("secure text field")
        case "SearchField": self = .control("search field")
        case "TextView": self = .control("text view")
        case "PickerWheel": self = .control("picker wheel")
        case "DatePicker": self = .control("date picker")
        case "SegmentedControl": self = .control("segmented control")
        case "PageIndicator": self = .control("page indicator")
        case "MenuItem": self = .control("menu item")
        case "MenuButton", "PopUpButton": self = .control("menu button")
        case "ComboBox": self = .control("combo box")
        case "ColorWell": self = .control("color well")
        case "Cell": self = .row
        case "StaticText": self = .text
        case "Image", "ProgressIndicator", "ActivityIndicator": self = .picture
        case "NavigationBar", "Toolbar": self = .group("bar", folds: false)
        case "TabBar": self = .group("tab bar", folds: false)
        case "StatusBar": self = .group("status bar", folds: false)
        case "Alert": self = .group("alert", folds: false)
        case "Sheet": self = .group("sheet", folds: false)
        case "Popover", "Menu", "Dialog": self = .group(type.lowercased(), folds: false)
        case "Keyboard": self = .group("keyboard", folds: true)
        case "Table", "CollectionView": self = .group("list", folds: true)
        case "WebView": self = .group("web page", folds: false)
        default: self = .container
        }
    }
}

/// One pass over the elements of a screen, and the order of what was found.
struct DigestReader {
    private typealias Item = ScreenDigest.Item
    private typealias Group = ScreenDigest.Group

    private struct Node {
        var item: ScreenDigest.Item
        /// The item that it lies in, the outermost one of these, and the group that it is in.
        var owner: Int?
        var outermost: Int?
        var group: Int?
    }

    private struct Holder {
        var view: Int
        var kind: String
        var folds: Bool
        var title: String?
    }

    private let elements: ElementTree
    private let tree: ViewTree
    private let detail: ScreenDigest.Detail
    private let isOfElements: Bool
    private var nodes: [Node] = []
    private var holders: [Holder] = []
    private(set) var outOfSight = 0
    /// How many touches are still tried: each asks the views at a point.
    private var touches: Int

    /// The most texts that are told with an item, and the most characters of each.
    private static let most = (words: 12, characters: 2_000)

    init(_ elements: ElementTree, _ detail: ScreenDigest.Detail) {
        self.elements = elements
        self.detail = detail
        tree = elements.views
        isOfElements = ElementTree.isOfElements(elements.views)
        touches = min(2_000, 20_000_000 / max(elements.count, 1))
    }

    mutating func read(_ range: Range<Int>) {
        /// The item and the group around the views up to an end.
        var around: [(end: Int, item: Int?, group: Int?)] = []
        for view in range {
            while let last = around.last, last.end <= view { around.removeLast() }
            guard let element = elements.element(ofView: view) else { continue }
            let (owner, group) = (around.last?.item, around.last?.group)
            let end = tree.subtree(of: view).upperBound
            switch role(of: element, view, isInside: owner != nil) {
            case .group(let kind, let folds):
                let title = elements.name(of: element) ?? elements.label(of: element)
                holders.append(Holder(view: view, kind: kind, folds: folds, title: title))
                around.append((end, nil, holders.count - 1))
            case .control(let kind):
                if let node = note(element, view, kind, owner, group) { around.append((end, node, group)) }
            case .row:
                if let node = note(element, view, nil, owner, group) { around.append((end, node, group)) }
            case .text: noteText(element, view, owner, group)
            case .picture: notePicture(element, view, owner, group)
            case .container: break
            }
        }
    }

    /// What an element is; one of no known type that is accessible by itself is a control of some kind.
    private func role(of element: Int, _ view: Int, isInside: Bool) -> DigestRole {
        let type = elements.type(of: element)
        let role = DigestRole(type: type)
        guard case .container = role, type == "Other", isOfElements, !isInside else { return role }
        let isAccessible = elements.flag(["accessible", "isAccessible", "isAccessibilityElement"], of: element) == true
        return isAccessible && elements.label(of: element)?.isEmpty == false ? .control("element") : role
    }

    /// Whether it is told of; counts what is not.
    private mutating func isShown(_ element: Int) -> Bool {
        guard !elements.isVisible(element) else { return true }
        guard detail == .outline else { return true }
        outOfSight += 1
        return false
    }

    private mutating func note(
        _ element: Int,
        _ view: Int,
        _ kind: String?,
        _ owner: Int?,
        _ group: Int?
    ) -> Int? {
        guard isShown(element) else { return nil }
        let label = elements.label(of: element).flatMap(Self.cleaned)
        let item = ScreenDigest.Item(
            view: view,
            kind: kind,
            isControl: true,
            words: label.map { [$0] } ?? [],
            identifier: identifier(of: element, view, besides: label),
            states: states(of: element, view, label),
            frame: elements.frame(of: element)
        )
        nodes.append(Node(item: item, owner: owner, outermost: owner.map { nodes[$0].outermost ?? $0 }, group: group))
        return nodes.count - 1
    }

    private mutating func noteText(_ element: Int, _ view: Int, _ owner: Int?, _ group: Int?) {
        guard let text = (elements.label(of: element) ?? tree.text(of: view)).flatMap(Self.cleaned),
            isShown(element)
        else { return }
        if let owner { return add(text, to: owner) }
        append(passive: view, nil, text, element, group)
    }

    private mutating func notePicture(_ element: Int, _ view: Int, _ owner: Int?, _ group: Int?) {
        let value = elements.value(of: element).flatMap(Self.cleaned)
        let isPicture = elements.type(of: element) == "Image"
        guard let text = elements.label(of: element).flatMap(Self.cleaned) ?? value, isShown(element) else { return }
        if let owner {
            if nodes[owner].item.words.isEmpty { add(text, to: owner) }
            return
        }
        append(passive: view, isPicture ? "picture" : "progress", text, element, group)
    }

    private mutating func append(passive view: Int, _ kind: String?, _ text: String, _ element: Int, _ group: Int?) {
        let item = ScreenDigest.Item(
            view: view,
            kind: kind,
            isControl: false,
            words: [text],
            identifier: identifier(of: element, view, besides: text),
            states: [],
            frame: elements.frame(of: element)
        )
        nodes.append(Node(item: item, group: group))
    }

    /// Tells a text with the item that it is part of, unless that or the outermost one says it already.
    private mutating func add(_ text: String, to owner: Int) {
        for node in [owner, nodes[owner].outermost ?? owner]
        where nodes[node].item.words.contains(where: { $0.contains(text) }) { return }
        guard nodes[owner].item.words.count < Self.most.words else { return }
        nodes[owner].item.words.append(text)
    }

    private func identifier(of element: Int, _ view: Int, besides label: String?) -> String? {
        guard let identifier = tree.identifier(of: view).flatMap(Self.cleaned), identifier != label else { return nil }
        return identifier
    }

    private mutating func states(of element: Int, _ view: Int, _ label: String?) -> [String] {
        var states: [String] = []
        let type = elements.type(of: element)
        let value = elements.value(of: element).flatMap(Self.cleaned)
        switch type {
        case "Switch", "Toggle", "CheckBox": if let value { states.append(["1": "on", "0": "off"][value] ?? value) }
        case "SecureTextField": if value != nil { states.append("filled in") }
        case "Button", "Cell", "Icon", "Tab", "Key": break
        default: if let value, value != label { states.append("“\(value)”") }
        }
        if label == nil, type == "Button", let picture = picture(in: view) { states.append("picture \(picture)") }
        if elements.isSelected(element) == true { states.append("selected") }
        if elements.isFocused(element) == true { states.append("focused") }
        if !elements.isEnabled(element) { states.append("disabled") }
        if detail == .full, !elements.isVisible(element) {
            states.append("out of sight")
        } else if !takesTouches(view) {
            states.append("covered")
        }
        return states
    }

    /// What the picture on a button without words is called.
    private func picture(in view: Int) -> String? {
        let images = tree.subtree(of: view).prefix(8).lazy
            .compactMap { self.tree.attribute("image", of: $0) ?? self.tree.attribute("symbol", of: $0) }
        return images.first.flatMap { ScreenDrawing.symbolName(in: $0) ?? ScreenDrawing.fileName($0) }.flatMap(
            Self.cleaned
        )
    }

    /// Whether a tap in its middle reaches it: what a tool says, and for a dump of UIKit what UIKit's rules say.
    private mutating func takesTouches(_ view: Int) -> Bool {
        if isOfElements {
            return elements.element(ofView: view).flatMap { elements.flag(["hittable", "isHittable"], of: $0) } ?? true
        }
        guard touches > 0, tree.says(.frame, of: view),
            let center = elements.element(ofView: view).flatMap(elements.frame)?.center,
            let root = tree.root(of: view)
        else { return true }
        touches -= 1
        guard let hit = tree.hitTest(center, in: root).view else { return false }
        // A control that lies in it, or around it, takes the tap for it.
        return tree.subtree(of: view).contains(hit) || tree.subtree(of: hit).contains(view)
    }

    /// A text in one line; nil where nothing is left.
    private static func cleaned(_ text: String) -> String? {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most.characters))).cleanedName
        return line.isEmpty ? nil : line
    }
}

extension DigestReader {
    /// The groups in the order in which a person reads them.
    func groups() -> [ScreenDigest.Group] {
        var items = nodes.map(\.item)
        for (place, node) in nodes.enumerated() {
            if let outermost = node.outermost { items[outermost].parts.append(items[place]) }
        }
        var held: [Int: [ScreenDigest.Item]] = [:]
        var loose: [ScreenDigest.Item] = []
        for (place, node) in nodes.enumerated() where node.owner == nil {
            if let group = node.group {
                held[group, default: []].append(items[place])
            } else {
                loose.append(items[place])
            }
        }
        var blocks: [(isModal: Bool, top: Double, group: ScreenDigest.Group)] = []
        for (place, holder) in holders.enumerated() {
            let inside = held[place] ?? []
            let isBar = !holder.folds && !Self.modal.contains(holder.kind)
            guard !inside.isEmpty else { continue }
            let says = inside.contains { $0.words.first == holder.title }
            let title = holder.folds || says ? nil : holder.title.flatMap { $0.isEmpty ? nil : $0 }
            var group = ScreenDigest.Group(
                kind: holder.kind,
                view: holder.view,
                title: title,
                items: inside,
                folds: holder.folds
            )
            group.arrange(isBar: isBar)
            blocks.append((Self.modal.contains(holder.kind), top(of: group, isBar: isBar), group))
        }
        var single = ScreenDigest.Group(kind: nil, view: nil, title: nil, items: loose, folds: false)
        single.arrange(isBar: false)
        var next = 0
        for count in single.lines {
            var line = ScreenDigest.Group(
                kind: nil,
                view: nil,
                title: nil,
                items: Array(single.items[next..<next + count]),
                folds: false
            )
            line.lines = [count]
            blocks.append((false, line.items.first?.frame?.origin.y ?? 0, line))
            next += count
        }
        let order = blocks.indices.sorted {
            let (a, b) = (blocks[$0], blocks[$1])
            if a.isModal != b.isModal { return a.isModal }
            return a.top == b.top ? $0 < $1 : a.top < b.top
        }
        return order.reduce(into: []) { groups, place in
            let group = blocks[place].group
            guard group.kind == nil, let last = groups.last, last.kind == nil else { return groups.append(group) }
            groups[groups.count - 1].items += group.items
            groups[groups.count - 1].lines += group.lines
        }
    }

    /// How far down a group is read: content lies behind the bars at the top and at the bottom, which come before and after it.
    private func top(of group: ScreenDigest.Group, isBar: Bool) -> Double {
        let view = group.view ?? 0
        let frame = elements.element(ofView: view).flatMap(elements.frame)
        guard isBar || group.kind == "keyboard", let frame,
            let root = tree.root(of: view).flatMap(elements.element(ofView:)),
            let screen = elements.frame(of: root)
        else { return group.items.first?.frame?.origin.y ?? frame?.origin.y ?? 0 }
        return frame.center.y < screen.center.y
            ? frame.origin.y - screen.size.height : frame.origin.y + screen.size.height
    }

    private static let modal: Set = ["alert", "sheet", "popover", "menu", "dialog"]
}

extension ScreenDigest.Group {
    /// How many items stand in one line.
    private static let longest = 8

    /// Orders the items from the top, what stands side by side from the left.
    mutating func arrange(isBar: Bool) {
        let order = items.indices.sorted {
            let (a, b) = (items[$0].frame?.origin.y ?? 0, items[$1].frame?.origin.y ?? 0)
            return a == b ? $0 < $1 : a < b
        }
        var lines: [[ScreenDigest.Item]] = []
        var bottom = -Double.infinity
        for place in order {
            let item = items[place]
            // What begins above the middle of the line stands beside it.
            let isBeside = item.frame.map { $0.center.y < bottom } ?? false
            if isBar || isBeside, let last = lines.last, last.count < Self.longest {
                lines[lines.count - 1].append(item)
            } else {
                lines.append([item])
                bottom = item.frame?.maxY ?? bottom
            }
        }
        let sorted = lines.map { line in
            line.indices.sorted {
                let (a, b) = (line[$0].frame?.origin.x ?? 0, line[$1].frame?.origin.x ?? 0)
                return a == b ? $0 < $1 : a < b
            }.map { line[$0] }
        }
        items = sorted.flatMap { $0 }
        self.lines = sorted.map(\.count)
    }
}
