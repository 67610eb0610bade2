import Diagnostics
import ViewHierarchy

/// Pictures and symbols, what leads further in rows, and the system's own status bar.
extension ScreenDrawing {
    /// Seen on every ground, loud on none.
    private static let placeholder = SystemColor.tertiarySystemFill

    func drawImage(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let own = color(.backgroundColor, of: index)
        let image =
            text(.image, of: index) ?? text(.symbol, of: index).map { "symbol \"\($0)\"" } ?? imageName(of: index)
        let size = bounds.size
        if let image, let name = Self.symbolName(in: image) {
            let color = imageColor(of: index, &drawing)
            if let symbol = Symbol.named(name) {
                drawing.symbol(symbol, in: bounds, color: color)
            } else {
                drawing.guess("image", name, "A symbol that is not among those drawn here.")
                drawPlaceholder(name, bounds, &drawing)
            }
            return
        }
        // The back button's corner is as large on every system since iOS 7.
        if abs(size.width - 13) < 0.6, abs(size.height - 21) < 0.6,
            isInside(
                index,
                "_UIButtonBar",
                "_UIBackButton",
                "_UIModernBarButton",
                "UINavigationBar",
                "_UINavigationBar"
            )
        {
            drawing.guess("image", "chevron", "An image as large as the corner of a back button, in a bar.")
            let ink = isModern && !isTintKnown(of: index) ? SystemColor.label : tint(of: index)
            drawing.path("M11 2L3 10.5L11 19", at: .zero, stroke: ink, lineWidth: isModern ? 2.5 : 3)
            return
        }
        if isChevron(size), superview(of: index, within: 3, { $0 == .cell }) != nil {
            drawing.guess("image", "chevron", "An image as large as a row's chevron.")
            drawChevron(in: bounds, &drawing)
            return
        }
        if let image, !image.hasPrefix("<"), let symbol = Symbol.named(image) {
            drawing.guess("image", image, "The system's symbol of that name; the dump does not carry the picture.")
            drawing.symbol(symbol, in: bounds, color: imageColor(of: index, &drawing))
            return
        }
        if image == nil, namesImages || own != nil, roles[index] != .tabImage { return }
        if roles[index] == .tabImage {
            drawing.guess("image", "placeholder", "The dump does not carry the picture.")
            let side = min(22, size.width, size.height)
            let box = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
            drawing.rect(box, radius: 6, stroke: tabColor(of: index, &drawing), lineWidth: 1.5)
            return
        }
        // Hairlines, shadows and the parts of controls.
        guard size.width >= 8, size.height >= 8 else { return }
        guard
            superview(
                of: index,
                within: 3,
                {
                    $0 == .slider || $0 == .toggle || $0 == .barBackground || $0 == .textField
                        || $0 == .segmentedControl || $0 == .table
                }
            ) == nil
                || superview(of: index, within: 3, { $0 == .cell }) != nil
        else { return }
        if fillsButton(index, size) {
            drawing.guess("image", "quiet fill", "An image as large as its button is the button's background.")
            drawing.rect(bounds, radius: min(10, size.height / 4), fill: Self.placeholder)
            return
        }
        drawing.guess("image", "placeholder", "The dump does not carry the picture.")
        drawPlaceholder(image.flatMap(Self.fileName) ?? "", bounds, &drawing)
    }

    /// The images of a button that has no views for them: one behind its title, and one beside it or in its middle.
    func drawButtonImages(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard !parts(of: index, most: 16).contains(where: { roles[$0] == .image }) else { return }
        if let background = text(.backgroundImage, of: index) {
            drawing.guess("background image", "placeholder", "The dump does not carry the picture.")
            let hasTitle = !(ownText(of: index) ?? "").isEmpty
            drawPlaceholder(hasTitle ? "" : background, bounds, &drawing)
        }
        guard let image = text(.image, of: index), let box = buttonParts(of: index, bounds)?.image else { return }
        let name = Self.symbolName(in: image) ?? image
        if let symbol = Symbol.named(name) {
            drawing.symbol(symbol, in: box, color: titleColor(of: index, &drawing))
            return
        }
        drawing.guess("image", "placeholder", "The dump does not carry the picture.")
        drawPlaceholder(name, box, &drawing)
    }

