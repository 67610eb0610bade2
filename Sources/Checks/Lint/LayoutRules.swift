import AutoLayout
import Diagnostics
import Drawing
import ViewHierarchy

/// Rules about layout.
enum LayoutRules {
    /// `constraints.conflict`, `constraints.ambiguous`, `constraints.missingHost`, `constraints.misplaced`: what other
    /// reports and interface files say.
    static func constraints(_ scene: LintScene, _ found: inout LintCollector) {
        for index in scene.tree.indices {
            let issues = scene.tree.layoutIssues(of: index)
            let traits = scene.tree.saysConstraints ? scene.tree.layoutTraits(of: index) : nil
            if issues.contains(.conflict) {
                let told = scene.tree.diagnostics(of: index).first { $0.code == "layout.conflict" }
                found.add(
                    "constraints.conflict",
                    index,
                    "Constraints of \(scene.name(index)) contradict each other." + (told.map { " \($0.message)" } ?? "")
                )
            }
            if issues.contains(.ambiguous) || traits?.isAmbiguous ?? false {
                found.add(
                    "constraints.ambiguous",
                    index,
                    likeness: "",
                    "The layout of \(scene.name(index)) is ambiguous."
                )
            }
            if issues.contains(.missingHostConstraints) {
                found.add(
                    "constraints.missingHost",
                    index,
                    "No constraint connects the subviews of \(scene.name(index)) to it."
                )
            }
            if traits?.isMisplaced ?? false {
                found.add(
                    "constraints.misplaced",
                    index,
                    likeness: "",
                    "\(scene.name(index)) is not where its constraints put it."
                )
            }
        }
    }

    /// `mask.fights`: only views whose mask is in use, in superviews of which it is certain that they resize.
    static func masks(_ scene: LintScene, _ found: inout LintCollector) {
        let tree = scene.tree
        guard tree.indices.contains(where: { tree.says(.autoresizingMask, of: $0) }) else { return }
        let signs = ConstraintSigns(in: tree)
        // Whether the view's width, and its height, change with the screen.
        var resizes = Array(repeating: (x: false, y: false), count: tree.count)
        for index in tree.indices {
            guard let parent = tree.superview(of: index) else {
                resizes[index] = (true, true)
                continue
            }
            guard resizes[parent].x || resizes[parent].y, tree.says(.autoresizingMask, of: index),
                !signs.arePlacing(index), tree.flags(of: parent).contains(.autoresizesSubviews)
            else { continue }
            let mask = tree.autoresizingMask(of: index)
            resizes[index] = (
                resizes[parent].x && mask.contains(.flexibleWidth), resizes[parent].y && mask.contains(.flexibleHeight)
            )
            // The mask of views that constraints place is none, or that of Interface Builder.
            guard !mask.isSubset(of: [.flexibleRightMargin, .flexibleBottomMargin]), scene.isShown[index],
                !scene.isSystem[index], !scene.scrolls[parent]
            else { continue }
            let (frame, size) = (tree.frame(of: index), tree.bounds(of: parent).size)
            func fills(_ start: Double, _ end: Double, _ length: Double) -> Bool {
                abs(start) < 0.5 && abs(end - length) < 0.5 && length >= 100
            }
            let horizontal: AutoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
            let vertical: AutoresizingMask = [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin]
            var axes: [String] = []
            if resizes[parent].x, mask.isDisjoint(with: horizontal), fills(frame.minX, frame.maxX, size.width) {
                axes.append("width")
            }
            if resizes[parent].y, mask.isDisjoint(with: vertical), fills(frame.minY, frame.maxY, size.height) {
                axes.append("height")
            }
            guard let axis = axes.first else { continue }
            found.add(
                "mask.fights",
                index,
                likeness: axes.joined(),
                "\(scene.name(index)) fills the \(axes.joined(separator: " and ")) of \(scene.name(parent)), and its mask "
                    + "fixes its \(axis) and both margins."
            )
        }
    }

