/// Controls, drawn in the proportions that UIKit gives them; a frame of another size scales tracks, never knobs or lines.
extension ScreenDrawing {
    // Switch

    func drawSwitch(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let isWide = isModern && size.height <= 29
        let (isOn, reason) = switchState(of: index)
        if let reason { drawing.guess("state", isOn ? "on" : "off", reason) }
        let track = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let on = color(.onTintColor, of: index) ?? SystemColor.systemGreen
        drawing.rect(track, radius: size.height / 2, fill: isOn ? on : SystemColor.secondarySystemFill)
        let knob = isWide ? Size(width: 37, height: 24) : Size(width: max(4, size.height - 4), height: max(4, size.height - 4))
        let x = isOn ? size.width - 2 - knob.width : 2
        let place = Rect(x: x, y: (size.height - knob.height) / 2, width: knob.width, height: knob.height)
        let thumb = color(.thumbTintColor, of: index) ?? .white
        drawing.rect(place, radius: knob.height / 2, fill: thumb, stroke: DynamicColor(white: 0, alpha: 0.06), lineWidth: 0.5)
    }

    /// What the dump says, else where the image of the knob is: left of the track's middle is off.
    private func switchState(of index: Int) -> (isOn: Bool, reason: String?) {
        if let said = flag(.on, .isOn, of: index) { return (said, nil) }
        switch (tree.value(of: index) ?? text(.value, of: index))?.lowercased() {
        case "1", "on", "true", "yes": return (true, nil)
        case "0", "off", "false", "no": return (false, nil)
        default: break
        }
        let knob = parts(of: index).first { part in
            let size = tree.frame(of: part).size
            return roles[part] == .image && size.width >= 36 && size.width <= 60 && size.height >= 22 && size.height < size.width + 1
        }
        guard let knob else { return (false, "The dump tells nothing about it.") }
        return (tree.frame(of: knob).origin.x > 0, "Read from the place of the knob.")
    }

    // Slider

    func drawSlider(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let middle = size.height / 2
        let share = sliderShare(of: index, size, &drawing)
        let track = isModern ? 6.0 : 4
        let knob = isModern ? Size(width: 37, height: 24) : Size(width: 28, height: 28)
        let height = min(knob.height, max(size.height, 8))
        let width = knob.width * height / knob.height
        let x = share * max(0, size.width - width)
        let whole = Rect(x: 2, y: middle - track / 2, width: size.width - 4, height: track)
        drawing.rect(whole, radius: track / 2, fill: SystemColor.systemFill)
        let filled = Rect(x: 2, y: whole.minY, width: max(0, x + width / 2 - 2), height: track)
        drawing.rect(filled, radius: track / 2, fill: color(.minimumTrackTintColor, of: index) ?? tint(of: index))
        let thumb = Rect(x: x, y: middle - height / 2, width: width, height: height)
        drawing.rect(
            thumb, radius: height / 2, fill: color(.thumbTintColor, of: index) ?? .white,
            stroke: DynamicColor(white: 0, alpha: 0.12), lineWidth: 0.5)
    }

    /// How far along its track the thumb is, from its image or from the value.
    private func sliderShare(of index: Int, _ size: Size, _ drawing: inout ViewDrawing) -> Double {
        let thumb = parts(of: index).first { part in
            let frame = tree.frame(of: part)
            return roles[part] == .image && frame.size.width >= 20 && frame.size.width <= 44 && frame.size.height >= 20
        }
        if let thumb, size.width > 31 {
            let x = tree.frame(of: thumb).origin.x
            return min(max(x / (size.width - tree.frame(of: thumb).size.width), 0), 1)
        }
        let words = tree.value(of: index) ?? text(.value, of: index)
        let isPercent = words?.hasSuffix("%") ?? false
        if let words, let value = Double(isPercent ? String(words.dropLast()) : words), value.isFinite {
            let low = number(.minimumValue, of: index) ?? 0
            let high = number(.maximumValue, of: index) ?? 1
            if isPercent { return min(max(value / 100, 0), 1) }
            if number(.minimumValue, of: index) == nil { drawing.guess("range", "0 to 1", "The dump tells the value but not its range.") }
            return high > low ? min(max((value - low) / (high - low), 0), 1) : 0
        }
        drawing.guess("value", "in the middle", "The dump tells nothing about it.")
        return 0.5
    }

    // Stepper, segments, pages

    func drawStepper(_ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        drawing.rect(bounds, radius: 8, fill: SystemColor.tertiarySystemFill)
        let inset = size.height * 0.22
        drawing.rect(
            Rect(x: size.width / 2 - 0.5, y: inset, width: 1, height: size.height - 2 * inset), fill: SystemColor.separator)
        for (share, name) in [(0.25, "minus"), (0.75, "plus")] {
            guard let symbol = Symbol.named(name) else { continue }
            let box = Rect(x: size.width * share - 8, y: size.height / 2 - 8, width: 16, height: 16)
            drawing.symbol(symbol, in: box, color: SystemColor.label)
        }
    }

