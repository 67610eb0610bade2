import Diagnostics
import ViewHierarchy

/// Controls of several parts: steppers, segments, pages; and what shows progress.
extension ScreenDrawing {
    /// Whether controls are drawn in outlines of the tint.
    private var isOutlined: Bool { design == .ios7 }

    /// The corners of a control of several parts, and of the thumb in it.
    private func radii(_ bounds: Rect) -> (ground: Double, thumb: Double) {
        isModern ? (bounds.size.height / 2, bounds.size.height / 2 - 2) : (9, 7)
    }

    func drawStepper(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let ink = isOutlined ? tint(of: index) : SystemColor.label
        if isOutlined {
            drawing.rect(Self.inner(bounds), radius: 4, stroke: ink)
        } else {
            let fill = color(.backgroundColor, of: index) ?? SystemColor.tertiarySystemFill
            drawing.rect(bounds, radius: isModern ? size.height / 2 : 8, fill: fill)
        }
        let inset = isOutlined ? 0 : min(7, size.height / 4)
        drawing.rect(
            Rect(x: size.width / 2 - 0.5, y: inset, width: 1, height: size.height - 2 * inset),
            fill: isOutlined ? ink : SystemColor.separator
        )
        for (share, name) in [(0.25, "minus"), (0.75, "plus")] {
            guard let symbol = Symbol.named(name) else { continue }
            let box = Rect(x: size.width * share - 8, y: size.height / 2 - 8, width: 16, height: 16)
            drawing.symbol(symbol, in: box, color: ink)
        }
    }

    /// Where a line one point wide lies inside an edge.
    private static func inner(_ bounds: Rect) -> Rect {
        Rect(x: 0.5, y: 0.5, width: bounds.size.width - 1, height: bounds.size.height - 1)
    }

    /// The segments from left to right, and the one that is selected where something says so.
    private func segments(of index: Int) -> (views: [Int], selected: Int?) {
        let views = subviews(of: index, most: 40)
            .filter { (isElement($0) ? roles[$0] == .button : tree.className(of: $0) == "UISegment") && isShown($0) }
            .sorted { tree.frame(of: $0).minX < tree.frame(of: $1).minX }
        let said = number(.selectedSegmentIndex, of: index).flatMap { Int(exactly: $0) }
        if let said { return (views, said) }
        let marked = views.firstIndex { isSelected($0) == true }
        guard marked == nil, let value = tree.value(of: index) ?? text(.value, of: index) else {
            return (views, marked)
        }
        let named = views.firstIndex { view in parts(of: view, most: 4).contains { tree.text(of: $0) == value } }
        return (views, named ?? Int(value))
    }

    func drawSegments(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let ink = tint(of: index)
        if isOutlined {
            drawing.rect(Self.inner(bounds), radius: 4, stroke: ink)
        } else {
            let fill = color(.backgroundColor, of: index) ?? SystemColor.tertiarySystemFill
            drawing.rect(bounds, radius: radii(bounds).ground, fill: fill)
        }
        let (views, said) = segments(of: index)
        guard !views.isEmpty else { return drawTitles(of: index, selected: said, bounds, &drawing) }
        if said == nil {
            drawing.guess("selection", "the first segment", "The dump does not say which segment is selected.")
        }
        let selected = said ?? 0
        let height = bounds.size.height
        for (place, view) in views.enumerated() {
            let frame = tree.frame(of: view)
            if place == selected {
                let inset = isOutlined ? 0.0 : 2
                let thumb = Rect(
                    x: frame.minX + inset,
                    y: inset,
                    width: frame.size.width - 2 * inset,
                    height: height - 2 * inset
                )
                drawThumb(of: index, thumb, bounds, &drawing)
            } else if place > 0, place - 1 != selected {
                let inset = isOutlined ? 0.0 : 5
                drawing.rect(
                    Rect(x: frame.minX - 0.5, y: inset, width: 1, height: height - 2 * inset),
                    fill: isOutlined ? ink : SystemColor.separator
                )
            }
        }
    }