    /// Where the picture and the title of a button stand: side by side in the middle, or as its insets and its alignment say. Nil
    /// for a button without a picture, of whose insets nothing is said.
    func buttonParts(of index: Int, _ bounds: Rect) -> (image: Rect?, title: Rect)? {
        let hasImage = text(.image, of: index) != nil && !parts(of: index, most: 16).contains { roles[$0] == .image }
        let shifts = (
            image: tree.insets("imageEdgeInsets", of: index), title: tree.insets("titleEdgeInsets", of: index)
        )
        let isInset = ["contentInsets", "contentEdgeInsets"].contains { tree.attribute($0, of: index) != nil }
        guard hasImage || isInset || shifts.title != nil else { return nil }
        let said = hasImage ? text(.imageSize, of: index)?.split(separator: " ").compactMap { Double($0) } ?? [] : []
        let natural = said.count == 2 ? Size(width: said[0], height: said[1]) : Size(width: 22, height: 22)
        let image = Size(
            width: hasImage ? min(max(natural.width, 1), bounds.size.width) : 0,
            height: hasImage ? min(max(natural.height, 1), bounds.size.height) : 0
        )
        let words = ownText(of: index) ?? ""
        let font = text(.font, of: index).flatMap { TextFont($0) } ?? TextFont(size: tree.buttonTitleSize(of: index))
        let needed = words.isEmpty ? 0 : tree.styledText(of: index)?.width ?? font.width(of: words)
        let gap = words.isEmpty ? 0 : tree.buttonImagePadding(of: index)
        let insets = tree.buttonInsets(of: index)
        let content = Rect(
            x: bounds.minX + insets.left,
            y: bounds.minY + insets.top,
            width: max(bounds.size.width - insets.left - insets.right, 1),
            height: max(bounds.size.height - insets.top - insets.bottom, 1)
        )
        let placement = text(.imagePlacement, of: index)
        let isStacked = hasImage && !words.isEmpty && (placement == "top" || placement == "bottom")
        let title = min(needed, max(content.size.width - (isStacked ? 0 : image.width + gap), 1))
        let side = tree.attribute("contentHorizontalAlignment", of: index)
        /// Where something so wide begins.
        func start(_ width: Double) -> Double {
            let room = content.size.width - width
            return content.minX
                + (["left", "leading"].contains(side) ? 0 : ["right", "trailing"].contains(side) ? room : room / 2)
        }
        var boxes: (image: Rect, title: Rect)
        if isStacked {
            let top = content.center.y - (image.height + gap + font.lineHeight) / 2
            let isAbove = placement == "top"
            boxes.image = Rect(
                x: start(image.width),
                y: isAbove ? top : top + font.lineHeight + gap,
                width: image.width,
                height: image.height
            )
            boxes.title = Rect(
                x: start(title),
                y: isAbove ? top + image.height + gap : top,
                width: title,
                height: font.lineHeight
            )
        } else {
            let x = start(image.width + gap + title)
            let isBehind = placement == "trailing"
            boxes.image = Rect(
                x: isBehind ? x + title + gap : x,
                y: content.center.y - image.height / 2,
                width: image.width,
                height: image.height
            )
            boxes.title = Rect(
                x: isBehind ? x : x + image.width + gap,
                y: content.minY,
                width: title,
                height: content.size.height
            )
        }
        for (path, shift) in [(\(image: Rect, title: Rect).image, shifts.image), (\.title, shifts.title)] {
            guard let shift else { continue }
            boxes[keyPath: path].origin.x += (shift.left - shift.right) / 2
            boxes[keyPath: path].origin.y += (shift.top - shift.bottom) / 2
        }
        return (hasImage ? boxes.image : nil, boxes.title)
    }

