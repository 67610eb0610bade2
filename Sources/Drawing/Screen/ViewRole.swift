import Diagnostics
import ViewHierarchy

/// What UIKit draws for a class, as far as the drawing of a screen is concerned.
package enum ViewRole: Sendable, Hashable {
    /// Its background and nothing else.
    case plain
    /// A window: the ground of the screen.
    case window
    case label, buttonLabel, tabLabel, cellLabel, fieldLabel, segmentLabel, fieldContent
    case button, image, tabImage
    case toggle, slider, stepper, segmentedControl, pageControl, activityIndicator, progress, picker, keyboard
    case textField, textView, searchBar, searchField, roundedField
    case table, cell, cellContent, headerFooter, separator, scrollIndicator, cellBackground
    case navigationBar, tabBar, toolbar, barBackground
    case visualEffect, visualEffectPart, dimming, alert, actionGroup, popover
    case key
    case map, web, player
    /// An item of a tab bar, the icon of an app, the status bar and a wheel of a picker, which test tools see as one.
    case tabItem, icon, statusBar, statusItem, pickerWheel
    case refreshControl, datePicker
    /// What an alert or a sheet offers to do.
    case alertAction
    /// What stands before and after the content of a row that is edited; the bar at the top of a sheet.
    case editControl, reorderControl, grabber
    /// A part that its owner draws: nothing.
    case hidden

    /// Whether the view draws for everything inside it.
    package var drawsForParts: Bool {
        switch self {
        case .toggle, .slider, .stepper, .pageControl, .activityIndicator, .progress, .refreshControl, .tabItem, .icon,
            .statusBar, .statusItem, .pickerWheel, .editControl, .reorderControl:
            true
        default: false
        }
    }

    /// Whether the systems of different years draw it differently.
    var followsDesign: Bool {
        switch self {
        case .toggle, .slider, .stepper, .segmentedControl, .pageControl, .progress, .picker, .datePicker,
            .searchField, .searchBar, .navigationBar, .tabBar, .toolbar, .alert, .actionGroup, .keyboard:
            true
        default: false
        }
    }

    /// The role of a class: by its own name, else by the nearest class of UIKit that the dump names.
    static func of(className: String, baseClass: String?) -> ViewRole {
        let name = className.lastIndex(of: ".").map { String(className[className.index(after: $0)...]) } ?? className
        if let role = roles[name] { return role }
        if className.hasPrefix(elementPrefix), let role = elements[String(className.dropFirst(elementPrefix.count))] {
            return role
        }
        if className.hasPrefix(androidPrefix), let role = android[name] { return role }
        if let base = baseClass.flatMap({ roles[$0] }) { return base }
        if name.hasPrefix("UISwitch") || name.hasPrefix("_UISwitch") { return .hidden }
        return .plain
    }

    /// What the classes of accessibility elements begin with in the trees of test tools.
    static let elementPrefix = "XCUIElementType"

    /// What Android's own classes begin with.
    static let androidPrefix = "android"

    /// The classes of Android that show what one of UIKit's does.
    private static let android: [String: ViewRole] = [
        "TextView": .label, "CheckedTextView": .label, "CheckBox": .label, "RadioButton": .label, "Button": .button,
        "ToggleButton": .button, "ImageView": .image, "ImageButton": .image, "EditText": .textField,
        "AutoCompleteTextView": .textField, "Switch": .toggle, "SwitchCompat": .toggle, "SeekBar": .slider,
        "ProgressBar": .progress, "WebView": .web,
    ]

    /// The elements of XCUITest.
    private static let elements: [String: ViewRole] = [
        "Switch": .toggle, "CheckBox": .toggle, "Toggle": .toggle, "Slider": .slider, "Stepper": .stepper,
        "SegmentedControl": .segmentedControl, "PageIndicator": .pageControl, "ActivityIndicator": .activityIndicator,
        "ProgressIndicator": .progress, "Picker": .picker, "Keyboard": .keyboard, "Key": .key, "TextField": .textField,
        "SecureTextField": .textField, "TextView": .textView, "SearchField": .searchField, "Table": .table,
        "Cell": .cell, "NavigationBar": .navigationBar, "TabBar": .tabBar, "Toolbar": .toolbar, "Alert": .alert,
        "Sheet": .actionGroup, "Image": .image, "StaticText": .label, "Button": .button, "Map": .map, "WebView": .web,
        "Application": .window, "Window": .window, "Link": .button, "Icon": .icon, "StatusBar": .statusBar,
        "PickerWheel": .pickerWheel, "Tab": .button, "RadioButton": .button, "MenuItem": .button, "MenuButton": .button,
        "PopUpButton": .button, "ToolbarButton": .button, "Dialog": .alert, "Popover": .popover,
        "DatePicker": .datePicker,
    ]

    private static let roles: [String: ViewRole] = [
        "UIWindow": .window, "UITextEffectsWindow": .hidden, "UIRemoteKeyboardWindow": .plain,
        "UILabel": .label, "UIButtonLabel": .buttonLabel, "UITabBarButtonLabel": .tabLabel,
        "UITableViewLabel": .cellLabel, "UITextFieldLabel": .fieldLabel, "UISearchBarTextFieldLabel": .fieldLabel,
        "UISegmentLabel": .segmentLabel, "_UITextFieldContentView": .fieldContent, "UIFieldEditor": .fieldContent,
        "UIButton": .button, "UIRoundedRectButton": .button, "UINavigationButton": .button,
        "_UIButtonBarButton": .button,
        "_UIModernBarButton": .button, "UITabBarButton": .plain, "UIImageView": .image,
        "UITabBarSwappableImageView": .tabImage, "UISwitch": .toggle, "UISlider": .slider, "UIStepper": .stepper,
        "UISegmentedControl": .segmentedControl, "UISegment": .hidden, "UIPageControl": .pageControl,
        "UIActivityIndicatorView": .activityIndicator, "UIProgressView": .progress, "UIPickerView": .picker,
        "UIDatePicker": .datePicker, "_UIDatePickerView": .picker, "UIKeyboard": .keyboard,
        "UIKeyboardLayoutStar": .keyboard,
        "UITextField": .textField, "UISearchBarTextField": .searchField, "UISearchBar": .searchBar,
        "UITextView": .textView, "_UITextFieldRoundedRectBackgroundViewNeue": .roundedField,
        "_UITextLayoutCanvasView": .hidden, "_UITextLayoutFragmentView": .hidden, "_UITextContainerView": .hidden,
        "UITableView": .table, "UITableViewCell": .cell, "UITableViewCellContentView": .cellContent,
        "UITableViewHeaderFooterView": .headerFooter, "_UITableViewCellSeparatorView": .separator,
        "_UITableViewSeparatorView": .separator, "_UITableViewHeaderFooterViewBackground": .plain,
        "UIGroupTableViewCellBackground": .cellBackground, "_UIScrollViewScrollIndicator": .scrollIndicator,
        "UINavigationBar": .navigationBar, "UITabBar": .tabBar, "UIToolbar": .toolbar,
        "_UIBarBackground": .barBackground, "_UINavigationBarBackground": .barBackground,
        "_UITabBarBackgroundView": .barBackground, "_UIToolbarBackground": .barBackground,
        "_UIBarBackgroundShadowView": .hidden, "_UIBarBackgroundShadowContentImageView": .hidden,
        "UIVisualEffectView": .visualEffect, "_UIBackdropView": .visualEffect,
        "_UIVisualEffectSubview": .visualEffectPart,
        "_UIVisualEffectBackdropView": .hidden, "_UIVisualEffectContentView": .plain,
        "_UIVisualEffectFilterView": .hidden,
        "UIDimmingView": .dimming, "_UIDimmingView": .dimming, "_UIAlertControllerView": .alert,
        "_UIAlertControllerPhoneTVMacView": .alert, "_UIAlertControllerAlertView": .alert, "MKMapView": .map,
        "_UIInterfaceActionGroupView": .actionGroup, "_UIAlertControllerInterfaceActionGroupView": .actionGroup,
        "_UIInterfaceActionCustomViewRepresentationView": .alertAction,
        "_UIInterfaceActionItemSeparatorView_iOS": .separator, "_UIInterfaceActionVibrantSeparatorView": .separator,
        "UISwipeActionStandardButton": .button, "_UITableViewCellActionButton": .button,
        "UITableViewCellDeleteConfirmationButton": .button, "UINavigationItemButtonView": .button,
        "UIToolbarButton": .button, "UIToolbarTextButton": .button,
        "_UIPopoverStandardChromeView": .popover, "UIKBKeyView": .key, "_UISystemBackgroundView": .cellBackground,
        "WKWebView": .web, "UIWebView": .web, "AVPlayerView": .player, "UIRefreshControl": .refreshControl,
        "_UISwitchInternalViewNeueStyle1": .hidden, "_UISlideriOSVisualElement": .plain,
        "_UISliderGlassVisualElement": .plain, "_UITouchPassthroughView": .plain, "_UIGrabber": .grabber,
        "UITableViewCellEditControl": .editControl, "UITableViewCellReorderControl": .reorderControl,
        "UICollectionViewListCell": .cell,
    ]
}

