import ViewHierarchy

/// The size that a view's content asks for, and how well that is known.
struct IntrinsicSize: Sendable, Hashable {
    /// How a length is known, best first.
    enum Source: Int, Sendable, Hashable, Comparable {
        /// UIKit's size of the control, or the size of the picture in the file.
        case known
        /// The size in the file, which is the content's where nothing stretched it.
        case stored
        /// Reckoned from the font and the number of lines.
        case estimated

        static func < (a: Source, b: Source) -> Bool { a.rawValue < b.rawValue }
    }

    /// A length on one axis.
    struct Length: Sendable, Hashable {
        var points: Double
        var source: Source
    }

    /// Nil where the content asks for none.
    var width: Length?
    var height: Length?

    /// What the content of a view asks for.
    ///
    /// - Parameter width: The width that the view has now, at which the lines of its text break anew; nil for that of the
    ///   file.
    init(_ unit: LayoutUnit, _ place: Int, width now: Double?) {
        let stored = unit.storedFrames[place].size
        if takeMeasured(unit, place, at: now) { return }
        guard stored.width >= 0, stored.height >= 0, let axes = Self.axes(unit, place) else {
            takePlaceholder(unit, place)
            return
        }
        let fixed = Self.fixed(unit.roles[place], stored)
        let image = Self.image(unit, place)
        if axes.contains(.width) { width = Self.length(fixed.width ?? image?.width, stored.width, unit) }
        if axes.contains(.height) {
            height = Self.length(fixed.height ?? image?.height, stored.height, unit)
            if let now, let lines = Self.brokenHeight(unit, place, at: now) {
                height = Length(points: lines, source: .estimated)
            }
        }
        takeAssumed(unit, place, stored, at: now, hasWidth: axes.contains(.width))
        takePlaceholder(unit, place)
        change(unit, place)
    }

    /// How large Interface Builder draws a view whose content asks for no size, where nothing else gives it one and there is
    /// room, as the frames in its files show.
    static let drawn = Size(width: 240, height: 128)

    /// Whether neither a content nor arranged views ask for a length of a view.
    static func isNone(_ unit: LayoutUnit, _ place: Int, isHorizontal: Bool) -> Bool {
        guard unit.roles[place] != .stack else { return false }
        let size = IntrinsicSize(unit, place, width: nil)
        return (isHorizontal ? size.width : size.height) == nil
    }

    /// Takes the size of the text that a layout assumes in place of the view's own.
    private mutating func takeAssumed(
        _ unit: LayoutUnit,
        _ place: Int,
        _ own: Size,
        at now: Double?,
        hasWidth: Bool
    ) {
        guard let text = AssumedText(unit, place) else { return }
        let size = text.size(stored: own, at: now)
        if hasWidth { width = Length(points: size.width, source: .estimated) }
        if let lines = size.height { height = Length(points: lines, source: .estimated) }
    }

    /// Whether what a view's content asks for may be another on another screen: texts that break their lines there, and
    /// assumed ones.
    static func varies(_ unit: LayoutUnit, _ place: Int) -> Bool {
        !unit.target.assumptions.texts.isEmpty || breaksLines(unit, place)
    }

    /// Whether a label's lines are as long as its width lets them be.
    private static func breaksLines(_ unit: LayoutUnit, _ place: Int) -> Bool {
        unit.roles[place] == .label && unit.tree.attribute("numberOfLines", of: unit.index(place)) != "1"
    }

    private mutating func change(_ unit: LayoutUnit, _ place: Int) {
        guard let leaf = unit.target.leaf else { return }
        width = width.map { Length(points: leaf(place, $0), source: $0.source) }
        height = height.map { Length(points: leaf(place, $0), source: $0.source) }
    }