    /// The tint of a template image: that of its tab or its button, else its own.
    private func imageColor(of index: Int, _ drawing: inout ViewDrawing) -> DynamicColor {
        if roles[index] == .tabImage { return tabColor(of: index, &drawing) }
        if let own = color(.tintColor, of: index) { return own }
        guard let button = superview(of: index, within: 2, { $0 == .button }) else { return tint(of: index) }
        return titleColor(of: button, &drawing)
    }

    private func fillsButton(_ index: Int, _ size: Size) -> Bool {
        guard let button = superview(of: index, within: 1, { $0 == .button }) else { return false }
        let whole = tree.bounds(of: button).size
        let hasTitle = parts(of: button, most: 12).contains { roles[$0] == .buttonLabel && isShown($0) }
        return hasTitle && size.width >= 0.9 * whole.width && size.height >= 0.9 * whole.height
    }

    /// A quiet box with its name, or with the sign of a picture.
    func drawPlaceholder(_ name: String, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        drawing.rect(bounds, radius: min(4, bounds.size.height / 6), fill: Self.placeholder)
        let side = min(bounds.size.width, bounds.size.height)
        let font = TextFont(size: 9)
        let line = font.cut(name, room: bounds.size.width - 6)
        let hasName = line.count > 2 && bounds.size.height >= 40 && bounds.size.width >= 40
        if side >= 20 {
            let glyph = min(28, side * 0.45)
            let y = bounds.center.y - glyph / 2 - (hasName ? 6 : 0)
            drawing.symbol(
                .photo,
                in: Rect(x: bounds.center.x - glyph / 2, y: y, width: glyph, height: glyph),
                color: SystemColor.tertiaryLabel
            )
        }
        guard hasName else { return }
        let baseline = Point(x: bounds.center.x, y: bounds.center.y + min(28, side * 0.45) / 2 + 6)
        drawing.line(line, font, SystemColor.secondaryLabel, centeredAt: baseline)
    }

    func drawPlaceholder(of index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        // What a test tool sees on a page is listed below it.
        if isElement(index), parts(of: index).contains(where: { isShown($0) && !(ownText(of: $0) ?? "").isEmpty }) {
            return
        }
        let name = placeName(of: index)
        drawing.rect(bounds, fill: Self.placeholder)
        if role == .map { drawRoads(bounds, &drawing) }
        let kind = role == .map ? "map" : role == .web ? "globe" : "play"
        drawing.guess("content", "placeholder", "The dump does not carry what such a view shows.")
        let side = min(40, bounds.size.width * 0.4, bounds.size.height * 0.4)
        let box = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
        if let symbol = Symbol.named(kind) { drawing.symbol(symbol, in: box, color: SystemColor.tertiaryLabel) }
        let baseline = Point(x: bounds.center.x, y: box.maxY + 20)
        for (line, text) in name.enumerated() where baseline.y + 18 * Double(line) < bounds.maxY - 4 {
            let font = TextFont(size: line == 0 ? 15 : 12)
            let place = Point(x: baseline.x, y: baseline.y + 18 * Double(line))
            drawing.line(text, font, SystemColor.secondaryLabel, centeredAt: place, room: bounds.size.width - 16)
        }
    }

    /// What is known of a place whose content no dump carries: its title and its address.
    private func placeName(of index: Int) -> [String] {
        let address =
            text(.url, .capitalURL, of: index) ?? tree.value(of: index).flatMap { $0.contains("://") ? $0 : nil }
        var lines: [String] = []
        for line in [text(.title, of: index) ?? ownText(of: index) ?? tree.label(of: index), address] {
            if let line, !line.isEmpty, !lines.contains(line) { lines.append(String(line.prefix(200))) }
        }
        return lines
    }

