/// What happens around an app: on which screen it is shown, how that is held, and what lies over it.
///
/// On a device the window always keeps the screen's size. What shrinks is the view of its root controller: the in-call
/// bar moves its top edge down by 20 points and leaves the bottom edge where it is. The keyboard shrinks nothing by
/// itself: it lies over the window. Apps that do not want to be covered make their view end where it begins.
public struct Situation: Sendable, Hashable {
    /// What the status bar shows.
    public enum StatusBar: String, Sendable, Hashable, CaseIterable {
        /// The clock and its neighbours.
        case normal
        /// A call, a recording or a tethered computer: a bar of twice the height where the device has one.
        case inCall
        /// Nothing. Since iOS 7 the root lies below the status bar anyway, so only the safe area grows.
        case hidden
    }

    /// What the docked keyboard does.
    public enum Keyboard: String, Sendable, Hashable, CaseIterable {
        /// It is not on screen.
        case hidden = "false"
        /// It lies over the window, which keeps its size.
        case covering = "true"
        /// It is on screen, and the app makes its view end where the keyboard begins.
        case resizing = "resize"
    }

    /// The screen; nil stays with the size that there is.
    public var device: Device?
    /// The part of an iPad's screen that the window has in Split View; nil for all of it. It needs a device whose windows
    /// are known (``Device/splitViewWidth(_:_:)``), else it changes nothing.
    public var splitView: SplitView?
    /// How the screen is held. nil is portrait on a device, and as it is without one.
    public var orientation: Orientation?
    /// What the status bar shows.
    public var statusBar = StatusBar.normal
    /// What the docked keyboard does.
    public var keyboard = Keyboard.hidden
    /// The width of a screen without a device, in points.
    public var width: Double?
    /// The height of a screen without a device, in points.
    public var height: Double?

    /// Creates a situation on a device, held so; without either nothing changes.
    public init(device: Device? = nil, orientation: Orientation? = nil) {
        (self.device, self.orientation) = (device, orientation)
    }

    /// Creates the situation of a screen of that size.
    public init(size: Size) { (width, height) = (size.width, size.height) }

    /// Whether anything is asked for.
    public var isChange: Bool { self != Situation() }

    /// Whether what is asked for depends on the device.
    public var dependsOnDevice: Bool { statusBar == .inCall || keyboard != .hidden || splitView != nil }

    /// What the situation makes of a screen, and what it leaves to an app whose root has a size now.
    ///
    /// - An orientation without a device turns the present size when that is held otherwise.
    /// - The in-call bar takes 20 points from the top of the app's view, in portrait and on devices that have one
    ///   (`Device.hasInCallBar`); in landscape iPhones show no status bar.
    /// - The keyboard covers what lies below it. Where the app resizes its view, the safe area ends above it.
    public func surroundings(of present: Size) -> Surroundings {
        let screen = screen(replacing: present)
        let held = Orientation(of: screen)
        let device = device ?? Device(size: screen)
        let known = device?.screen(held ?? .portrait)
        let isInCall = statusBar == .inCall && held == .portrait && device?.hasInCallBar ?? false
        let part = splitView.flatMap { device?.splitViewWidth($0, held ?? .portrait) }
        return Surroundings(
            size: Size(width: part ?? screen.width, height: screen.height),
            device: device,
            orientation: held,
            isSplit: part != nil,
            safeArea: known.map { safeArea(on: $0, belowHousing: device?.hasSensorHousing ?? false) },
            statusBarHeight: statusBar == .hidden ? 0 : known?.statusBarHeight ?? 0,
            takenAtTop: isInCall ? Device.inCallBarGrowth : 0,
            keyboardHeight: keyboard == .hidden ? 0 : known?.keyboardHeight ?? 0,
            appMakesRoom: keyboard == .resizing
        )
    }

    private func screen(replacing present: Size) -> Size {
        if let device { return device.screen(orientation ?? .portrait).size }
        let size = Size(width: width ?? present.width, height: height ?? present.height)
        guard let orientation, let held = Orientation(of: size), held != orientation else { return size }
        return Size(width: size.height, height: size.width)
    }

    /// A hidden status bar frees the top, except below a sensor housing.
    private func safeArea(on screen: DeviceScreen, belowHousing: Bool) -> EdgeInsets {
        var safeArea = screen.safeArea
        if statusBar == .hidden, !belowHousing { safeArea.top = 0 }
        if keyboard == .resizing { safeArea.bottom = 0 }
        return safeArea
    }
}