    /// Takes what a running app measured; false where it did not. Of a view that it says nothing of there is none, but for
    /// fields, whose contents may be secret. That of a text in several lines is of the width that it had.
    private mutating func takeMeasured(_ unit: LayoutUnit, _ place: Int, at now: Double?) -> Bool {
        guard !unit.measurements.isEmpty else { return false }
        guard let said = unit.measurements.content(place) else { return unit.roles[place] != .textField }
        let breaks = unit.roles[place] == .textView || Self.breaksLines(unit, place)
        let source: Source = breaks ? .stored : .known
        if said.width >= 0 { width = Length(points: said.width, source: source) }
        if said.height >= 0 { height = Length(points: said.height, source: source) }
        if breaks, let now, let lines = Self.brokenHeight(unit, place, at: now) {
            height = Length(points: lines, source: .estimated)
        }
        takeAssumed(unit, place, said, at: now, hasWidth: said.width >= 0)
        change(unit, place)
        return true
    }

    /// The known length, else that of the file. On the canvas always the latter: it may be of another time.
    private static func length(_ known: Double?, _ stored: Double, _ unit: LayoutUnit) -> Length {
        guard let known else { return Length(points: stored, source: .stored) }
        guard unit.target.isCanvas else { return Length(points: known, source: .known) }
        return Length(points: stored, source: abs(known - stored) < 0.51 ? .known : .stored)
    }

    /// What Interface Builder assumes on its canvas in place of what code says.
    private mutating func takePlaceholder(_ unit: LayoutUnit, _ place: Int) {
        guard let placeholder = unit.traits(place)?.placeholderSize, !placeholder.isEmpty else { return }
        if let said = placeholder.horizontal {
            width = said.isFinite ? Length(points: said, source: .stored) : nil
        }
        if let said = placeholder.vertical {
            height = said.isFinite ? Length(points: said, source: .stored) : nil
        }
    }

    // MARK: Rules

    private struct Axes: OptionSet {
        let rawValue: Int
        static let width = Axes(rawValue: 1)
        static let height = Axes(rawValue: 2)
    }

    /// The axes on which such a view has a size of its own; nil for none.
    private static func axes(_ unit: LayoutUnit, _ place: Int) -> Axes? {
        let index = unit.index(place)
        switch unit.roles[place] {
        case .label, .button, .textField, .toggle, .stepper, .segments, .spinner, .pages, .datePicker:
            return [.width, .height]
        case .image:
            return unit.tree.attribute("image", of: index) == nil ? nil : [.width, .height]
        case .textView:
            return unit.tree.attribute("scrollEnabled", of: index) == "NO" ? [.width, .height] : nil
        case .slider, .progress, .picker, .searchBar, .navigationBar, .tabBar, .toolbar: return .height
        default: return nil
        }
    }

    /// The sizes that UIKit gives its controls: the one of them that the file has.
    private static func fixed(_ role: LayoutRole, _ stored: Size) -> (width: Double?, height: Double?) {
        func one(_ lengths: Double..., of length: Double) -> Double? { lengths.first { abs($0 - length) < 0.51 } }
        switch role {
        case .toggle:
            return (one(51, 63, of: stored.width), one(31, 28, of: stored.height))
        case .stepper: return (one(94, of: stored.width), one(29, 32, of: stored.height))
        case .segments: return (nil, one(28, 29, 31, 32, of: stored.height))
        case .slider: return (nil, one(30, 31, 33, 34, of: stored.height))
        case .progress: return (nil, one(2, 2.5, 4, of: stored.height))
        case .spinner:
            guard let side = one(20, 37, of: stored.width) else { return (nil, nil) }
            return (side, side)
        case .picker: return (nil, one(216, of: stored.height))
        case .searchBar: return (nil, one(44, 51, 56, of: stored.height))
        case .navigationBar: return (nil, one(44, 54, of: stored.height))
        case .tabBar: return (nil, one(49, of: stored.height))
        case .toolbar: return (nil, one(44, 49, of: stored.height))
        case .textField: return (nil, one(30, 34, of: stored.height))
        default: return (nil, nil)
        }
    }

