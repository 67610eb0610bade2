/// Where the numbers come from:
/// - Sizes and scales: Apple's Human Interface Guidelines, “Layout”, and the technical specifications of the models.
/// - Status bars of 20 points: `UIApplication.statusBarFrame`. Safe areas of iPhone X to 11 Pro Max: the guidelines.
/// - Later status bars and safe areas, and those in landscape, are what developers measured and published for their
///   snapshot tests. iPhone 16 Pro and later give the numbers of iOS 26, where landscape keeps 20 points at the top.
/// - Keyboards: 216 and 162 points (226 upright on Plus phones, 264 and 352 on iPads) are widely documented for the keys
///   alone. Systems since iOS 8 add the suggestions or shortcuts bar, and devices without a home button the space below
///   the keys. The sums for phones up to iPhone 14 held upright and for iPads with a home button were measured by
///   developers; those in landscape and of later phones are taken from the phones of about their width, and those of
///   iPads with a home indicator or a 12.9″ screen are estimates.
extension Device {
    /// Every distinct screen: iPhones by age, then iPads by size.
    public static let all: [Device] = [
        phone("iphone-3gs", "iPhone 3G, 3GS", 320, 480, 1, .alwaysBarred, keyboard: 216, 162)
            .models("iPhone", "iPhone 3G", "iPhone 3GS"),
        phone("iphone-4s", "iPhone 4, 4s", 320, 480, 2, .homeButton, keyboard: 253, 199)
            .models("iPhone 4", "iPhone 4s"),
        phone("iphone-5s", "iPhone 5 to SE (1st)", 320, 568, 2, .homeButton, keyboard: 254, 200)
            .models("iPhone 5", "iPhone 5c", "iPhone 5s", "iPhone SE (1st generation)", "iPod touch (7th generation)"),
        phone("iphone-8", "iPhone 6 to 8, SE (3rd)", 375, 667, 2, .homeButton, keyboard: 260, 200)
            .models("iPhone 6", "iPhone 6s", "iPhone 7", "iPhone 8")
            .models("iPhone SE (2nd generation)", "iPhone SE (3rd generation)"),
        phone("iphone-8-plus", "iPhone 6 Plus to 8 Plus", 414, 736, 3, .homeButton, keyboard: 271, 200)
            .models("iPhone 6 Plus", "iPhone 6s Plus", "iPhone 7 Plus", "iPhone 8 Plus"),
        phone("iphone-x", "iPhone X, XS, 11 Pro", 375, 812, 3, .housing(44), keyboard: 336, 209)
            .models("iPhone X", "iPhone XS", "iPhone 11 Pro"),
        phone("iphone-11", "iPhone XR, 11", 414, 896, 2, .housing(48), keyboard: 346, 209)
            .models("iPhone XR", "iPhone 11"),
        phone("iphone-11-pro-max", "iPhone XS Max, 11 Pro Max", 414, 896, 3, .housing(44), keyboard: 346, 209)
            .models("iPhone XS Max", "iPhone 11 Pro Max"),
        phone("iphone-13-mini", "iPhone 12 mini, 13 mini", 375, 812, 3, .housing(50), keyboard: 336, 209)
            .models("iPhone 12 mini", "iPhone 13 mini"),
        phone("iphone-14", "iPhone 12 to 14, 16e, 17e", 390, 844, 3, .housing(47), keyboard: 336, 209)
            .models("iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14")
            .models("iPhone 16e", "iPhone 17e"),
        phone("iphone-14-plus", "iPhone 12 Pro Max to 14 Plus", 428, 926, 3, .housing(47), keyboard: 346, 209)
            .models("iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"),
        phone("iphone-16", "iPhone 14 Pro to 16", 393, 852, 3, island, keyboard: 336, 209)
            .models("iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"),
        phone("iphone-16-plus", "iPhone 14 Pro Max to 16 Plus", 430, 932, 3, island, keyboard: 346, 209)
            .models("iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"),
        phone("iphone-17", "iPhone 16 Pro, 17, 17 Pro", 402, 874, 3, recent(62), keyboard: 336, 209)
            .models("iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro"),
        phone("iphone-air", "iPhone Air", 420, 912, 3, recent(68, bottom: 29), keyboard: 346, 209)
            .models("iPhone Air"),
        phone("iphone-17-pro-max", "iPhone 16 Pro Max, 17 Pro Max", 440, 956, 3, recent(62), keyboard: 346, 209)
            .models("iPhone 16 Pro Max", "iPhone 17 Pro Max"),

        pad("ipad-mini-8-3", "iPad mini 8.3″", 744, 1133, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad mini (6th generation)", "iPad mini (A17 Pro)"),
        pad("ipad-2", "iPad, iPad 2, mini", 768, 1024, 1, .alwaysBarred, keyboard: 313, 398)
            .models("iPad", "iPad 2", "iPad mini"),
        pad("ipad-9-7", "iPad 9.7″, mini 7.9″", 768, 1024, 2, .alwaysBarred, keyboard: 313, 398)
            .models("iPad (3rd generation)", "iPad (4th generation)", "iPad Air", "iPad Air 2", "iPad Pro 9.7-inch")
            .models("iPad (5th generation)", "iPad (6th generation)")
            .models("iPad mini 2", "iPad mini 3", "iPad mini 4", "iPad mini (5th generation)"),
        pad("ipad-10-2", "iPad 10.2″", 810, 1080, 2, .alwaysBarred, keyboard: 313, 398)
            .models("iPad (7th generation)", "iPad (8th generation)", "iPad (9th generation)"),
        pad("ipad-10-9", "iPad 10.9″, Air 11″", 820, 1180, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad Air (4th generation)", "iPad Air (5th generation)", "iPad (10th generation)", "iPad (A16)")
            .models("iPad Air 11-inch (M2)", "iPad Air 11-inch (M3)"),
        pad("ipad-10-5", "iPad Pro 10.5″, Air (3rd)", 834, 1112, 2, .alwaysBarred, keyboard: 313, 398)
            .models("iPad Pro 10.5-inch", "iPad Air (3rd generation)"),
        pad("ipad-pro-11", "iPad Pro 11″", 834, 1194, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad Pro 11-inch (1st generation)", "iPad Pro 11-inch (2nd generation)")
            .models("iPad Pro 11-inch (3rd generation)", "iPad Pro 11-inch (4th generation)"),
        pad("ipad-pro-11-m4", "iPad Pro 11″ (M4, M5)", 834, 1210, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad Pro 11-inch (M4)", "iPad Pro 11-inch (M5)"),
        pad("ipad-pro-12-9-home", "iPad Pro 12.9″, home button", 1024, 1366, 2, .alwaysBarred, keyboard: 378, 471)
            .models("iPad Pro 12.9-inch (1st generation)", "iPad Pro 12.9-inch (2nd generation)"),
        pad("ipad-pro-12-9", "iPad Pro 12.9″, Air 13″", 1024, 1366, 2, .homeIndicator, keyboard: 398, 491)
            .models("iPad Pro 12.9-inch (3rd generation)", "iPad Pro 12.9-inch (4th generation)")
            .models("iPad Pro 12.9-inch (5th generation)", "iPad Pro 12.9-inch (6th generation)")
            .models("iPad Air 13-inch (M2)", "iPad Air 13-inch (M3)"),
        pad("ipad-pro-13", "iPad Pro 13″ (M4, M5)", 1032, 1376, 2, .homeIndicator, keyboard: 398, 491)
            .models("iPad Pro 13-inch (M4)", "iPad Pro 13-inch (M5)"),
    ]

    /// A phone whose housing is an island.
    private static let island = DeviceEdges.housing(59, statusBar: 54)

    /// A phone whose landscape leaves 20 points free at the top, as iOS 26 does.
    private static func recent(_ depth: Double, bottom: Double = 20) -> DeviceEdges {
        .housing(depth, statusBar: 54, sideways: (20, bottom))
    }
}

extension Device {
    private static func phone(
        _ id: String,
        _ name: String,
        _ width: Double,
        _ height: Double,
        _ scale: Int,
        _ edges: DeviceEdges,
        keyboard upright: Double,
        _ sideways: Double
    ) -> Device {
        Device(.phone, id, name, Size(width: width, height: height), scale, edges, keyboards: (upright, sideways))
    }

    private static func pad(
        _ id: String,
        _ name: String,
        _ width: Double,
        _ height: Double,
        _ scale: Int,
        _ edges: DeviceEdges,
        keyboard upright: Double,
        _ sideways: Double
    ) -> Device {
        Device(.pad, id, name, Size(width: width, height: height), scale, edges, keyboards: (upright, sideways))
    }

    private init(
        _ idiom: Idiom,
        _ id: String,
        _ name: String,
        _ size: Size,
        _ scale: Int,
        _ edges: DeviceEdges,
        keyboards: (portrait: Double, landscape: Double)
    ) {
        self.idiom = idiom
        self.id = id
        self.name = name
        self.scale = scale
        portrait = DeviceScreen(
            size: size,
            statusBarHeight: edges.portraitStatusBar,
            safeArea: edges.portrait,
            keyboardHeight: keyboards.portrait
        )
        landscape = DeviceScreen(
            size: Size(width: size.height, height: size.width),
            statusBarHeight: edges.landscapeStatusBar,
            safeArea: edges.landscape,
            keyboardHeight: keyboards.landscape
        )
    }

    private func models(_ names: String...) -> Device {
        var device = self
        device.models += names
        return device
    }
}

/// What the status bar, a sensor housing and the home indicator take from a screen, upright and sideways.
struct DeviceEdges: Sendable {
    var portraitStatusBar: Double
    var landscapeStatusBar: Double
    var portrait: EdgeInsets
    var landscape: EdgeInsets

    /// A phone with a home button: a status bar of 20 points, since iOS 8 only upright.
    static let homeButton = DeviceEdges(
        portraitStatusBar: 20,
        landscapeStatusBar: 0,
        portrait: EdgeInsets(top: 20, left: 0, bottom: 0, right: 0),
        landscape: .zero
    )

    /// A device with a home button that shows its status bar of 20 points whichever way it is held.
    static let alwaysBarred = DeviceEdges(
        portraitStatusBar: 20,
        landscapeStatusBar: 20,
        portrait: EdgeInsets(top: 20, left: 0, bottom: 0, right: 0),
        landscape: EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    )

    /// An iPad without a home button.
    static let homeIndicator = DeviceEdges(
        portraitStatusBar: 24,
        landscapeStatusBar: 24,
        portrait: EdgeInsets(top: 24, left: 0, bottom: 20, right: 0),
        landscape: EdgeInsets(top: 24, left: 0, bottom: 20, right: 0)
    )

    /// A phone with a sensor housing, which reaches as far into the screen sideways as it does upright.
    /// - Parameter statusBar: The status bar's height, when it is not that of the housing.
    /// - Parameter sideways: What is left free above and below in landscape.
    static func housing(
        _ depth: Double,
        statusBar: Double? = nil,
        sideways: (top: Double, bottom: Double) = (0, 21)
    )
        -> DeviceEdges
    {
        DeviceEdges(
            portraitStatusBar: statusBar ?? depth,
            landscapeStatusBar: 0,
            portrait: EdgeInsets(top: depth, left: 0, bottom: 34, right: 0),
            landscape: EdgeInsets(top: sideways.top, left: depth, bottom: sideways.bottom, right: depth)
        )
    }
}
