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
