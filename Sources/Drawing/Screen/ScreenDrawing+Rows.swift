import Diagnostics
import ViewHierarchy

/// Which edges of a cell of an inset list end its section.
struct SectionEnds: Sendable, Hashable {
    var isFirst = true
    var isLast = true
}

/// What rows have beside their content: what leads further, separators, the corners of sections.
extension ScreenDrawing {
    /// The cells of inset lists with their places in their sections, and the lists that have separators: in one pass, as
    /// a list may have any number of rows.
    func rowsOfLists() -> (inset: [Int: SectionEnds], separated: Set<Int>) {
        var separated: Set<Int> = []
        var cells: [Int: [Int]] = [:]
        for index in tree.indices {
            guard roles[index] == .separator || roles[index] == .cell,
                let table = superview(of: index, within: 4, { $0 == .table })
            else { continue }
            if roles[index] == .separator {
                separated.insert(table)
            } else if isInset(tree.frame(of: index), in: table), let superview = tree.superview(of: index) {
                cells[superview, default: []].append(index)
            }
        }
        var inset: [Int: SectionEnds] = [:]
        for list in cells.values {
            let sorted = list.sorted { tree.frame(of: $0).minY < tree.frame(of: $1).minY }
            var above: Int?
            for cell in sorted {
                var ends = SectionEnds()
                if let above, abs(tree.frame(of: above).maxY - tree.frame(of: cell).minY) < 1.5 {
                    ends.isFirst = false
                    inset[above]?.isLast = false
                }
                inset[cell] = ends
                above = cell
            }
        }
        return (inset, separated)
    }

    private func isInset(_ frame: Rect, in table: Int) -> Bool {
        frame.isFinite && frame.origin.x >= 8 && frame.size.width <= tree.bounds(of: table).size.width - 16
    }

    /// The corners of a cell of an inset list, and of the views that fill it; nil for other views.
    func sectionCorners(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Corners? {
        guard !insetCells.isEmpty,
            let cell = roles[index] == .cell ? index : superview(of: index, within: 2, { $0 == .cell }),
            let ends = insetCells[cell]
        else { return nil }
        let whole = tree.bounds(of: cell).size
        guard bounds.size.width >= whole.width - 1, bounds.size.height >= whole.height - 1 else { return nil }
        let round = isModern ? 26.0 : 10
        guard ends.isFirst || ends.isLast else { return Corners() }
        drawing.guess("corner radius", NumberText.short(round), "The ends of a section of an inset list.")
        return Corners(top: ends.isFirst ? round : 0, bottom: ends.isLast ? round : 0)
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
        guard !hasSystemViews, row.size.height >= 20, insetCells[index]?.isLast != true,
            let table = superview(of: index, within: 3, { $0 == .table }), !separatedTables.contains(table)
        else { return }
        drawing.guess("separator", "at the lower edge", "The dump has no views for the list's separators.")
        let line = Rect(x: row.minX + 16, y: row.maxY - 0.5, width: row.size.width - 16, height: 0.5)
        drawing.rect(line, fill: SystemColor.separator)
    }
}
