import Testing

@testable import ViewHierarchy

/// A view in a superview of 100×100 before and after the superview's resize, measured on AppKit by GNUstep's tests.
struct RectVector: CustomTestStringConvertible, Sendable {
    var number: Int
    var mask: AutoresizingMask
    var newSize: Size
    var before: Rect
    var after: Rect
    var scale = 1.0

    var testDescription: String { "\(number) \(mask.flagNames) → \(newSize.width)×\(newSize.height), GNUstep" }

    private init(
        _ number: Int,
        _ mask: AutoresizingMask,
        _ newSize: (Double, Double),
        _ before: (Double, Double, Double, Double),
        _ after: (Double, Double, Double, Double),
        scale: Double = 1
    ) {
        self.number = number
        self.mask = mask
        self.newSize = Size(width: newSize.0, height: newSize.1)
        self.before = Rect(x: before.0, y: before.1, width: before.2, height: before.3)
        self.after = Rect(x: after.0, y: after.1, width: after.2, height: after.3)
        self.scale = scale
    }

    private static let l = AutoresizingMask.flexibleLeftMargin
    private static let w = AutoresizingMask.flexibleWidth
    private static let r = AutoresizingMask.flexibleRightMargin
    private static let t = AutoresizingMask.flexibleTopMargin
    private static let h = AutoresizingMask.flexibleHeight
    private static let b = AutoresizingMask.flexibleBottomMargin

    static let appKit = [
        RectVector(6, [], (200, 150), (10, 10, 30, 30), (10, 10, 30, 30)),
        RectVector(7, w, (200, 150), (10, 10, 30, 30), (10, 10, 130, 30)),
        RectVector(8, h, (200, 150), (10, 10, 30, 30), (10, 10, 30, 80)),
        RectVector(9, [w, h], (200, 150), (10, 10, 30, 30), (10, 10, 130, 80)),
        RectVector(10, l, (200, 150), (10, 10, 30, 30), (110, 10, 30, 30)),
        RectVector(11, r, (200, 150), (10, 10, 30, 30), (10, 10, 30, 30)),
        RectVector(12, [l, r], (200, 150), (10, 10, 30, 30), (24, 10, 30, 30)),
        RectVector(13, [t, b], (200, 150), (10, 10, 30, 30), (10, 17, 30, 30)),
        RectVector(14, [l, r, t, b], (200, 150), (10, 10, 30, 30), (24, 17, 30, 30)),
        RectVector(15, [l, w, r, t, h, b], (200, 150), (10, 10, 30, 30), (20, 15, 60, 45)),
        RectVector(16, [l, w], (200, 150), (10, 10, 30, 30), (35, 10, 105, 30)),
        RectVector(17, [w, r], (200, 150), (10, 10, 30, 30), (10, 10, 63, 30)),
        RectVector(18, [w, h], (200, 150), (10, 10, 0, 0), (10, 10, 100, 50)),
        RectVector(19, [w, h], (151, 151), (10, 10, 33, 33), (10, 10, 84, 84)),
        RectVector(20, [t, h], (100, 150), (10, 10, 30, 30), (10, 22, 30, 68)),
        RectVector(21, [h, b], (100, 150), (10, 10, 30, 30), (10, 10, 30, 46)),
        RectVector(22, [t, h], (100, 154), (10, 10, 30, 30), (10, 23, 30, 71)),
        RectVector(23, [l, w], (154, 100), (10, 10, 30, 30), (23, 10, 71, 30)),
        RectVector(24, [h, b], (100, 75), (10, 10, 30, 30), (10, 10, 30, 21)),
        RectVector(25, [w, r], (75, 100), (10, 10, 30, 30), (10, 10, 21, 30)),
        RectVector(26, [t, h], (100, 75), (10, 10, 30, 30), (10, 3, 30, 12)),
        RectVector(27, [l, w], (75, 100), (10, 10, 30, 30), (3, 10, 12, 30)),
        RectVector(28, [t, h], (100, 120), (10, 10, 20, 20), (10, 16.5, 20, 33.5), scale: 2),
    ]

    /// The bracketed numbers: the same before rounding.
    static let unrounded = [
        RectVector(17, [w, r], (200, 150), (10, 10, 30, 30), (10, 10, 63.333, 30)),
        RectVector(20, [t, h], (100, 150), (10, 10, 30, 30), (10, 22.5, 30, 67.5)),
        RectVector(21, [h, b], (100, 150), (10, 10, 30, 30), (10, 10, 30, 46.667)),
        RectVector(22, [t, h], (100, 154), (10, 10, 30, 30), (10, 23.5, 30, 70.5)),
        RectVector(24, [h, b], (100, 75), (10, 10, 30, 30), (10, 10, 30, 21.667)),
        RectVector(26, [t, h], (100, 75), (10, 10, 30, 30), (10, 3.75, 30, 11.25)),
        RectVector(28, [t, h], (100, 120), (10, 10, 20, 20), (10, 16.667, 20, 33.333)),
    ]
}
