import ViewHierarchy

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
        var device = DumpDevice(name: id, idiom: isPad ? "pad" : "phone")
        if let known = Self.screens[id] {
            device.width = isLandscape ? known.height : known.width
            device.height = isLandscape ? known.width : known.height
            device.scale = known.scale
            layout.size = device.width.flatMap { width in device.height.map { Size(width: width, height: $0) } }
            layout.scale = known.scale
        }
        (layout.device, layout.isLandscape) = (id, isLandscape)
        let isWide = ["retina5_5", "retina6_1", "retina6_5", "retina6_7", "retina6_72", "retina6_9"].contains(id)
        layout.sizeClasses = SizeClasses(idiom: isPad ? .pad : .phone, isLandscape: isLandscape, isWide: isWide)
        self.device = device
    }

    private static let screens: [String: (width: Double, height: Double, scale: Double)] = [
        "retina3_5": (320, 480, 2), "retina4_0": (320, 568, 2), "retina4_7": (375, 667, 2),
        "retina5_5": (414, 736, 3), "retina5_9": (375, 812, 3), "retina5_4": (375, 812, 3),
        "retina6_1": (414, 896, 2), "retina6_5": (414, 896, 3), "retina6_0": (390, 844, 3),
        "retina6_7": (428, 926, 3), "retina6_12": (393, 852, 3), "retina6_72": (430, 932, 3),
        "retina6_3": (402, 874, 3), "retina6_9": (440, 956, 3), "ipad9_7": (768, 1024, 2),
        "ipad10_5": (834, 1112, 2), "ipad11_0": (834, 1194, 2), "ipad12_9": (1024, 1366, 2),
        "ipad10_2": (810, 1080, 2), "ipad10_9": (820, 1180, 2), "ipad8_3": (744, 1133, 2),
    ]
}

/// The bars that Interface Builder shows around scenes: those that a controller asks for, else those of the containers that
/// lead to it. A navigation controller hands its bar on to what is shown from its root.
struct InterfaceBars {
    private let document: InterfaceDocument
    /// What containers give, by the elements of controllers.
    private var given: [Int: SimulatedBars] = [:]

    init(_ document: InterfaceDocument) {
        self.document = document
        let controllers = document.indices.filter { InterfaceClasses.controller(document.name($0)) != nil }
        var open: [Int] = []
        for controller in controllers {
            let bars = Self.bars(ofContainer: controller, in: document)
            guard !bars.isEmpty else { continue }
            for (target, kind) in Self.segues(of: controller, in: document)
            where kind == "rootViewController" || kind == "viewControllers" {
                give(bars, to: target, &open)
            }
        }
        // Each controller is looked at once for each bar that it is given.
        while let controller = open.popLast() {
            let bars = (given[controller] ?? []).intersection([.navigation, .largeTitle])
            guard !bars.isEmpty else { continue }
            let kinds = document.name(controller) == "tabBarController" ? ["viewControllers"] : ["show", "push"]
            for (target, kind) in Self.segues(of: controller, in: document) where kinds.contains(kind) {
                give(bars, to: target, &open)
            }
        }
    }

    private mutating func give(_ bars: SimulatedBars, to controller: Int, _ open: inout [Int]) {
        // Such a container shows its own bar in place of that around it.
        guard !["navigationController", "splitViewController"].contains(document.name(controller)) else { return }
        let former = given[controller] ?? []
        guard !former.isSuperset(of: bars) else { return }
        given[controller] = former.union(bars)
        open.append(controller)
    }

    /// The bars around the view of a controller's element; for the root of a xib of the element itself.
    func bars(around element: Int) -> SimulatedBars {
        var bars = given[element] ?? []
        for child in document.children(of: element) {
            let isNone = document.name(child) == "nil"
            switch document.value("key", of: child) {
            case "simulatedTopBarMetrics":
                bars.subtract([.navigation, .largeTitle])
                if document.name(child) == "simulatedNavigationBarMetrics" { bars.insert(.navigation) }
            case "simulatedBottomBarMetrics":
                bars.subtract([.tab, .toolbar])
                if document.name(child) == "simulatedTabBarMetrics" { bars.insert(.tab) }
                if document.name(child) == "simulatedToolbarMetrics" { bars.insert(.toolbar) }
            case "simulatedStatusBarMetrics": if isNone { bars.insert(.noStatusBar) }
            default: break
            }
        }
        return bars
    }

    private static func bars(ofContainer controller: Int, in document: InterfaceDocument) -> SimulatedBars {
        switch document.name(controller) {
        case "navigationController":
            guard document.flag("navigationBarHidden", of: controller) != true else { return [] }
            let bar = document.child(of: controller, "navigationBar", key: "navigationBar")
            let isLarge = bar.flatMap { document.flag("largeTitles", of: $0) } == true
            return isLarge ? [.navigation, .largeTitle] : .navigation
        case "tabBarController": return .tab
        default: return []
        }
    }

    /// Where the segues of a controller lead, and what they are; those of views inside it too.
    private static func segues(of controller: Int, in document: InterfaceDocument) -> [(target: Int, kind: String)] {
        var found: [(target: Int, kind: String)] = []
        var next = controller + 1
        while next < document.end(of: controller) {
            if document.name(next) == "segue",
                let target = document.value("destination", of: next).flatMap({ document.byID[$0] }),
                let kind = document.value("relationship", of: next) ?? document.value("kind", of: next)
            {
                found.append((target, kind))
            }
            next += 1
        }
        return found
    }
}
