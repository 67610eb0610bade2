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
    case tabItem, icon, statusBar, pickerWheel
    case refreshControl
    /// A part that its owner draws: nothing.
    case hidden

    /// Whether the view draws for everything inside it.
    package var drawsForParts: Bool {
        switch self {
        case .toggle, .slider, .stepper, .pageControl, .activityIndicator, .progress, .refreshControl, .tabItem, .icon,
            .statusBar, .pickerWheel:
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
        "UIDatePicker": .plain, "_UIDatePickerView": .picker, "UIKeyboard": .keyboard,
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
        "_UIPopoverStandardChromeView": .popover, "UIKBKeyView": .key, "_UISystemBackgroundView": .cellBackground,
        "WKWebView": .web, "UIWebView": .web, "AVPlayerView": .player, "UIRefreshControl": .refreshControl,
        "_UISwitchInternalViewNeueStyle1": .hidden, "_UISlideriOSVisualElement": .plain,
        "_UISliderGlassVisualElement": .plain, "_UITouchPassthroughView": .plain,
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
    case hidesWhenStopped, segment, backgroundImage, imageSize, baseBackgroundColor
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
