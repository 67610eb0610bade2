import Diagnostics
import ViewHierarchy

/// Which edges of a cell end its section.
struct SectionEnds: Sendable, Hashable {
    var isFirst = true
    var isLast = true
    /// Whether the list has margins, and its sections round corners.
    var isInset = true
}

/// What rows have beside their content: what leads further, separators, the corners of sections.
extension ScreenDrawing {
    /// The cells of lists in sections with their places in these, and the lists that have separators: in one pass, as a
    /// list may have any number of rows.
    func rowsOfLists() -> (sections: [Int: SectionEnds], separated: Set<Int>) {
        var separated: Set<Int> = []
        var rows: [Int: [Int]] = [:]
        for index in tree.indices {
            guard roles[index] == .separator || roles[index] == .cell || roles[index] == .headerFooter,
                let table = superview(of: index, within: 4, { $0 == .table })
            else { continue }
            if roles[index] == .separator {
                separated.insert(table)
            } else if let superview = tree.superview(of: index), roles[superview] != .headerFooter {
                let isRow = isElement(index) || isInset(tree.frame(of: index), in: table)
                if isRow { rows[superview, default: []].append(index) }
            }
        }
        var sections: [Int: SectionEnds] = [:]
        for list in rows.values {
            let sorted = list.sorted { tree.frame(of: $0).minY < tree.frame(of: $1).minY }
            let cells = sorted.filter { roles[$0] == .cell }
            guard let first = cells.first, let table = superview(of: first, within: 4, { $0 == .table }) else {
                continue
            }
            let isInset = self.isInset(tree.frame(of: first), in: table)
            guard isInset || hasGaps(sorted) else { continue }
            var above: Int?
            for cell in cells {
                var ends = SectionEnds(isInset: isInset)
                if let above, abs(tree.frame(of: above).maxY - tree.frame(of: cell).minY) < 1.5 {
                    ends.isFirst = false
                    sections[above]?.isLast = false
                }
                sections[cell] = ends
                above = cell
            }
        }
        return (sections, separated)
    }

    private func isInset(_ frame: Rect, in table: Int) -> Bool {
        frame.isFinite && frame.origin.x >= 8 && frame.size.width <= tree.bounds(of: table).size.width - 16
    }

    /// Whether the rows of a list keep apart in sections: plain lists have no room between them.
    private func hasGaps(_ rows: [Int]) -> Bool {
        zip(rows, rows.dropFirst()).contains { tree.frame(of: $1).minY - tree.frame(of: $0).maxY >= 10 }
    }

    /// Whether a list in sections covers most of the screen, so that its ground is that of the screen.
    var isGroundOfSections: Bool {
        guard let root = tree.roots.first else { return false }
        let whole = tree.bounds(of: root).size
        var tried: Set<Int> = []
        return sectionCells.keys.contains { cell in
            guard let table = superview(of: cell, within: 4, { $0 == .table }), tried.insert(table).inserted else {
                return false
            }
            let size = tree.bounds(of: table).size
            return size.width * size.height >= 0.6 * whole.width * whole.height
        }
    }

