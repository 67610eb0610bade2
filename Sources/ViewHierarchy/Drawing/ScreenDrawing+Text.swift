/// Texts: font, colour, alignment, lines.
extension ScreenDrawing {
    /// How a text looks when nothing is said.
    private struct Style {
        var size = SystemFont.usualSize
        /// Whether the size is fixed by the place, whatever the frame.
        var isFixed = false
        var weight = 400
        var color = SystemColor.label
        var alignment = Alignment.natural
        var truncation = SystemFont.Truncation.tail
    }

    private enum Alignment { case natural, left, center, right }

    /// The text of a label or of any view that has one, unless a subview shows the same.
    func drawText(of index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard let text = shownText(of: index, role), !text.isEmpty else { return }
        var style = standardStyle(of: index, role, text, bounds, &drawing)
        read(index, into: &style, &drawing)
        let isCut = text.hasSuffix("...") || text.hasSuffix("…")
        set(text, style, isCut: isCut, hasFont: self.text(.font, of: index) != nil, of: index, bounds, &drawing)
    }

    /// The text, where no subview shows it: owners of labels print what these show.
    private func shownText(of index: Int, _ role: ViewRole) -> String? {
        if role == .fieldContent {
            guard let field = superview(of: index, within: 2, { $0 == .textField || $0 == .searchField }) else { return nil }
            return tree.text(of: field).flatMap { $0.isEmpty ? nil : $0 }
        }
        let title = role == .button || role == .label ? self.text(.title, of: index) : nil
        guard let text = tree.text(of: index) ?? title else { return nil }
        let parts = parts(of: index)
        guard !parts.isEmpty else { return text }
        let isShownBelow = parts.contains { part in
            switch roles[part] {
            case .label, .buttonLabel, .tabLabel, .cellLabel, .fieldLabel, .segmentLabel, .fieldContent:
                return isShown(part) && (tree.text(of: part).map { $0 == text } ?? (roles[part] == .fieldContent))
            default: return tree.text(of: part) == text
            }
        }
        return isShownBelow ? nil : text
    }

    private func standardStyle(
        of index: Int, _ role: ViewRole, _ text: String, _ bounds: Rect, _ drawing: inout ViewDrawing
    ) -> Style {
        var style = Style()
        switch role {
        case .buttonLabel, .button:
            style.alignment = .center
            style.truncation = .middle
            style.size = 15
            style.color = titleColor(of: role == .button ? index : superview(of: index) { $0 == .button } ?? index, &drawing)
        case .tabLabel:
            style = Style(size: 10, isFixed: true, weight: 500, color: tabColor(of: index, &drawing), alignment: .center)
        case .cellLabel:
            let isDetail = isDetailLabel(index)
            style.size = isDetail && bounds.size.height < 19 ? 12 : 17
            if isDetail { style.color = SystemColor.secondaryLabel }
        case .fieldLabel:
            let field = superview(of: index) { $0 == .textField || $0 == .searchField }
            let owned = field.flatMap { tree.text(of: $0) }
            let placeholder = field.flatMap { self.text(.placeholder, of: $0) }
            if owned == nil || owned == "" || placeholder == text { style.color = SystemColor.tertiaryLabel }
        case .segmentLabel: style = Style(size: 13, isFixed: true, weight: 500, alignment: .center)
        case .label, .plain, .headerFooter, .cellContent: placeLabel(index, text, bounds, &style, &drawing)
        default: break
        }
        return style
    }

    /// Labels in bars, alerts and headers have the fonts of these places.
    private func placeLabel(
        _ index: Int, _ text: String, _ bounds: Rect, _ style: inout Style, _ drawing: inout ViewDrawing
    ) {
        if isInside(index, "_UINavigationBarLargeTitleView") {
            (style.size, style.weight, style.isFixed) = (34, 700, true)
        } else if isInside(index, "_UINavigationBarContentView", "_UINavigationBarTitleControl", "UINavigationBar", within: 3) {
            (style.weight, style.alignment) = (600, .center)
        } else if superview(of: index, within: 8, { $0 == .alert }) != nil {
            style.alignment = .center
            style.weight = (SystemFont.size(of: text, isCut: false, in: bounds.size).size >= 17) ? 600 : 400
        } else if superview(of: index, within: 3, { $0 == .headerFooter }) != nil || roles[index] == .headerFooter {
            (style.size, style.color) = (13, SystemColor.secondaryLabel)
        } else if isSubtitle(index, bounds) {
            style.color = SystemColor.secondaryLabel
            drawing.guess("text colour", "secondary label", "Small text right below larger text; the dump names no colour.")
        }
    }

