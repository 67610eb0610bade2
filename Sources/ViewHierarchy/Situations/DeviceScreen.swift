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
