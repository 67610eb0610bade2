import Diagnostics
import DumpFormats

@testable import AutoLayout
@testable import ViewHierarchy

/// How far what the solver makes of interface files is from the frames that Interface Builder stored in them.
struct LayoutAgreement {
    /// Why the frames of a unit may not be what its constraints give.
    enum Group: String, CaseIterable {
        /// Nothing speaks against it.
        case main
        /// Size classes change constraints or views.
        case sizeClasses
        /// Interface Builder says that frames are misplaced or ambiguous.
        case misplaced
        /// Frames contradict plain required equalities.
        case contradicting
    }

    /// A view that lies elsewhere than its file has it.
    struct Difference {
        var place: String
        var stored: Rect
        var solved: Rect
        var points: Double
        var cause: String
        /// Whether the layout calls the frame certain.
        var isCertain = false
        /// Where people see it, if that is elsewhere too.
        var shown: Rect?
    }

    /// What was counted of one group.
    struct Count {
        var units = 0
        var wholeUnits = 0
        var constraints = 0
        var views = 0
        var half = 0
        var one = 0
        /// Those that lie within a point where what nothing decides stays where the file has it, as people see it.
        var shown = 0
        var components = 0
        var strict = 0
        var strictHalf = 0
        var strictOne = 0
        /// The views that are called certain, and those of them that lie elsewhere by more than a point.
        var certain = 0
        var certainElsewhere = 0

        /// The share of the views that lie within so many points, in per cent.
        static func share(_ part: Int, of whole: Int) -> Double {
            whole == 0 ? 100 : Double(part) * 100 / Double(whole)
        }
    }

    private(set) var counts: [Group: Count] = [:]
    private(set) var differences: [(group: Group, difference: Difference)] = []

    /// Adds all units of a dump.
    mutating func add(_ dump: Dump, named file: String) {
        let unsaid = Set(dump.report.filter { $0.code == "missing.frame" }.compactMap(\.view))
        for root in dump.tree.roots { add(dump.tree, root, unsaid, file) }
    }

    private mutating func add(_ tree: ViewTree, _ root: Int, _ unsaid: Set<Int>, _ file: String) {
        var target = LayoutTarget.canvas
        target.scale = tree.layoutCanvas?.scale ?? 2
        target.keepsUndecided = false
        target.findsCertainty = false
        let solver = AutoLayoutSolver(tree, root: root, target: target)
        let unit = solver.unit
        let places = (0..<unit.count).filter {
            [.constraints, .stack].contains(unit.placements[$0]) && !unsaid.contains(unit.index($0))
        }
        guard !places.isEmpty else { return }
        let group = Self.group(of: unit, solver.system, unsaid)
        let result = LayoutReport(solver).result()
        var count = counts[group, default: Count()]
        count.units += 1
        count.constraints += result.constraints.count { $0.state != .inactive }
        let strict = Self.strictParts(tree, root, target, result)
        var usual = LayoutTarget.canvas
        (usual.scale, usual.namesContents) = (target.scale, false)
        let told = tree.autoLayout(of: root, for: usual)
        var worst = 0.0
        for place in places {
            let (stored, solved) = (unit.storedFrames[place], result.frames[place])
            let parts = zip(Self.parts(stored), Self.parts(solved)).map { abs($0 - $1) }
            let off = parts.max() ?? 0
            worst = max(worst, off)
            count.views += 1
            if off <= 0.5 + 1e-3 { count.half += 1 }
            if off <= 1 + 1e-3 { count.one += 1 }
            count.components += 4
            for (part, isStrict) in zip(parts, strict[place]) where isStrict {
                count.strict += 1
                if part <= 0.5 + 1e-3 { count.strictHalf += 1 }
                if part <= 1 + 1e-3 { count.strictOne += 1 }
            }
            let isCertain = told.certainties[place] == .certain
            let isElsewhere = zip(Self.parts(stored), Self.parts(told.frames[place])).contains {
                abs($0 - $1) > 1 + 1e-3
            }
            if !isElsewhere { count.shown += 1 }
            if isCertain { count.certain += 1 }
            if isCertain, isElsewhere { count.certainElsewhere += 1 }
            guard off > 1 + 1e-3 || isElsewhere else { continue }
            let id = tree.attribute(ViewTree.objectIDAttribute, of: unit.index(place)) ?? "?"
            let cause = Self.cause(place, unit, result, tree)
            let name = "\(file) build \(unit.canvas.build ?? 0): \(tree.name(of: unit.index(place))) (\(id))"
            differences.append(
                (
                    group,
                    Difference(
                        place: name,
                        stored: stored,
                        solved: solved,
                        points: off,
                        cause: cause,
                        isCertain: isCertain && isElsewhere,
                        shown: isElsewhere ? told.frames[place] : nil
                    )
                )
            )
        }
        if worst <= 1 + 1e-3 { count.wholeUnits += 1 }
        counts[group] = count
    }

