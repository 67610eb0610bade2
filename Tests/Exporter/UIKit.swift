// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals, AlwaysUseLowerCamelCase
// What the exporter uses of UIKit and QuartzCore, with the names and types that they have on iOS, and just enough behaviour
// to build a small tree of views. The exporter is compiled against it where there is no UIKit.

@_exported import Foundation
#if canImport(FoundationNetworking)
@_exported import FoundationNetworking
#endif

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// MARK: CoreGraphics and QuartzCore

public struct CGAffineTransform: Equatable, Sendable {
    public var (a, b, c, d, tx, ty): (CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat)
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    public var isIdentity: Bool { self == .identity }
    public static func == (one: CGAffineTransform, other: CGAffineTransform) -> Bool {
        [one.a, one.b, one.c, one.d, one.tx, one.ty] == [other.a, other.b, other.c, other.d, other.tx, other.ty]
    }
}

public final class CGColor {
    let color: UIColor
    init(_ color: UIColor) { self.color = color }
}

public final class CGContext {}

open class CALayer: NSObject {
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    open var cornerRadius: CGFloat = 0
    open var borderWidth: CGFloat = 0
    open var borderColor: CGColor?
    open var shadowOpacity: Float = 0
    open var shadowRadius: CGFloat = 3
    open var shadowOffset = CGSize(width: 0, height: -3)
    open var shadowColor: CGColor?
    open var zPosition: CGFloat = 0
    open var mask: CALayer?
    open var contents: Any?
    open var sublayers: [CALayer]?
    open var isHidden = false
    open func render(in context: CGContext) {}
}

public enum CATransaction {
    public static func begin() {}
    public static func commit() {}
    public static func setDisableActions(_ flag: Bool) {}
}

// MARK: Values

public struct UIEdgeInsets: Equatable, Sendable {
    public var (top, left, bottom, right): (CGFloat, CGFloat, CGFloat, CGFloat)
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    public static func == (one: UIEdgeInsets, other: UIEdgeInsets) -> Bool {
        [one.top, one.left, one.bottom, one.right] == [other.top, other.left, other.bottom, other.right]
    }
}

public struct UILayoutPriority: Hashable, RawRepresentable, Sendable {
    public var rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public static let required = UILayoutPriority(1000)
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

public enum NSTextAlignment: Int, Sendable { case left = 0, center, right, justified, natural }
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac = 5 }

open class UIColor: NSObject, @unchecked Sendable {
    let (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat)
    let name: String?
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha, name) = (red, green, blue, alpha, nil)
    }
    public init(systemName name: String) { (red, green, blue, alpha, self.name) = (1, 1, 1, 1, name) }
    public convenience init(cgColor: CGColor) {
        let color = cgColor.color
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
    public static let gray = UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    open var cgColor: CGColor { CGColor(self) }
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor { self }
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?,
        green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = self.alpha
        return true
    }
    open func setFill() {}
    open override var description: String {
        name.map { "<UIDynamicSystemColor: 0x600001; name = \($0)>" }
            ?? "UIExtendedSRGBColorSpace \(red) \(green) \(blue) \(alpha)"
    }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.description == description }
}

open class UIFont: NSObject, @unchecked Sendable {
    public let fontName: String
    public let pointSize: CGFloat
    public let fontDescriptor: UIFontDescriptor
    public init(fontName: String, pointSize: CGFloat, textStyle: String? = nil) {
        (self.fontName, self.pointSize) = (fontName, pointSize)
        fontDescriptor = UIFontDescriptor(textStyle)
    }
}

open class UIFontDescriptor: NSObject, @unchecked Sendable {
    public struct AttributeName: Hashable, Sendable { public static let textStyle = AttributeName() }
    private let textStyle: String?
    init(_ textStyle: String?) { self.textStyle = textStyle }
    open func object(forKey: AttributeName) -> Any? { textStyle }
}

@MainActor public protocol UIContentSizeCategoryAdjusting: AnyObject {
    var adjustsFontForContentSizeCategory: Bool { get set }
}

open class UIImage: NSObject, @unchecked Sendable {
    private let text: String
    public init(description: String) { text = description }
    open override var description: String { text }
    open func pngData() -> Data? { UIImage.pixel }
    /// One grey pixel.
    static let pixel = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
    )
}

@MainActor open class UITraitCollection: NSObject {}
@MainActor open class UIGestureRecognizer: NSObject {}
@MainActor public final class UITapGestureRecognizer: UIGestureRecognizer {}
@MainActor open class UIVisualEffect: NSObject {}

@MainActor open class UIGraphicsImageRendererFormat: NSObject {
    open var scale: CGFloat = 1
    open var opaque = false
}