    private func drawRoads(_ bounds: Rect, _ drawing: inout ViewDrawing) {
        func at(_ x: Double, _ y: Double) -> String {
            "\(NumberText.short(bounds.size.width * x)) \(NumberText.short(bounds.size.height * y))"
        }
        let width = min(8, max(1, min(bounds.size.width, bounds.size.height) / 20))
        for road in ["M\(at(0, 0.7))C\(at(0.3, 0.5)) \(at(0.6, 0.9)) \(at(1, 0.4))", "M\(at(0.3, 0))L\(at(0.6, 1))"] {
            drawing.path(road, at: .zero, stroke: SystemColor.systemBackground, lineWidth: width)
        }
    }

    /// `plus.circle` in `<UIImage:0x60 symbol "plus.circle"; (18 18)@2>`.
    package static func symbolName(in image: String) -> String? {
        guard let start = image.firstRange(of: "symbol \"")?.upperBound ?? image.firstRange(of: "system: ")?.upperBound
        else { return nil }
        let name = image[start...].prefix { $0 != "\"" && $0 != ";" && $0 != ">" && $0 != ")" }
        return name.isEmpty || name.count > 80 ? nil : String(name)
    }

    /// The name of a picture, where the dump tells one.
    package static func fileName(_ image: String) -> String? {
        if let start = image.firstRange(of: "named(")?.upperBound {
            return String(image[start...].prefix { $0 != ")" && $0 != ":" && $0 != " " })
        }
        guard !image.hasPrefix("<"), image.count < 80 else { return nil }
        return image
    }
}

/// What buttons of test tools show in place of words.
extension ScreenDrawing {
    /// Whether a button of a navigation bar leads back: the first one, where no other button begins.
    func isBackButton(_ index: Int) -> Bool {
        guard let bar = superview(of: index, within: 2, { $0 == .navigationBar }) else { return false }
        if tree.identifier(of: index) == "BackButton" { return true }
        let frame = tree.frame(of: index)
        return frame.minX <= sideInset + (isModern ? 20 : 8.5) && frame.size.height >= 20
            && frame.size.width <= tree.bounds(of: bar).size.width / 2
    }

    /// How far bars begin beside the housing of a phone that is held sideways.
    private var sideInset: Double {
        let screen = tree.roots.first.map { tree.bounds(of: $0).size } ?? .zero
        return screen.width > screen.height ? Situation().surroundings(of: screen).safeArea?.left ?? 0 : 0
    }

    func drawBack(_ index: Int, _ text: String, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let x = tree.frame(of: index).minX - sideInset
        // Some tools list its picture beside it.
        let wider = tree.superview(of: index).map { subviews(of: $0, most: 12) }?.first { other in
            other != index && roles[other] == .button && isBackButton(other)
                && tree.frame(of: other).size.width > bounds.size.width
        }
        guard wider == nil else { return }
        drawing.guess("image", "chevron", "The first button of a navigation bar leads back.")
        if isModern {
            let circle = Rect(x: max(0, 16 - x), y: bounds.center.y - 22, width: 44, height: 44)
            drawGlass(circle, &drawing)
            let corner = Point(x: circle.minX + 17, y: bounds.center.y - 8)
            return drawing.path("M8 0L0 8L8 16", at: corner, stroke: SystemColor.label, lineWidth: 2.5)
        }
        let ink = titleColor(of: index, &drawing)
        drawing.path("M11 2L3 10.5L11 19", at: Point(x: 8 - x, y: bounds.center.y - 10.5), stroke: ink, lineWidth: 3)
        let area = Rect(x: 27 - x, y: bounds.center.y - 10.5, width: bounds.size.width - 27 + x, height: 21)
        // Where there is no room for the words a bar shows the corner alone.
        guard area.size.width >= 60 || TextFont(size: 17).width(of: text) <= 1.18 * area.size.width else { return }
        set(text, Style(isFixed: true, color: ink), isCut: false, hasFont: false, of: index, area, &drawing)
    }