    /// Whether a small label stands right below a larger one.
    private func isSubtitle(_ index: Int, _ bounds: Rect) -> Bool {
        guard bounds.size.height <= 18, let superview = tree.superview(of: index) else { return false }
        let frame = tree.frame(of: index)
        return tree.subviews(of: superview).prefix(40).contains { other in
            guard other != index, roles[other] == .label, isShown(other) else { return false }
            let above = tree.frame(of: other)
            return above.size.height > frame.size.height + 1.5 && abs(above.minX - frame.minX) < 2
                && frame.minY >= above.maxY - 4 && frame.minY <= above.maxY + 8
        }
    }

    private func isDetailLabel(_ index: Int) -> Bool {
        guard let superview = tree.superview(of: index), let place = tree.subviews(of: superview).filter({ roles[$0] == .cellLabel }).firstIndex(of: index)
        else { return false }
        return place > 0
    }

    /// What the dump says of font, colour, alignment and breaking.
    private func read(_ index: Int, into style: inout Style, _ drawing: inout ViewDrawing) {
        if let font = text(.font, of: index), let read = FontText(font) {
            style.size = read.size
            style.isFixed = true
            style.weight = read.weight
        }
        let isTitle = roles[index] == .buttonLabel || roles[index] == .button
        if let color = isTitle ? color(.textColor, .titleColor, of: index) : color(.textColor, of: index) { style.color = color }
        switch text(.textAlignment, of: index)?.lowercased() {
        case "center", "1": style.alignment = .center
        case "right", "2": style.alignment = .right
        case "left", "0": style.alignment = .left
        default: break
        }
        switch text(.lineBreakMode, of: index)?.lowercased() {
        case "middletruncation", "bytruncatingmiddle", "5": style.truncation = .middle
        case "headtruncation", "bytruncatinghead", "3": style.truncation = .head
        case "tailtruncation", "bytruncatingtail", "4": style.truncation = .tail
        default: break
        }
    }

    /// Breaks the text into lines and places them.
    private func set(
        _ text: String, _ style: Style, isCut: Bool, hasFont: Bool, of index: Int, _ bounds: Rect,
        _ drawing: inout ViewDrawing, inset: Double = 0, isAtTop: Bool = false
    ) {
        let area = Size(width: bounds.size.width - 2 * inset, height: bounds.size.height)
        guard area.width > 1 else { return }
        var size = style.size
        var lines = max(1, Int((area.height / (size * SystemFont.lineHeight) + 0.05).rounded(.down)))
        if !style.isFixed {
            let found = SystemFont.size(of: text, isCut: isCut, in: area, usual: style.size)
            (size, lines) = (found.size, found.lines)
            drawing.guess("font", "system, \(NumberText.short(size))", Self.reason(found.inference))
        } else if !hasFont {
            drawing.guess("font", "system, \(NumberText.short(size))", "Such views have it unless they are given another.")
        }
        if let most = number(.numberOfLines, of: index), most > 0 { lines = min(lines, Int(min(most, 1_000))) }
        let isBold = style.weight >= 600
        let widen = isBold ? 1.045 : 1
        let shown = SystemFont.wrap(text, room: area.width / size / widen, lines: lines, truncation: style.truncation)
        let lineHeight = size * SystemFont.lineHeight
        // Lines of a label that leaves room keep together in its middle; those of a text begin at its top.
        let step = shown.count > 1 && !isAtTop ? min(max(lineHeight, area.height / Double(shown.count)), lineHeight * 1.35) : lineHeight
        let used = step * Double(shown.count - 1) + lineHeight
        var top = isAtTop ? inset : (area.height - used) / 2
        for line in shown {
            let estimated = SystemFont.width(of: line, isBold: isBold) * size
            // A frame that was made for the text tells its true width.
            let isTight = shown.count == 1 && inset == 0 && !line.hasSuffix("…") && abs(estimated / area.width - 1) < 0.18
            let width = isTight ? area.width : min(estimated, area.width)
            let x: Double =
                switch style.alignment {
                case .center: (area.width - width) / 2
                case .right: area.width - width
                case .left: 0
                case .natural: Self.isRightToLeft(text) ? area.width - width : 0
                }
            drawing.text(
                TextRun(
                    text: line, origin: Point(x: inset + x, y: top + SystemFont.ascent * size), width: width, size: size,
                    weight: style.weight, color: style.color))
            top += step
            guard top < area.height + lineHeight else { break }
        }
    }

