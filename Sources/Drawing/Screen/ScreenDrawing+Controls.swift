import ViewHierarchy

/// Controls, drawn in the proportions that UIKit gives them; a frame of another size scales tracks, never knobs or lines.
extension ScreenDrawing {
    // Switch

    func drawSwitch(_ index: Int, _ whole: Rect, _ drawing: inout ViewDrawing) {
        let bounds = isElement(index) ? switchPlace(of: index, whole, &drawing) : whole
        let (isOn, reason) = switchState(of: index)
        if let reason { drawing.guess("state", isOn ? "on" : "off", reason) }
        drawSwitch(in: bounds, isOn: isOn, index, &drawing)
    }

    func drawSwitch(in bounds: Rect, isOn: Bool, _ index: Int, _ drawing: inout ViewDrawing) {
        let green = SystemColor.named("systemGreen", modern: isModern) ?? SystemColor.systemGreen
        let on = color(.onTintColor, of: index) ?? (design == .ios7 ? DynamicColor(RGBA(hex: 0x4CD964)) : green)
        let height = isModern ? min(28, bounds.size.height) : bounds.size.height
        let track = Rect(x: bounds.minX, y: bounds.center.y - height / 2, width: bounds.size.width, height: height)
        if design == .ios7, !isOn {
            let line = Rect(x: track.minX + 1, y: track.minY + 1, width: track.size.width - 2, height: height - 2)
            drawing.rect(
                line,
                radius: height / 2,
                fill: DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0xFFFFFF, percent: 0)),
                stroke: DynamicColor(RGBA(hex: 0xE5E5E5)),
                lineWidth: 2
            )
        } else {
            drawing.rect(track, radius: height / 2, fill: isOn ? on : SystemColor.secondarySystemFill)
        }
        let side = min(27, max(4, height - 4))
        let knob =
            isModern
            ? Size(width: min(37, track.size.width - 4), height: min(24, side)) : Size(width: side, height: side)
        let x = track.minX + (isOn ? track.size.width - 2 - knob.width : 2)
        let place = Rect(x: x, y: track.center.y - knob.height / 2, width: knob.width, height: knob.height)
        let thumb = color(.thumbTintColor, of: index) ?? .white
        drawing.rect(
            place,
            radius: knob.height / 2,
            fill: thumb,
            stroke: DynamicColor(white: 0, alpha: design == .ios7 ? 0.2 : 0.08),
            lineWidth: 0.5
        )
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
            return roles[part] == .image && size.width >= 36 && size.width <= 60 && size.height >= 22
                && size.height < size.width + 1
        }
        guard let knob else { return (false, "The dump says nothing about it.") }
        return (tree.frame(of: knob).origin.x > 0, "Read from the place of the knob.")
    }

    // Slider

    func drawSlider(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let middle = size.height / 2
        let share = sliderShare(of: index, size, &drawing)
        let track = isModern ? 6.0 : design == .ios7 ? 2 : 4
        let knob = isModern ? Size(width: 37, height: 24) : Size(width: 28, height: 28)
        let height = size.height < 8 ? 8 : knob.height
        let width = knob.width * height / knob.height
        let x = share * max(0, size.width - width)
        let whole = Rect(x: 2, y: middle - track / 2, width: size.width - 4, height: track)
        let empty = design == .ios7 ? DynamicColor(RGBA(hex: 0xB6B6B6)) : SystemColor.systemFill
        drawing.rect(whole, radius: track / 2, fill: color(.maximumTrackTintColor, of: index) ?? empty)
        let filled = Rect(x: 2, y: whole.minY, width: max(0, x + width / 2 - 2), height: track)
        drawing.rect(filled, radius: track / 2, fill: color(.minimumTrackTintColor, of: index) ?? tint(of: index))
        let thumb = Rect(x: x, y: middle - height / 2, width: width, height: height)
        drawing.rect(
            thumb,
            radius: height / 2,
            fill: color(.thumbTintColor, of: index) ?? .white,
            stroke: DynamicColor(white: 0, alpha: 0.18),
            lineWidth: 1
        )
    }

    /// How far along its track the thumb is, from its image or from the value.
    private func sliderShare(of index: Int, _ size: Size, _ drawing: inout ViewDrawing) -> Double {
        let thumb = parts(of: index).last { part in
            let frame = tree.frame(of: part)
            guard frame.size.width >= 20, frame.size.width <= 44, frame.size.height >= 20 else { return false }
            return roles[part] == .image || tree.className(of: part).hasSuffix("_UILiquidLensView")
        }
        if let thumb, case let room = size.width - tree.frame(of: thumb).size.width, room > 0 {
            drawing.guess("value", "by its thumb", "Read from the place of the thumb.")
            return min(max(tree.frame(of: thumb).origin.x / room, 0), 1)
        }
        let words = tree.value(of: index) ?? text(.value, of: index)
        let isPercent = words?.hasSuffix("%") ?? false
        if let words, let value = Double(isPercent ? String(words.dropLast()) : words), value.isFinite {
            let low = number(.minimumValue, .minValue, of: index) ?? 0
            let high = number(.maximumValue, .maxValue, of: index) ?? 1
            if isPercent { return min(max(value / 100, 0), 1) }
            if number(.minimumValue, .minValue, of: index) == nil {
                drawing.guess("range", "0 to 1", "The dump has the value but not its range.")
            }
            return high > low ? min(max((value - low) / (high - low), 0), 1) : 0
        }
        drawing.guess("value", "in the middle", "The dump says nothing about it.")
        return 0.5
    }
}

