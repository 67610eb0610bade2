import Diagnostics
import ViewHierarchy

/// Texts: font, colour, alignment, lines.
extension ScreenDrawing {
    /// How a text looks when nothing is said.
    struct Style {
        var size = SystemFont.usualSize
        /// Whether the size is fixed by the place, whatever the frame.
        var isFixed = false
        var weight = 400
        var color = SystemColor.label
        var alignment = Alignment.natural
        var truncation = TextFont.Truncation.tail
    }

    enum Alignment { case natural, left, center, right }

    /// The text of a label or of any view that has one, unless a subview shows the same.
    func drawText(of index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard let text = shownText(of: index, role), !text.isEmpty else {
            if role == .button, isElement(index) { drawWordless(index, bounds, &drawing) }
            return
        }
        if isElement(index) {
            if role == .headerFooter { return drawHeading(index, text, bounds, &drawing) }
            if role == .button, isBackButton(index) { return drawBack(index, text, bounds, &drawing) }
            if drawInsteadOfText(of: index, role, text, bounds, &drawing) { return }
            if role == .button || role == .plain, isRow(index) { return drawRow(index, bounds, &drawing) }
        }
        var style = standardStyle(of: index, role, text, bounds, &drawing)
        // The frame of an element is where it can be touched; only that of a text is made for its words.
        let isHigh = bounds.size.height > (role == .plain ? 60 : 1.3 * style.size * SystemFont.lineHeight)
        if isElement(index), role != .label, isHigh { style.isFixed = true }
        if isElement(index), role == .button, bounds.size.height < 2 * style.size * SystemFont.lineHeight {
            // The name of a button is what is read on it, whole.
            let width = TextFont(size: style.size, weight: style.weight).width(of: text)
            if width > bounds.size.width { style.size = max(11, style.size * bounds.size.width / width) }
        }
        if isElement(index), role == .label, !text.contains(" ") {
            // The frame of a word was made for it, whole.
            let width = TextFont(size: SystemFont.size(of: text, isCut: false, in: bounds.size).size).width(of: text)
            if width > bounds.size.width * 1.18, bounds.size.width >= 12 {
                let size =
                    SystemFont.usualSize * bounds.size.width / TextFont(size: SystemFont.usualSize).width(of: text)
                (style.size, style.isFixed) = (max(7, min(size, 17)), true)
            }
        }
        read(index, into: &style, &drawing)
        let isCut = text.hasSuffix("...") || text.hasSuffix("…")
        let bounds = role == .button ? buttonParts(of: index, bounds)?.title ?? bounds : bounds
        set(text, style, isCut: isCut, hasFont: self.text(.font, of: index) != nil, of: index, bounds, &drawing)
    }

    /// The text, where no subview shows it: owners of labels print what these show.
    private func shownText(of index: Int, _ role: ViewRole) -> String? {
        if role == .fieldContent {
            guard let field = superview(of: index, within: 2, { $0 == .textField || $0 == .searchField }) else {
                return nil
            }
            return tree.text(of: field).flatMap { $0.isEmpty ? nil : $0 }
        }
        let title = role == .button || role == .label ? self.text(.title, of: index) : nil
        guard let text = ownText(of: index) ?? title else { return nil }
        let parts = parts(of: index)
        guard !parts.isEmpty else { return isElement(index) && role == .plain && isSaidAgain(index) ? nil : text }
        // What an element is called sums up what is inside it.
        if isElement(index) { return parts.contains { isShown($0) && !(ownText(of: $0) ?? "").isEmpty } ? nil : text }
        let isShownBelow = parts.contains { part in
            switch roles[part] {
            case .label, .buttonLabel, .tabLabel, .cellLabel, .fieldLabel, .segmentLabel, .fieldContent:
                return isShown(part) && (ownText(of: part).map { $0 == text } ?? (roles[part] == .fieldContent))
            default: return isShown(part) && ownText(of: part) == text
            }
        }
        return isShownBelow ? nil : text
    }

