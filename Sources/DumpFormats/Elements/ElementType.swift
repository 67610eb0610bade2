/// The types of elements that XCUITest tells apart, which every tool built on it uses.
///
/// The order is that of `XCUIElement.ElementType`, whose raw values count from 0.
enum ElementType {
    /// What the class of an element begins with.
    static let prefix = "XCUIElementType"

    /// The short names by raw value.
    static let names = [
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

    private static let known = Set(names)

    /// Whether there is such a type.
    static func isKnown(_ name: String) -> Bool { known.contains(name) }

    /// The class of an element with that short name, `Button` or `XCUIElementTypeButton`.
    static func className(_ name: String) -> String { name.hasPrefix(prefix) ? name : prefix + name }

    /// The class of an element with that raw value; `XCUIElementTypeOther` for one that is not known.
    static func className(rawValue: Int) -> String {
        prefix + (names.indices.contains(rawValue) ? names[rawValue] : "Other")
    }
}
