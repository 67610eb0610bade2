public import ViewHierarchy

/// How a text run is set.
public struct TextRun: Sendable, Hashable {
    /// What is shown, one line.
    public var text: String
    /// Where the line begins, and its baseline.
    public var origin: Point
    /// How wide the line is; painters set it exactly so wide, whatever typeface they have.
    public var width: Double
    /// The size of the type in points.
    public var size: Double
    /// The weight as CSS counts it: 400 regular, 500 medium, 600 semibold, 700 bold.
    public var weight: Int
    /// The colour of the letters.
    public var color: DynamicColor
}

/// One thing that painters draw, in the view's own coordinates: (0, 0) is the corner of its bounds.
public enum DrawingPrimitive: Sendable, Hashable {
    /// A rectangle with round corners; no radius exceeds half of the shorter side.
    case rect(Rect, radii: Corners, fill: DynamicColor?, stroke: DynamicColor?, lineWidth: Double)
    /// An outline in SVG's path syntax with absolute coordinates, scaled and moved into a square of `side` points.
    case path(String, origin: Point, scale: Double, fill: DynamicColor?, stroke: DynamicColor?, lineWidth: Double)
    /// A line of text.
    case text(TextRun)
    /// The picture of the view itself, as the dump carries it, over the whole rectangle.
    case picture(Rect)
    /// What a rectangle with round corners casts, moved and blurred by a Gaussian whose standard deviation is `blur`.
    case shadow(Rect, radius: Double, color: DynamicColor, offset: Point, blur: Double)
}

/// The radii of a rectangle's corners in points.
public struct Corners: Sendable, Hashable {
    /// Clockwise from the upper left.
    public var topLeft, topRight, bottomRight, bottomLeft: Double

    /// Corners that are all alike.
    public init(_ radius: Double = 0) { self.init(top: radius, bottom: radius) }

    /// Corners that differ between the upper and the lower edge.
    public init(top: Double, bottom: Double) {
        (topLeft, topRight, bottomRight, bottomLeft) = (top, top, bottom, bottom)
    }

    /// Corners that differ between the left and the right edge.
    public init(left: Double, right: Double) {
        (topLeft, topRight, bottomRight, bottomLeft) = (left, right, right, left)
    }

    /// Whether all corners are alike.
    public var isUniform: Bool { topLeft == topRight && topRight == bottomRight && bottomRight == bottomLeft }
}

/// Something that the drawing shows though the dump did not say it.
public struct DrawingGuess: Sendable, Hashable {
    /// What was not said.
    public var property: String
    /// What is shown.
    public var value: String
    /// Why.
    public var reason: String
}

/// How one view is drawn, without its subviews.
public struct ViewDrawing: Sendable, Hashable {
    /// What is drawn under the subviews, in order.
    public private(set) var primitives: [DrawingPrimitive] = []
    /// What of it the dump did not say.
    public private(set) var guesses: [DrawingGuess] = []

    /// Whether nothing is drawn.
    public var isEmpty: Bool { primitives.isEmpty }

    mutating func guess(_ property: String, _ value: String, _ reason: String) {
        let guess = DrawingGuess(property: property, value: value, reason: reason)
        if !guesses.contains(guess) { guesses.append(guess) }
    }

    /// Adds a filled or outlined rectangle; one without area or colour is left out.
    mutating func rect(
        _ rect: Rect,
        radius: Double = 0,
        fill: DynamicColor? = nil,
        stroke: DynamicColor? = nil,
        lineWidth: Double = 1
    ) {
        self.rect(rect, radii: Corners(radius), fill: fill, stroke: stroke, lineWidth: lineWidth)
    }

    mutating func rect(
        _ rect: Rect,
        radii: Corners,
        fill: DynamicColor? = nil,
        stroke: DynamicColor? = nil,
        lineWidth: Double = 1
    ) {
        let fill = fill.flatMap { $0.isClear ? nil : $0 }
        let stroke = stroke.flatMap { $0.isClear || lineWidth <= 0 ? nil : $0 }
        guard fill != nil || stroke != nil, rect.isDrawable else { return }
        let most = min(rect.size.width, rect.size.height) / 2
        var radii = radii
        radii.topLeft = min(max(radii.topLeft, 0), most)
        radii.topRight = min(max(radii.topRight, 0), most)
        radii.bottomRight = min(max(radii.bottomRight, 0), most)
        radii.bottomLeft = min(max(radii.bottomLeft, 0), most)
        primitives.append(.rect(rect, radii: radii, fill: fill, stroke: stroke, lineWidth: lineWidth))
    }

    /// Adds a disc.
    mutating func disc(center: Point, radius: Double, fill: DynamicColor? = nil, stroke: DynamicColor? = nil) {
        let box = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        rect(box, radius: radius, fill: fill, stroke: stroke)
    }