    func drawSegments(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        drawing.rect(bounds, radius: 9, fill: color(.backgroundColor, of: index) ?? SystemColor.tertiarySystemFill)
        let segments = tree.subviews(of: index).filter { tree.className(of: $0) == "UISegment" }
            .map { tree.frame(of: $0) }.sorted { $0.minX < $1.minX }
        guard !segments.isEmpty else { return }
        var selected = number(.selectedSegmentIndex, of: index).flatMap { Int(exactly: $0) }
        if selected == nil {
            drawing.guess("selection", "the first segment", "The dump does not tell which segment is selected.")
            selected = 0
        }
        for (place, frame) in segments.enumerated() {
            if place == selected {
                let thumb = Rect(x: frame.minX + 2, y: 2, width: frame.size.width - 4, height: bounds.size.height - 4)
                drawing.rect(thumb, radius: 7, fill: DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x636366)))
            } else if place > 0, place - 1 != selected {
                drawing.rect(
                    Rect(x: frame.minX - 0.5, y: 5, width: 1, height: bounds.size.height - 10), fill: SystemColor.separator)
            }
        }
    }

    func drawPages(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let words = (tree.value(of: index) ?? text(.value, of: index) ?? "").split(separator: " ").compactMap { Int($0) }
        let dots = parts(of: index).filter { tree.frame(of: $0).size.width <= 12 && tree.frame(of: $0).size.width > 3 }.count
        let said = number(.numberOfPages, of: index).flatMap { Int(exactly: $0) } ?? (words.count == 2 ? words[1] : nil)
        let count = min(max(said ?? (dots > 1 ? dots : 3), 1), 60)
        if said == nil, dots <= 1 { drawing.guess("pages", "3", "The dump does not tell how many there are.") }
        let current = number(.currentPage, of: index).flatMap { Int(exactly: $0) } ?? (words.count == 2 ? words[0] - 1 : nil)
        if current == nil { drawing.guess("page", "the first", "The dump does not tell which page is shown.") }
        let pitch = min(16, bounds.size.width / Double(count))
        let start = bounds.size.width / 2 - pitch * Double(count - 1) / 2
        for page in 0..<count {
            let isCurrent = page == (current ?? 0)
            drawing.disc(
                center: Point(x: start + Double(page) * pitch, y: bounds.size.height / 2), radius: 3.5,
                fill: isCurrent ? SystemColor.label : SystemColor.tertiaryLabel)
        }
    }

    // Progress

    func drawSpinner(_ bounds: Rect, _ drawing: inout ViewDrawing) {
        let radius = min(bounds.size.width, bounds.size.height, 37) / 2
        guard radius > 3 else { return }
        let center = bounds.center
        // Eighths of a circle, clockwise from the top; the brightest is the last that the spinner came to.
        let diagonal = 0.70710678
        let ways = [(0.0, -1.0), (diagonal, -diagonal), (1, 0), (diagonal, diagonal), (0, 1), (-diagonal, diagonal), (-1, 0), (-diagonal, -diagonal)]
        for (place, way) in ways.enumerated() {
            func at(_ share: Double) -> String {
                "\(NumberText.short(way.0 * radius * share)) \(NumberText.short(way.1 * radius * share))"
            }
            drawing.path(
                "M\(at(0.48))L\(at(0.9))", at: center,
                stroke: SystemColor.systemGray.withAlpha(0.3 + 0.7 * Double(place) / 7), lineWidth: max(1.5, radius * 0.2))
        }
    }

    func drawProgress(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let height = min(bounds.size.height, 4)
        let track = Rect(x: 0, y: (bounds.size.height - height) / 2, width: bounds.size.width, height: height)
        drawing.rect(track, radius: height / 2, fill: SystemColor.systemFill)
        let words = tree.value(of: index) ?? text(.value, of: index)
        let percent = words.flatMap { $0.hasSuffix("%") ? Double($0.dropLast()).map { $0 / 100 } : Double($0) }
        guard let share = number(.progress, of: index) ?? percent, share.isFinite else {
            drawing.guess("progress", "none", "The dump does not tell it.")
            return
        }
        drawing.rect(
            Rect(x: 0, y: track.minY, width: track.size.width * min(max(share, 0), 1), height: height), radius: height / 2,
            fill: tint(of: index))
    }

    /// The row in the middle of the wheels; their texts are views of their own.
    func drawPicker(_ bounds: Rect, _ drawing: inout ViewDrawing) {
        let row = Rect(x: 9, y: bounds.size.height / 2 - 16, width: bounds.size.width - 18, height: 32)
        drawing.rect(row, radius: 8, fill: SystemColor.tertiarySystemFill)
    }

    /// The keys of a keyboard that the dump has no keys of, in the measures of one 402 points wide.
    func drawKeyboard(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        drawing.rect(bounds, fill: DynamicColor(RGBA(hex: 0xD1D4DB), dark: RGBA(hex: 0x2B2B2B)))
        guard parts(of: index).count < 8 else { return }
        drawing.guess("keys", "letters", "The dump has no keys; a keyboard for text is shown.")
        let unit = bounds.size.width / 402
        let pitch = min(54 * unit, (bounds.size.height - 7) / 4)
        let rows: [(x: Double, width: Double, keys: String)] = [(2, 40, "QWERTYUIOP"), (22, 40, "ASDFGHJKL"), (62, 40, "ZXCVBNM")]
        func key(_ x: Double, _ row: Int, _ width: Double, _ text: String) {
            let cap = Rect(
                x: (x + 3) * unit, y: 7 * unit + Double(row) * pitch + 6 * unit, width: (width - 6) * unit, height: pitch - 12 * unit)
            drawing.rect(cap, radius: 5, fill: DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x6B6B6B)))
            let size = text.count > 1 ? 16.0 : 22.5
            let width = SystemFont.width(of: text) * size
            guard width > 0, width < cap.size.width else { return }
            drawing.text(
                TextRun(
                    text: text, origin: Point(x: cap.center.x - width / 2, y: cap.center.y + size * 0.35), width: width,
                    size: size, weight: 400, color: SystemColor.label))
        }
        for (number, row) in rows.enumerated() {
            for (place, letter) in row.keys.enumerated() { key(row.x + Double(place) * row.width, number, row.width, String(letter)) }
        }
        key(2, 2, 52, "")
        key(348, 2, 52, "")
        for (x, width, text) in [(2.0, 50.0, "123"), (52, 50, ""), (102, 200, "space"), (302, 98, "return")] { key(x, 3, width, text) }
    }
}
