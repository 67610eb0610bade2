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
