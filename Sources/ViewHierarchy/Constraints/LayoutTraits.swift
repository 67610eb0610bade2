/// What a dump says about the part that a view takes in Auto Layout. What was not said is nil.
public struct LayoutTraits: Sendable, Hashable {
    /// `translatesAutoresizingMaskIntoConstraints`: whether the mask places the view.
    public var translatesMask: Bool?
    /// `contentHuggingPriority` on each axis.
    public var hugging = AxisPair()
    /// `contentCompressionResistancePriority` on each axis.
    public var resistance = AxisPair()
    /// The intrinsic size that Interface Builder assumes on its canvas; infinite where it assumes none on that axis.
    public var placeholderSize = AxisPair()
    /// Width at which a label's lines break (`preferredMaxLayoutWidth`).
    public var preferredMaxLayoutWidth: Double?
    /// `layoutMargins` or `directionalLayoutMargins`.
    public var margins: LayoutMargins?
    /// `preservesSuperviewLayoutMargins`.
    public var preservesSuperviewMargins: Bool?
    /// `insetsLayoutMarginsFromSafeArea`.
    public var insetsMarginsFromSafeArea: Bool?
    /// Whether margins follow the readable width.
    public var followsReadableWidth: Bool?
    /// How a stack view arranges; nil for any other view.
    public var stack: StackConfiguration?
    /// In which size classes the view is in the hierarchy, where that differs.
    public var variations: [LayoutVariation] = []
    /// Whether Interface Builder says that the frame is not where the constraints put it.
    public var isMisplaced = false
    /// Whether Interface Builder says that the constraints do not decide the frame.
    public var isAmbiguous = false

    /// Creates traits of which nothing is said.
    public init() {}

    /// Whether nothing is said.
    public var isEmpty: Bool { self == LayoutTraits() }

    /// A number for each axis, nil where it was not said.
    public struct AxisPair: Sendable, Hashable {
        /// Along x.
        public var horizontal: Double?
        /// Along y.
        public var vertical: Double?

        /// Creates a pair.
        public init(horizontal: Double? = nil, vertical: Double? = nil) {
            self.horizontal = horizontal
            self.vertical = vertical
        }

        /// Whether neither is known.
        public var isEmpty: Bool { horizontal == nil && vertical == nil }
    }
}

/// The distances of a view's content from its edges, in points.
public struct LayoutMargins: Sendable, Hashable {
    /// From the upper edge.
    public var top: Double
    /// From the left edge; from the leading one where they are directional.
    public var left: Double
    /// From the lower edge.
    public var bottom: Double
    /// From the right edge; from the trailing one where they are directional.
    public var right: Double
    /// Whether left and right mean leading and trailing.
    public var isDirectional: Bool

    /// Creates margins.
    public init(top: Double, left: Double, bottom: Double, right: Double, isDirectional: Bool = false) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
        self.isDirectional = isDirectional
    }
}

/// How a `UIStackView` arranges its views.
public struct StackConfiguration: Sendable, Hashable {
    /// Along which axis.
    public var axis = Axis.horizontal
    /// How the arranged views share the axis.
    public var distribution = Distribution.fill
    /// How they lie across it.
    public var alignment = Alignment.fill
    /// The distance between two neighbours, in points.
    public var spacing = 0.0
    /// Whether the distance is UIKit's standard one.
    public var isSpacingStandard = false
    /// Distances after single arranged views, by the views' ids.
    public var customSpacings: [Int: Double] = [:]
    /// Whether distances are measured from baseline to baseline (`isBaselineRelativeArrangement`).
    public var isBaselineRelative = false
    /// Whether the edges are the margins (`isLayoutMarginsRelativeArrangement`); nil where that was not said.
    public var isMarginsRelative: Bool?

    /// Creates UIKit's default: a row that fills.
    public init() {}

    /// `NSLayoutConstraint.Axis`.
    public enum Axis: String, Sendable, Hashable, CaseIterable { case horizontal, vertical }
    /// `UIStackView.Distribution`.
    public enum Distribution: String, Sendable, Hashable, CaseIterable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }
    /// `UIStackView.Alignment`; of a row `top` is `leading`, and `bottom` is `trailing`.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        case fill, leading, top, firstBaseline, center, trailing, bottom, lastBaseline
    }
}

/// What UIKit knows of a view that matters to its layout.
package enum LayoutRole: Sendable, Hashable {
    case plain, label, button, image, toggle, slider, stepper, segments, pages, spinner, progress, datePicker,
        picker
    case textField, textView, searchBar, navigationBar, tabBar, toolbar
    case stack, scroll, table, collection, tableCell, collectionCell, cellContent, headerFooter

    fileprivate static let byClass: [String: LayoutRole] = [
        "UILabel": .label, "UIButton": .button, "UIImageView": .image, "UISwitch": .toggle, "UISlider": .slider,
        "UIStepper": .stepper, "UISegmentedControl": .segments, "UIPageControl": .pages,
        "UIActivityIndicatorView": .spinner, "UIProgressView": .progress, "UIDatePicker": .datePicker,
        "UIPickerView": .picker, "UITextField": .textField, "UITextView": .textView, "UISearchBar": .searchBar,
        "UINavigationBar": .navigationBar, "UITabBar": .tabBar, "UIToolbar": .toolbar, "UIStackView": .stack,
        "UIScrollView": .scroll, "UITableView": .table, "UICollectionView": .collection,
        "UITableViewCell": .tableCell, "UICollectionViewCell": .collectionCell,
        "UICollectionViewListCell": .collectionCell, "UICollectionReusableView": .collectionCell,
        "UITableViewCellContentView": .cellContent, "UITableViewHeaderFooterView": .headerFooter,
    ]
}

extension ViewTree {
    /// What a view is to UIKit: by its class, or by the class of UIKit that the file says it derives from.
    package func layoutRole(of index: Int) -> LayoutRole {
        if layoutTraits(of: index)?.stack != nil { return .stack }
        return LayoutRole.byClass[className(of: index)] ?? baseClass(of: index).flatMap { LayoutRole.byClass[$0] }
            ?? .plain
    }
}