    /// `mask.transformed`, `transform.frame`.
    static func transforms(_ scene: LintScene, _ found: inout LintCollector) {
        for index in scene.tree.indices where !scene.isSystem[index] {
            if scene.tree.flags(of: index).contains(.frameDisagrees) {
                found.add(
                    "transform.frame",
                    index,
                    likeness: "",
                    "The frame of \(scene.name(index)) does not match its bounds, center and transform."
                )
            }
            let transform = scene.tree.transform(of: index)
            guard !transform.isTranslation, scene.tree.says(.autoresizingMask, of: index) else { continue }
            let mask = scene.tree.autoresizingMask(of: index)
            guard !mask.isDisjoint(with: [.flexibleWidth, .flexibleHeight]), scene.tree.superview(of: index) != nil
            else {
                continue
            }
            found.add(
                "mask.transformed",
                index,
                likeness: "",
                "\(scene.name(index)) has a transform, and its mask lets its size flex."
            )
        }
    }

    /// `scroll.contentCut`, `scroll.smallContent`: of plain scroll views whose content size the dump tells.
    static func scrolling(_ scene: LintScene, _ found: inout LintCollector) {
        let tree = scene.tree
        for index in tree.indices where scene.isShown[index] && !scene.isSystem[index] {
            guard let content = tree.contentSize(of: index), content.isFinite, !scene.isElement(index),
                scene.drawing.roles[index] != .textView, !isList(index, tree)
            else { continue }
            let size = tree.bounds(of: index).size
            let reach = Size(width: max(content.width, size.width), height: max(content.height, size.height))
            if let (view, words) = firstBeyond(reach, of: index, scene) {
                found.add(
                    "scroll.contentCut",
                    index,
                    likeness: "",
                    "\(scene.name(view)) in \(scene.name(index)) \(words), and the content is "
                        + "\(scene.words(content)) points, so it can't be scrolled into view."
                )
            } else if content.width > 0, content.height > 0, content.width < size.width - 0.5,
                content.height < size.height - 0.5
            {
                found.add(
                    "scroll.smallContent",
                    index,
                    likeness: "",
                    "\(scene.name(index)) is \(scene.words(size)) points, its content \(scene.words(content))."
                )
            }
        }
    }

    private static func isList(_ index: Int, _ tree: ViewTree) -> Bool {
        let names = [tree.className(of: index), tree.baseClass(of: index) ?? ""]
        return names.contains {
            $0.hasSuffix("TableView") || $0.hasSuffix("CollectionView") || $0.hasSuffix("TextView")
        }
    }

    /// The first subview that shows something where nobody can scroll to.
    private static func firstBeyond(_ reach: Size, of index: Int, _ scene: LintScene) -> (Int, String)? {
        for view in scene.tree.subviews(of: index).prefix(1_000) where scene.hasContent[view] && !scene.isSystem[view] {
            let frame = scene.tree.frame(of: view)
            guard frame.isFinite else { continue }
            if frame.maxX > reach.width + 8 { return (view, "reaches to x = \(NumberText.told(frame.maxX))") }
            if frame.maxY > reach.height + 8 { return (view, "reaches to y = \(NumberText.told(frame.maxY))") }
        }
        return nil
    }

    /// The depths, counted from 0 or from 1, at which tools cut trees.
    private static let toolDepths: Set = [49, 50, 59, 60, 61, 62, 89, 90]

    /// `depth.truncated`: what the reader reports, or a depth at which the tool that made the dump cuts.
    static func depth(_ scene: LintScene, _ found: inout LintCollector) {
        if let cut = scene.dump.report.first(where: { $0.code == "lost.depth" || $0.code == "limit.maximumDepth" }) {
            found.add("depth.truncated", cut.view.flatMap { scene.tree.index(ofID: $0) }, cut.message)
            return
        }
        let tools: Set<DumpFormat> = [.webDriverAgentJSON, .webDriverAgentXML, .xcuitest, .maestro, .idb, .sentry]
        let depth = scene.tree.maximumDepth
        guard tools.contains(scene.dump.format), toolDepths.contains(depth) else { return }
        let deepest = scene.tree.indices.first { scene.tree.depth(of: $0) == depth }
        found.add(
            "depth.truncated",
            deepest,
            "The tree is \(depth + 1) views deep, which is where tools cut; deeper views may be missing."
        )
    }
}

/// Rules about interface files in the middle of work, which their reader checks while it has the lines.
enum InterfaceRules {
    private static let ids = Set(HierarchyLint.interfaceRules.rules.map(\.id))

