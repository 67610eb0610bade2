import ViewHierarchy

/// Which type of element XCUITest makes of a view of UIKit: what a dump of views looks like to a test.
///
/// XCTest decides by accessibility traits, which such dumps do not have, so that the class has to do: an element of a
/// system class is its counterpart; one of an app's own class is what it derives from, where the dump says it, or what
/// its name ends in (`PayButton`).
enum UIKitElement {
    /// The short name of the type: `Button`.
    static func type(className: String, baseClass: String?, isSecure: Bool) -> String {
        if className.hasPrefix(ElementType.prefix) { return String(className.dropFirst(ElementType.prefix.count)) }
        let name = className.split(separator: ".").last.map(String.init) ?? className
        let type = known[name] ?? baseClass.flatMap { known[$0] } ?? ownType(name, className) ?? "Other"
        return type == "TextField" && isSecure ? "SecureTextField" : type
    }

    /// What the name of an app's own class ends in. The prefixes of the system's classes prove that they are none.
    private static func ownType(_ name: String, _ className: String) -> String? {
        guard !["UI", "_UI", "NS", "WK", "MK", "CA"].contains(where: name.hasPrefix), !className.hasPrefix("android"),
            !className.hasPrefix("SwiftUI.")
        else { return nil }
        return suffixes.first { name.hasSuffix($0.suffix) }?.type
    }

    /// The types whose elements are accessible unless a dump says otherwise: UIKit's controls and texts.
    static let accessibleTypes: Set = [
        "Button", "StaticText", "TextField", "SecureTextField", "SearchField", "TextView", "Switch", "Slider",
        "PageIndicator", "ProgressIndicator", "ActivityIndicator", "Key", "MenuItem", "ColorWell", "PickerWheel",
        "Link",
    ]

    /// The types into which people type.
    static let textInputs: Set = ["TextField", "SecureTextField", "SearchField", "TextView"]

    private static let known: [String: String] = {
        var types: [String: String] = [:]
        for name in [
            "Application", "Window", "Button", "TextField", "TextView", "Switch", "Slider", "Stepper",
            "SegmentedControl", "DatePicker", "ColorWell", "CollectionView", "ScrollView", "NavigationBar", "TabBar",
            "Toolbar", "StatusBar", "Keyboard",
        ] {
            types["UI" + name] = name
        }
        let others: [(String, [String])] = [
            (
                "Button",
                [
                    "UIRoundedRectButton", "UINavigationButton", "UITabBarButton", "UISegment", "_UIButtonBarButton",
                    "_UIModernBarButton", "_UIAlertControllerActionView",
                ]
            ),
            ("StaticText", ["UILabel", "UIButtonLabel", "UITableViewLabel", "UITabBarButtonLabel"]),
            ("Image", ["UIImageView"]), ("SearchField", ["UISearchTextField", "UISearchBarTextField"]),
            ("PageIndicator", ["UIPageControl"]), ("ProgressIndicator", ["UIProgressView"]),
            ("ActivityIndicator", ["UIActivityIndicatorView"]), ("Picker", ["UIPickerView"]),
            ("PickerWheel", ["UIPickerTableView"]), ("Table", ["UITableView"]),
            ("Cell", ["UITableViewCell", "UICollectionViewCell", "UICollectionViewListCell"]),
            ("Alert", ["_UIAlertControllerView", "_UIAlertControllerPhoneTVMacView"]), ("Key", ["UIKBKeyView"]),
            ("MenuItem", ["_UIContextMenuCell"]), ("WebView", ["WKWebView", "UIWebView"]), ("Map", ["MKMapView"]),
        ]
        for (type, names) in others { for name in names { types[name] = type } }
        return types
    }()

    /// The longer ones first.
    private static let suffixes: [(suffix: String, type: String)] = [
        ("SegmentedControl", "SegmentedControl"), ("CollectionView", "CollectionView"),
        ("ProgressView", "ProgressIndicator"),
        ("NavigationBar", "NavigationBar"), ("ScrollView", "ScrollView"), ("PickerView", "Picker"),
        ("DatePicker", "DatePicker"), ("PageControl", "PageIndicator"), ("SearchField", "SearchField"),
        ("TextField", "TextField"), ("TableView", "Table"), ("ImageView", "Image"), ("TextView", "TextView"),
        ("WebView", "WebView"), ("Stepper", "Stepper"), ("Toolbar", "Toolbar"), ("Button", "Button"),
        ("Slider", "Slider"), ("TabBar", "TabBar"), ("Switch", "Switch"), ("Window", "Window"),
        ("Label", "StaticText"), ("Cell", "Cell"),
    ]
}
