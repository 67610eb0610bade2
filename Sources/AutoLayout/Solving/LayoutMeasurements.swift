import ViewHierarchy

/// What a running app said of its own layout: how large contents want to be, and how far the safe area reaches into views.
///
/// Vitrine's exporter writes both as the attributes `intrinsicContentSize` (`{w, h}`, −1 for none along an axis) and
/// `safeAreaInsets` (`{top, left, bottom, right}`), where they are not none and not zero. Interface files have neither. The
/// margins of such a dump are those that UIKit made, the safe area included (`UIView.layoutMargins`).
struct LayoutMeasurements: Sendable {
    private static let contentName = "intrinsicContentSize"
    private static let safeAreaName = "safeAreaInsets"

    private var contents: [Int: Size] = [:]
    private var safeAreas: [Int: EdgeInsets] = [:]

    /// Reads what is said of some views; they are called by their places, from 0.
    init(_ tree: ViewTree, _ views: Range<Int>) {
        // Those of an interface file are nobody's measurement.
        guard tree.layoutCanvas == nil, !tree.layout.traits.isEmpty else { return }
        for (place, index) in views.enumerated() {
            if let said = tree.attribute(Self.contentName, of: index), let n = Self.numbers(said, 2) {
                contents[place] = Size(width: n[0], height: n[1])
            }
            if let said = tree.attribute(Self.safeAreaName, of: index), let n = Self.numbers(said, 4) {
                safeAreas[place] = EdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
            }
        }
    }

    /// Whether the app said anything, so that what it did not say is none or zero.
    var isEmpty: Bool { contents.isEmpty && safeAreas.isEmpty }

    /// How large the content of a view wants to be, negative for none along an axis; nil where it was not said.
    func content(_ place: Int) -> Size? { contents[place] }

    /// How far the safe area reached into a view.
    func safeArea(_ place: Int) -> EdgeInsets { safeAreas[place] ?? .zero }

    /// `{1, 2.5}`: so many numbers that a layout can be reckoned with.
    private static func numbers(_ text: String, _ count: Int) -> [Double]? {
        guard text.utf8.count <= 200 else { return nil }
        let parts = text.split { "{}, ".contains($0) }
        let numbers = parts.compactMap { Double($0) }.filter { $0.magnitude <= LayoutExpression.largest }
        return parts.count == count && numbers.count == count ? numbers : nil
    }
}

extension LayoutGuides {
    /// How far the safe area reaches into a view of a running app: on the screen that it was on as far as it said, on another
    /// one what of the superview's reaches there, and what bars took beyond that.
    static func measuredSafeArea(of place: Int, _ unit: LayoutUnit, inherited: EdgeInsets) -> EdgeInsets {
        let said = unit.measurements.safeArea(place)
        guard !unit.target.isCanvas else { return said }
        let superview = unit.superviews[place]
        guard !unit.scrolls(superview) else { return inherited }
        let former = unit.measurements.safeArea(superview)
            .reduced(by: unit.stored[place].distances(to: unit.stored[superview]))
        return inherited.adding(said.subtracting(former).maximum(with: .zero))
    }

    /// The margins of a view of a running app: on the screen that it was on as it said, on another one with the safe area that
    /// reaches into the view there in place of the one that it had.
    static func measuredMargins(
        _ said: EdgeInsets,
        of place: Int,
        _ unit: LayoutUnit,
        safeArea: EdgeInsets
    ) -> EdgeInsets {
        guard !unit.target.isCanvas else { return said }
        let takesSafeArea = unit.traits(place)?.insetsMarginsFromSafeArea != false
        var own = (takesSafeArea ? said.subtracting(unit.measurements.safeArea(place)) : said).maximum(with: .zero)
        // What a controller's view has at its sides is the screen's: 16 points, on wide ones 20.
        if unit.tree.controller(of: unit.index(place)) != nil {
            let usual: Set<Double> = [16, 20]
            if usual.contains(own.left) { own.left = systemMargin(unit) }
            if usual.contains(own.right) { own.right = systemMargin(unit) }
        }
        return takesSafeArea ? own.adding(safeArea) : own
    }
}

extension EdgeInsets {
    fileprivate func subtracting(_ other: EdgeInsets) -> EdgeInsets {
        EdgeInsets(
            top: top - other.top,
            left: left - other.left,
            bottom: bottom - other.bottom,
            right: right - other.right
        )
    }
}

extension LayoutConstraint {
    private static let madeNames = ["UIView-Encapsulated-Layout-", "UIViewSafeAreaLayoutGuide-", "_UITemporaryLayout"]

    /// Whether UIKit made it for itself, as its identifier says: it ties a guide to its view, or a view to the size that its
    /// container gave it, and is of the screen that the app was on. The layout has those by its own rules.
    var isMadeByUIKit: Bool {
        guard let identifier else { return false }
        return Self.madeNames.contains(where: identifier.hasPrefix)
            || identifier.hasPrefix("UIView-") && identifier.hasSuffix("-guide-constraint")
    }

    /// Whether a stack view made it for what it arranges.
    var isMadeByStack: Bool { identifier?.hasPrefix("UISV-") ?? false }
}