    /// Each entry of the report that is about one of the rules.
    static func check(_ scene: LintScene, _ found: inout LintCollector) {
        for entry in scene.dump.report where ids.contains(entry.code) {
            let index = entry.view.flatMap { scene.tree.index(ofID: $0) }
            found.add(entry.code, index, line: entry.line, entry.message)
        }
    }
}

/// Rules about what constraints make of a dump on its own canvas.
enum ConstraintRules {
    /// `layout.conflict`, `layout.ambiguous`, `layout.stale`, where the dump says constraints.
    /// - Parameter isOnScreen: Whether roots are judged on the first screen on which they were laid out, not on the canvas.
    static func check(
        _ scene: LintScene,
        _ layout: LaidOutInterface,
        isOnScreen: Bool = false,
        _ found: inout LintCollector
    ) {
        guard let matrix = layout.matrix else { return }
        for row in matrix.rows {
            let result = isOnScreen ? row.layouts.first?.result ?? row.canvas : row.canvas
            for conflict in conflicts(of: result, scene) {
                found.add("layout.conflict", conflict.view, conflict.sentence)
            }
            for (view, words) in choices(of: result, scene) { found.add("layout.ambiguous", view, words) }
            findStale(row.canvas, layout, scene, &found)
        }
        for omission in matrix.omissions { found.add("layout.stale", nil, "Not all was checked: \(omission)") }
    }

    /// What cannot hold together, with the view that it is told of.
    struct Conflict {
        let view: Int
        let isHorizontal: Bool
        let sentence: String
    }

    /// What cannot hold together by numbers that the file says. Cells are left out: the file has a guess of their heights,
    /// and their margins depend on what they show beside their content.
    static func conflicts(of result: AutoLayoutResult, _ scene: LintScene) -> [Conflict] {
        result.conflicts.filter(\.isCertain).compactMap { conflict in
            let view = scene.tree.subject(of: conflict) ?? result.root
            guard !scene.isInCell[view], scene.drawing.roles[view] != .cell, !scene.isSystem[view] else { return nil }
            return Conflict(view: view, isHorizontal: conflict.isHorizontal, sentence: conflict.sentence)
        }
    }

    /// What is left open, the outermost views of it, with the words for it. What the file itself calls ambiguous has a
    /// rule of its own.
    private static func choices(of result: AutoLayoutResult, _ scene: LintScene) -> [(view: Int, words: String)] {
        let all = Set(result.ambiguous)
        return result.ambiguous.compactMap { index in
            guard case .undetermined(let words)? = result.certainty(of: index), !scene.isSystem[index],
                scene.tree.layoutTraits(of: index)?.isAmbiguous != true,
                scene.tree.superview(of: index).map({ !all.contains($0) }) ?? true
            else { return nil }
            return (index, "\(scene.name(index)): \(words)")
        }
    }

    /// `layout.stale`: only frames that no estimate can explain, of views that Interface Builder does not call misplaced.
    private static func findStale(
        _ result: AutoLayoutResult,
        _ layout: LaidOutInterface,
        _ scene: LintScene,
        _ found: inout LintCollector
    ) {
        let tree = layout.stored
        guard tree.layoutCanvas != nil, result.conflicts.isEmpty, result.omissions.isEmpty else { return }
        var end = 0
        for (index, frame) in zip(result.views, result.frames) where index >= end && index != result.root {
            let stored = tree.frame(of: index)
            guard layout.isElsewhere(index, frame, in: result), !stored.isEmpty, !scene.isSystem[index],
                scene.isShown[index], tree.layoutTraits(of: index)?.isMisplaced != true
            else { continue }
            end = tree.subtree(of: index).upperBound
            found.add(
                "layout.stale",
                index,
                "\(scene.name(index)) is at \(words(stored)) in the file, but its constraints put it at \(words(frame))."
            )
        }
    }

    /// `16, 80, 343 × 20.5`
    private static func words(_ frame: Rect) -> String {
        "\(NumberText.told(frame.minX)), \(NumberText.told(frame.minY)), "
            + "\(NumberText.told(frame.size.width)) × \(NumberText.told(frame.size.height))"
    }
}