    /// Whether the next elements say something at the same place: tools list what is read beside what is seen.
    private func isSaidAgain(_ index: Int) -> Bool {
        let center = screenFrame(of: index).center
        var next = tree.subtree(of: index).upperBound
        for _ in 0..<2 where tree.indices.contains(next) && tree.superview(of: next) == tree.superview(of: index) {
            // A line may stand on a row that is much higher.
            guard screenFrame(of: next).size.height * 1.6 >= tree.frame(of: index).size.height else { break }
            let isOver = tree.subtree(of: next).prefix(12).contains { other in
                isShown(other) && screenFrame(of: other).contains(center) && !(ownText(of: other) ?? "").isEmpty
            }
            if isOver { return true }
            next = tree.subtree(of: next).upperBound
        }
        return false
    }

    private func standardStyle(
        of index: Int,
        _ role: ViewRole,
        _ text: String,
        _ bounds: Rect,
        _ drawing: inout ViewDrawing
    ) -> Style {
        var style = Style()
        switch role {
        case .buttonLabel, .button:
            style.alignment = .center
            style.truncation = .middle
            let button = role == .button ? index : superview(of: index) { $0 == .button } ?? index
            let isInBar =
                tree.className(of: button) == "_UIButtonBarButton"
                || isElement(index)
                    && superview(of: index, within: 2, { $0 == .navigationBar || $0 == .toolbar }) != nil
            if isElement(index), superview(of: index, within: 2, { $0 == .segmentedControl }) != nil {
                let (isSelected, color) = segmentStyle(of: index)
                return Style(size: 13, isFixed: true, weight: isSelected ? 600 : 500, color: color, alignment: .center)
            }
            let isInAlert =
                isElement(index) && superview(of: index, within: 8, { $0 == .alert || $0 == .actionGroup }) != nil
            style.size = isInBar || isInAlert ? 17 : tree.buttonTitleSize(of: button)
            // A button is made for fingers: its height says nothing of its title's size.
            if role == .button { style.isFixed = true }
            if tree.className(of: button) == ViewRole.elementPrefix + "Link" { style.isFixed = false }
            style.color = titleColor(of: button, &drawing)
        case .tabLabel:
            style = Style(
                size: 10,
                isFixed: true,
                weight: 500,
                color: tabColor(of: index, &drawing),
                alignment: .center
            )
        case .cellLabel:
            let isDetail = isDetailLabel(index)
            if superview(of: index, within: 3, { $0 == .headerFooter }) != nil {
                return Style(size: 13, isFixed: bounds.size.height < 19, color: SystemColor.secondaryLabel)
            }
            style.size = isDetail && bounds.size.height < 19 ? 12 : 17
            if isDetail { style.color = SystemColor.secondaryLabel }
        case .fieldLabel:
            let field = superview(of: index) { $0 == .textField || $0 == .searchField }
            let owned = field.flatMap { tree.text(of: $0) }
            let placeholder = field.flatMap { self.text(.placeholder, of: $0) }
            if placeholder == text || (owned ?? "").isEmpty && placeholder == nil || owned == "" {
                style.color = SystemColor.tertiaryLabel
            }
        case .segmentLabel:
            let (isSelected, color) = segmentStyle(of: index)
            style = Style(size: 13, isFixed: true, weight: isSelected ? 600 : 500, color: color, alignment: .center)
        case .label, .plain, .headerFooter, .cellContent, .cell: placeLabel(index, text, bounds, &style, &drawing)
        default: break
        }
        return style
    }