    private static func parts(_ rect: Rect) -> [Double] {
        [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    }

    /// Which parts of which frames stay when every length that a content asks for, and every inset, is another.
    private static func strictParts(
        _ tree: ViewTree,
        _ root: Int,
        _ target: LayoutTarget,
        _ result: AutoLayoutResult
    ) -> [[Bool]] {
        var target = target
        target.leaf = { 1.13 * $1.points + 3 }
        target.extraInset = 7
        let other = tree.autoLayout(of: root, for: target)
        return zip(result.frames, other.frames).map { old, new in
            zip(parts(old), parts(new)).map { abs($0 - $1) < 0.01 }
        }
    }

    // MARK: Groups

    private static func group(of unit: LayoutUnit, _ system: LayoutSystem, _ unsaid: Set<Int>) -> Group {
        var isVaried = false
        var isMisplaced = false
        for index in unit.views {
            let traits = unit.tree.layoutTraits(of: index)
            if traits?.variations.isEmpty == false { isVaried = true }
            if traits?.isMisplaced == true || traits?.isAmbiguous == true { isMisplaced = true }
        }
        for (place, _) in system.outcomes
        where !unit.tree.allConstraints[place].variations.isEmpty { isVaried = true }
        if isVaried { return .sizeClasses }
        if isMisplaced { return .misplaced }
        return system.rows.contains { isContradicted($0, unit, unsaid) } ? .contradicting : .main
    }

    /// Whether the file's frames contradict a required equality between plain edges of views.
    private static func isContradicted(_ row: LayoutRow, _ unit: LayoutUnit, _ unsaid: Set<Int>) -> Bool {
        guard row.relation == .equal, row.priority >= 1000 else { return false }
        switch row.source {
        case .constraint(let place):
            let constraint = unit.tree.allConstraints[place]
            guard constraint.anchors.allSatisfy({ $0.item.guide == nil && isPlain($0.attribute) }) else { return false }
        case .stack(let place):
            // That neighbours in a stack lie side by side is as plain.
            let alignment = unit.traits(place)?.stack?.alignment
            guard alignment != .firstBaseline, alignment != .lastBaseline else { return false }
        default: return false
        }
        guard row.expression.terms.allSatisfy({ $0.variable < unit.count * 4 }) else { return false }
        let views = row.expression.terms.map { $0.variable / 4 }
        guard !views.contains(where: { unit.isCollapsed($0) }) else { return false }
        let value = row.expression.value { variable in
            let rect = unit.stored[variable / 4]
            return parts(rect)[variable % 4]
        }
        return abs(value) > 1.6
    }

    private static func isPlain(_ attribute: LayoutAttribute) -> Bool {
        switch attribute {
        case .firstBaseline, .lastBaseline: false
        default: attribute.withoutMargin == attribute
        }
    }

    /// What can be told of why a view is elsewhere.
    private static func cause(
        _ place: Int,
        _ unit: LayoutUnit,
        _ result: AutoLayoutResult,
        _ tree: ViewTree
    ) -> String {
        let index = unit.index(place)
        if !result.conflicts.isEmpty { return "required constraints conflict in this unit" }
        if unit.isCollapsed(place) { return "hidden in its stack" }
        if tree.attribute("image", of: index)?.hasPrefix("symbol ") == true { return "a symbol" }
        let above = [index] + tree.superviews(of: index)
        if above.contains(where: { tree.className(of: $0).hasSuffix("Cell") }) { return "in a cell" }
        if above.contains(where: { tree.layoutTraits(of: $0)?.stack != nil }) { return "in a stack" }
        return ""
    }

    // MARK: Words

    /// The table, a line for each group.
    var table: String {
        var lines = [
            "group | units (whole) | constraints | views | ≤0.5 | ≤1 | shown ≤1 | strict components | ≤0.5 | ≤1 | certain, elsewhere"
        ]
        for group in Group.allCases {
            guard let count = counts[group] else { continue }
            func share(_ part: Int, _ whole: Int) -> String {
                let tenths = (Count.share(part, of: whole) * 10).rounded() / 10
                return "\(tenths) %"
            }
            lines.append(
                "\(group.rawValue) | \(count.units) (\(count.wholeUnits)) | \(count.constraints) | \(count.views) | "
                    + "\(share(count.half, count.views)) | \(share(count.one, count.views)) | "
                    + "\(share(count.shown, count.views)) | "
                    + "\(count.strict) of \(count.components) | \(share(count.strictHalf, count.strict)) | "
                    + "\(share(count.strictOne, count.strict)) | \(count.certain), "
                    + "\(count.certainElsewhere) (\(share(count.certainElsewhere, count.certain)))"
            )
        }
        return lines.joined(separator: "\n")
    }
}
