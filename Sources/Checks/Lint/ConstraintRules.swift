import Drawing
import Diagnostics
import AutoLayout
import ViewHierarchy

/// Rules about what constraints make of a dump on its own canvas.
enum ConstraintRules {
    /// So many views are laid out; of larger dumps some roots are left out.
    static let maximumViews = 3_000
    /// Frames that are off by less are rounding, in points.
    private static let tolerance = 1.0

    /// `layout.conflict`, `layout.ambiguous`, `layout.stale`, where the dump says constraints.
    static func check(_ scene: LintScene, _ found: inout LintCollector) {
        let rules = ["layout.conflict", "layout.ambiguous", "layout.stale"]
        guard scene.tree.saysConstraints, rules.contains(where: { found.isWanted($0) }) else { return }
        let matrix = DeviceMatrix(scene.tree, screens: [], maximumViews: maximumViews, namesContents: false)
        for row in matrix.rows {
            for conflict in conflicts(of: row.canvas, scene) {
                found.add("layout.conflict", conflict.view, conflict.sentence)
            }
            for (view, words) in choices(of: row.canvas, scene) { found.add("layout.ambiguous", view, words) }
            findStale(row.canvas, scene, &found)
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

    /// `layout.stale`: only frames that are certain, in files that Interface Builder does not call misplaced itself.
    private static func findStale(_ result: AutoLayoutResult, _ scene: LintScene, _ found: inout LintCollector) {
        let tree = scene.tree
        guard tree.layoutCanvas != nil, result.conflicts.isEmpty, result.omissions.isEmpty else { return }
        var end = 0
        for (index, frame) in zip(result.views, result.frames) where index >= end && index != result.root {
            let stored = tree.frame(of: index)
            guard case .certain? = result.certainty(of: index), stored.isFinite, !stored.isEmpty,
                !scene.isSystem[index], scene.isShown[index],
                tree.layoutTraits(of: index)?.isMisplaced != true,
                // What constraints hold of a symbol is inside its frame, by how much only the glyph knows.
                tree.attribute("image", of: index)?.hasPrefix("symbol ") != true
            else { continue }
            let offs = [
                frame.minX - stored.minX, frame.minY - stored.minY, frame.size.width - stored.size.width,
                frame.size.height - stored.size.height,
            ]
            guard offs.contains(where: { abs($0) > tolerance }) else { continue }
            end = tree.subtree(of: index).upperBound
            found.add(
                "layout.stale",
                index,
                "\(scene.name(index)) is at \(words(stored)) in the file, and its constraints put it at \(words(frame))."
            )
        }
    }

    /// `16, 80, 343 × 20.5`
    private static func words(_ frame: Rect) -> String {
        "\(NumberText.short(frame.minX)), \(NumberText.short(frame.minY)), "
            + "\(NumberText.short(frame.size.width)) × \(NumberText.short(frame.size.height))"
    }
}