    /// What lies below the title of the selected segment.
    private func drawThumb(of index: Int, _ thumb: Rect, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let usual =
            isOutlined ? tint(of: index) : DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x636366))
        let fill = color(.selectedSegmentTintColor, of: index) ?? usual
        drawing.rect(thumb, radius: isOutlined ? 4 : radii(bounds).thumb, fill: fill)
    }

    /// The segments of a control that only says their titles: as wide as each other.
    private func drawTitles(
        of index: Int,
        selected: Int?,
        _ bounds: Rect,
        _ drawing: inout ViewDrawing
    ) {
        let titles = texts(.segment, of: index, most: 40)
        guard !titles.isEmpty else { return }
        drawing.guess("segments", "of equal width", "The dump names their titles, not their places.")
        let width = bounds.size.width / Double(titles.count)
        for (place, title) in titles.enumerated() {
            let isSelected = place == selected
            let inset = isOutlined ? 0.0 : 2
            let frame = Rect(x: width * Double(place), y: 0, width: width, height: bounds.size.height)
            if isSelected {
                let thumb = Rect(
                    x: frame.minX + inset,
                    y: inset,
                    width: width - 2 * inset,
                    height: bounds.size.height - 2 * inset
                )
                drawThumb(of: index, thumb, bounds, &drawing)
            }
            let font = TextFont(size: 13, weight: isSelected ? 600 : 400)
            let top = (bounds.size.height - font.lineHeight) / 2
            drawing.line(
                title,
                font,
                isOutlined ? (isSelected ? .white : tint(of: index)) : SystemColor.label,
                centeredAt: Point(x: frame.center.x, y: top + SystemFont.ascent * font.size),
                room: width - 8
            )
        }
    }

    /// Whether a label of a segmented control stands on the selected segment, and the colour of its text.
    func segmentStyle(of label: Int) -> (isSelected: Bool, color: DynamicColor) {
        guard let control = superview(of: label, within: 3, { $0 == .segmentedControl }) else {
            return (false, SystemColor.label)
        }
        let (views, said) = segments(of: control)
        let place = views.firstIndex { $0 == label || tree.isDescendant(label, of: $0) }
        let isSelected = place != nil && place == (said ?? 0)
        guard isOutlined else { return (isSelected, SystemColor.label) }
        return (isSelected, isSelected ? .white : tint(of: control))
    }

    func drawPages(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        // "page 1 of 2", in every language; the smaller number is the page.
        let words = (tree.value(of: index) ?? text(.value, of: index) ?? "").prefix(200)
            .split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }.sorted()
        let dots = parts(of: index).filter { tree.frame(of: $0).size.width <= 12 && tree.frame(of: $0).size.width > 3 }
            .count
        let said = number(.numberOfPages, of: index).flatMap { Int(exactly: $0) } ?? (words.count == 2 ? words[1] : nil)
        let count = min(max(said ?? (dots > 1 ? dots : 3), 1), 60)
        if said == nil, dots <= 1 { drawing.guess("pages", "3", "The dump does not say how many there are.") }
        let current =
            number(.currentPage, of: index).flatMap { Int(exactly: $0) } ?? (words.count == 2 ? words[0] - 1 : nil)
        if current == nil { drawing.guess("page", "the first", "The dump does not say which page is shown.") }
        let ink = color(.currentPageIndicatorTintColor, of: index) ?? SystemColor.label
        let quiet = color(.pageIndicatorTintColor, of: index) ?? SystemColor.tertiaryLabel
        let pitch = min(16, bounds.size.width / Double(count))
        let start = bounds.size.width / 2 - pitch * Double(count - 1) / 2
        for page in 0..<count {
            let isCurrent = page == (current ?? 0)
            drawing.disc(
                center: Point(x: start + Double(page) * pitch, y: bounds.size.height / 2),
                radius: 3.5,
                fill: isCurrent ? ink : quiet
            )
        }
    }

    // Progress

    func drawSpinner(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        // One that stands still is hidden unless somebody said otherwise.
        let isStill = flag(.animating, .isAnimating, of: index) == false
        guard !isStill || flag(.hidesWhenStopped, of: index) == false else { return }
        let isWhite = text(.style, of: index)?.lowercased().hasPrefix("white") ?? false
        let ink =
            color(.color, .textColor, of: index)
            ?? (isTintKnown(of: index) ? color(.tintColor, of: index) : nil) ?? (isWhite ? .white : nil)
        let radius = min(bounds.size.width, bounds.size.height, 37) / 2
        guard radius > 3 else { return }
        let center = bounds.center
        // Parts of a circle, clockwise from the top; the brightest is the last that the spinner came to.
        let ways = design == .ios7 ? Self.twelfths : Self.eighths
        for (place, way) in ways.enumerated() {
            func at(_ share: Double) -> String {
                "\(NumberText.short(way.0 * radius * share)) \(NumberText.short(way.1 * radius * share))"
            }
            drawing.path(
                "M\(at(0.48))L\(at(0.9))",
                at: center,
                stroke: (ink ?? SystemColor.systemGray).withAlpha(0.3 + 0.7 * Double(place) / Double(ways.count - 1)),
                lineWidth: max(1.5, radius * (ways.count > 8 ? 0.14 : 0.2))
            )
        }
    }

    private static let eighths = [
        (0.0, -1.0), (0.7071, -0.7071), (1, 0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071), (-1, 0),
        (-0.7071, -0.7071),
    ]
    private static let twelfths = [
        (0.0, -1.0), (0.5, -0.866), (0.866, -0.5), (1, 0), (0.866, 0.5), (0.5, 0.866), (0, 1), (-0.5, 0.866),
        (-0.866, 0.5), (-1, 0), (-0.866, -0.5), (-0.5, -0.866),
    ]

    func drawProgress(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let height = min(bounds.size.height, design == .ios7 ? 2 : 4)
        let track = Rect(x: 0, y: (bounds.size.height - height) / 2, width: bounds.size.width, height: height)
        drawing.rect(track, radius: height / 2, fill: color(.trackTintColor, of: index) ?? SystemColor.systemFill)
        let words = tree.value(of: index) ?? text(.value, of: index)
        let percent = words.flatMap { $0.hasSuffix("%") ? Double($0.dropLast()).map { $0 / 100 } : Double($0) }
        guard let share = number(.progress, of: index) ?? percent, share.isFinite else {
            drawing.guess("progress", "none", "The dump does not say it.")
            return
        }
        drawing.rect(
            Rect(x: 0, y: track.minY, width: track.size.width * min(max(share, 0), 1), height: height),
            radius: height / 2,
            fill: color(.progressTintColor, of: index) ?? tint(of: index)
        )
    }

    /// The row in the middle of the wheels; their texts are views of their own.
    func drawPicker(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let row = Rect(x: 9, y: bounds.size.height / 2 - 16, width: bounds.size.width - 18, height: 32)
        if design == .ios7 {
            for y in [row.minY - 1, row.maxY + 1] {
                drawing.rect(Rect(x: 0, y: y, width: bounds.size.width, height: 0.5), fill: SystemColor.separator)
            }
        } else {
            drawing.rect(row, radius: isModern ? 16 : 8, fill: SystemColor.tertiarySystemFill)
        }
    }

    /// A date picker that has no views for its parts: fields for date and time, a month, or wheels, as it says or as high as
    /// each is. The dump does not say the date: bars stand for words and numbers.
    func drawDatePicker(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard parts(of: index).isEmpty || parts(of: index).allSatisfy({ roles[$0] == .hidden }) else { return }
        let style = text(.preferredDatePickerStyle, .style, of: index)?.lowercased() ?? ""
        let mode = text(.datePickerMode, of: index)?.lowercased().replacing("uidatepickermode", with: "") ?? ""
        let height = bounds.size.height
        let (hasDate, hasTime) = (mode != "time" && mode != "0", mode != "date" && mode != "1")
        let isTimer = mode.hasPrefix("countdown") || mode == "3"
        if design > .ios7, !isTimer, style.contains("compact") || style == "2" || style.isEmpty && height <= 60 {
            if style.isEmpty { drawing.guess("look", "compact", "The picker is as high as a field.") }
            var x = 0.0
            for width in [hasDate ? 124.0 : nil, hasTime && bounds.size.width - (hasDate ? 132 : 0) >= 60 ? 80 : nil] {
                guard let width else { continue }
                let field = Rect(
                    x: x,
                    y: (height - min(34, height)) / 2,
                    width: min(width, bounds.size.width - x),
                    height: min(34, height)
                )
                drawing.rect(field, radius: isModern ? field.size.height / 2 : 6, fill: SystemColor.tertiarySystemFill)
                drawBar(field.center, field.size.width * 0.7, &drawing)
                x = field.maxX + 8
            }
        } else if design > .ios7, hasDate, !isTimer,
            style.contains("inline") || style == "3" || style.isEmpty && height >= 280
        {
            if style.isEmpty { drawing.guess("look", "a month", "The picker is as high as a month.") }
            drawMonth(of: index, bounds, &drawing)
        } else {
            if style.isEmpty { drawing.guess("look", "wheels", "Pickers of this height have them.") }
            drawPicker(of: index, bounds, &drawing)
            let wheels: [(x: Double, width: Double)] =
                isTimer || hasTime && !hasDate
                ? [(0.35, 0.14), (0.62, 0.14)]
                : hasTime && !mode.isEmpty
                    ? [(0.25, 0.26), (0.55, 0.08), (0.69, 0.08), (0.84, 0.1)]
                    : [(0.22, 0.18), (0.55, 0.18), (0.8, 0.18)]
            for row in -2...2 where abs(Double(row)) * 32 < height / 2 - 10 {
                for wheel in wheels {
                    let center = Point(x: bounds.size.width * wheel.x, y: height / 2 + 32 * Double(row))
                    drawBar(center, bounds.size.width * wheel.width, share: 1 - 0.35 * abs(Double(row)), &drawing)
                }
            }
        }
    }

    /// What stands for a word or a number that the dump does not say.
    private func drawBar(_ center: Point, _ length: Double, share: Double = 1, _ drawing: inout ViewDrawing) {
        let rect = Rect(x: center.x - length / 2, y: center.y - 5, width: length, height: 10)
        drawing.rect(rect, radius: 5, fill: SystemColor.systemFill.withAlpha(0.24 * share))
    }

    /// A month as weeks below its name, with what leads to others.
    private func drawMonth(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let (width, ink) = (bounds.size.width, tint(of: index))
        drawBar(Point(x: min(80, width / 4), y: 22), min(120, width / 3), &drawing)
        for (x, way) in [(min(80, width / 4) + min(60, width / 6) + 12, 4.0), (width - 56, -5), (width - 20, 5)] {
            let corner = "M\(NumberText.short(-way / 2)) -7L\(NumberText.short(way)) 0L\(NumberText.short(-way / 2)) 7"
            drawing.path(corner, at: Point(x: x, y: 22), stroke: ink, lineWidth: 2)
        }
        let (column, row) = (width / 7, (bounds.size.height - 76) / 5)
        for day in 0..<7 { drawBar(Point(x: column * (Double(day) + 0.5), y: 54), 24, share: 0.5, &drawing) }
        for day in 0..<35 {
            let center = Point(x: column * (Double(day % 7) + 0.5), y: 72 + row * (Double(day / 7) + 0.5))
            if day == 17 { drawing.disc(center: center, radius: min(20, row / 2), fill: ink.withAlpha(0.2)) }
            drawBar(center, 16, &drawing)
        }
    }
}