    /// Labels in bars, alerts and headers have the fonts of these places.
    private func placeLabel(
        _ index: Int,
        _ text: String,
        _ bounds: Rect,
        _ style: inout Style,
        _ drawing: inout ViewDrawing
    ) {
        let isBarTitle = isElement(index) && superview(of: index, within: 2, { $0 == .navigationBar }) != nil
        if isInside(index, "_UINavigationBarLargeTitleView") || isBarTitle && bounds.size.height > 34 {
            (style.size, style.weight, style.isFixed) = (34, 700, true)
        } else if let button = superview(of: index, within: 4, { $0 == .button }) {
            // What is beside a picture that can be pressed tells what it is.
            let isBeside = isElement(index) && tree.frame(of: index).minY >= tree.bounds(of: button).size.height
            if !isBeside { style.color = titleColor(of: button, &drawing) }
        } else if isBarTitle
            || isInside(
                index,
                "_UINavigationBarContentView",
                "_UINavigationBarTitleControl",
                "UINavigationBar",
                within: 3
            )
        {
            (style.weight, style.alignment) = (600, .center)
        } else if isInside(
            index,
            "_UIAlertControllerActionView",
            "_UIInterfaceActionRepresentation",
            "_UIInterfaceActionCustomView",
            within: 6
        ) {
            style.alignment = .center
            style.color = tint(of: index)
            drawing.guess("text colour", "tint", "Buttons of alerts have it.")
        } else if superview(of: index, within: 8, { $0 == .alert || $0 == .actionGroup }) != nil {
            style.alignment = isModern ? .natural : .center
            style.weight = (SystemFont.size(of: text, isCut: false, in: bounds.size).size >= 17) ? 600 : 400
            // What stands above the buttons of a sheet is small and grey.
            if style.weight == 400, superview(of: index, within: 8, { $0 == .actionGroup }) != nil,
                superview(of: index, within: 8, { $0 == .alert }).map({ tree.bounds(of: $0).size.width > 300 }) ?? true
            {
                style.color = SystemColor.secondaryLabel
            }
        } else if superview(of: index, within: 3, { $0 == .headerFooter }) != nil || roles[index] == .headerFooter {
            (style.size, style.color) = (13, SystemColor.secondaryLabel)
        } else if isElement(index), isHeading(index) {
            if bounds.size.height < 19 {
                style.color = SystemColor.secondaryLabel
            } else {
                style.weight = bounds.size.height > 24 ? 700 : 600
            }
            drawing.guess("weight", "\(style.weight)", "The tool says that it is a heading.")
        } else if isElement(index), isDetailOfRow(index) {
            style.color = SystemColor.secondaryLabel
            drawing.guess("text colour", "secondary label", "What a row says at its end, beside its title.")
        } else if isSubtitle(index, bounds) {
            style.color = SystemColor.secondaryLabel
            drawing.guess(
                "text colour",
                "secondary label",
                "Small text right below larger text; the dump names no colour."
            )
        }
    }

    /// Whether a small label stands right below a larger one.
    private func isSubtitle(_ index: Int, _ bounds: Rect) -> Bool {
        guard bounds.size.height <= 18, let superview = tree.superview(of: index) else { return false }
        let frame = tree.frame(of: index)
        return subviews(of: superview, most: 40).contains { other in
            guard other != index, roles[other] == .label, isShown(other) else { return false }
            let above = tree.frame(of: other)
            return above.size.height > frame.size.height + 1.5 && abs(above.minX - frame.minX) < 2
                && frame.minY >= above.maxY - 4 && frame.minY <= above.maxY + 8
        }
    }

    /// Whether a text stands at the end of a row whose title is on the same line.
    private func isDetailOfRow(_ index: Int) -> Bool {
        guard let cell = tree.superview(of: index), roles[cell] == .cell else { return false }
        let (frame, width) = (tree.frame(of: index), tree.bounds(of: cell).size.width)
        guard frame.minX > width / 2, frame.maxX >= width - 60 else { return false }
        return subviews(of: cell, most: 16).contains { other in
            let title = tree.frame(of: other)
            return roles[other] == .label && title.maxX <= frame.minX && abs(title.center.y - frame.center.y) < 6
        }
    }

    /// The heading of a section above its rows, or the note below them: small and grey, next to the rows.
    private func drawHeading(_ index: Int, _ text: String, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let font = TextFont(size: 13)
        let room = bounds.size.width - 2 * rowInset
        let lines = font.wrap(text, room: room, lines: 12).count
        let height = min(bounds.size.height, Double(lines) * font.lineHeight)
        // One line of capitals heads what follows, sentences explain what was before.
        let isNote =
            lines > 1 || !text.contains { $0.isLetter } || text.contains { $0.isLowercase } && text.hasSuffix(".")
        let top =
            bounds.size.height < height + 16
            ? (bounds.size.height - height) / 2
            : isNote ? 7 : bounds.size.height - height - 6
        drawing.guess("text colour", "secondary label", "What a list shows between its rows is small and grey.")
        let area = Rect(x: 0, y: top, width: bounds.size.width, height: height)
        let style = Style(size: 13, isFixed: true, color: SystemColor.secondaryLabel)
        set(text, style, isCut: false, hasFont: false, of: index, area, &drawing, inset: rowInset)
    }

