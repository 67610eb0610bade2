import ViewHierarchy

/// Colours, fonts and images of interface files, in the words that dumps have for them.
struct InterfaceResources {
    private let document: InterfaceDocument
    /// The colours that a file describes apart from the views, by their names.
    private var namedColors: [String: Int] = [:]
    private var systemColors: [String: Int] = [:]
    /// The sizes of images, by their names.
    private var images: [String: String] = [:]

    init(_ document: InterfaceDocument) {
        self.document = document
        for child in document.children(of: 0) where document.name(child) == "resources" {
            for resource in document.children(of: child) {
                guard let name = document.value("name", of: resource) else { continue }
                switch document.name(resource) {
                case "namedColor": namedColors[name] = document.child(of: resource, "color")
                case "systemColor": systemColors[name] = document.child(of: resource, "color")
                case "image":
                    if let width = document.value("width", of: resource),
                        let height = document.value("height", of: resource)
                    {
                        images[name] = "\(width) x \(height)"
                    }
                default: break
                }
            }
        }
    }

    // MARK: Colours

    /// A colour as an attribute has it, and what its name is in an asset catalog.
    struct Color {
        var text: String
        var name: String?

        /// Keeps the colour as an attribute; the name of one from an asset catalog beside it.
        func describe(as attribute: String, in view: inout ViewDescription) {
            view.keep(attribute, text)
            if let name { view.keep("\(attribute).name", name) }
        }
    }

    /// The colour that an element describes: UIKit's name for it, else its numbers.
    func color(_ element: Int) -> Color {
        for name in ["systemColor", "cocoaTouchSystemColor"] {
            guard let system = document.value(name, of: element) else { continue }
            if ColorText(system) != .unknown { return Color(text: system) }
            let described = systemColors[system].flatMap(numbers) ?? numbers(of: element)
            return Color(text: described ?? system, name: described == nil ? nil : system)
        }
        if let numbers = numbers(of: element) { return Color(text: numbers) }
        if let name = document.value("name", of: element) {
            return Color(text: namedColors[name].flatMap(numbers) ?? name, name: name)
        }
        let parts = document.allAttributes(of: element).filter { $0.name != "key" }
        return Color(text: parts.map { "\($0.name) = \($0.value)" }.joined(separator: "; "))
    }

    private func numbers(of element: Int) -> String? {
        let space = document.value("customColorSpace", of: element) ?? document.value("colorSpace", of: element) ?? ""
        let alpha = document.value("alpha", of: element) ?? "1"
        if let white = document.value("white", of: element) { return "UIExtendedGrayColorSpace \(white) \(alpha)" }
        guard let red = document.value("red", of: element), let green = document.value("green", of: element),
            let blue = document.value("blue", of: element)
        else { return nil }
        return "\(space == "displayP3" ? "displayP3" : "UIExtendedSRGBColorSpace") \(red) \(green) \(blue) \(alpha)"
    }

    // MARK: Fonts

    /// A font by name and size, or nil for a description without either.
    func font(_ element: Int) -> String? {
        if let style = document.value("style", of: element) {
            let short = style.hasPrefix("UICTFontTextStyle") ? String(style.dropFirst(17)) : style
            return "\(style), \(TextStyle.font(short))"
        }
        let named = document.value("name", of: element)
        let type = document.value("type", of: element)
        let size = document.value("pointSize", of: element) ?? Self.sizes[document.value("size", of: element) ?? ""]
        guard named != nil || type != nil else { return nil }
        var words = [named ?? "system"]
        if named == nil {
            if type == "boldSystem" { words.append("bold") }
            if type == "italicSystem" { words.append("italic") }
            if let weight = document.value("weight", of: element) { words.append(weight) }
        }
        return (words + [size ?? "17"]).joined(separator: " ")
    }