/// What a situation makes of a screen and leaves to an app. Lengths are points.
public struct Surroundings: Sendable, Hashable {
    /// The window's size: the screen's, or of the part of it that the window has in Split View.
    public let size: Size
    /// The device on which it is shown: the one asked for or, failing that, the first with a screen of the same size.
    public let device: Device?
    /// How the screen is held; nil for a square one.
    public let orientation: Orientation?
    /// Whether the window has a part of the screen only.
    public let isSplit: Bool
    /// How far the root's safe area lies from its edges; nil when the device is not known.
    public let safeArea: EdgeInsets?
    /// The height of the status bar; 0 where none is shown, or the device is not known.
    public let statusBarHeight: Double
    /// What the in-call bar takes from the top of the app's view.
    public let takenAtTop: Double
    /// How much of the screen's height the keyboard covers from below; 0 without one.
    public let keyboardHeight: Double
    /// Whether the app makes its view end where the keyboard begins.
    public let appMakesRoom: Bool

    /// What the keyboard takes from the bottom of the app's view.
    public var takenAtBottom: Double { appMakesRoom ? keyboardHeight : 0 }

    /// The size of an app's view that filled the screen.
    public var sizeLeft: Size {
        Size(width: size.width, height: max(size.height - takenAtTop - takenAtBottom, 0))
    }
}

/// What the system takes from a screen: how far its safe area lies inside, and how its bars are as high as they are.
package struct SystemScreen: Sendable, Hashable {
    /// The size of the window.
    package let size: Size
    /// What the status bar, a sensor housing and the home indicator leave free.
    package internal(set) var safeArea: EdgeInsets
    /// Where a navigation bar lies. Before iOS 26 that is at the status bar, which ends above the safe area beside an island.
    var barTop: Double
    /// The height of the status bar; 0 where none is shown.
    package let statusBarHeight: Double
    /// Where the app's view begins: below what the bar in a call takes.
    let start: Double
    /// Where the lowest thing ends that an app may cover: the screen, or a keyboard that it makes room for.
    let bottom: Double
    /// The device; several may have a screen of this size.
    package let device: Device
    /// How it is held.
    package let orientation: Orientation

    /// The screen that a situation gives; nil where the device is not known, or the window has a part of it only.
    package init?(_ surroundings: Surroundings) {
        guard !surroundings.isSplit, let device = surroundings.device, let safeArea = surroundings.safeArea,
            let orientation = surroundings.orientation
        else { return nil }
        (self.device, self.orientation, self.safeArea) = (device, orientation, safeArea)
        (size, statusBarHeight) = (surroundings.size, surroundings.statusBarHeight)
        (start, bottom) = (surroundings.takenAtTop, surroundings.size.height - surroundings.takenAtBottom)
        let isBeside = safeArea.top == 59 && statusBarHeight == 54
        barTop = (isBeside ? 161.0 / 3 : safeArea.top) + surroundings.takenAtTop
        self.safeArea.top += surroundings.takenAtTop
    }

    /// What a large title adds to a navigation bar.
    private static let largeTitle = 52.0

    /// The height of a bar without what the safe area adds to it; nil where that is not known.
    package func usualHeight(of bar: SystemBar) -> Double? { usualHeights(of: bar).first }

    /// The heights of a bar without what the safe area adds to it, the newest system's first; none where that is not known.
    ///
    /// As developers measured it. On phones 44 points, tab bars 49; held sideways 32 on those that are narrower than 414
    /// points. On iPads 50 since iOS 12, 44 and tab bars 49 before; tab bars and toolbars above a home indicator 45. Of iOS 26
    /// held sideways, and of tab bars of phones with a home button held sideways, it is not known.
    private func usualHeights(of bar: SystemBar) -> [Double] {
        guard bar != .status, bar != .keyboard else { return [] }
        guard device.idiom == .phone else {
            let old = bar == .tab ? 49.0 : 44
            // What has no Retina screen runs nothing newer than iOS 9.
            if device.scale == 1 { return [old] }
            return device.hasHomeIndicator && bar != .navigation ? [45] : [50, old]
        }
        // Screens with a housing that leave something free at the top held sideways have the numbers of iOS 26.
        let isKnown = device.housingName == nil || device.landscape.safeArea.top == 0
        guard orientation == .portrait || isKnown else { return [] }
        let isLow = orientation == .landscape && device.portrait.size.width < 414
        guard bar == .tab else { return [isLow ? 32 : 44] }
        return !isLow ? [49] : device.hasHomeIndicator ? [32] : []
    }

    /// What of the system's own lies over some of a frame in the window, and at which edge: the island, the notch or the status
    /// bar, and the home indicator; nil where the frame is free.
    package func cover(of frame: Rect) -> (edge: ScreenEdge, name: String)? {
        if frame.minY < safeArea.top, frame.maxY > 0 {
            let isBeside = abs(frame.center.x - size.width / 2) >= frame.size.width / 2 + device.housingLength / 2
            return (.top, orientation == .landscape || isBeside ? "status bar" : device.housingName ?? "status bar")
        }
        if frame.maxY > size.height - safeArea.bottom, frame.minY < size.height { return (.bottom, "home indicator") }
        // Of the sides, either may have it: a phone can be turned either way.
        let isBeside = abs(frame.center.y - size.height / 2) >= frame.size.height / 2 + device.housingLength / 2
        guard orientation == .landscape, !isBeside, let name = device.housingName else { return nil }
        if frame.minX < safeArea.left, frame.maxX > 0 { return (.left, name) }
        if frame.maxX > size.width - safeArea.right, frame.minX < size.width { return (.right, name) }
        return nil
    }

    /// Whether a frame lies wholly beyond the safe area at an edge.
    package func holds(_ frame: Rect, at edge: ScreenEdge) -> Bool {
        switch edge {
        case .top: frame.maxY <= safeArea.top
        case .bottom: frame.minY >= size.height - safeArea.bottom
        case .left: frame.maxX <= safeArea.left
        case .right: frame.minX >= size.width - safeArea.right
        }
    }

    /// Whether a frame reaches to an edge, or beyond.
    func reaches(_ edge: ScreenEdge, _ frame: Rect) -> Bool {
        switch edge {
        case .top: frame.minY <= 0
        case .bottom: frame.maxY >= size.height
        case .left: frame.minX <= 0
        case .right: frame.maxX >= size.width
        }
    }

    /// How high a bar is here that has a height on another screen; nil where that is not known.
    func height(of bar: SystemBar, thatHas height: Double, on other: SystemScreen) -> Double? {
        if device.idiom == other.device.idiom {
            // Whatever the system is.
            let isSame = bar == .navigation || device.hasHomeIndicator == other.device.hasHomeIndicator
            if device.idiom == .pad ? isSame : orientation == other.orientation { return height }
        }
        // A large title folds on phones that are held sideways: how is not known.
        let hasTitles = bar == .navigation && (device.idiom == .pad || orientation == .portrait)
        let (usual, here) = (
            other.usualHeights(of: bar), usualHeights(of: bar)
        )
        let titles = (hasTitles ? [0, Self.largeTitle] : [0]).first { title in
            usual.contains { abs($0 + title - height) <= 1.5 }
        }
        guard let titles, let first = here.first else { return nil }
        return first + titles
    }

    /// What an app adds to the safe area at an edge (`additionalSafeAreaInsets`): the rest of what a dump says, unless a device
    /// with such a screen has as much by itself.
    func added(toReach said: EdgeInsets, at edge: KeyPath<EdgeInsets, Double>) -> Double {
        let screens = Device.all.map { $0.screen(orientation) }.filter { $0.size == size }
        let isUsual = screens.contains { abs($0.safeArea[keyPath: edge] - said[keyPath: edge]) <= 1.5 }
        return isUsual ? 0 : max(0, said[keyPath: edge] - safeArea[keyPath: edge])
    }
}