    /// The size of the picture of an image view, as the file's resources say it. That of a symbol depends on its font.
    private static func image(_ unit: LayoutUnit, _ place: Int) -> (width: Double?, height: Double?)? {
        let index = unit.index(place)
        guard unit.roles[place] == .image, !unit.isSymbol(place),
            let words = unit.tree.attribute("imageSize", of: index)?.split(separator: " "), words.count == 3,
            let width = Double(words[0]), let height = Double(words[2]), width.isFinite, height.isFinite,
            (0...100_000).contains(width), (0...100_000).contains(height)
        else { return nil }
        return (width, height)
    }

    /// The height of a text of several lines at another width than the file's; nil where it is the same.
    private static func brokenHeight(_ unit: LayoutUnit, _ place: Int, at width: Double) -> Double? {
        let index = unit.index(place)
        let stored = unit.storedFrames[place].size
        guard unit.roles[place] == .label, abs(width - stored.width) > 0.5, width > 1, stored.width > 1,
            let most = unit.tree.attribute("numberOfLines", of: index).flatMap({ Int($0) }), most != 1
        else { return nil }
        let font = LayoutFont(unit, place)
        let lines = font.lines(in: stored.height)
        let needed = (stored.width * lines / width - 0.02).rounded(.up)
        let shown = most > 1 ? min(needed, Double(most)) : needed
        guard shown != lines else { return nil }
        return font.height(stored.height, of: lines, with: shown)
    }
}

extension LayoutUnit {
    /// Whether the view at a place is an image view that shows a symbol of the system in an interface file.
    func isSymbol(_ place: Int) -> Bool {
        guard measurements.isEmpty, roles[place] == .image else { return false }
        return tree.attribute("image", of: index(place))?.hasPrefix("symbol ") == true
    }
}

/// What is known of the font of a view; of a text in several fonts the largest one.
struct LayoutFont {
    let font: TextFont
    /// The runs of a text in several fonts.
    private let styled: @Sendable (String) -> StyledText?
    /// The pixels of the target to a point.
    private let scale: Double

    /// What the file says of the font, else UIKit's for such a view; at the text size that the layout assumes.
    init(_ unit: LayoutUnit, _ place: Int) {
        self.init(unit, place, at: unit.target.assumptions.texts.textSize)
    }

    /// - Parameter size: The text size; nil for that of the file.
    init(_ unit: LayoutUnit, _ place: Int, at size: TextSize?) {
        let index = unit.index(place)
        scale = unit.target.scale ?? unit.canvas.scale ?? 2
        let scaled = size.flatMap { unit.tree.scaledFont(of: index, at: $0) }
        let tree = unit.tree
        styled = { tree.styledText(of: index, saying: $0, at: size) }
        font =
            tree.styledText(of: index, at: size)?.largestFont ?? (scaled ?? unit.tree.attribute("font", of: index))
            .flatMap { TextFont($0) }
            ?? TextFont(
                size: unit.roles[place] == .label
                    ? SystemFont.usualSize : unit.roles[place] == .button ? unit.tree.buttonTitleSize(of: index) : 14
            )
    }

    /// How wide a text is: all of its lines one behind another; of segments, all as wide as the widest.
    func width(of text: String, _ isSegments: Bool) -> Double {
        if let styled = styled(text) { return styled.width }
        let lines = text.split(separator: "\n").map { font.width(of: String($0)) }
        return isSegments ? lines.max() ?? 0 : lines.reduce(0, +)
    }

    /// In how many lines a text breaks where there is so much room.
    func lines(of text: String, room: Double) -> Int {
        styled(text)?.lines(room: room, most: 1_000).count ?? font.wrap(text, room: room, lines: 1_000).count
    }

    /// How many lines a text of that height has, at least one.
    func lines(in height: Double) -> Double { max(font.lines(in: height).rounded(), 1) }

    /// How high a text is in so many lines that has another height in others.
    ///
    /// - Parameter former: Its font before, where that was another.
    func height(_ height: Double, of lines: Double, with other: Double, before former: LayoutFont? = nil) -> Double {
        let line = font.height(ofLines: 1, scale: scale)
        let before = (former ?? self).font.height(ofLines: lines, scale: scale)
        return max(height + font.height(ofLines: other, scale: scale) - before, line)
    }
}

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
