import TestSupport
import ViewHierarchy

/// Trees and views of every kind, for the edits to work on.
extension SeededGenerator {
    /// A number of points with one decimal.
    mutating func points(_ range: ClosedRange<Int>) -> Double {
        Double(Int.random(in: range.lowerBound * 10...range.upperBound * 10, using: &self)) / 10
    }

    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    mutating func rect() -> Rect {
        Rect(x: points(-50...200), y: points(-50...200), width: points(0...200), height: points(0...200))
    }

    /// A transform that can be undone: turned, stretched, mirrored, moved.
    mutating func transform() -> Transform {
        let turn = Transform(rotation: Double.random(in: -3...3, using: &self))
        let stretch = Transform(scaleX: points(1...3), y: points(1...3) * (chance(0.3) ? -1 : 1))
        return turn.then(stretch).then(Transform(translation: Point(x: points(-20...20), y: points(-20...20))))
    }

    /// A view of any kind, transforms and scrolled bounds included.
    mutating func view() -> ViewDescription {
        let className = ["UIView", "UILabel", "App.Card"].randomElement(using: &self) ?? ""
        var view = ViewDescription(className: className, frame: rect())
        if chance(0.2) { view.transform = transform() }
        if chance(0.2) { view.contentOffset = Point(x: points(-50...50), y: points(-50...50)) }
        if chance(0.1) { view.anchorPoint = Point(x: points(0...1), y: points(0...1)) }
        view.autoresizingMask = AutoresizingMask(rawValue: UInt8.random(in: 0...63, using: &self))
        view.autoresizesSubviews = !chance(0.1)
        view.isHidden = chance(0.1)
        view.isOpaque = chance(0.7)
        view.clipsToBounds = chance(0.3)
        view.isUserInteractionEnabled = !chance(0.1)
        view.alpha = chance(0.2) ? 0.5 : 1
        if chance(0.3) { view.text = "Text \(Int.random(in: 0...99, using: &self))" }
        if chance(0.3) { view.attributes = [.init("layer", "<CALayer: \(Int.random(in: 0...9, using: &self))>")] }
        view.tag = chance(0.2) ? Int.random(in: -3...3, using: &self) : 0
        return view
    }

    /// A tree of 1 to so many views with one root, or sometimes more.
    mutating func tree(atMost limit: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        var depth = 0
        for _ in 0..<Int.random(in: 1...limit, using: &self) {
            builder.append(view(), depth: depth)
            depth = Int.random(in: (chance(0.05) ? 0 : 1)...depth + 1, using: &self)
        }
        return builder.build()
    }
}
