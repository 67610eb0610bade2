/// UIKit's containers whose names have no underscore: they only hold other views, as `recursiveDescription` has shown them
/// from iOS 7 on.
public enum UIKitContainers {
    /// Their class names.
    public static let classNames: Set<String> = [
        "UILayoutContainerView", "UITransitionView", "UIDropShadowView", "UIViewControllerWrapperView",
        "UINavigationTransitionView", "UIPanelControllerContentView", "UISplitViewControllerPanelImplView",
        "UITableViewWrapperView", "UIInputSetContainerView", "UIInputSetHostView", "UIKeyboardItemContainerView",
        "UISearchDisplayControllerContainerView", "UIPopoverContainerView", "UIClientRotationView", "UIRemoteView",
    ]
}

/// A family of UIKit's classes of which something is certain whatever a dump says: what their properties are unless
/// somebody sets them, and how they are laid out.
///
/// A class belongs to a family by its name, or by the class of UIKit that a dump says it derives from (`baseClass`).
/// Names that only look alike prove nothing, so they do not count.
public enum UIKitFamily: Sendable, Hashable, CaseIterable {
    /// `UILabel` and its private subclasses.
    case label
    /// `UIImageView`.
    case imageView
    /// `UIScrollView` and what scrolls, but for text views.
    case scrollView
    /// `UITextView`, which is a scroll view.
    case textView
    /// `UITextField`.
    case textField
    /// `UIStackView`: constraints of its own place what it arranges.
    case stackView
    /// `_UILayoutGuide`, the view that stands for a guide of a controller which is laid out with constraints.
    case layoutGuide

    private static let names: [String: UIKitFamily] = {
        let families: [(UIKitFamily, [String])] = [
            (
                .label,
                [
                    "UILabel", "UIButtonLabel", "UITableViewLabel", "UITextFieldLabel", "UITabBarButtonLabel",
                    "UISegmentLabel",
                ]
            ),
            (.imageView, ["UIImageView", "UITabBarSwappableImageView"]),
            (
                .scrollView,
                [
                    "UIScrollView", "UITableView", "UICollectionView", "WKScrollView", "WKChildScrollView",
                    "_UIQueuingScrollView",
                ]
            ),
            (.textView, ["UITextView"]),
            (.textField, ["UITextField", "UISearchBarTextField"]),
            (.stackView, ["UIStackView", "_UIButtonBarStackView"]),
            (.layoutGuide, ["_UILayoutGuide"]),
        ]
        return Dictionary(families.flatMap { family, names in names.map { ($0, family) } }) { first, _ in first }
    }()

    /// The family that a class belongs to by its name; nil for one of which nothing is certain.
    public init?(className: String) {
        guard let family = Self.names[className] else { return nil }
        self = family
    }

    /// Whether its views scroll.
    public var scrolls: Bool { self == .scrollView || self == .textView }

    /// Whether its views have a text.
    public var hasText: Bool { self == .label || self == .textField || self == .textView }

    /// Whether people type into its views.
    public var takesText: Bool { self == .textField || self == .textView }
}

extension ViewProperty {
    /// What the property is unless somebody sets it: the default of the family where that is documented to be another
    /// one than `UIView`'s (`UILabel.isUserInteractionEnabled`, `UIImageView.isUserInteractionEnabled`; scroll views
    /// clip, as every dump of one shows).
    public func usualValue(in family: UIKitFamily?) -> ViewPropertyValue? {
        switch (name, family) {
        case ("clipsToBounds", .scrollView), ("clipsToBounds", .textView): .bool(true)
        case ("userInteractionEnabled", .label), ("userInteractionEnabled", .imageView): .bool(false)
        default: usual
        }
    }

    /// Whether a view of a family can have it, so that it is worth telling when nothing is known of it.
    func exists(in family: UIKitFamily?) -> Bool {
        switch name {
        case "text": family?.hasText ?? false
        case "contentOffset", "contentSize": family?.scrolls ?? false
        default: !PropertySet.identity.contains(self) || PropertySet.ofFrame.contains(self)
        }
    }
}

extension ViewDescription {
    /// The family of the view's class, or of the class that it derives from.
    public var family: UIKitFamily? {
        UIKitFamily(className: className)
            ?? attributes.first { $0.name == UIKitFamily.baseClass }.flatMap { UIKitFamily(className: $0.value) }
    }

    /// Gives the properties that were not said what they are in the view's family.
    public mutating func assumeUsual() {
        guard let family else { return }
        for (property, usual) in UIKitFamily.differences[family] ?? [] where !said.contains(property) {
            property.set(usual, in: &self)
        }
    }
}

extension UIKitFamily {
    /// The properties of each family that are usually another thing than those of other views.
    static let differences: [UIKitFamily: [(property: ViewProperty, usual: ViewPropertyValue?)]] =
        Dictionary(
            allCases.map { family in
                let values = ViewProperty.all.map { (property: $0, usual: $0.usualValue(in: family)) }
                return (family, values.filter { $0.usual != $0.property.usual })
            }
        ) { first, _ in first }

    /// The attribute that names the nearest class of UIKit which an app's own class derives from.
    static let baseClass = "baseClass"
}

extension ViewTree {
    /// The family of a view's class, or of the class that the dump says it derives from; nil where nothing is certain.
    public func family(of index: Int) -> UIKitFamily? {
        guard indices.contains(index) else { return nil }
        return UIKitFamily(className: className(of: index))
            ?? baseClass(of: index).flatMap(UIKitFamily.init(className:))
    }

    /// The class of UIKit that the dump says a view's class derives from.
    public func baseClass(of index: Int) -> String? { attribute(UIKitFamily.baseClass, of: index) }

    /// The properties of which the dump said nothing, in the order of the table: what stands there is a default.
    public func unknownProperties(of index: Int) -> [ViewProperty] {
        guard indices.contains(index), saidColumn[index] != .all else { return [] }
        let (said, family) = (saidColumn[index], family(of: index))
        return ViewProperty.all.filter { !said.contains($0) && $0.exists(in: family) }
    }

    /// Whether the dump, or an edit since, said what a property is; false out of range.
    public func says(_ property: ViewProperty, of index: Int) -> Bool {
        indices.contains(index) && saidColumn[index].contains(property)
    }

    /// Notes that a layout has found where a view is, whatever the dump said of it.
    package mutating func knowPlace(of index: Int) {
        if indices.contains(index) { saidColumn[index].formUnion(.ofFrame) }
    }

    /// The properties that the description of any view gave.
    public var saidByAny: PropertySet { saidColumn.reduce([]) { $0.union($1) } }

    /// Whether the dump says the autoresizing mask of any view; elements of test tools have none.
    public var saysMasks: Bool { saidByAny.contains(.autoresizingMask) }

    /// The properties that every view's description gave; all of them for a tree without views.
    public var saidByAll: PropertySet { saidColumn.reduce(.all) { $0.intersection($1) } }
}
