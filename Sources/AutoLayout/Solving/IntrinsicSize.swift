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
        guard unit.roles[place] == .image, unit.tree.attribute("image", of: index)?.hasPrefix("symbol ") == false,
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
        let line = LayoutFont.lineHeight(unit, place)
        let lines = max((stored.height / line).rounded(), 1)
        let needed = (stored.width * lines / width - 0.02).rounded(.up)
        let shown = most > 1 ? min(needed, Double(most)) : needed
        guard shown != lines else { return nil }
        return max(stored.height + (shown - lines) * line, line)
    }
}

/// What is known of the font of a view.
enum LayoutFont {
    /// The size in points: the last number of what the file says of the font, else UIKit's for such a view.
    static func size(_ unit: LayoutUnit, _ place: Int) -> Double {
        let said = unit.tree.attribute("font", of: unit.index(place))
        let number = said?.split(separator: " ").last.flatMap { Double($0) }
        if let number, number.isFinite, (1...1_000).contains(number) { return number }
        return unit.roles[place] == .label ? SystemFont.usualSize : unit.roles[place] == .button ? 15 : 14
    }

    /// The height of one line of a label, rounded up to a pixel of the target.
    static func lineHeight(_ unit: LayoutUnit, _ place: Int) -> Double {
        let scale = unit.target.scale ?? unit.canvas.scale ?? 2
        return (size(unit, place) * SystemFont.lineHeight * scale).rounded(.up) / scale
    }
}