    /// The font of a run of an attributed string: a name, or one of the system's (`metaFont`), and a size.
    func runFont(_ element: Int) -> String? {
        let meta = document.value("metaFont", of: element) ?? ""
        let size = document.value("size", of: element) ?? Self.sizes[meta] ?? "17"
        if let named = document.value("name", of: element) { return "\(named) \(size)" }
        guard !meta.isEmpty else { return nil }
        return meta.lowercased().contains("bold") ? "system bold \(size)" : "system \(size)"
    }

    /// The sizes that have names (`UIFont.labelFontSize` and its like).
    private static let sizes = ["label": "17", "button": "18", "smallSystem": "12", "system": "14"]

    // MARK: Images

    /// The image that an attribute of an element names, a symbol of the system as such; nil for none.
    func image(_ element: Int, _ attribute: String) -> String? {
        guard let name = document.value(attribute, of: element), !name.isEmpty else { return nil }
        guard document.value("catalog", of: element) == "system" else { return name }
        return "symbol \"\(name)\""
    }

    /// The size of the image, as the file says it.
    func size(ofImage element: Int, _ attribute: String) -> String? {
        document.value(attribute, of: element).flatMap { images[$0] }
    }
}

/// The classes that the elements of interface files stand for.
///
/// Interface Builder names an element after its class without the prefix; the table has those that do not follow, and all
/// that are views although a file may leave their frame out.
enum InterfaceClasses {
    /// The class of an element that is known to be a view; nil for any other.
    static func view(_ element: String) -> String? { views[element] }

    /// The class of an element that nobody knows.
    static func guess(_ element: String) -> String { "UI" + element.prefix(1).uppercased() + element.dropFirst() }

    /// The class of a controller's element; nil for an element that is none.
    static func controller(_ element: String) -> String? {
        if let known = controllers[element] { return known }
        return element.hasSuffix("ViewController") ? guess(element) : nil
    }

    private static let views: NameLookup<String> = {
        let plain = [
            "view", "window", "label", "button", "imageView", "textField", "textView", "switch", "slider", "stepper",
            "segmentedControl", "pageControl", "progressView", "activityIndicatorView", "datePicker", "pickerView",
            "stackView", "scrollView", "tableView", "tableViewCell", "tableViewCellContentView",
            "tableViewHeaderFooterView",
            "collectionView", "collectionViewCell", "collectionReusableView", "collectionViewListCell", "navigationBar",
            "tabBar", "toolbar", "searchBar", "visualEffectView", "webView", "control", "refreshControl", "colorWell",
            "calendarView", "pasteControl", "inputView",
        ]
        let others = [
            "containerView": "UIView", "collectionViewCellContentView": "UIView", "wkWebView": "WKWebView",
            "mapView": "MKMapView", "glkView": "GLKView", "mtkView": "MTKView", "skView": "SKView",
            "sceneKitView": "SCNView", "arscnView": "ARSCNView", "arskView": "ARSKView", "arView": "ARView",
            "adBannerView": "ADBannerView", "pdfView": "PDFView", "locationButton": "CLLocationButton",
            "routePickerView": "AVRoutePickerView", "livePhotoView": "PHLivePhotoView",
        ]
        return NameLookup(others.map { $0 } + plain.map { (key: $0, value: guess($0)) })
    }()

    /// The class of an element of an interface for watchOS: a controller, or what is in a list of items or holds one. Nil for any
    /// other.
    static func watch(_ element: String, key: String?, in parent: String) -> String? {
        switch (parent, key) {
        case ("objects", _):
            guard element == "controller" || element.hasSuffix("Controller") else { return nil }
            let known = [
                "controller": "WKInterfaceController",
                "notificationController": "WKUserNotificationInterfaceController",
            ]
            return known[element] ?? "WK" + element.prefix(1).uppercased() + element.dropFirst()
        case ("items", _), (_, "contentItem"), (_, "rootItem"):
            guard element != "menuItem" else { return nil }
            let other = ["imageView": "Image", "tableRow": "TableRow", "dateLabel": "Date", "timerLabel": "Timer"][
                element
            ]
            return "WKInterface" + (other ?? element.prefix(1).uppercased() + element.dropFirst())
        default: return nil
        }
    }