    /// Adds an outline that was drawn for a square of 24 points, put into the middle of a rectangle.
    mutating func symbol(_ symbol: Symbol, in rect: Rect, color: DynamicColor) {
        let side = min(rect.size.width, rect.size.height)
        guard rect.isDrawable, !color.isClear else { return }
        let scale = side / 24
        let origin = Point(x: rect.center.x - side / 2, y: rect.center.y - side / 2)
        for part in symbol.parts {
            let isKnockout = part.look == .knockout
            primitives.append(
                .path(
                    part.path,
                    origin: origin,
                    scale: scale,
                    fill: part.look == .fill ? color : nil,
                    stroke: part.look == .fill ? nil : isKnockout ? SystemColor.systemBackground : color,
                    lineWidth: 2
                )
            )
        }
    }

    /// Adds an outline in points.
    mutating func path(
        _ path: String,
        at origin: Point,
        fill: DynamicColor? = nil,
        stroke: DynamicColor? = nil,
        lineWidth: Double = 1
    ) {
        guard origin.isDrawable else { return }
        primitives.append(.path(path, origin: origin, scale: 1, fill: fill, stroke: stroke, lineWidth: lineWidth))
    }

    mutating func text(_ run: TextRun) {
        guard !run.text.isEmpty, run.width > 0, run.size > 0, run.origin.isDrawable, run.size.isFinite,
            run.width.isFinite,
            !run.color.isClear
        else { return }
        primitives.append(.text(run))
    }

    /// Adds a line of text around a point on its baseline, cut where it has less room than it needs.
    mutating func line(
        _ text: String,
        _ font: TextFont,
        _ color: DynamicColor,
        centeredAt baseline: Point,
        room: Double = .greatestFiniteMagnitude
    ) {
        let line = font.cut(text, room: room)
        let width = min(font.width(of: line), max(1, room))
        let origin = Point(x: baseline.x - width / 2, y: baseline.y)
        self.text(
            TextRun(text: line, origin: origin, width: width, size: font.size, weight: font.weight, color: color)
        )
    }

    /// Adds a text in several fonts: the pieces of each line on the baseline of the largest of them.
    ///
    /// - Parameters:
    ///   - most: So many lines are shown, as many as fit for 0.
    ///   - color: The colour that a run describes.
    mutating func text(
        _ text: StyledText,
        _ style: ScreenDrawing.Style,
        lines most: Int,
        in bounds: Rect,
        color: (String) -> DynamicColor?
    ) {
        let fitting = text.largestFont.map { Int(($0.lines(in: bounds.size.height) + 0.2).rounded(.down)) } ?? 1
        let lines = text.lines(room: bounds.size.width, most: most == 0 ? max(fitting, 1) : most)
        let fonts = lines.map { line in
            line.map(\.font).max { $0.lineHeight < $1.lineHeight } ?? TextFont(size: style.size)
        }
        var top = bounds.minY + (bounds.size.height - fonts.reduce(0) { $0 + $1.lineHeight }) / 2
        for (line, font) in zip(lines, fonts) {
            let width = line.reduce(0) { $0 + $1.width }
            let squeeze = width > bounds.size.width ? bounds.size.width / width : 1
            let room = bounds.size.width - width * squeeze
            var x = bounds.minX + (style.alignment == .center ? room / 2 : style.alignment == .right ? room : 0)
            for piece in line {
                let run = TextRun(
                    text: piece.text,
                    origin: Point(x: x, y: top + SystemFont.ascent * font.size),
                    width: piece.width * squeeze,
                    size: piece.font.size,
                    weight: piece.font.weight,
                    color: piece.color.flatMap(color) ?? style.color
                )
                self.text(run)
                x += piece.width * squeeze
            }
            top += font.lineHeight
        }
    }

    /// Adds what a rectangle casts; one that nobody could see is left out.
    mutating func shadow(_ rect: Rect, radius: Double, color: DynamicColor, offset: Point, blur: Double) {
        guard rect.isDrawable, !color.isClear, offset.isDrawable, (0...1_000).contains(blur) else { return }
        let radius = min(max(radius, 0), min(rect.size.width, rect.size.height) / 2)
        primitives.append(.shadow(rect, radius: radius, color: color, offset: offset, blur: blur))
    }

    mutating func picture(_ rect: Rect) {
        guard rect.isFinite, !rect.isEmpty else { return }
        primitives.append(.picture(rect))
    }

    /// Replaces the colours of an appearance that a sheet shows in another one.
    mutating func elevate() {
        primitives = primitives.map { primitive in
            switch primitive {
            case .rect(let rect, let radii, let fill, let stroke, let width):
                .rect(rect, radii: radii, fill: fill?.onSheet, stroke: stroke?.onSheet, lineWidth: width)
            case .path(let path, let origin, let scale, let fill, let stroke, let width):
                .path(
                    path,
                    origin: origin,
                    scale: scale,
                    fill: fill?.onSheet,
                    stroke: stroke?.onSheet,
                    lineWidth: width
                )
            case .text, .picture, .shadow: primitive
            }
        }
    }
}

extension Point {
    /// Whether it is a place that painters can put something: no dump of a screen reaches farther.
    fileprivate var isDrawable: Bool { abs(x) <= 1e8 && abs(y) <= 1e8 }
}

extension Rect {
    /// Whether it has an area that painters can fill.
    fileprivate var isDrawable: Bool {
        origin.isDrawable && size.width > 0 && size.width <= 1e8 && size.height > 0 && size.height <= 1e8
    }
}