@MainActor open class UIGraphicsImageRendererContext: NSObject {
    open var cgContext: CGContext { CGContext() }
    open func fill(_ rect: CGRect) {
        if var list = UIGraphicsImageRenderer.filled { list.append(rect); UIGraphicsImageRenderer.filled = list }
    }
}

@MainActor open class UIGraphicsImageRenderer: NSObject {
    /// The areas that were filled, for the checks of secrets.
    public static var filled: [CGRect]? = []
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {}
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        actions(UIGraphicsImageRendererContext())
        return UIImage(description: "<UIImage>")
    }
}

// MARK: The application

@MainActor public final class UIScreen: NSObject {
    public static let main = UIScreen()
    public var bounds = CGRect(x: 0, y: 0, width: 375, height: 667)
    public var scale: CGFloat = 2
}

@MainActor public final class UIDevice: NSObject {
    public static let current = UIDevice()
    public var model = "iPhone"
    public var systemName = "iOS"
    public var systemVersion = "18.5"
    public var userInterfaceIdiom = UIUserInterfaceIdiom.phone
}

@MainActor open class UIResponder: NSObject {
    open var next: UIResponder?
    open class func superclass() -> AnyClass? { _getSuperclass(self) }
}

@MainActor open class UIApplication: UIResponder {
    public static let shared = UIApplication()
    nonisolated public static let userDidTakeScreenshotNotification = Notification.Name(
        "UIApplicationUserDidTakeScreenshot"
    )
    open var connectedScenes: Set<UIScene> = []
    open var windows: [UIWindow] = []
}

@MainActor open class UIScene: UIResponder {}
@MainActor open class UIWindowScene: UIScene { open var windows: [UIWindow] = [] }
@MainActor open class UIViewController: UIResponder {}

// MARK: Layout

@MainActor open class UILayoutGuide: NSObject {
    open weak var owningView: UIView?
    open var identifier = ""
}

@MainActor open class NSLayoutConstraint: NSObject {
    public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
    public enum Attribute: Int, Sendable {
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline,
            firstBaseline
        case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
        case centerXWithinMargins, centerYWithinMargins
        case notAnAttribute = 0
    }
    public enum Axis: Int, Sendable { case horizontal = 0, vertical }
    open private(set) weak var firstItem: AnyObject?
    open private(set) weak var secondItem: AnyObject?
    public let (firstAttribute, secondAttribute): (Attribute, Attribute)
    public let relation: Relation
    public let multiplier: CGFloat
    open var constant: CGFloat
    open var priority = UILayoutPriority.required
    open var identifier: String?
    open var isActive = true
    public init(
        item first: Any,
        attribute firstAttribute: Attribute,
        relatedBy relation: Relation,
        toItem second: Any?,
        attribute secondAttribute: Attribute,
        multiplier: CGFloat,
        constant: CGFloat
    ) {
        (self.firstAttribute, self.secondAttribute, self.relation) = (firstAttribute, secondAttribute, relation)
        (self.multiplier, self.constant) = (multiplier, constant)
        firstItem = first as AnyObject
        secondItem = second.map { $0 as AnyObject }
    }
}

/// One of those that UIKit makes.
@MainActor public final class NSContentSizeLayoutConstraint: NSLayoutConstraint {}

// MARK: Views

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    }
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft,
            topRight
        case bottomLeft, bottomRight
    }
    public static let noIntrinsicMetric: CGFloat = -1
    open var frame: CGRect
    open var bounds: CGRect
    open var center: CGPoint
    open var transform = CGAffineTransform.identity
    public let layer = CALayer()
    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?
    open var window: UIWindow? { superview?.window }
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var isOpaque = true
    open var clipsToBounds = false
    open var isUserInteractionEnabled = true
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false
    open var autoresizesSubviews = true
    open var autoresizingMask: AutoresizingMask = []
    open var contentMode = ContentMode.scaleToFill
    open var tag = 0
    open var backgroundColor: UIColor?
    open var tintColor: UIColor!
    open var traitCollection = UITraitCollection()
    open var gestureRecognizers: [UIGestureRecognizer]?
    open var constraints: [NSLayoutConstraint] = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    open var preservesSuperviewLayoutMargins = false
    open var insetsLayoutMarginsFromSafeArea = true
    open var safeAreaInsets = UIEdgeInsets.zero
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityTraits: UIAccessibilityTraits = []
    open var isAccessibilityElement = false
    public init(frame: CGRect) {
        self.frame = frame
        bounds = CGRect(origin: .zero, size: frame.size)
        center = CGPoint(x: frame.midX, y: frame.midY)
    }
    open func addSubview(_ view: UIView) {
        subviews.append(view)
        view.superview = self
        layer.sublayers = (layer.sublayers ?? []) + [view.layer]
    }
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        var (rect, next) = (rect, self as UIView?)
        while let current = next, current !== view {
            rect = rect.offsetBy(
                dx: current.frame.minX - current.bounds.minX,
                dy: current.frame.minY - current.bounds.minY
            )
            next = current.superview
        }
        return rect
    }
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { true }
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { UILayoutPriority(250) }
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        UILayoutPriority(750)
    }
}