    private func isDetailLabel(_ index: Int) -> Bool {
        guard let superview = tree.superview(of: index) else { return false }
        let first = subviews(of: superview, most: 16).first { roles[$0] == .cellLabel }
        return first != nil && first != index
    }

    /// What the dump says of font, colour, alignment and breaking.
    func read(_ index: Int, into style: inout Style, _ drawing: inout ViewDrawing) {
        if isAndroid(index) { (style.size, style.isFixed) = (androidTextSize(of: index, roles[index]), true) }
        if let font = text(.font, of: index), let read = TextFont(font) {
            style.size = read.size
            style.isFixed = true
            style.weight = read.weight
        }
        let isTitle = roles[index] == .buttonLabel || roles[index] == .button
        if let color = isTitle ? color(.textColor, .titleColor, of: index) : color(.textColor, of: index) {
            style.color = color
        }
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
    func set(
        _ text: String,
        _ style: Style,
        isCut: Bool,
        hasFont: Bool,
        of index: Int,
        _ bounds: Rect,
        _ drawing: inout ViewDrawing,
        inset: Double = 0,
        isAtTop: Bool = false
    ) {
        let area = Size(width: bounds.size.width - 2 * inset, height: bounds.size.height)
        guard area.width > 1 else { return }
        if inset == 0, let styled = tree.styledText(of: index, saying: text) {
            var style = style
            if style.alignment == .natural, Self.isRightToLeft(text) { style.alignment = .right }
            let most = number(.numberOfLines, of: index).map { Int(min(max($0, 0), 1_000)) } ?? 1
            return drawing.text(styled, style, lines: most, in: bounds) { ColorText($0, modern: isModern).color }
        }
        var size = style.size
        var lines = max(1, Int((area.height / (size * SystemFont.lineHeight) + 0.05).rounded(.down)))
        if !style.isFixed {
            let found = SystemFont.size(of: text, isCut: isCut, in: area, usual: style.size)
            (size, lines) = (found.size, found.lines)
            drawing.guess("font", "system, \(NumberText.short(size))", Self.reason(found.inference))
        } else if !hasFont {
            drawing.guess(
                "font",
                "system, \(NumberText.short(size))",
                "Such views have it unless they are given another."
            )
        }
        if let most = number(.numberOfLines, of: index), most > 0 { lines = min(lines, Int(min(most, 1_000))) }
        let font = TextFont(size: size, weight: style.weight)
        // Where a frame was made for the text, what is estimated to be a little too wide is whole.
        let isMade = inset == 0 && !tree.reworded.contains(index)
        let isWhole = lines == 1 && isMade && (1.06...1.18).contains(font.width(of: text) / area.width)
        let shown = isWhole ? [text] : font.wrap(text, room: area.width, lines: lines, truncation: style.truncation)
        let lineHeight = font.lineHeight
        // Lines of a label that leaves room keep together in its middle; those of a text begin at its top.
        let step =
            shown.count > 1 && !isAtTop
            ? min(max(lineHeight, area.height / Double(shown.count)), lineHeight * 1.35) : lineHeight
        let used = step * Double(shown.count - 1) + lineHeight
        var top = isAtTop ? inset : (area.height - used) / 2
        for line in shown {
            let estimated = font.width(of: line)
            // A frame that was made for the text tells its true width, one that is reckoned for other words nearly so.
            let isTight =
                shown.count == 1 && inset == 0 && !line.hasSuffix("…")
                && abs(estimated / area.width - 1) < (isMade ? 0.18 : 0.04)
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
                    text: line,
                    origin: Point(x: bounds.minX + inset + x, y: bounds.minY + top + SystemFont.ascent * size),
                    width: width,
                    size: size,
                    weight: style.weight,
                    color: style.color
                )
            )
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