extension ScreenDrawing {
    /// The colour of a button's title: white on a strong fill, else the tint.
    func titleColor(of button: Int, _ drawing: inout ViewDrawing) -> DynamicColor {
        if let said = color(.titleColor, of: button) { return said }
        if isSwipeButton(button) { return .white }
        if flag(.enabled, .isEnabled, of: button) == false {
            drawing.guess("text colour", "grey", "Titles of disabled buttons usually are.")
            return SystemColor.tertiaryLabel
        }
        let kind = text(.configuration, of: button)?.lowercased() ?? ""
        let fill = color(.backgroundColor, of: button)
        if kind.contains("filled") || fill.map({ $0.light.alpha > 0.6 && $0.light.saturation > 0.3 }) ?? false {
            drawing.guess("text colour", "white", "Titles on a strong fill usually have it.")
            return .white
        }
        if isModern, !isTintKnown(of: button),
            superview(of: button, within: 6, { $0 == .navigationBar || $0 == .toolbar }) != nil
        {
            drawing.guess("text colour", "label", "Titles in bars have it since iOS 26.")
            return SystemColor.label
        }
        let reason =
            isTintKnown(of: button)
            ? "The nearest tint that the dump names."
            : "The tint of the selected tab, else the system's; the dump names none here."
        drawing.guess("text colour", "tint", reason)
        return tint(of: button)
    }

    /// The colour of the items of a tab bar that are not selected.
    var quietTab: DynamicColor {
        isModern ? SystemColor.label : DynamicColor(RGBA(hex: 0x999999), dark: RGBA(hex: 0x757575))
    }

    /// The selected item of a tab bar has the tint, the others are grey.
    func tabColor(of index: Int, _ drawing: inout ViewDrawing) -> DynamicColor {
        let grey = quietTab
        guard let button = tree.superview(of: index) else { return grey }
        func image(of button: Int) -> Int? { parts(of: button, most: 12).first { roles[$0] == .tabImage } }
        if let image = image(of: button), let own = color(.tintColor, of: image) { return own }
        let buttons = tree.superview(of: button).map { subviews(of: $0, most: 12) } ?? []
        let others = buttons.filter { $0 != button }.compactMap(image)
        if others.contains(where: { text(.tintColor, of: $0) != nil }) { return tint(of: button) }
        if let said = flag(.selected, .isSelected, of: button) { return said ? tint(of: button) : grey }
        drawing.guess("selection", "not selected", "The dump does not say which item is selected.")
        return grey
    }

