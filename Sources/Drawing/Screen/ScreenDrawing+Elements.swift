import ViewHierarchy

/// The accessibility elements that test tools list: what they are by their places, and what the tools see as one thing.
extension ScreenDrawing {
    /// Whether a view is an accessibility element of a test tool.
    package func isElement(_ index: Int) -> Bool { isElement.indices.contains(index) && isElement[index] }

    /// The role of an element at its place.
    func elementRole(of index: Int) -> ViewRole {
        let role = roles[index]
        // The outermost one of a tool that does not tell types is an app.
        guard let around = tree.superview(of: index) else {
            return role == .plain && tree.subtree(of: index).count > 1 ? .window : role
        }
        if isStatusItem(index, role) { return .statusItem }
        if let keys, isLeaf(index), keys.holds(screenFrame(of: index)), !(ownText(of: index) ?? "").isEmpty {
            return .key
        }
        let size = tree.frame(of: index).size
        switch role {
        case .plain where isScrollBar(index): return .hidden
        case .plain where roles[around] == .cell || roles[around] == .table:
            if size.height <= 1.01, size.width >= 60 { return .separator }
            return roles[around] == .table && isHeading(index, below: around) ? .headerFooter : .plain
        case .plain where roles[around] == .headerFooter: return .headerFooter
        case .plain where tree.className(of: index) == ViewRole.elementPrefix + "CollectionView" && isList(index):
            return .table
        case .plain where isBarOfTitle(index): return .navigationBar
        case .plain where isTile(index), .button where isTile(index), .label where isTile(index): return .icon
        case .button where superview(of: index, within: 2, { $0 == .tabBar }) != nil: return .tabItem
        case .button where tree.className(of: index) == "XCUIElementTypeTab" && isAtBottom(index): return .tabItem
        default: return role
        }
    }

    /// Where an element lies on the screen.
    func screenFrame(of index: Int) -> Rect {
        Rect(origin: origins.indices.contains(index) ? origins[index] : .zero, size: tree.frame(of: index).size)
    }

    /// The screen that an element is on.
    private var screen: Size { tree.roots.first.map { tree.bounds(of: $0).size } ?? .zero }

    func isLeaf(_ index: Int) -> Bool { tree.subtree(of: index).count == 1 }

    /// Whether an element is as high as an item of a tab bar and stands where these do.
    private func isAtBottom(_ index: Int) -> Bool {
        tree.frame(of: index).size.height >= 40 && screenFrame(of: index).maxY >= screen.height - 90
    }

    /// Whether what is in a list and no row is the heading of one, or the note below it.
    private func isHeading(_ index: Int, below table: Int) -> Bool {
        let size = tree.frame(of: index).size
        guard (15...160).contains(size.height), size.width >= 0.8 * tree.bounds(of: table).size.width else {
            return false
        }
        return parts(of: index, most: 4).allSatisfy { roles[$0] == .plain || roles[$0] == .label }
            && !(ownText(of: index) ?? parts(of: index, most: 4).lazy.compactMap { ownText(of: $0) }.first ?? "")
                .isEmpty
    }

    /// Whether the cells of a collection are rows: as wide as it is, but for margins.
    private func isList(_ index: Int) -> Bool {
        let cells = subviews(of: index, most: 16).filter { roles[$0] == .cell }
        let width = tree.frame(of: index).size.width
        return !cells.isEmpty && cells.allSatisfy { tree.frame(of: $0).size.width >= 0.85 * width }
    }

    /// Whether an element without a type is a navigation bar: as high as one, at the top, a heading in its middle and
    /// buttons at its sides.
    private func isBarOfTitle(_ index: Int) -> Bool {
        let (frame, width) = (screenFrame(of: index), screen.width)
        guard (44...100).contains(frame.size.height), frame.minY <= 100, frame.size.width >= 0.95 * width else {
            return false
        }
        let inside = subviews(of: index, most: 8)
        let hasTitle = inside.contains { part in
            (isHeading(part) || roles[part] == .label) && abs(screenFrame(of: part).center.x - width / 2) < 12
        }
        return hasTitle && inside.contains { roles[$0] == .button } && inside.count <= 6
    }

    /// Whether a tool says that a text is a heading.
    func isHeading(_ index: Int) -> Bool {
        text(.role, .type, of: index)?.hasSuffix("Heading") == true
            || text(.traits, of: index)?.contains("Header") == true
    }

