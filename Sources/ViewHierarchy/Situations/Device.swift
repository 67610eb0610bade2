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
    /// Every model with this screen, oldest first.
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

    /// Whether a call, a recording or a tethered computer doubles the status bar from 20 to 40 points.
    ///
    /// iPhones without a sensor housing do so. Others show a pill beside the housing, which takes no space.
    public var hasInCallBar: Bool { idiom == .phone && !hasHomeIndicator }

    /// How much lower the in-call bar makes an app's root view, in points.
    static let inCallBarGrowth = 20.0
}

extension Device {
    /// The device with this id, or the one that a model's name, written as an id, belongs to: `iphone-se-1st-generation`.
    public init?(id: String) {
        guard let device = Device.all.first(where: { $0.id == id }) ?? Device.modelNamed(id) else { return nil }
        self = device
    }

    /// The first device whose screen has this size in one of its orientations.
    /// - Parameter scale: Pixels for each point; nil takes any.
    public init?(size: Size, scale: Int? = nil) {
        let device = Device.all.first {
            ($0.portrait.size == size || $0.landscape.size == size) && (scale == nil || $0.scale == scale)
        }
        guard let device else { return nil }
        self = device
    }

    private static func modelNamed(_ id: String) -> Device? {
        all.first { $0.models.contains { slug($0) == id } }
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
