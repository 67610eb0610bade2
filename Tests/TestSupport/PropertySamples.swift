public import ViewHierarchy

extension ViewProperty {
    /// A value that is not UIKit's default, and the same for every property of a kind but for texts.
    public var sample: ViewPropertyValue {
        switch kind {
        case .bool: .bool(usual != .bool(true))
        case .integer: .integer(-7)
        case .number: .number(0.25)
        case .text: .text("a \(name)")
        case .point: .point(Point(x: 0.25, y: 3))
        case .size: .size(Size(width: 300, height: 4000.5))
        case .rect: .rect(Rect(x: 1, y: 2, width: 33, height: 44.5))
        case .transform: .transform(Transform(a: 0, b: 2, c: -2, d: 0, tx: 5, ty: 6))
        case .mask: .mask([.flexibleWidth, .flexibleBottomMargin])
        case .contentMode: .contentMode(.bottomLeft)
        }
    }
}