    private static let controllers = NameLookup<String>(knownControllers)
    private static let knownControllers: KeyValuePairs = [
        "viewController": "UIViewController", "tableViewController": "UITableViewController",
        "navigationController": "UINavigationController", "tabBarController": "UITabBarController",
        "collectionViewController": "UICollectionViewController", "splitViewController": "UISplitViewController",
        "pageViewController": "UIPageViewController", "glkViewController": "GLKViewController",
        "avPlayerViewController": "AVPlayerViewController", "hostingController": "UIHostingController",
        "searchController": "UISearchController", "imagePickerController": "UIImagePickerController",
    ]

    /// The attributes of elements that say what a property of a view says.
    static let properties: [(attribute: String, property: String)] = [
        ("hidden", "hidden"), ("opaque", "opaque"), ("clipsSubviews", "clipsToBounds"),
        ("userInteractionEnabled", "userInteractionEnabled"), ("multipleTouchEnabled", "multipleTouchEnabled"),
        ("exclusiveTouch", "exclusiveTouch"), ("autoresizesSubviews", "autoresizesSubviews"),
    ]

    /// What a control is where its element does not say it: the defaults of the file format.
    static let defaults = NameLookup<[(attribute: String, value: String)]>(knownDefaults)
    private static let knownDefaults: KeyValuePairs<String, [(attribute: String, value: String)]> = [
        "switch": [("on", "NO")], "slider": [("value", "0")], "progressView": [("progress", "0")],
        "label": [("numberOfLines", "1")], "pageControl": [("currentPage", "0")],
        "activityIndicatorView": [("animating", "NO"), ("hidesWhenStopped", "NO")],
    ]

    /// Attributes under the names of UIKit's properties.
    static let names = NameLookup<String>(
        [
            "minValue": "minimumValue", "maxValue": "maximumValue", "id": "objectID",
        ] as KeyValuePairs
    )
}

/// The screen that Interface Builder's canvas shows.
struct InterfaceCanvas {
    /// The device that the file names; nil for one from before there were any.
    private(set) var device: DumpDevice?
    /// What of the canvas matters to layouts.
    private(set) var layout = LayoutCanvas()

    init(_ document: InterfaceDocument) {
        layout.build = document.value("toolsVersion", of: 0)?.split(separator: ".").first.flatMap { Int($0) }
        layout.usesSafeAreas = document.flag("useSafeAreas", of: 0)
        guard let element = document.child(of: 0, "device"), let id = document.value("id", of: element) else { return }
        let isLandscape = document.value("orientation", of: element) == "landscape"
        let isPad = id.hasPrefix("ipad")
        let known = Device.interfaceNames[id].flatMap { Device(id: $0) }
        var device = DumpDevice(
            name: known?.name ?? id,
            idiom: id.hasPrefix("watch") ? "watch" : isPad ? "pad" : "phone"
        )
        let size = known?.screen(isLandscape ? .landscape : .portrait).size ?? Self.watches[id]
        (device.width, device.height) = (size?.width, size?.height)
        device.scale = size == nil ? nil : known.map { Double($0.scale) } ?? 2
        (layout.device, layout.isLandscape) = (id, isLandscape)
        (layout.size, layout.scale) = (size, device.scale)
        let isWide = (known?.portrait.size.width ?? 0) >= 414
        layout.sizeClasses = SizeClasses(idiom: isPad ? .pad : .phone, isLandscape: isLandscape, isWide: isWide)
        self.device = device
    }

    private static let watches = [
        "watch38": Size(width: 136, height: 170), "watch42": Size(width: 156, height: 195),
        "watch40": Size(width: 162, height: 197), "watch44": Size(width: 184, height: 224),
        "watch41": Size(width: 176, height: 215), "watch45": Size(width: 198, height: 242),
        "watch49": Size(width: 205, height: 251),
    ]
}