/// An edge of a screen.
package enum ScreenEdge: Sendable { case top, bottom, left, right }

/// A bar, or another part of a screen, that iOS keeps at an edge.
package enum SystemBar: Sendable {
    case navigation, tab, tool, status, keyboard

    private static let classes: [String: SystemBar] = [
        "UINavigationBar": .navigation, "XCUIElementTypeNavigationBar": .navigation, "UITabBar": .tab,
        "XCUIElementTypeTabBar": .tab, "UIToolbar": .tool, "XCUIElementTypeToolbar": .tool, "UIStatusBar": .status,
        "UIStatusBar_Modern": .status, "_UIStatusBar": .status, "XCUIElementTypeStatusBar": .status,
        "UIKeyboard": .keyboard, "XCUIElementTypeKeyboard": .keyboard,
    ]

    /// The bar that a view is by its class, or by the class of UIKit that the dump says it derives from.
    init?(_ index: Int, in tree: ViewTree) {
        guard
            let bar = Self.classes[tree.className(of: index)] ?? tree.baseClass(of: index).flatMap({ Self.classes[$0] })
        else { return nil }
        self = bar
    }
}

/// A part of an iPad's screen, beside another app in Split View (iPadOS 9 to 18).
public enum SplitView: String, Sendable, Hashable, CaseIterable {
    /// The narrow part, as wide as a phone.
    case third
    /// One of two equal parts, sideways only.
    case half
    /// What the narrow part leaves.
    case twoThirds

    /// The part for people: `half of the screen`.
    public var name: String {
        switch self {
        case .third: "a third of the screen"
        case .half: "half of the screen"
        case .twoThirds: "two thirds of the screen"
        }
    }
}