/// What the common classes of Android show, on screens that dumps measure in pixels.
extension ScreenDrawing {
    /// Whether a view is one of Android's own classes.
    func isAndroid(_ index: Int) -> Bool { tree.className(of: index).hasPrefix(ViewRole.androidPrefix) }

    /// Draws what Android draws otherwise than UIKit, and tells whether nothing is left to draw.
    func drawAndroid(_ index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Bool {
        let size = bounds.size
        switch role {
        case .toggle:
            let isOn = flag(.checked, of: index) ?? false
            if flag(.checked, of: index) == nil { drawing.guess("state", "off", "The dump says nothing about it.") }
            let track = Rect(x: 0, y: size.height * 0.2, width: size.width, height: size.height * 0.6)
            let fill = isOn ? SystemColor.systemBlue.withAlpha(0.5) : SystemColor.systemFill
            drawing.rect(track, radius: track.size.height / 2, fill: fill)
            let side = min(size.height, size.width / 2) * 0.9
            let x = isOn ? size.width - side : 0
            let knob = Rect(x: x, y: (size.height - side) / 2, width: side, height: side)
            drawing.rect(
                knob,
                radius: side / 2,
                fill: isOn ? SystemColor.systemBlue : .white,
                stroke: SystemColor.separator
            )
            drawing.guess("look", "a switch", "The dump does not say how it is drawn.")
            return true
        case .textField:
            drawing.guess("look", "a line below", "The dump does not say how the field is drawn.")
            let line = max(1, size.height / 60)
            drawing.rect(
                Rect(x: 0, y: size.height - line, width: size.width, height: line),
                fill: SystemColor.separator
            )
            return false
        default: return false
        }
    }

    /// The size of a text on a screen of so many pixels: what its frame was made for, else that of most texts, of which some
    /// 26 characters fit the width of a phone.
    func androidTextSize(of index: Int, _ role: ViewRole) -> Double {
        let (screen, area) = (tree.frame(of: 0).size, tree.bounds(of: index).size)
        let usual = max(8, min(screen.width, screen.height) / 26)
        guard usual.isFinite, area.isFinite else { return SystemFont.usualSize }
        guard role == .label, let text = tree.text(of: index), area.width > 0 else { return usual }
        let width = TextFont(size: usual).width(of: text) / usual
        for lines in 1...12 {
            let size = area.height / (1.3 * Double(lines))
            guard size <= 2.5 * usual else { continue }
            guard size >= 0.5 * usual else { break }
            // So many lines, and not fewer.
            let isFull = lines == 1 || width * size > 0.6 * Double(lines - 1) * area.width
            if isFull, width * size <= Double(lines) * area.width * 1.08 { return size }
        }
        return usual
    }
}
