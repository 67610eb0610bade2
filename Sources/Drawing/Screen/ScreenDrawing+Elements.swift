import ViewHierarchy

/// The accessibility elements that test tools list: what they are by their places, and what the tools see as one thing.
extension ScreenDrawing {
    /// Whether a view is an accessibility element of a test tool.
    package func isElement(_ index: Int) -> Bool { isElement.indices.contains(index) && isElement[index] }

    /// The role of an element at its place.
    func elementRole(of index: Int) -> ViewRole {
        let role = roles[index]
        switch role {
        // The outermost one of a tool that does not tell types is an app.
        case .plain where tree.superview(of: index) == nil && tree.subtree(of: index).count > 1: return .window
        case .plain where isScrollBar(index): return .hidden
        case .button where superview(of: index, within: 2, { $0 == .tabBar }) != nil: return .tabItem
        case .button where tree.className(of: index) == "XCUIElementTypeTab" && isAtBottom(index): return .tabItem
        default: return role
        }
    }

    /// Whether an element is as high as an item of a tab bar and stands where these do.
    private func isAtBottom(_ index: Int) -> Bool {
        var (bottom, root, levels) = (tree.frame(of: index).maxY, index, 0)
        while let superview = tree.superview(of: root), levels < 64 {
            root = superview
            levels += 1
            if tree.superview(of: root) != nil { bottom += tree.frame(of: root).minY }
        }
        return tree.frame(of: index).size.height >= 40 && bottom >= tree.frame(of: root).size.height - 90
    }

    /// A scroll bar is an element of no type: as long as what it scrolls, thin, with a part of the way as its value and the
    /// number of pages in its name, in whatever language.
    private func isScrollBar(_ index: Int) -> Bool {
        let size = tree.frame(of: index).size
        guard min(size.width, size.height) <= 31, max(size.width, size.height) >= 60,
            tree.value(of: index)?.hasSuffix("%") == true
        else { return false }
        return tree.label(of: index)?.contains { $0.isNumber } ?? false
    }

    /// Whether a view is selected; nil where the dump does not tell.
    func isSelected(_ index: Int) -> Bool? {
        if let said = flag(.selected, .isSelected, of: index), said || !isElement(index) { return said }
        guard isElement(index) else { return nil }
        if let traits = text(.traits, of: index) { return traits.contains("Selected") }
        switch tree.value(of: index) {
        case "1": return true
        case "0": return false
        default: return flag(.selected, .isSelected, of: index)
        }
    }

    // Buttons and other things that are called something and show a picture

    /// What an image is called, where that is one of the symbols drawn here.
    func imageName(of index: Int) -> String? {
        guard isElement(index) else { return nil }
        return [tree.identifier(of: index), tree.label(of: index)].compactMap { $0 }.first { Symbol.named($0) != nil }
    }

    /// Draws a picture for what is called by words that cannot stand there: an element's label is for the ear.
    ///
    /// - Returns: False when the words are to be shown.
    func drawInsteadOfText(
        of index: Int,
        _ role: ViewRole,
        _ text: String,
        _ bounds: Rect,
        _ drawing: inout ViewDrawing
    ) -> Bool {
        guard role == .button || role == .plain else { return false }
        let isSmall = min(bounds.size.width, bounds.size.height) <= 64
        if isSmall, let name = imageName(of: index), let symbol = Symbol.named(name) {
            let side = min(24, bounds.size.width, bounds.size.height)
            let box = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
            drawing.guess("image", name, "The system symbol with the element's name.")
            drawing.symbol(symbol, in: box, color: role == .button ? titleColor(of: index, &drawing) : tint(of: index))
            return true
        }
        let least = TextFont(size: 11)
        let lines = max(1, (bounds.size.height / least.lineHeight).rounded(.down))
        let longest = text.split(separator: " ").map { least.width(of: String($0.prefix(200))) }.max() ?? 0
        let whole = least.width(of: String(text.prefix(400)))
        guard
            bounds.size.height < 10 || longest > bounds.size.width + 1
                || whole > lines * bounds.size.width * 1.1
        else { return false }
        drawing.guess(
            "content",
            "placeholder",
            "The name of the element does not fit in it, so it shows something else."
        )
        drawPlaceholder("", bounds, &drawing)
        return true
    }

    // Controls that tools see as one

    /// The switch in an element that is a whole row: at its end, with the words before it.
    func switchPlace(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Rect {
        guard bounds.size.width > 100 else { return bounds }
        let width = isModern ? 63.0 : 51
        let height = min(isModern ? 28.0 : 31, bounds.size.height)
        let place = Rect(x: bounds.maxX - width - 16, y: bounds.center.y - height / 2, width: width, height: height)
        drawing.guess("place", "at the end", "The element is a whole row; switches are at its end.")
        if let text = ownText(of: index), !text.isEmpty {
            let area = Rect(x: 0, y: 0, width: bounds.size.width - width - 32, height: bounds.size.height)
            set(text, Style(isFixed: true), isCut: false, hasFont: false, of: index, area, &drawing, inset: 16)
        }
        return place
    }

    /// A picture above a name, in the tint when it is selected.
    func drawTabItem(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let grey = DynamicColor(RGBA(hex: 0x999999), dark: RGBA(hex: 0x757575))
        let selected = isSelected(index)
        if selected == nil {
            drawing.guess("selection", "not selected", "The dump does not say which item is selected.")
        }
        let ink = selected == true ? tint(of: index) : grey
        let top = max(2, bounds.size.height / 2 - 19)
        let box = Rect(x: bounds.center.x - 11, y: top, width: 22, height: 22)
        if let symbol = imageName(of: index).flatMap({ Symbol.named($0) }) {
            drawing.symbol(symbol, in: box, color: ink)
        } else {
            drawing.guess("image", "placeholder", "The dump does not carry the picture.")
            drawing.rect(box, radius: 6, stroke: ink, lineWidth: 1.5)
        }
        guard let text = ownText(of: index), !text.isEmpty else { return }
        let baseline = Point(x: bounds.center.x, y: top + 22 + 12)
        drawing.line(text, TextFont(size: 10, weight: 500), ink, centeredAt: baseline, room: bounds.size.width)
    }

    /// The icon of an app with its name.
    func drawIcon(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let hasName = size.height > size.width + 8 || size.height >= 80
        let side = max(8, min(64, size.width - 8, size.height - (hasName ? 20 : 0)))
        let box = Rect(
            x: bounds.center.x - side / 2,
            y: hasName ? 4 : (size.height - side) / 2,
            width: side,
            height: side
        )
        drawing.guess("image", "placeholder", "The dump does not carry the picture.")
        drawing.rect(box, radius: side * 0.22, fill: SystemColor.systemFill)
        // The dock shows no names.
        guard hasName, let text = ownText(of: index), !text.isEmpty else { return }
        let baseline = Point(x: bounds.center.x, y: min(box.maxY + 15, size.height - 2))
        drawing.line(text, TextFont(size: 12), SystemColor.label, centeredAt: baseline, room: size.width)
    }

    /// The value of a wheel, in its middle.
    func drawWheel(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard let text = tree.value(of: index) ?? ownText(of: index), !text.isEmpty else { return }
        let row = Rect(x: 0, y: 0, width: bounds.size.width, height: bounds.size.height)
        drawing.guess("font", "system, 21", "Wheels usually have it.")
        set(
            text,
            Style(size: 21, isFixed: true, alignment: .center),
            isCut: false,
            hasFont: true,
            of: index,
            row,
            &drawing
        )
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