    /// Fields and text views that have no view of their own for the text.
    func drawField(_ index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let parts = parts(of: index)
        if role == .searchBar {
            let isOld = design == .ios7 && bounds.size.height < 50
            let isPlain = color(.backgroundColor, of: index) == nil && text(.style, of: index) != "minimal"
            if isOld, isPlain,
                !parts.contains(where: { roles[$0] == .visualEffect || $0 == index + 1 && roles[$0] == .barBackground })
            {
                drawing.guess("background", "grey", "Search bars have it until iOS 10; the dump names no colour.")
                drawing.rect(bounds, fill: DynamicColor(RGBA(hex: 0xC9C9CE)))
            }
            guard !parts.contains(where: { roles[$0] == .searchField }) else { return }
            let height = min(isOld ? 28 : 36, bounds.size.height)
            let field = Rect(x: 8, y: (bounds.size.height - height) / 2, width: bounds.size.width - 16, height: height)
            drawSearch(index, field, parts, &drawing)
            return
        }
        if role == .searchField { return drawSearch(index, bounds, parts, &drawing) }
        var inset = role == .textView ? 5.0 : 0
        let hasField = parts.contains { roles[$0] == .roundedField }
        if role == .textField, hasField || drawBorder(ofField: index, bounds, &drawing) { inset = 7 }
        let isShownBelow = parts.contains { isShown($0) && (roles[$0] == .fieldLabel || roles[$0] == .fieldContent) }
        guard !isShownBelow else { return }
        if isElement(index), role == .textField {
            drawing.guess("border", "rounded", "The dump does not say how the field looks.")
            drawing.rect(Self.inside(bounds), radius: 5, stroke: SystemColor.separator)
            inset = 7
        }
        let (words, isPlaceholder) = fieldText(of: index, &drawing)
        // A part such as a link may say all of it.
        guard let text = words, !(isElement(index) && parts.contains { isShown($0) && ownText(of: $0) == text }) else {
            return
        }
        var style = Style()
        if isPlaceholder { style.color = SystemColor.tertiaryLabel }
        read(index, into: &style, &drawing)
        style.isFixed = true
        set(
            text,
            style,
            isCut: false,
            hasFont: self.text(.font, of: index) != nil,
            of: index,
            bounds,
            &drawing,
            inset: inset,
            isAtTop: role == .textView
        )
    }

    /// Where a line one point wide lies inside an edge.
    private static func inside(_ bounds: Rect) -> Rect {
        Rect(x: 0.5, y: 0.5, width: bounds.size.width - 1, height: bounds.size.height - 1)
    }

    /// What stands in a field, and whether that is its placeholder. Test tools give the placeholder as the value of an
    /// empty field.
    private func fieldText(of index: Int, _ drawing: inout ViewDrawing) -> (text: String?, isPlaceholder: Bool) {
        let placeholder = text(.placeholder, .placeholderValue, .hintText, of: index)
        let own = (tree.text(of: index) ?? tree.value(of: index)).flatMap { $0.isEmpty ? nil : $0 }
        if let own, !(isElement(index) && own == placeholder) { return (own, false) }
        if let placeholder { return (placeholder, true) }
        guard isElement(index), let label = tree.label(of: index), !label.isEmpty else { return (nil, false) }
        drawing.guess("placeholder", label, "The name of the field; the dump has no placeholder.")
        return (label, true)
    }

