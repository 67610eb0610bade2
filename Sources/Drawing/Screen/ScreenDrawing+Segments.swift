import Diagnostics
import ViewHierarchy

/// Controls of several parts: steppers, segments, pages; and what shows progress.
extension ScreenDrawing {
    /// Whether a control as high as those before iOS 13 is drawn as they were: in outlines of the tint.
    private func isOutlined(_ index: Int, _ bounds: Rect) -> Bool {
        abs(bounds.size.height - 29) < 0.6 && !hasSemanticColors
    }

    func drawStepper(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let isOutlined = isOutlined(index, bounds)
        let ink = isOutlined ? tint(of: index) : SystemColor.label
        if isOutlined {
            drawing.guess("style", "outlined", "Steppers of this height come from before iOS 13.")
            drawing.rect(Self.inner(bounds), radius: 4, stroke: ink)
        } else {
            drawing.rect(bounds, radius: 8, fill: color(.backgroundColor, of: index) ?? SystemColor.tertiarySystemFill)
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
        let isOutlined = isOutlined(index, bounds)
        let ink = tint(of: index)
        if isOutlined {
            drawing.guess("style", "outlined", "Segmented controls of this height come from before iOS 13.")
            drawing.rect(Self.inner(bounds), radius: 4, stroke: ink)
        } else {
            drawing.rect(bounds, radius: 9, fill: color(.backgroundColor, of: index) ?? SystemColor.tertiarySystemFill)
        }
        let (views, said) = segments(of: index)
        guard !views.isEmpty else { return drawTitles(of: index, selected: said, isOutlined, bounds, &drawing) }
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
                let grey = DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x636366))
                drawing.rect(thumb, radius: isOutlined ? 4 : 7, fill: isOutlined ? ink : grey)
            } else if place > 0, place - 1 != selected {
                let inset = isOutlined ? 0.0 : 5
                drawing.rect(
                    Rect(x: frame.minX - 0.5, y: inset, width: 1, height: height - 2 * inset),
                    fill: isOutlined ? ink : SystemColor.separator
                )
            }
        }
    }

    /// The segments of a control that only says their titles: as wide as each other.
    private func drawTitles(
        of index: Int,
        selected: Int?,
        _ isOutlined: Bool,
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
                let grey = DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x636366))
                drawing.rect(thumb, radius: isOutlined ? 4 : 7, fill: isOutlined ? tint(of: index) : grey)
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
        guard isOutlined(control, tree.bounds(of: control)) else { return (isSelected, SystemColor.label) }
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
        let pitch = min(16, bounds.size.width / Double(count))
        let start = bounds.size.width / 2 - pitch * Double(count - 1) / 2
        for page in 0..<count {
            let isCurrent = page == (current ?? 0)
            drawing.disc(
                center: Point(x: start + Double(page) * pitch, y: bounds.size.height / 2),
                radius: 3.5,
                fill: isCurrent ? SystemColor.label : SystemColor.tertiaryLabel
            )
        }
    }

    // Progress

    func drawSpinner(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        // One that stands still is hidden unless somebody said otherwise.
        let isStill = flag(.animating, .isAnimating, of: index) == false
        guard !isStill || flag(.hidesWhenStopped, of: index) == false else { return }
        let ink = color(.textColor, of: index) ?? (isTintKnown(of: index) ? color(.tintColor, of: index) : nil)
        let radius = min(bounds.size.width, bounds.size.height, 37) / 2
        guard radius > 3 else { return }
        let center = bounds.center
        // Eighths of a circle, clockwise from the top; the brightest is the last that the spinner came to.
        let diagonal = 0.70710678
        let ways = [
            (0.0, -1.0), (diagonal, -diagonal), (1, 0), (diagonal, diagonal), (0, 1), (-diagonal, diagonal), (-1, 0),
            (-diagonal, -diagonal),
        ]
        for (place, way) in ways.enumerated() {
            func at(_ share: Double) -> String {
                "\(NumberText.short(way.0 * radius * share)) \(NumberText.short(way.1 * radius * share))"
            }
            drawing.path(
                "M\(at(0.48))L\(at(0.9))",
                at: center,
                stroke: (ink ?? SystemColor.systemGray).withAlpha(0.3 + 0.7 * Double(place) / 7),
                lineWidth: max(1.5, radius * 0.2)
            )
        }
    }

    func drawProgress(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let height = min(bounds.size.height, 4)
        let track = Rect(x: 0, y: (bounds.size.height - height) / 2, width: bounds.size.width, height: height)
        drawing.rect(track, radius: height / 2, fill: SystemColor.systemFill)
        let words = tree.value(of: index) ?? text(.value, of: index)
        let percent = words.flatMap { $0.hasSuffix("%") ? Double($0.dropLast()).map { $0 / 100 } : Double($0) }
        guard let share = number(.progress, of: index) ?? percent, share.isFinite else {
            drawing.guess("progress", "none", "The dump does not say it.")
            return
        }
        drawing.rect(
            Rect(x: 0, y: track.minY, width: track.size.width * min(max(share, 0), 1), height: height),
            radius: height / 2,
            fill: tint(of: index)
        )
    }

    /// The row in the middle of the wheels; their texts are views of their own.
    func drawPicker(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let row = Rect(x: 9, y: bounds.size.height / 2 - 16, width: bounds.size.width - 18, height: 32)
        drawing.rect(row, radius: 8, fill: SystemColor.tertiarySystemFill)
    }
}
