/// What happens around an app: on which screen it is shown, how that is held, and what lies over it.
///
/// On a device the window always keeps the screen's size. What shrinks is the view of its root controller: the in-call
/// bar moves its top edge down by 20 points and leaves the bottom edge where it is. The keyboard shrinks nothing by
/// itself; apps that do not want to be covered make their view end where it begins. A dump's root stands for both the
/// window and that view here: it takes the size that is left.
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

    /// The screen; nil stays with the size that there is.
    public var device: Device?
    /// How the screen is held. nil is portrait on a device, and as it is without one.
    public var orientation: Orientation?
    /// What the status bar shows.
    public var statusBar = StatusBar.normal
    /// Whether the docked keyboard is on screen.
    public var showsKeyboard = false
    /// The width of a screen without a device, in points.
    public var width: Double?
    /// The height of a screen without a device, in points.
    public var height: Double?

    /// Creates the situation in which nothing changes.
    public init() {}

    /// Whether anything is asked for.
    public var isChange: Bool { self != Situation() }

    /// Whether what is asked for depends on the device.
    public var dependsOnDevice: Bool { statusBar == .inCall || showsKeyboard }

    /// What the situation leaves to a root that has a size now.
    ///
    /// - An orientation without a device turns the present size when that is held otherwise.
    /// - The in-call bar takes 20 points from the height, in portrait and on devices that have one
    ///   (`Device.hasInCallBar`); in landscape iPhones show no status bar.
    /// - The keyboard takes its height, and the safe area ends above it.
    public func surroundings(of present: Size) -> Surroundings {
        let screen = screen(replacing: present)
        let held = Orientation(of: screen)
        let device = device ?? Device(size: screen)
        let known = device?.screen(held ?? .portrait)
        var taken = showsKeyboard ? known?.keyboardHeight ?? 0 : 0
        if statusBar == .inCall, held == .portrait, device?.hasInCallBar ?? false { taken += Device.inCallBarGrowth }
        let height = taken > 0 ? max(screen.height - taken, 0) : screen.height
        return Surroundings(
            size: Size(width: screen.width, height: height),
            device: device,
            orientation: held,
            safeArea: known.map { safeArea(on: $0, belowHousing: device?.hasSensorHousing ?? false) }
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
        if showsKeyboard { safeArea.bottom = 0 }
        return safeArea
    }
}

/// What a situation leaves to the root view.
public struct Surroundings: Sendable, Hashable {
    /// The size that the root takes.
    public let size: Size
    /// The device on which it is shown: the one asked for or, failing that, the first with a screen of the same size.
    public let device: Device?
    /// How the screen is held; nil for a square one.
    public let orientation: Orientation?
    /// How far the root's safe area lies from its edges; nil when the device is not known.
    public let safeArea: EdgeInsets?
}
