/// A screen on which an app can run. Models that share a screen are one device.
///
/// The numbers are those of the last system that the youngest of the models runs.
public struct Device: Sendable, Hashable {
    /// What kind of device it is (`UIUserInterfaceIdiom`).
    public enum Idiom: String, Sendable, Hashable, CaseIterable {
        /// iPhone and iPod touch.
        case phone
        /// iPad.
        case pad
    }

    /// The name in addresses, such as `iphone-8`; stable.
    public let id: String
    /// The name for people; it tells the most important models.
    public let name: String
    /// Every model with this screen, newest first.
    public internal(set) var models: [String] = []
    /// What kind of device it is.
    public let idiom: Idiom
    /// Pixels for each point, as apps draw (`UIScreen.scale`).
    public let scale: Int
    /// Held upright.
    public let portrait: DeviceScreen
    /// Held sideways.
    public let landscape: DeviceScreen

    /// What the device gives an app in an orientation.
    public func screen(_ orientation: Orientation) -> DeviceScreen {
        orientation == .portrait ? portrait : landscape
    }

    /// Whether a home indicator lies over the lower edge, as it does on devices without a home button.
    public var hasHomeIndicator: Bool { portrait.safeArea.bottom > 0 }

    /// Whether the camera and its sensors cut into the screen: a notch or an island.
    var hasSensorHousing: Bool { idiom == .phone && hasHomeIndicator }

    /// What the camera and its sensors are in, for people; nil where they do not cut into the screen.
    package var housingName: String? { !hasSensorHousing ? nil : portrait.safeArea.top > 50 ? "island" : "notch" }

    /// How much of the edge the housing takes, about, in points: an island about 126, a notch about 210.
    package var housingLength: Double { housingName == "island" ? 126 : 210 }

    /// Whether a call, a recording or a tethered computer doubles the status bar from 20 to 40 points.
    ///
    /// iPhones without a sensor housing do so. Others show a pill beside the housing, which takes no space.
    public var hasInCallBar: Bool { idiom == .phone && !hasHomeIndicator }

    /// How much lower the in-call bar makes an app's root view, in points.
    static let inCallBarGrowth = 20.0
}

extension Device {
    /// The device with this id, the one that a model's name belongs to, written as it is or as an id (`iPhone 17 Pro`,
    /// `iphone-se-1st-generation`), or the one that Interface Builder calls so (`retina6_12`).
    public init?(id: String) {
        let name = Device.interfaceNames[id] ?? id
        guard let device = Device.all.first(where: { $0.id == name }) ?? Device.modelNamed(Device.slug(name)) else {
            return nil
        }
        self = device
    }

    /// The oldest device whose screen has this size in one of its orientations.
    /// - Parameter scale: Pixels for each point; nil takes any.
    public init?(size: Size, scale: Int? = nil) {
        let device = Device.all.last {
            ($0.portrait.size == size || $0.landscape.size == size) && (scale == nil || $0.scale == scale)
        }
        guard let device else { return nil }
        self = device
    }

    /// Every device whose screen has this size, in words: `iPhone 11, XR or iPhone 11 Pro Max, XS Max`; nil where none has.
    /// - Parameter scale: Pixels for each point, which tells some apart; nil where nobody says.
    public static func names(ofSize size: Size, scale: Double? = nil) -> String? {
        let fitting = all.filter { $0.portrait.size == size || $0.landscape.size == size }
        let exact = fitting.filter { Double($0.scale) == scale }
        let names = (exact.isEmpty ? fitting : exact).reversed().map(\.name)
        return names.isEmpty ? nil : names.joined(separator: " or ")
    }

    /// The device of a model, or of the newest that goes on after that name: `iphone-se`, `ipad-air-11-inch`.
    private static func modelNamed(_ id: String) -> Device? {
        all.first { $0.models.contains { slug($0) == id } }
            ?? all.first { !id.isEmpty && $0.models.contains { slug($0).hasPrefix(id + "-") } }
    }

    /// A name in lower case, with one hyphen for each run of other characters than letters and digits.
    static func slug(_ name: String) -> String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }
}

/// What a device gives an app in one orientation. Lengths are points.
public struct DeviceScreen: Sendable, Hashable {
    /// The screen's size, which is the window's.
    public let size: Size
    /// The height of the status bar; 0 where there is none.
    public let statusBarHeight: Double
    /// What the window's safe area leaves free, with the status bar shown.
    public let safeArea: EdgeInsets
    /// The height of the docked keyboard from the screen's lower edge, its suggestions or shortcuts bar included.
    public let keyboardHeight: Double
}