@MainActor open class UIWindow: UIView {
    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
    }
    open var windowLevel = Level(rawValue: 0)
    open var screen: UIScreen = .main
    open override var window: UIWindow? { self }
}

@MainActor open class UIScrollView: UIView {
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = newValue }
    }
    open var contentSize = CGSize.zero
    open var adjustedContentInset = UIEdgeInsets.zero
    open var zoomScale: CGFloat = 1
    public let contentLayoutGuide = UILayoutGuide()
    public let frameLayoutGuide = UILayoutGuide()
}

@MainActor open class UILabel: UIView, UIContentSizeCategoryAdjusting {
    open var adjustsFontForContentSizeCategory = false
    open var text: String?
    open var font: UIFont! = UIFont(fontName: ".SFUI-Regular", pointSize: 17)
    open var textColor: UIColor! = UIColor(systemName: "labelColor")
    open var textAlignment = NSTextAlignment.natural
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    open var numberOfLines = 1
    open var adjustsFontSizeToFitWidth = false
    open var minimumScaleFactor: CGFloat = 0
    open var preferredMaxLayoutWidth: CGFloat = 0
    open override var intrinsicContentSize: CGSize { frame.size }
}

@MainActor open class UIImageView: UIView {
    open var image: UIImage?
    open var highlightedImage: UIImage?
    open var isHighlighted = false
}

@MainActor open class UIControl: UIView {
    open var isEnabled = true
    open var isSelected = false
    open var isHighlighted = false
}

@MainActor open class UIButton: UIControl {
    open var currentTitle: String?
    open var currentTitleColor = UIColor(red: 0, green: 0.478, blue: 1, alpha: 1)
    open var currentImage: UIImage?
}

@MainActor open class UITextField: UIControl {
    public enum BorderStyle: Int, Sendable { case none = 0, line, bezel, roundedRect }
    open var text: String?
    open var font: UIFont?
    open var textColor: UIColor?
    open var textAlignment = NSTextAlignment.natural
    open var placeholder: String?
    open var borderStyle = BorderStyle.none
    open var isSecureTextEntry = false
}

@MainActor open class UITextView: UIScrollView {
    open var text: String! = ""
    open var font: UIFont?
    open var textColor: UIColor?
    open var textAlignment = NSTextAlignment.natural
    open var isEditable = true
    open var isSecureTextEntry = false
}

@MainActor open class UISwitch: UIControl {
    open var isOn = false
    open var onTintColor: UIColor?
}

@MainActor open class UISlider: UIControl {
    open var (value, minimumValue, maximumValue): (Float, Float, Float) = (0, 0, 1)
}

@MainActor open class UIStepper: UIControl {
    open var (value, minimumValue, maximumValue): (Double, Double, Double) = (0, 0, 100)
}

@MainActor open class UISegmentedControl: UIControl {
    open var selectedSegmentIndex = -1
    open var numberOfSegments = 0
}

@MainActor open class UIPageControl: UIControl {
    open var numberOfPages = 0
    open var currentPage = 0
}

@MainActor open class UIProgressView: UIView { open var progress: Float = 0 }
@MainActor open class UIActivityIndicatorView: UIView { open var isAnimating = false }
@MainActor open class UIVisualEffectView: UIView { open var effect: UIVisualEffect? }

@MainActor open class UITableViewCell: UIView {
    public enum AccessoryType: Int, Sendable {
        case none = 0, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }
    open var accessoryType = AccessoryType.none
    open var isSelected = false
    open var reuseIdentifier: String?
}

@MainActor open class UIStackView: UIView {
    public enum Distribution: Int, Sendable {
        case fill = 0, fillEqually, fillProportionally, equalSpacing, equalCentering
    }
    public enum Alignment: Int, Sendable { case fill = 0, leading, firstBaseline, center, trailing, lastBaseline }
    public static let spacingUseDefault: CGFloat = .greatestFiniteMagnitude
    public static let spacingUseSystem: CGFloat = 1.1754943508222875e-38
    open var axis = NSLayoutConstraint.Axis.horizontal
    open var distribution = Distribution.fill
    open var alignment = Alignment.fill
    open var spacing: CGFloat = 0
    open var isBaselineRelativeArrangement = false
    open var isLayoutMarginsRelativeArrangement = false
    open var arrangedSubviews: [UIView] { subviews }
    public var customSpacings: [ObjectIdentifier: CGFloat] = [:]
    open func customSpacing(after view: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(view)] ?? UIStackView.spacingUseDefault
    }
}