/// The looks that dumps name in the attributes of views, by the names of UIKit's properties.
package enum LookAttribute: String, CaseIterable, Sendable {
    case backgroundColor, tintColor, textColor, font, textAlignment, numberOfLines, lineBreakMode, image, placeholder
    case borderStyle, background, cornerRadius, borderWidth, borderColor, style, enabled, selected, on
    case layerCornerRadius = "layer.cornerRadius"
    case layerBorderWidth = "layer.borderWidth"
    case layerBorderColor = "layer.borderColor"
    case onTintColor, thumbTintColor, minimumTrackTintColor, progress, numberOfPages, currentPage, accessoryType
    case selectedSegmentIndex, minimumValue, maximumValue, symbol, baseClass, value, title, configuration, effect
    case hidesWhenStopped, segment, backgroundImage, imageSize, baseBackgroundColor, imagePlacement
    case titleColor, isOn, isEnabled, isSelected, animating, isAnimating
    case visible, isVisible, traits, placeholderValue, hintText, minValue, maxValue
    case masksToBounds, shadowOpacity, shadowRadius, shadowOffset, shadowColor
    case layerMasksToBounds = "layer.masksToBounds"
    case layerShadowOpacity = "layer.shadowOpacity"
    case layerShadowRadius = "layer.shadowRadius"
    case layerShadowOffset = "layer.shadowOffset"
    case layerShadowColor = "layer.shadowColor"

    /// Of Android's switches.
    case checked

    /// What some tools call an element besides its type.
    case role, type
    /// The colours of parts of controls, how a date picker looks and what it asks for, what a web view shows.
    case progressTintColor, trackTintColor, maximumTrackTintColor, selectedSegmentTintColor, pageIndicatorTintColor
    case currentPageIndicatorTintColor, color, preferredDatePickerStyle, datePickerMode, url
    case capitalURL = "URL"

    /// Whether a dump that names it says how its views look.
    var isLook: Bool {
        switch self {
        case .backgroundColor, .tintColor, .textColor, .font, .image, .cornerRadius, .layerCornerRadius, .borderColor,
            .titleColor, .symbol, .shadowOpacity, .layerShadowOpacity:
            true
        default: false
        }
    }
}

