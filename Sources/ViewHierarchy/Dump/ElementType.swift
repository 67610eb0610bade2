/// The types of elements that XCUITest tells apart, which every tool built on it uses.
///
/// The order is that of `XCUIElement.ElementType`, whose raw values count from 0.
public enum ElementType {
    /// What the class of an element begins with.
    public static let prefix = "XCUIElementType"

    /// The short names by raw value.
    public static let names = [
        "Any", "Other", "Application", "Group", "Window", "Sheet", "Drawer", "Alert", "Dialog", "Button",
        "RadioButton", "RadioGroup", "CheckBox", "DisclosureTriangle", "PopUpButton", "ComboBox", "MenuButton",
        "ToolbarButton", "Popover", "Keyboard", "Key", "NavigationBar", "TabBar", "TabGroup", "Toolbar", "StatusBar",
        "Table", "TableRow", "TableColumn", "Outline", "OutlineRow", "Browser", "CollectionView", "Slider",
        "PageIndicator", "ProgressIndicator", "ActivityIndicator", "SegmentedControl", "Picker", "PickerWheel",
        "Switch", "Toggle", "Link", "Image", "Icon", "SearchField", "ScrollView", "ScrollBar", "StaticText",
        "TextField", "SecureTextField", "DatePicker", "TextView", "Menu", "MenuItem", "MenuBar", "MenuBarItem", "Map",
        "WebView", "IncrementArrow", "DecrementArrow", "Timeline", "RatingIndicator", "ValueIndicator", "SplitGroup",
        "Splitter", "RelevanceIndicator", "ColorWell", "HelpTag", "Matte", "DockItem", "Ruler", "RulerMarker", "Grid",
        "LevelIndicator", "Cell", "LayoutArea", "LayoutItem", "Handle", "Stepper", "Tab", "TouchBar", "StatusItem",
    ]

    /// The classes by their short names.
    private static let classNames = Dictionary(names.map { ($0, prefix + $0) }) { first, _ in first }

    /// The class of an element whose type is not known.
    package static let other = prefix + "Other"

    /// Whether there is such a type.
    public static func isKnown(_ name: String) -> Bool { classNames[name] != nil }

    /// The class of an element with that short name, `Button` or `XCUIElementTypeButton`.
    public static func className(_ name: String) -> String { name.hasPrefix(prefix) ? name : prefix + name }

    /// The class of an element whose type a tool names in its own way, where it is certain: `Button`, `AXButton` (roles of
    /// macOS and idb), `UIAButton` (UI Automation, before 2016), or a raw value. Nil where it is not.
    public static func className(ofTool name: String) -> String? {
        if let known = toolNames[name] { return known }
        if name.hasPrefix(prefix) { return name }
        return Int(name).flatMap { names.indices.contains($0) ? prefix + names[$0] : nil }
    }

    /// The class of an element whose type UI Automation names: `UIATableView` is `XCUIElementTypeTable`. Appium's driver writes
    /// such names of old tests anew. Nil for any other name.
    package static func className(ofUIAutomation name: String) -> String? {
        name.hasPrefix("UIA") ? toolNames[name] : nil
    }

    /// The classes by all the names that tools have for them.
    private static let toolNames = {
        var pairs: [(key: String, value: String)] = []
        let families: [(mark: String, others: [String: String])] = [
            ("", [:]), ("AX", roles), ("UIA", automationNames), ("", roles),
        ]
        for (mark, others) in families {
            for (name, type) in others { pairs.append((mark + name, prefix + type)) }
            for name in names { pairs.append((mark + name, prefix + name)) }
        }
        return NameLookup(pairs)
    }()

    /// Roles of accessibility whose names are others than those of the types.
    private static let roles = [
        "TextArea": "TextView", "ScrollArea": "ScrollView", "GenericElement": "Other", "Unknown": "Other",
        "BusyIndicator": "ActivityIndicator", "TabButton": "Tab",
    ]

    /// Names of UI Automation that are others than those of the types.
    private static let automationNames = [
        "Target": "Other", "Element": "Other", "TableView": "Table", "TableCell": "Cell", "TableGroup": "Other",
        "CollectionCell": "Cell",
        "ActionSheet": "Sheet", "MapView": "Map", "SearchBar": "SearchField", "EditingMenu": "Menu",
    ]

    /// The class of an element with that raw value; `XCUIElementTypeOther` for one that is not known.
    static func className(rawValue: Int) -> String {
        prefix + (names.indices.contains(rawValue) ? names[rawValue] : "Other")
    }
}