/// How a screen is held.
public enum Orientation: String, Sendable, Hashable, CaseIterable {
    /// Taller than wide.
    case portrait
    /// Wider than tall.
    case landscape

    /// The orientation that a size has; a square has neither.
    public init?(of size: Size) {
        if size.width < size.height {
            self = .portrait
        } else if size.width > size.height {
            self = .landscape
        } else {
            return nil
        }
    }

    /// The orientation after a quarter turn.
    public var turned: Orientation { self == .portrait ? .landscape : .portrait }
}

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
    /// Every distinct screen: iPhones, then iPads, each the newest first. The name begins with the newest model.
    public static let all: [Device] = [
        phone("iphone-17", "iPhone 17, 17 Pro, 16 Pro", 402, 874, 3, recent(62), keyboard: 336, 209)
            .models("iPhone 17", "iPhone 17 Pro", "iPhone 16 Pro"),
        phone("iphone-17-pro-max", "iPhone 17 Pro Max, 16 Pro Max", 440, 956, 3, recent(62), keyboard: 346, 209)
            .models("iPhone 17 Pro Max", "iPhone 16 Pro Max"),
        phone("iphone-air", "iPhone Air", 420, 912, 3, recent(68, bottom: 29), keyboard: 346, 209)
            .models("iPhone Air"),
        phone("iphone-14", "iPhone 17e, 16e, 14, 13, 12", 390, 844, 3, .housing(47), keyboard: 336, 209)
            .models(
                "iPhone 17e",
                "iPhone 16e",
                "iPhone 14",
                "iPhone 13",
                "iPhone 13 Pro",
                "iPhone 12",
                "iPhone 12 Pro"
            ),
        phone("iphone-16", "iPhone 16, 15, 15 Pro, 14 Pro", 393, 852, 3, island, keyboard: 336, 209)
            .models("iPhone 16", "iPhone 15", "iPhone 15 Pro", "iPhone 14 Pro"),
        phone("iphone-16-plus", "iPhone 16 Plus, 15 Plus, 15 Pro Max", 430, 932, 3, island, keyboard: 346, 209)
            .models("iPhone 16 Plus", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 14 Pro Max"),
        phone("iphone-14-plus", "iPhone 14 Plus, 13 Pro Max", 428, 926, 3, .housing(47), keyboard: 346, 209)
            .models("iPhone 14 Plus", "iPhone 13 Pro Max", "iPhone 12 Pro Max"),
        phone("iphone-8", "iPhone SE (3rd, 2nd), 8, 7, 6s, 6", 375, 667, 2, .homeButton, keyboard: 260, 200)
            .models("iPhone SE (3rd generation)", "iPhone SE (2nd generation)")
            .models("iPhone 8", "iPhone 7", "iPhone 6s", "iPhone 6"),
        phone("iphone-13-mini", "iPhone 13 mini, 12 mini", 375, 812, 3, .housing(50), keyboard: 336, 209)
            .models("iPhone 13 mini", "iPhone 12 mini"),
        phone("iphone-11-pro-max", "iPhone 11 Pro Max, XS Max", 414, 896, 3, .housing(44), keyboard: 346, 209)
            .models("iPhone 11 Pro Max", "iPhone XS Max"),
        phone("iphone-11", "iPhone 11, XR", 414, 896, 2, .housing(48), keyboard: 346, 209)
            .models("iPhone 11", "iPhone XR"),
        phone("iphone-x", "iPhone 11 Pro, XS, X", 375, 812, 3, .housing(44), keyboard: 336, 209)
            .models("iPhone 11 Pro", "iPhone XS", "iPhone X"),
        phone("iphone-8-plus", "iPhone 8 Plus, 7 Plus, 6s Plus", 414, 736, 3, .homeButton, keyboard: 271, 200)
            .models("iPhone 8 Plus", "iPhone 7 Plus", "iPhone 6s Plus", "iPhone 6 Plus"),
        phone("iphone-5s", "iPhone SE (1st), 5s, 5", 320, 568, 2, .homeButton, keyboard: 254, 200)
            .models("iPhone SE (1st generation)", "iPod touch (7th generation)", "iPhone 5s", "iPhone 5c", "iPhone 5"),
        phone("iphone-4s", "iPhone 4s, 4", 320, 480, 2, .homeButton, keyboard: 253, 199)
            .models("iPhone 4s", "iPhone 4"),
        phone("iphone-3gs", "iPhone 3GS, 3G", 320, 480, 1, .alwaysBarred, keyboard: 216, 162)
            .models("iPhone 3GS", "iPhone 3G", "iPhone"),

        pad("ipad-pro-13", "iPad Pro 13″ (M5, M4)", 1032, 1376, 2, .homeIndicator, keyboard: 398, 491)
            .models("iPad Pro 13-inch (M5)", "iPad Pro 13-inch (M4)"),
        pad("ipad-pro-11-m4", "iPad Pro 11″ (M5, M4)", 834, 1210, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad Pro 11-inch (M5)", "iPad Pro 11-inch (M4)"),
        pad("ipad-pro-12-9", "iPad Air 13″, Pro 12.9″", 1024, 1366, 2, .homeIndicator, keyboard: 398, 491)
            .models("iPad Air 13-inch (M4)", "iPad Air 13-inch (M3)", "iPad Air 13-inch (M2)")
            .models("iPad Pro 12.9-inch (6th generation)", "iPad Pro 12.9-inch (5th generation)")
            .models("iPad Pro 12.9-inch (4th generation)", "iPad Pro 12.9-inch (3rd generation)"),
        pad("ipad-10-9", "iPad Air 11″, iPad (A16, 10th)", 820, 1180, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad Air 11-inch (M4)", "iPad (A16)", "iPad Air 11-inch (M3)", "iPad Air 11-inch (M2)")
            .models("iPad (10th generation)", "iPad Air (5th generation)", "iPad Air (4th generation)"),
        pad("ipad-mini-8-3", "iPad mini 8.3″ (A17 Pro, 6th)", 744, 1133, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad mini (A17 Pro)", "iPad mini (6th generation)"),
        pad("ipad-pro-11", "iPad Pro 11″ (4th to 1st)", 834, 1194, 2, .homeIndicator, keyboard: 333, 418)
            .models("iPad Pro 11-inch (4th generation)", "iPad Pro 11-inch (3rd generation)")
            .models("iPad Pro 11-inch (2nd generation)", "iPad Pro 11-inch (1st generation)"),
        pad("ipad-10-2", "iPad 10.2″ (9th to 7th)", 810, 1080, 2, .alwaysBarred, keyboard: 313, 398)
            .models("iPad (9th generation)", "iPad (8th generation)", "iPad (7th generation)"),
        pad("ipad-10-5", "iPad Air (3rd), Pro 10.5″", 834, 1112, 2, .alwaysBarred, keyboard: 313, 398)
            .models("iPad Air (3rd generation)", "iPad Pro 10.5-inch"),
        pad("ipad-9-7", "iPad 9.7″, mini 7.9″", 768, 1024, 2, .alwaysBarred, keyboard: 313, 398)
            .models("iPad mini (5th generation)", "iPad mini 4", "iPad mini 3", "iPad mini 2")
            .models("iPad (6th generation)", "iPad (5th generation)", "iPad Pro 9.7-inch", "iPad Air 2", "iPad Air")
            .models("iPad (4th generation)", "iPad (3rd generation)"),
        pad("ipad-pro-12-9-home", "iPad Pro 12.9″, home button", 1024, 1366, 2, .alwaysBarred, keyboard: 378, 471)
            .models("iPad Pro 12.9-inch (2nd generation)", "iPad Pro 12.9-inch (1st generation)"),
        pad("ipad-2", "iPad 2, mini (1st), iPad", 768, 1024, 1, .alwaysBarred, keyboard: 313, 398)
            .models("iPad mini", "iPad 2", "iPad"),
    ]

    /// The devices by the names that Interface Builder has for their screens, in files and in its source.
    package static let interfaceNames: [String: String] = [
        "retina3_5": "iphone-4s", "retina4_0": "iphone-5s", "retina4_7": "iphone-8", "retina5_5": "iphone-8-plus",
        "retina5_9": "iphone-x", "retina5_4": "iphone-13-mini", "retina6_1": "iphone-11",
        "retina6_5": "iphone-11-pro-max", "retina6_0": "iphone-14", "retina6_7": "iphone-14-plus",
        "retina6_12": "iphone-16", "retina6_72": "iphone-16-plus", "retina6_3": "iphone-17",
        "retina6_9": "iphone-17-pro-max", "ipad9_7": "ipad-9-7", "ipad10_2": "ipad-10-2", "ipad10_5": "ipad-10-5",
        "ipad10_9": "ipad-10-9", "ipad11_0": "ipad-pro-11", "ipad12_9": "ipad-pro-12-9", "ipad8_3": "ipad-mini-8-3",
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