    /// Whether an element is one of several pictures with a name below, as on a home screen, or of the row at its bottom.
    private func isTile(_ index: Int) -> Bool {
        let size = tree.frame(of: index).size
        guard isLeaf(index), (56...112).contains(size.width), (56...112).contains(size.height),
            let text = ownText(of: index), (1...40).contains(text.count), let superview = tree.superview(of: index)
        else { return false }
        let alike = subviews(of: superview, most: 60).filter { other in
            abs(tree.frame(of: other).size.height - size.height) < 6 && isLeaf(other)
                && (56...112).contains(tree.frame(of: other).size.width)
        }
        guard alike.count < 3 || size.height < 70 else { return true }
        return isAtBottom(index) && roles[..<index].contains(.icon)
    }

    // What the system shows at the top of the screen, and its keyboard, where a tool lists their parts one by one

    /// Whether an element without parts is a sign of the status bar: as large as one, and where it stands.
    private func isStatusItem(_ index: Int, _ role: ViewRole) -> Bool {
        guard role == .plain || role == .label || role == .image, (320...440).contains(screen.width), isLeaf(index)
        else { return false }
        let frame = screenFrame(of: index)
        guard frame.minY >= 0, frame.maxY <= 62, superview(of: index, within: 6, { $0 == .statusBar }) == nil else {
            return false
        }
        return StatusSign(frame, on: screen, ownText(of: index)) != nil
    }

    func drawStatusItem(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard let sign = StatusSign(screenFrame(of: index), on: screen, ownText(of: index)) else { return }
        if sign != .time {
            drawing.guess("look", "\(sign)", "A part of the status bar that is as large, at this place.")
        }
        switch sign {
        case .time: drawClock(ownText(of: index) ?? "", size: 17, at: bounds.center, SystemColor.label, &drawing)
        case .island: drawing.rect(bounds, radius: bounds.size.height / 2, fill: DynamicColor(white: 0))
        case .battery:
            let body = Rect(x: 0.5, y: 0.5, width: bounds.size.width - 3, height: bounds.size.height - 1)
            drawBattery(body, SystemColor.label, &drawing)
        case .signal: drawSignal(bounds, SystemColor.label, &drawing)
        case .wifi:
            let side = bounds.size.width
            let box = Rect(x: 0, y: bounds.center.y - side / 2, width: side, height: side)
            if let wifi = Symbol.named("wifi") { drawing.symbol(wifi, in: box, color: SystemColor.label) }
        }
    }

    /// Where a keyboard is whose keys are elements among others: some twenty of one letter each, in rows.
    func keyBlock() -> KeyBlock? {
        guard !roles.contains(.keyboard) else { return nil }
        var block: Rect?
        var count = 0
        for index in tree.indices where isElement[index] && isLeaf(index) && roles[index] != .label {
            guard ownText(of: index)?.count == 1 else { continue }
            let frame = screenFrame(of: index)
            guard (22...110).contains(frame.size.width), (30...75).contains(frame.size.height),
                frame.minY > screen.height / 3
            else { continue }
            count += 1
            block = block?.union(frame) ?? frame
        }
        guard count >= 10, let block, block.size.width >= 0.6 * screen.width else { return nil }
        let keys = KeyBlock(top: block.minY, first: 0, screen: screen)
        let first = tree.indices.first {
            isLeaf($0) && keys.holds(screenFrame(of: $0)) && !(ownText(of: $0) ?? "").isEmpty
        }
        return KeyBlock(top: block.minY, first: first ?? 0, screen: screen)
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
        if isDisclosure(index) {
            drawing.guess("image", "chevron", "What is called so, as large as a row's chevron.")
            drawChevron(in: bounds, &drawing)
            return true
        }
        let isOfBar = superview(of: index, within: 3) { $0 == .navigationBar || $0 == .toolbar } != nil
        if role == .button, isOfBar, bounds.size.width <= 52, let (name, symbol) = Symbol.ofBarItem(text) {
            drawing.guess("image", name, "The system’s buttons of that name in bars show a picture.")
            let box = Rect(x: bounds.center.x - 12, y: bounds.center.y - 12, width: 24, height: 24)
            drawing.symbol(symbol, in: box, color: titleColor(of: index, &drawing))
            return true
        }
        if drawNumber(of: index, text, bounds, &drawing) { return true }
        let isSmall = min(bounds.size.width, bounds.size.height) <= 64
        let fits = TextFont(size: 15).width(of: String(text.prefix(100))) <= bounds.size.width + 8
        // A square is made for a picture.
        let isSquare = abs(bounds.size.width - bounds.size.height) < 2 && bounds.size.height <= 50
        let word =
            isSquare || !fits && max(bounds.size.width, bounds.size.height) <= 64 ? Symbol.named(byWord: text) : nil
        if isSmall,
            let (name, symbol) = imageName(of: index).flatMap({ name in Symbol.named(name).map { (name, $0) } })
                ?? word
        {
            let side = min(24, bounds.size.width, bounds.size.height)
            let box = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
            drawing.guess("image", name, "The system symbol with the element's name, or for its word.")
            drawing.symbol(symbol, in: box, color: role == .button ? titleColor(of: index, &drawing) : tint(of: index))
            return true
        }
        let least = TextFont(size: 11)
        let lines = max(1, (bounds.size.height / least.lineHeight).rounded(.down))
        let longest = text.split(separator: " ").map { least.width(of: String($0.prefix(200))) }.max() ?? 0
        let whole = least.width(of: String(text.prefix(400)))
        // Where there is room for a line, words are cut; elsewhere they stand for something that is no text.
        let isLine = bounds.size.width >= 120 && bounds.size.width >= 2.2 * bounds.size.height
        guard
            bounds.size.height < 10
                || !isLine && (longest > bounds.size.width + 1 || whole > lines * bounds.size.width * 1.1)
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
        let place = switchPlace(bounds)
        let width = place.size.width
        drawing.guess("place", "at the end", "The element is a whole row; switches are at its end.")
        if let text = ownText(of: index), !text.isEmpty {
            let area = Rect(x: 0, y: 0, width: bounds.size.width - width - 32, height: bounds.size.height)
            set(text, Style(isFixed: true), isCut: false, hasFont: false, of: index, area, &drawing, inset: 16)
        }
        return place
    }