    /// Whether a small button is chosen, by its value; one without a value is not where the like of it in its row has one.
    private func choice(_ index: Int) -> String? {
        if let value = tree.value(of: index) { return value }
        let place = screenFrame(of: index)
        let others = max(0, index - 40)..<min(tree.count, index + 40)
        let isOneOfSeveral = others.contains { other in
            let frame = screenFrame(of: other)
            return roles[other] == .button && tree.value(of: other) == "1" && abs(frame.center.y - place.center.y) < 2
                && abs(frame.size.width - place.size.width) < 2 && abs(frame.size.height - place.size.height) < 2
        }
        return isOneOfSeveral ? "0" : nil
    }

    /// Draws the number that tells an element from its neighbours, where its name has no room: several of one size in a row,
    /// with numbers that follow each other in their names, are the days of a week. The whole name is for the ear.
    func drawNumber(of index: Int, _ text: String, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Bool {
        guard (20...70).contains(bounds.size.width), (20...70).contains(bounds.size.height), isLeaf(index),
            TextFont(size: 15).width(of: String(text.prefix(100))) > bounds.size.width + 8,
            let superview = tree.superview(of: index)
        else { return false }
        let frame = tree.frame(of: index)
        let alike = subviews(of: superview, most: 60).filter { other in
            let place = tree.frame(of: other)
            return abs(place.minY - frame.minY) < 2 && abs(place.size.width - frame.size.width) < 2
                && abs(place.size.height - frame.size.height) < 2
        }
        guard alike.count >= 5, let place = alike.firstIndex(of: index) else { return false }
        let numbers = alike.map { other in
            (ownText(of: other) ?? "").prefix(200).split { !$0.isASCII || !$0.isNumber }.prefix(6).compactMap {
                Int($0)
            }
        }
        // Where a month ends they begin anew.
        let column = (0..<(numbers.map(\.count).min() ?? 0)).first { column in
            let steps = zip(numbers, numbers.dropFirst()).filter { $1[column] == $0[column] &+ 1 }
            return steps.count >= alike.count - 2
        }
        guard let column else { return false }
        drawing.guess("text", "the number", "Names of a row have numbers that follow each other, as days do.")
        let baseline = Point(x: bounds.center.x, y: bounds.center.y + 17 * 0.36)
        drawing.line(String(numbers[place][column]), TextFont(size: 17), SystemColor.label, centeredAt: baseline)
        return true
    }

    /// A button that shows no words: a mark that its value tells, a disc whose words are below, or a picture.
    func drawWordless(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let (width, height) = (bounds.size.width, bounds.size.height)
        let inside = parts(of: index, most: 16).filter { isShown($0) }
        let isSquare = abs(width - height) <= 0.2 * max(width, height)
        if !inside.isEmpty {
            let areBelow = inside.allSatisfy {
                tree.frame(of: $0).minY >= height - 1 && !(ownText(of: $0) ?? "").isEmpty
            }
            guard isSquare, (40...120).contains(width), areBelow else { return }
            drawing.guess("look", "a disc", "A square button whose words are below it shows a picture.")
            return drawing.rect(bounds, radius: height / 2, fill: SystemColor.systemFill)
        }
        if isBackButton(index) { return drawBack(index, "", bounds, &drawing) }
        guard (14...64).contains(width), (14...64).contains(height) else { return }
        guard isSquare, width <= 40, let value = choice(index), value == "1" || value == "0" else {
            drawing.guess("image", "placeholder", "A small button without words shows a picture.")
            return drawPlaceholder("", bounds, &drawing)
        }
        drawing.guess("look", "a round mark", "A small button whose value is 1 or 0 is chosen or not.")
        let ink = value == "1" ? tint(of: index) : SystemColor.tertiaryLabel
        drawing.disc(center: bounds.center, radius: min(width, height) / 2 - 1, stroke: ink)
        if value == "1" { drawing.disc(center: bounds.center, radius: min(width, height) / 4, fill: ink) }
    }
}