    private static func reason(_ inference: SystemFont.Inference) -> String {
        switch inference {
        case .oneLine: "The frame is as high as one line of it."
        case .lines(let count): "The frame is as high as \(count) lines of it."
        case .usual: "The frame leaves room; such views usually have it."
        }
    }

    /// Whether the first letter that has a direction is Hebrew or Arabic.
    private static func isRightToLeft(_ text: String) -> Bool {
        for scalar in text.unicodeScalars.prefix(100) {
            switch scalar.value {
            case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff: return true
            case 0x41...0x5a, 0x61...0x7a, 0xc0...0x2af, 0x370...0x58f, 0x900...0x1fff, 0x3040...0xd7ff: return false
            default: continue
            }
        }
        return false
    }
}

extension ScreenDrawing {
    /// The colour of a button's title: white on a strong fill, else the tint.
    private func titleColor(of button: Int, _ drawing: inout ViewDrawing) -> DynamicColor {
        if let said = color(.titleColor, of: button) { return said }
        if flag(.enabled, .isEnabled, of: button) == false { return SystemColor.tertiaryLabel }
        if let fill = color(.backgroundColor, of: button), fill.light.alpha > 0.6, fill.light.saturation > 0.3 {
            drawing.guess("text colour", "white", "Titles on a strong fill usually have it.")
            return .white
        }
        drawing.guess("text colour", "tint", isTintKnown(of: button) ? "The nearest tint that the dump names." : "The tint of the selected tab, else the system's; the dump names none here.")
        return tint(of: button)
    }

    /// The selected item of a tab bar has the tint, the others are grey.
    func tabColor(of index: Int, _ drawing: inout ViewDrawing) -> DynamicColor {
        let grey = DynamicColor(RGBA(hex: 0x999999), dark: RGBA(hex: 0x757575))
        guard let button = tree.superview(of: index) else { return grey }
        func image(of button: Int) -> Int? { parts(of: button, most: 12).first { roles[$0] == .tabImage } }
        if let image = image(of: button), let own = color(.tintColor, of: image) { return own }
        if let said = flag(.selected, .isSelected, of: button) { return said ? tint(of: button) : grey }
        let buttons = tree.superview(of: button).map { tree.subviews(of: $0).prefix(12) } ?? []
        let others = buttons.filter { $0 != button }.compactMap(image)
        if others.contains(where: { text(.tintColor, of: $0) != nil }) { return tint(of: button) }
        drawing.guess("selection", "not selected", "The dump does not tell which item is selected.")
        return grey
    }

