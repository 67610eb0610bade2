import ViewHierarchy

/// Which views hide what is behind them, as far as a dump can prove it.
///
/// `opaque` alone proves nothing: it is YES by default and stays so on a view without any background. A view counts as
/// a cover when all of this is so:
/// - its `opaque` is YES, it is not hidden, itself or through a superview, and its alpha times that of all its
///   superviews is at least 0.999;
/// - it lies upright in its window (quarter turns and scales count) and so does every superview that clips it;
/// - the dump shows that it paints all of its bounds: it names a `backgroundColor` that is known to be opaque, or the
///   class (or `baseClass`) is one that fills its bounds with content of its own when it is opaque;
/// - the dump names no rounded corners, no mask, no layer that draws no background, and the class is not a part of a
///   `UIVisualEffectView`, whose colours are blended.
///
/// Everything else is looked through. So a view is never said to be covered when it is not, but may be said to be seen
/// when it is not: dumps of iOS 12 and earlier name no background colours.
struct CoverRule {
    /// The least product of alphas that counts as opaque.
    static let leastOpacity = 0.999

    /// Web and map views draw on a ground of their own unless `opaque` is NO.
    private static let fillingClasses: Set = ["WKWebView", "UIWebView", "MKMapView"]

    private enum Attribute: String, CaseIterable {
        case backgroundColor, baseClass, cornerRadius, mask, maskView, layer
        case layerCornerRadius = "layer.cornerRadius"
        case layerMask = "layer.mask"
    }

    private let tree: ViewTree
    private var attributes: [Int32: Attribute] = [:]

    /// Looks up the names that matter.
    init(_ tree: ViewTree) {
        self.tree = tree
        for attribute in Attribute.allCases {
            if let number = tree.attributeColumn.number(ofName: attribute.rawValue) { attributes[number] = attribute }
        }
    }

    /// Whether the dump shows that the view paints all of its bounds, given that it is opaque.
    func fillsBounds(_ index: Int) -> Bool {
        let className = tree.className(of: index)
        guard !className.hasPrefix("_UIVisualEffect") else { return false }
        var hasOpaqueBackground: Bool?
        var isFillingClass = Self.fillingClasses.contains(className)
        var isCut = false
        tree.attributeColumn.forEach(of: index) { name, value in
            switch attributes[name] {
            case .backgroundColor: hasOpaqueBackground = ColorText.isOpaque(value)
            case .baseClass:
                if Self.fillingClasses.contains(String(decoding: value, as: UTF8.self)) { isFillingClass = true }
            case .cornerRadius, .layerCornerRadius:
                if Double(String(decoding: value, as: UTF8.self)) != 0 { isCut = true }
            case .mask, .maskView, .layerMask:
                if !Self.nothing.contains(String(decoding: value, as: UTF8.self)) { isCut = true }
            // A transform layer draws its sublayers only (`CATransformLayer`).
            case .layer: if value.starts(with: "<CATransformLayer".utf8) { isCut = true }
            case nil: break
            }
        }
        return !isCut && (hasOpaqueBackground ?? isFillingClass)
    }

    private static let nothing: Set = ["nil", "null", "(null)", "(nil)"]
}
