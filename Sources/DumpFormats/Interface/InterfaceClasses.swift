import ViewHierarchy

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