/// The years in which the system drew its controls alike, by the first iOS of each.
public enum SystemDesign: String, Sendable, CaseIterable, Comparable {
    /// Outlines in the tint, from iOS 7.
    case ios7 = "7"
    /// Grey grounds and named colours, from iOS 13.
    case ios13 = "13"
    /// The same, with tab bars at the top of an iPad.
    case ios18 = "18"
    /// Glass: capsules that float over the content, wide knobs.
    case ios26 = "26"

    /// The systems, for people.
    public var title: String {
        switch self {
        case .ios7: "iOS 7 to 12"
        case .ios13: "iOS 13 to 17"
        case .ios18: "iOS 18"
        case .ios26: "iOS 26"
        }
    }

    /// Older systems come first.
    public static func < (one: SystemDesign, other: SystemDesign) -> Bool { one.number < other.number }

    private var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The design of a version such as `iOS 17.2`; nil for a text without a number, and for systems before iOS 7.
    init?(version: String) {
        let digits = version.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
        guard let major = Int(digits), let found = Self.allCases.last(where: { (Int($0.rawValue) ?? 0) <= major })
        else { return nil }
        self = found
    }
}

/// What a dump shows of the system that it was taken on.
struct DesignSign {
    let design: SystemDesign
    let reason: String

    /// What the name of a class tells.
    init?(className: String) {
        let name = className.lastIndex(of: ".").map { className[className.index(after: $0)...] } ?? className[...]
        guard let design = Self.classes[String(name)] else { return nil }
        self.init(design, "The dump has a \(name).")
    }

    /// What a device tells: by its screen the first system that it ran, by the name of an old one the last.
    init?(screen: Size, device: String?) {
        let (short, long) = (min(screen.width, screen.height), max(screen.width, screen.height))
        if let device, let name = Self.devices.first(where: { device.hasPrefix($0.name) }) {
            self.init(name.design, "The dump was taken on an \(device.prefix(40)).")
        } else if let size = Self.screens.first(where: { $0.short == short && $0.long == long }) {
            self.init(size.design, "Screens of \(NumberText.short(short)) by \(NumberText.short(long)) have it.")
        } else {
            return nil
        }
    }

    init(_ design: SystemDesign, _ reason: String) { (self.design, self.reason) = (design, reason) }

    /// Classes that only the systems of some years have.
    private static let classes: [String: SystemDesign] = [
        "_UISliderGlassVisualElement": .ios26, "_UILiquidLensView": .ios26, "_UISystemBackgroundView": .ios13,
        "UISwitchModernVisualElement": .ios13, "_UIBarBackgroundShadowView": .ios13,
        "_UISlideriOSVisualElement": .ios13, "_UIBackdropView": .ios7, "_UIBackdropEffectView": .ios7,
        "UITableViewWrapperView": .ios7, "UITableViewCellScrollView": .ios7, "_UINavigationBarBackground": .ios7,
        "_UITabBarBackgroundView": .ios7, "UIStatusBarForegroundView": .ios7, "_UISwitchInternalViewNeueStyle1": .ios7,
        "UINavigationItemButtonView": .ios7, "UIGroupTableViewCellBackground": .ios7,
    ]

    /// Phones that are newer than the years before, and such as ran nothing newer.
    private static let devices: [(name: String, design: SystemDesign)] = [
        ("iPhone 17", .ios26), ("iPhone Air", .ios26), ("iPhone 16", .ios18), ("iPhone 4", .ios7), ("iPhone 5", .ios7),
        ("iPhone 6s", .ios13), ("iPhone 6", .ios7),
    ]

    private static let screens: [(short: Double, long: Double, design: SystemDesign)] = [
        (320, 480, .ios7), (420, 912, .ios26), (402, 874, .ios18), (440, 956, .ios18),
    ]
}
