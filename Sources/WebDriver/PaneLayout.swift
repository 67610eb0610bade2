import AppBundles
import Locators

/// Puts the elements of a screen of settings one below the other.
struct PaneLayout {
    private static let width = 390
    private static let minimumHeight = 844
    private static let barTop = 47
    private static let rowHeight = 44
    private static let margin = 16
    /// From the side of a row to what it holds.
    private static let inset = 16
    /// Where what stands at the end of a row begins.
    private static let detailLeft = 210
    private static let charactersPerLine = 48

    private var elements: [(element: PaneScreen.Element, depth: Int)] = []
    private var y = Self.barTop + Self.rowHeight
    private var groups = 0

    /// The bar at the top.
    /// - Parameter back: What the screen before is called; nil when there is none.
    init(title: String, back: String?) {
        let screen = WholeRect(x: 0, y: 0, width: Self.width, height: 0)
        add(.init(type: "Application", key: "app", frame: screen, name: "Settings", label: "Settings"), 0)
        add(.init(type: "Window", key: "window", frame: screen), 1)
        let bar = WholeRect(x: 0, y: Self.barTop, width: Self.width, height: Self.rowHeight)
        add(.init(type: "NavigationBar", key: "bar", frame: bar, name: title), 2)
        if let back {
            let frame = WholeRect(x: 0, y: Self.barTop, width: 95, height: Self.rowHeight)
            add(.init(type: "Button", key: "back", frame: frame, name: "BackButton", label: back, act: .back), 3)
        }
        let frame = WholeRect(x: 95, y: Self.barTop + 11, width: 200, height: 22)
        add(.init(type: "StaticText", key: "title", frame: frame, label: title, value: title), 3)
        add(.init(type: "Table", key: "table", frame: WholeRect(x: 0, y: y, width: Self.width, height: 0)), 2)
    }

    private mutating func add(_ element: PaneScreen.Element, _ depth: Int) { elements.append((element, depth)) }

    /// Begins a group with its heading.
    mutating func beginGroup(_ title: String?) {
        groups += 1
        guard let title, !title.isEmpty else {
            y += 18
            return
        }
        text(title, key: "g\(groups)-header", height: 34)
    }

    /// Ends a group with the note below it.
    mutating func endGroup(_ footer: String?) {
        guard let footer, !footer.isEmpty else { return }
        text(footer, key: "g\(groups)-footer", height: (footer.count / Self.charactersPerLine + 1) * 18)
    }

    private mutating func text(_ text: String, key: String, height: Int) {
        let left = Self.margin + Self.inset
        let frame = WholeRect(x: left, y: y, width: Self.width - 2 * left, height: height)
        add(.init(type: "StaticText", key: key, frame: frame, label: text, value: text), 3)
        y += height
    }

    /// Adds a cell.
    /// - Parameters:
    ///   - title: The text at its start; nil for none.
    ///   - detail: The text at its end; nil for none.
    ///   - name: The name of the cell; nil where what is in it has the name.
    ///   - act: What a tap on the cell does; nil where only what is in it acts.
    mutating func cell(
        _ key: String,
        title: String?,
        detail: String? = nil,
        name: String? = nil,
        isEnabled: Bool = true,
        isSelected: Bool = false,
        act: PaneScreen.Act?
    ) {
        let frame = WholeRect(x: Self.margin, y: y, width: Self.width - 2 * Self.margin, height: Self.rowHeight)
        var cell = PaneScreen.Element(type: "Cell", key: key, frame: frame, isEnabled: isEnabled, act: act)
        cell.isSelected = isSelected
        if act != nil {
            cell.label = title
            cell.name = name
            cell.value = detail
        }
        add(cell, 3)
        let left = Self.margin + Self.inset
        for (part, text, x) in [("title", title, left), ("detail", detail, Self.detailLeft)] {
            guard let text, !text.isEmpty else { continue }
            let width = part == "title" ? 162 : Self.width - left - Self.detailLeft
            let frame = WholeRect(x: x, y: y + 11, width: width, height: 22)
            var element = PaneScreen.Element(
                type: "StaticText",
                key: "\(key)-\(part)",
                frame: frame,
                label: text,
                value: text
            )
            element.isEnabled = isEnabled
            add(element, 4)
        }
        y += Self.rowHeight
    }

    /// Adds a control to the last cell; it takes the whole cell unless a title stands before it.
    /// - Parameter room: How many points of the cell's end are left free.
    mutating func control(
        _ element: PaneScreen.Element,
        size: (width: Int, height: Int)? = nil,
        isWide: Bool,
        room: Int = 0
    ) {
        let left = Self.margin + Self.inset
        var element = element
        let width = size?.width ?? (isWide ? Self.width - 2 * left : Self.width - left - Self.detailLeft) - room
        let height = size?.height ?? 30
        element.frame = WholeRect(
            x: Self.width - left - room - width,
            y: y - Self.rowHeight + (Self.rowHeight - height) / 2,
            width: width,
            height: height
        )
        add(element, 4)
    }

    /// The finished screen.
    /// - Parameter depth: How many elements may be around one; nil for any number.
    func screen(_ place: SettingsPlace, cutBelow depth: Int?) -> PaneScreen {
        var elements = elements.filter { $0.depth <= depth ?? .max }
        let height = max(Self.minimumHeight, y + 34)
        for index in elements.indices {
            switch elements[index].element.type {
            case "Application", "Window": elements[index].element.frame.height = height
            case "Table": elements[index].element.frame.height = height - elements[index].element.frame.y
            default: continue
            }
        }
        return PaneScreen(place, elements)
    }
}