    /// Where a row has its switch.
    func switchPlace(_ row: Rect) -> Rect {
        let width = isModern ? 63.0 : 51
        let height = min(isModern ? 28.0 : 31, row.size.height)
        return Rect(x: row.maxX - width - 16, y: row.center.y - height / 2, width: width, height: height)
    }

    /// A picture above a name, in the tint when it is selected.
    func drawTabItem(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let selected = isSelected(index)
        if selected == nil {
            drawing.guess("selection", "not selected", "The dump does not say which item is selected.")
        }
        let ink = selected == true ? tint(of: index) : quietTab
        let top = max(2, bounds.size.height / 2 - 19)
        if isModern, selected == true {
            let (x, bar) = (tree.frame(of: index).minX, superview(of: index, within: 2) { $0 == .tabBar })
            let end = bar.map { tree.bounds(of: $0).size.width - 25 - x } ?? bounds.maxX
            let start = max(2, bar == nil ? 2 : 25 - x)
            let pill = Rect(x: start, y: 2, width: min(bounds.maxX - 2, end) - start, height: bounds.size.height - 4)
            drawing.rect(pill, radius: bounds.size.height / 2, fill: SystemColor.tertiarySystemFill)
        }
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
        let side = max(8, min(60, size.width - 4, size.height - (hasName ? 20 : 0)))
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

/// The signs of the status bar.
enum StatusSign {
    case time, island, battery, signal, wifi

    /// The one that is as large and stands at that place; nil for anything else.
    init?(_ frame: Rect, on screen: Size, _ text: String?) {
        let (width, height) = (frame.size.width, frame.size.height)
        switch (width, height) {
        case (110...135, 32...40) where abs(frame.center.x - screen.width / 2) < 4: self = .island
        case (18...80, 12...24) where frame.minX < screen.width / 3 && Self.isTime(text): self = .time
        case (22...30, 10...15) where frame.center.x > 0.75 * screen.width: self = .battery
        case (18...21, 9...14) where frame.center.x > screen.width / 2: self = .signal
        case (14..<18, 9...14) where frame.center.x > screen.width / 2: self = .wifi
        default: return nil
        }
    }

    private static func isTime(_ text: String?) -> Bool {
        guard let text, (3...8).contains(text.count), text.first?.isNumber == true else { return false }
        return text.contains(":") || text.contains(".")
    }
}

/// The place of a keyboard whose keys a tool lists as elements.
struct KeyBlock: Sendable {
    /// Where the keys begin, and the first of them in the tree.
    let top: Double
    let first: Int
    private let screen: Size

    init(top: Double, first: Int, screen: Size) { (self.top, self.first, self.screen) = (top, first, screen) }

    /// What the keyboard covers: the keys, the words that it suggests above them, all below.
    var area: Rect {
        Rect(x: 0, y: max(0, top - 52), width: screen.width, height: screen.height - max(0, top - 52))
    }

    /// Whether an element is a key, or a word that is suggested.
    func holds(_ frame: Rect) -> Bool {
        frame.size.height <= 75 && frame.minY >= area.minY - 1 && frame.minY < screen.height
    }
}