extension Device {
    /// Between the two windows, in points.
    private static let divider = 10.0
    /// From this width on a window beside another one is of regular width, in points: two of 639 and 678 are the widest
    /// compact and the narrowest regular one.
    package static let regularSplitWidth = 660.0

    /// How wide the window of an app is in Split View, in points; nil where it is not known or does not exist.
    ///
    /// The narrow part is 320 points wide on the screens of 9.7 and 10.5 inches and 375 on that of 12.9 inches, held either
    /// way, the divider takes 10, and the other app has the rest: 1024 points are 320 and 694, or twice 507, as apps on them
    /// measured. Of other screens no such measurements are known.
    public func splitViewWidth(_ part: SplitView, _ orientation: Orientation) -> Double? {
        guard idiom == .pad, let narrow = Self.narrowParts[id] else { return nil }
        let whole = screen(orientation).size.width
        switch part {
        case .third: return narrow
        case .half: return orientation == .landscape ? (whole - Self.divider) / 2 : nil
        case .twoThirds: return whole - Self.divider - narrow
        }
    }

    /// The parts that a window can have in an orientation, the narrowest first; empty where none is known.
    public func splitViews(_ orientation: Orientation) -> [SplitView] {
        SplitView.allCases.filter { splitViewWidth($0, orientation) != nil }
    }

    private static let narrowParts: [String: Double] = [
        "ipad-9-7": 320, "ipad-10-5": 320, "ipad-pro-12-9-home": 375, "ipad-pro-12-9": 375,
    ]
}

extension ViewTree {
    /// The view of a window's root controller: the subview at the back that fills the window, one whose controller the
    /// dump names before others. A status bar, or a bar in a call, may leave up to 64 points free above it.
    /// - Returns: The index; nil when no subview fills the window.
    public func rootControllerView(of window: Int) -> Int? {
        let area = bounds(of: window)
        let filling = subviews(of: window).filter { index in
            let frame = frames[index]
            return frame.isFinite && abs(frame.size.width - area.size.width) <= 0.5
                && abs(frame.maxY - area.maxY) <= 0.5 && (0...64).contains(frame.minY - area.minY)
        }
        return filling.first { controller(of: $0) != nil } ?? filling.first
    }
}

/// A view that the keyboard covers.
public struct CoveredView: Sendable, Hashable {
    /// The index of the view.
    public let view: Int
    /// Whether nothing of it is left to see.
    public let isWhole: Bool
    /// Whether people type into it, so that they do not see what they type.
    public let takesText: Bool
}

/// Where the docked keyboard lies, and what it covers.
public struct KeyboardCover: Sendable, Hashable {
    /// Where it lies, in window coordinates.
    public let frame: Rect
    /// The views it covers: those that take text first, then those that are covered wholly, each in tree order.
    public let views: [CoveredView]

    /// The keyboard over the screen that a root stands for; nil without one.
    ///
    /// A view is listed when it can be seen without the keyboard and lies under it. What is below a view that is covered
    /// wholly goes without saying, unless it takes text; a view of which a part is left is listed only when it takes
    /// text or has no subview that can be seen, as every superview up to the window is covered in part.
    public init?(_ surroundings: Surroundings, over root: Int, in tree: ViewTree, _ geometry: WindowGeometry) {
        guard surroundings.keyboardHeight > 0, tree.superview(of: root) == nil, tree.indices.contains(root) else {
            return nil
        }
        let origin = tree.bounds(of: root).origin
        // Where the root is the app's view, the screen begins above it.
        let top = tree.isWindow(root) ? 0 : surroundings.takenAtTop
        frame = Rect(
            x: origin.x,
            y: origin.y - top + surroundings.size.height - surroundings.keyboardHeight,
            width: surroundings.size.width,
            height: surroundings.keyboardHeight
        )
        var found: [CoveredView] = []
        var end = 0
        for index in tree.subtree(of: root).dropFirst() where geometry.isVisible(index) {
            guard let seen = geometry.visibleFrame(of: index), let part = seen.intersection(frame), !part.isEmpty else {
                continue
            }
            let isWhole = part.size.height >= seen.size.height - 0.01 && part.size.width >= seen.size.width - 0.01
            let takesText = tree.family(of: index)?.takesText ?? false
            let isLeaf = !tree.subviews(of: index).contains { geometry.isVisible($0) }
            if takesText || (index >= end && (isWhole || isLeaf)) {
                found.append(CoveredView(view: index, isWhole: isWhole, takesText: takesText))
            }
            if isWhole || takesText, index >= end { end = tree.subtree(of: index).upperBound }
        }
        views =
            found.filter(\.takesText) + found.filter { !$0.takesText && $0.isWhole }
            + found.filter { !$0.takesText && !$0.isWhole }
    }
}