    /// The corners of a cell of an inset list, and of the views that fill it; nil for other views.
    func sectionCorners(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Corners? {
        guard !sectionCells.isEmpty,
            let cell = roles[index] == .cell ? index : superview(of: index, within: 2, { $0 == .cell }),
            let ends = sectionCells[cell], ends.isInset
        else { return nil }
        let whole = tree.bounds(of: cell).size
        guard bounds.size.width >= whole.width - 1, bounds.size.height >= whole.height - 1 else { return nil }
        let round = isModern ? 26.0 : 10
        guard ends.isFirst || ends.isLast else { return Corners() }
        drawing.guess("corner radius", NumberText.short(round), "The ends of a section of an inset list.")
        return Corners(top: ends.isFirst ? round : 0, bottom: ends.isLast ? round : 0)
    }

    // Rows of test tools

    /// Whether an element is what leads further in a row: tools call it so, and say that nobody can see it.
    func isDisclosure(_ index: Int) -> Bool {
        guard isElement(index), isChevron(tree.frame(of: index).size),
            superview(of: index, within: 3, { $0 == .cell }) != nil
        else { return false }
        let name = (tree.identifier(of: index) ?? tree.label(of: index) ?? "").lowercased()
        return name.hasPrefix("chevron") || name.hasPrefix("disclosure")
    }

    /// Whether an element that a tool cannot see belongs to the look of a row that it sees: tools mean what can be
    /// touched or read, and pictures, lines and chevrons are neither.
    func isDecoration(_ index: Int) -> Bool {
        guard isElement(index), let cell = superview(of: index, within: 2, { $0 == .cell }), !isUnseen(cell),
            roles[index] == .image || roles[index] == .separator || isDisclosure(index)
        else { return false }
        let (place, row) = (screenFrame(of: index), screenFrame(of: cell))
        return place.center.x > row.minX && place.maxX <= row.maxX + 1 && place.minY >= row.minY - 1
            && place.maxY <= row.maxY + 1
    }

    /// How far the text of a row is from its edge.
    var rowInset: Double { (tree.roots.last.map { tree.bounds(of: $0).size.width } ?? 0) >= 390 ? 20 : 16 }

    /// Whether an element without parts is a row: it reaches from one side of the screen or of its cell to the other, and
    /// what can be pressed and is no row keeps off the edges.
    func isRow(_ index: Int) -> Bool {
        guard isElement(index), let superview = tree.superview(of: index) else { return false }
        let (size, around) = (tree.frame(of: index).size, tree.frame(of: superview).size)
        guard (36...140).contains(size.height), size.width >= around.width - 1 else { return false }
        return roles[index] == .cell || roles[superview] == .cell
            || around.width >= (tree.roots.last.map { tree.bounds(of: $0).size.width } ?? .infinity) - 1
    }

    /// The words of a row without parts: what comes first as its title, the rest below in grey, as tools join them.
    func drawRow(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard let text = ownText(of: index), !text.isEmpty,
            !parts(of: index).contains(where: { isShown($0) && !(ownText(of: $0) ?? "").isEmpty })
        else { return }
        let area = Rect(x: 0, y: 0, width: bounds.size.width - rowInset, height: room(of: index, bounds))
        let title = Style(isFixed: true)
        guard let comma = text.firstRange(of: ", ") else {
            return set(text, title, isCut: false, hasFont: false, of: index, area, &drawing, inset: rowInset)
        }
        let (first, rest) = (String(text[..<comma.lowerBound]), String(text[comma.upperBound...]))
        if let isOn = Self.states[rest.lowercased()] {
            drawing.guess("look", "a row with a switch", "The name of the row ends with “\(rest)”.")
            drawSwitch(
                in: switchPlace(Rect(origin: .zero, size: Size(width: bounds.size.width, height: area.size.height))),
                isOn: isOn,
                index,
                &drawing
            )
            let left = Rect(x: 0, y: 0, width: area.size.width - 70, height: area.size.height)
            return set(first, title, isCut: false, hasFont: false, of: index, left, &drawing, inset: rowInset)
        }
        guard area.size.height >= 56 else {
            return set(text, title, isCut: false, hasFont: false, of: index, area, &drawing, inset: rowInset)
        }
        drawing.guess("text", "a title and what is below", "The row’s name has parts, and it is as high as two lines.")
        let grey = TextFont(size: 13)
        let lines = grey.wrap(rest, room: area.size.width - 2 * rowInset, lines: 3).count
        let below = Double(lines) * grey.lineHeight
        let top = max(4, (area.size.height - 23 - below) / 2)
        let upper = Rect(x: 0, y: top, width: area.size.width, height: 20.5)
        let lower = Rect(x: 0, y: top + 23, width: area.size.width, height: below)
        set(first, title, isCut: false, hasFont: false, of: index, upper, &drawing, inset: rowInset)
        let style = Style(size: 13, isFixed: true, color: SystemColor.secondaryLabel)
        set(rest, style, isCut: false, hasFont: false, of: index, lower, &drawing, inset: rowInset)
    }

    /// What a switch says, as the last word of a row's name.
    private static let states: [String: Bool] = [
        "on": true, "off": false, "オン": true, "オフ": false, "开": true, "关": false, "an": true, "aus": false,
        "activé": true, "désactivé": false, "activado": true, "desactivado": false,
    ]

    /// How high the part of a row is that no later element has words in.
    private func room(of index: Int, _ bounds: Rect) -> Double {
        let frame = screenFrame(of: index)
        var next = tree.subtree(of: index).upperBound
        for _ in 0..<4 {
            guard tree.indices.contains(next), tree.superview(of: next) == tree.superview(of: index) else { break }
            let other = screenFrame(of: next)
            if other.minY > frame.minY + 20, other.maxY <= frame.maxY, !(ownText(of: next) ?? "").isEmpty {
                return other.minY - frame.minY
            }
            next = tree.subtree(of: next).upperBound
        }
        return bounds.size.height
    }

    /// A ring with a minus to remove a row, or the three lines at its end to drag it by.
    func drawEditing(_ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let center = bounds.center
        if role == .editControl {
            drawing.disc(center: center, radius: 11, fill: SystemColor.named("systemRed", modern: isModern))
            drawing.rect(Rect(x: center.x - 6, y: center.y - 1, width: 12, height: 2), radius: 1, fill: .white)
        } else {
            for line in -1...1 {
                let y = center.y + 5 * Double(line) - 0.75
                drawing.rect(Rect(x: center.x - 11, y: y, width: 22, height: 1.5), fill: SystemColor.tertiaryLabel)
            }
        }
    }

    /// Whether a row shows a button when it is swiped: by its class, or an element as high as the row, at its end.
    func isSwipeButton(_ button: Int) -> Bool {
        if Self.swipeButtons.contains(tree.className(of: button)) { return true }
        guard isElement(button), roles[button] == .button, let cell = superview(of: button, within: 2, { $0 == .cell })
        else { return false }
        let (place, row) = (screenFrame(of: button), screenFrame(of: cell))
        return (48...160).contains(place.size.width) && place.size.height >= 40
            && place.size.height >= row.size.height - 1 && place.maxX >= row.maxX - 1 && place.minX > row.minX + 40
    }

    private static let swipeButtons: Set = [
        "UISwipeActionStandardButton", "_UITableViewCellActionButton", "UITableViewCellDeleteConfirmationButton",
    ]

    /// The fill of a button that a row shows when it is swiped.
    func swipeFill(of button: Int, _ drawing: inout ViewDrawing) -> DynamicColor? {
        guard isSwipeButton(button) else { return nil }
        let title = parts(of: button, most: 12).first { roles[$0] == .buttonLabel }
        let isRed = Self.isDestructive((title.flatMap { ownText(of: $0) } ?? ownText(of: button) ?? "").lowercased())
        drawing.guess("background", isRed ? "red" : "grey", "Buttons that a swipe shows have such a colour.")
        return isRed ? SystemColor.named("systemRed", modern: isModern) : SystemColor.systemGray
    }

    /// Whether a button takes something away for good, as far as its word tells.
    private static func isDestructive(_ word: String) -> Bool {
        [
            "delete", "remove", "trash", "löschen", "supprimer", "eliminar", "elimina", "borrar", "verwijder", "削除",
            "删除", "刪除", "삭제",
        ]
        .contains { word.hasPrefix($0) }
    }

    func isChevron(_ size: Size) -> Bool { (6...13).contains(size.width) && (10...16).contains(size.height) }

    func drawChevron(in box: Rect, _ drawing: inout ViewDrawing) {
        drawing.path(
            "M0 -5L5 0L0 5",
            at: Point(x: box.center.x - 2.5, y: box.center.y),
            stroke: SystemColor.tertiaryLabel,
            lineWidth: 2
        )
    }

    /// What stands at the end of a row.
    private enum Accessory { case chevron, checkmark, detail, detailChevron }

    /// What leads further, where the content of a cell leaves room for it and no view stands there; a separator where the
    /// dump has none of the system's views.
    ///
    /// The cell's content draws them, as backgrounds of cells lie under it; a cell without one does so itself.
    func drawAccessory(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        if roles[index] == .cell {
            let hasContent = subviews(of: index, most: 32).contains { roles[$0] == .cellContent }
            if !hasContent { drawAccessory(of: index, content: nil, bounds, &drawing) }
        } else if let cell = tree.superview(of: index), roles[cell] == .cell {
            let origin = tree.frame(of: index).origin
            let row = Rect(origin: Point(x: -origin.x, y: -origin.y), size: tree.bounds(of: cell).size)
            guard row.isFinite else { return }
            drawAccessory(of: cell, content: index, row, &drawing)
        }
    }

    private func drawAccessory(of index: Int, content: Int?, _ row: Rect, _ drawing: inout ViewDrawing) {
        drawSeparator(of: index, row, &drawing)
        let width = row.size.width
        let gap = content.map { width - tree.frame(of: $0).maxX } ?? 0
        guard let accessory = saidAccessory(of: index) ?? accessory(inGap: gap, &drawing) else { return }
        let hasView = subviews(of: index, most: 32).contains { part in
            let frame = tree.frame(of: part)
            return isShown(part) && frame.minX > width - 46 && roles[part] != .separator && frame.size.width < 46
        }
        guard !hasView else { return }
        let (right, y) = (row.maxX, row.center.y)
        if accessory == .chevron || accessory == .detailChevron {
            drawChevron(in: Rect(x: right - 32, y: y - 7, width: 12, height: 14), &drawing)
        }
        switch accessory {
        case .chevron: break
        case .checkmark:
            drawing.symbol(.checkmark, in: Rect(x: right - 36, y: y - 8, width: 16, height: 16), color: tint(of: index))
        case .detail, .detailChevron:
            let x = accessory == .detail ? right - 38 : right - 62
            let box = Rect(x: x, y: y - 11, width: 22, height: 22)
            if let symbol = Symbol.named("info.circle") { drawing.symbol(symbol, in: box, color: tint(of: index)) }
        }
    }

    private func saidAccessory(of index: Int) -> Accessory? {
        guard let said = text(.accessoryType, of: index)?.lowercased() else { return nil }
        switch said {
        case "1": return .chevron
        case "2": return .detailChevron
        case "3": return .checkmark
        case "4": return .detail
        default: break
        }
        if said.contains("detaildisclosure") { return .detailChevron }
        if said.contains("disclosure") { return .chevron }
        if said.contains("checkmark") { return .checkmark }
        return said.contains("detail") ? .detail : nil
    }

    /// How much narrower than its row a content is tells what stands beside it. 44 points are a check mark or a button
    /// for details: nothing is drawn for them.
    private func accessory(inGap gap: Double, _ drawing: inout ViewDrawing) -> Accessory? {
        if (26...31).contains(gap) {
            drawing.guess("accessory", "chevron", "The content leaves as much room as a chevron takes.")
            return .chevron
        }
        guard (61...64).contains(gap) else { return nil }
        drawing.guess("accessory", "details, chevron", "The content leaves as much room as both take.")
        return .detailChevron
    }

    private func drawSeparator(of index: Int, _ row: Rect, _ drawing: inout ViewDrawing) {
        guard !hasSystemViews, row.size.height >= 20, sectionCells[index]?.isLast != true,
            let table = superview(of: index, within: 3, { $0 == .table }), !separatedTables.contains(table)
        else { return }
        drawing.guess("separator", "at the lower edge", "The dump has no views for the list's separators.")
        let line = Rect(x: row.minX + 16, y: row.maxY - 0.5, width: row.size.width - 16, height: 0.5)
        drawing.rect(line, fill: SystemColor.separator)
    }
}