    /// Draws the border that a field says it has, and tells whether there is one.
    private func drawBorder(ofField index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Bool {
        // What stands in place of a border's pictures in a field that shows none.
        if text(.background, of: index)?.contains("NoBackgroundProvider") == true { return false }
        let style = text(.borderStyle, of: index)?.lowercased() ?? ""
        if style.contains("rounded") || style == "3" {
            if color(.backgroundColor, of: index) == nil {
                drawing.guess("background", "system background", "Fields with a round border have it.")
            }
            let fill = color(.backgroundColor, of: index) ?? SystemColor.systemBackground
            drawing.rect(bounds, radius: 5, fill: fill, stroke: SystemColor.separator, lineWidth: 0.5)
        } else if style.hasSuffix("line") || style == "1" {
            drawing.rect(Self.inside(bounds), stroke: SystemColor.label)
        } else if style.hasSuffix("bezel") || style == "2" {
            drawing.rect(Self.inside(bounds), stroke: SystemColor.systemGray)
            let shade = Rect(x: 1, y: 1, width: bounds.size.width - 2, height: 1)
            drawing.rect(shade, fill: SystemColor.systemFill)
        } else {
            return false
        }
        return true
    }

    /// The corners of a search field of a height.
    func searchRadius(_ height: Double) -> Double { isModern ? height / 2 : design == .ios7 && height <= 30 ? 5 : 10 }

    private func drawSearch(_ index: Int, _ field: Rect, _ parts: Range<Int>, _ drawing: inout ViewDrawing) {
        let isWhite = design == .ios7 && field.size.height <= 30
        let usual = isWhite ? DynamicColor.white : SystemColor.tertiarySystemFill
        // Its own ground has the colour already, and the corners of a field.
        if roles[index] == .searchBar || color(.backgroundColor, of: index) == nil {
            drawing.rect(
                field,
                radius: searchRadius(field.size.height),
                fill: color(.backgroundColor, of: index) ?? usual
            )
        }
        let isShownBelow = parts.contains { isShown($0) && (roles[$0] == .fieldLabel || roles[$0] == .fieldContent) }
        let (words, isPlaceholder) = isShownBelow ? (nil, false) : fieldText(of: index, &drawing)
        var lens = Rect(x: field.minX + 8, y: field.center.y - 7, width: 14, height: 14)
        // Until iOS 10 a placeholder stood in the middle.
        if isWhite, isPlaceholder, let words {
            lens.origin.x = max(lens.minX, field.center.x - (TextFont(size: 14).width(of: words) + 22) / 2)
        }
        if !parts.contains(where: { roles[$0] == .image }) {
            drawing.symbol(.magnifyingGlass, in: lens, color: SystemColor.secondaryLabel)
        }
        guard let text = words else { return }
        let color = isPlaceholder ? SystemColor.secondaryLabel : SystemColor.label
        let font = TextFont(size: isWhite ? 14 : 17)
        let (room, top) = (max(1, field.size.width - 38), field.center.y - font.lineHeight / 2)
        let line = font.cut(text, room: room)
        drawing.text(
            TextRun(
                text: line,
                origin: Point(x: lens.maxX + 8, y: top + SystemFont.ascent * font.size),
                width: min(font.width(of: line), room),
                size: font.size,
                weight: font.weight,
                color: color
            )
        )
    }

    /// What has a rim and lets the content shine through, since iOS 26.
    func drawGlass(_ rect: Rect, _ drawing: inout ViewDrawing) {
        let fill = DynamicColor(RGBA(hex: 0xFFFFFF, percent: 75), dark: RGBA(hex: 0x2C2C2E, percent: 75))
        let radius = min(rect.size.width, rect.size.height) / 2
        drawing.shadow(
            rect,
            radius: radius,
            color: DynamicColor(white: 0, alpha: 0.08),
            offset: Point(x: 0, y: 2),
            blur: 6
        )
        drawing.rect(rect, radius: radius, fill: fill, stroke: SystemColor.separator, lineWidth: 0.5)
    }

    /// What the elements of an alert or a sheet leave out: what lies behind, and the lines or grounds of its buttons.
    func drawActions(of index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard isElement(index) else { return }
        let origin = screenFrame(of: index).origin
        let buttons = parts(of: index, most: 60).filter { roles[$0] == .button && isShown($0) }
        for button in buttons.prefix(12) {
            let place = screenFrame(of: button)
            let frame = Rect(
                x: place.minX - origin.x,
                y: place.minY - origin.y,
                width: place.size.width,
                height: place.size.height
            )
            guard frame.size.height >= 36, bounds.inset(by: -1).contains(frame) else { continue }
            if isModern {
                drawing.rect(frame, radius: frame.size.height / 2, fill: SystemColor.tertiarySystemFill)
                continue
            }
            let line = Rect(x: frame.minX, y: frame.minY, width: frame.size.width, height: 0.5)
            drawing.rect(line, fill: SystemColor.separator)
            if frame.minX > bounds.minX + 8 {
                drawing.rect(
                    Rect(x: frame.minX, y: frame.minY, width: 0.5, height: frame.size.height),
                    fill: SystemColor.separator
                )
            }
        }
    }

    /// A navigation bar that says its title and has no view for it.
    func drawBarTitle(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard parts(of: index).isEmpty, let title = tree.text(of: index) ?? text(.title, of: index) else { return }
        set(
            title,
            Style(isFixed: true, weight: 600, alignment: .center, truncation: .tail),
            isCut: false,
            hasFont: false,
            of: index,
            bounds,
            &drawing
        )
    }
}
