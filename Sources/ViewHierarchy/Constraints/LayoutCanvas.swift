/// The canvas on which an interface file was drawn, as far as its layout depends on it.
public struct LayoutCanvas: Sendable, Hashable {
    /// Interface Builder's name of the device, such as `retina4_7`; nil for a file from before there were any.
    public var device: String?
    /// Whether the device is held sideways.
    public var isLandscape = false
    /// The screen's size in points; nil where the device is not known.
    public var size: Size?
    /// Pixels for each point.
    public var scale: Double?
    /// The number of the build of Interface Builder that wrote the file (`toolsVersion`), without what follows its dot.
    public var build: Int?
    /// Whether the file uses safe areas (`useSafeAreas`); nil where it does not say.
    public var usesSafeAreas: Bool?
    /// The size classes of the screen.
    public var sizeClasses = SizeClasses.any
    /// The bars around the scenes, by the ids of their roots.
    public var bars: [Int: SimulatedBars] = [:]

    /// Creates a canvas of which nothing is known.
    public init() {}

    /// Whether the file was written by that build or a later one; a file that does not say counts as a late one.
    package func isBuild(_ number: Int, orUnknown: Bool = true) -> Bool { build.map { $0 >= number } ?? orUnknown }

    /// What the device itself takes from a screen in Interface Builder: the status bar, the housing of the sensors and the
    /// home indicator. Nil where the device is not known. The numbers are those that stored frames show.
    package var insets: EdgeInsets? {
        guard let device else { return nil }
        func upright(_ top: Double, _ bottom: Double) -> EdgeInsets {
            isLandscape
                ? EdgeInsets(top: 0, left: top, bottom: 21, right: top)
                : EdgeInsets(top: top, left: 0, bottom: bottom, right: 0)
        }
        switch device {
        case "retina3_5", "retina4_0", "retina4_7", "retina5_5":
            return EdgeInsets(top: isLandscape ? 0 : 20, left: 0, bottom: 0, right: 0)
        case "retina5_9", "retina5_4": return upright(isBuild(22_500, orUnknown: false) ? 50 : 44, 34)
        case "retina6_1": return upright(isBuild(22_500, orUnknown: false) ? 48 : 44, 34)
        case "retina6_5": return upright(44, 34)
        case "retina6_0", "retina6_7": return upright(47, 34)
        case "retina6_12", "retina6_72": return upright(59, 34)
        case "retina6_3", "retina6_9": return upright(62, 34)
        default:
            guard device.hasPrefix("ipad") else { return nil }
            let hasHomeButton = ["ipad9_7", "ipad10_5", "ipad10_2"].contains(device)
            return EdgeInsets(top: hasHomeButton ? 20 : 24, left: 0, bottom: hasHomeButton ? 0 : 20, right: 0)
        }
    }
}

/// The size classes of a screen (`UITraitCollection.horizontalSizeClass` and `verticalSizeClass`); nil is any.
public struct SizeClasses: Sendable, Hashable {
    /// `UIUserInterfaceSizeClass`.
    public enum Extent: String, Sendable, Hashable, CaseIterable { case compact, regular }

    /// Across.
    public var width: Extent?
    /// Along the height.
    public var height: Extent?

    /// Creates a pair.
    public init(width: Extent? = nil, height: Extent? = nil) { (self.width, self.height) = (width, height) }

    /// Of a canvas without a device, which stands for every screen.
    public static let any = SizeClasses()

    /// The classes of a device (Human Interface Guidelines, Layout): pads are regular both ways, phones regular only
    /// along their long side, and the wide ones, of 414 points and more, sideways along it alone.
    public init(idiom: Device.Idiom, isLandscape: Bool, isWide: Bool) {
        switch (idiom, isLandscape) {
        case (.pad, _): self.init(width: .regular, height: .regular)
        case (.phone, false): self.init(width: .compact, height: .regular)
        case (.phone, true): self.init(width: isWide ? .regular : .compact, height: .compact)
        }
    }

    /// Whether a variation is in force: one for `default`, or `heightClass=compact-widthClass=regular` and the like.
    public func matches(_ traits: String) -> Bool {
        traits == "default"
            || traits.split(separator: "-").allSatisfy { part in
                (part == "widthClass=\(width?.rawValue ?? "any")" && width != nil)
                    || (part == "heightClass=\(height?.rawValue ?? "any")" && height != nil)
            }
    }
}

/// The bars that Interface Builder shows around a scene, which on a device a container of controllers shows.
public struct SimulatedBars: OptionSet, Sendable, Hashable {
    /// The bits, numbered by this module.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A navigation bar.
    public static let navigation = SimulatedBars(rawValue: 1)
    /// A navigation bar with a large title.
    public static let largeTitle = SimulatedBars(rawValue: 2)
    /// A tab bar.
    public static let tab = SimulatedBars(rawValue: 4)
    /// A toolbar.
    public static let toolbar = SimulatedBars(rawValue: 8)
    /// No status bar.
    public static let noStatusBar = SimulatedBars(rawValue: 16)

    /// What they take from the upper and the lower edge, in points, as the build draws them: upright, as phones show them.
    ///
    /// On another screen it is what is known of bars there (``SystemScreen/usualHeight(of:)``), else the same.
    /// - Returns: The lengths, and whether it is known that they are those of the screen.
    package func room(since build: Int?, on screen: SystemScreen? = nil) -> (top: Double, bottom: Double, isKnown: Bool)
    {
        var isKnown = true
        func height(_ bar: SystemBar, _ drawn: Double, _ usual: Double) -> Double {
            guard let screen, screen.device.idiom == .pad || screen.orientation == .landscape else { return drawn }
            let known = drawn == usual ? screen.usualHeight(of: bar) : nil
            isKnown = isKnown && known != nil
            return known ?? drawn
        }
        var (top, bottom) = (0.0, 0.0)
        if contains(.largeTitle) {
            top = height(.navigation, ((build ?? 0) >= 24_500 ? 54 : 44) + 52, 44)
        } else if contains(.navigation) {
            top = height(.navigation, (build ?? 0) >= 24_500 ? 54 : 44, 44)
        }
        if contains(.tab) {
            bottom = height(.tab, 49, 49)
        } else if contains(.toolbar) {
            bottom = height(.tool, 44, 44)
        }
        return (top, bottom, isKnown)
    }
}