    /// Fields and text views that have no view of their own for the text.
    func drawField(_ index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let parts = parts(of: index)
        if role == .searchBar {
            guard !parts.contains(where: { roles[$0] == .searchField }) else { return }
            let height = min(36, bounds.size.height)
            let field = Rect(x: 8, y: (bounds.size.height - height) / 2, width: bounds.size.width - 16, height: height)
            drawSearch(index, field, parts, &drawing)
            return
        }
        if role == .searchField { return drawSearch(index, bounds, parts, &drawing) }
        var inset = role == .textView ? 5.0 : 0
        let hasField = parts.contains { roles[$0] == .roundedField }
        if role == .textField, !hasField, isRounded(index) {
            drawing.rect(bounds, radius: 5, fill: color(.backgroundColor, of: index) ?? SystemColor.systemBackground, stroke: SystemColor.separator, lineWidth: 0.5)
            inset = 7
        } else if role == .textField, hasField {
            inset = 7
        }
        let isShownBelow = parts.contains { isShown($0) && (roles[$0] == .fieldLabel || roles[$0] == .fieldContent) }
        guard !isShownBelow else { return }
        let own = tree.text(of: index).flatMap { $0.isEmpty ? nil : $0 }
        guard let text = own ?? self.text(.placeholder, of: index) else { return }
        var style = Style()
        if own == nil { style.color = SystemColor.tertiaryLabel }
        read(index, into: &style, &drawing)
        style.isFixed = true
        set(
            text, style, isCut: false, hasFont: self.text(.font, of: index) != nil, of: index, bounds, &drawing,
            inset: inset, isAtTop: role == .textView)
    }

    private func isRounded(_ index: Int) -> Bool {
        let style = text(.borderStyle, of: index)?.lowercased() ?? ""
        return style.contains("rounded") || style == "3"
    }

    private func drawSearch(_ index: Int, _ field: Rect, _ parts: Range<Int>, _ drawing: inout ViewDrawing) {
        drawing.rect(field, radius: 10, fill: color(.backgroundColor, of: index) ?? SystemColor.tertiarySystemFill)
        if !parts.contains(where: { roles[$0] == .image }) {
            let lens = Rect(x: field.minX + 8, y: field.center.y - 8, width: 16, height: 16)
            drawing.symbol(.magnifyingGlass, in: lens, color: SystemColor.secondaryLabel)
        }
        guard !parts.contains(where: { isShown($0) && (roles[$0] == .fieldLabel || roles[$0] == .fieldContent) }) else { return }
        let own = tree.text(of: index).flatMap { $0.isEmpty ? nil : $0 }
        guard let text = own ?? self.text(.placeholder, of: index) else { return }
        let color = own == nil ? SystemColor.tertiaryLabel : SystemColor.label
        let line = SystemFont.cut(text, room: (field.size.width - 38) / 17)
        let top = field.center.y - 17 * SystemFont.lineHeight / 2
        drawing.text(
            TextRun(
                text: line, origin: Point(x: field.minX + 30, y: top + SystemFont.ascent * 17),
                width: min(SystemFont.width(of: line) * 17, max(1, field.size.width - 38)), size: 17, weight: 400, color: color))
    }

    /// A navigation bar that says its title and has no view for it.
    func drawBarTitle(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard parts(of: index).isEmpty, let title = tree.text(of: index) ?? text(.title, of: index) else { return }
        set(
            title, Style(isFixed: true, weight: 600, alignment: .center, truncation: .tail), isCut: false, hasFont: false,
            of: index, bounds, &drawing)
    }
}

/// A font as dumps describe it: `UIFont`'s description, or a name and a size.
struct FontText: Sendable, Hashable {
    /// The size in points, 1 to 400.
    var size: Double
    /// As CSS counts it.
    var weight = 400

    /// Nil for a text without a size.
    init?(_ text: String) {
        let lower = text.lowercased()
        let marked = lower.firstRange(of: "font-size: ").map { lower[$0.upperBound...] }
        let words = lower.split { " ,;-()".contains($0) }
        let number = marked.map { $0.prefix { $0.isNumber || $0 == "." } } ?? words.last { Double($0.hasSuffix("pt") ? $0.dropLast(2) : $0) != nil }
        guard let number, let size = Double(number.hasSuffix("pt") ? number.dropLast(2) : number), (1...400).contains(size)
        else { return nil }
        self.size = size
        weight = Self.weights.first { lower.contains($0.name) }?.weight ?? 400
    }

    private static let weights: [(name: String, weight: Int)] = [
        ("ultralight", 200), ("thin", 100), ("semibold", 600), ("light", 300), ("medium", 500), ("heavy", 800),
        ("black", 900), ("bold", 700),
    ]
}
