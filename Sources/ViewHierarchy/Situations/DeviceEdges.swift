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
