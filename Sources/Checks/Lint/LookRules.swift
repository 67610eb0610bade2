import Diagnostics
import Foundation
import Drawing
import ViewHierarchy

/// Rules about looks.
enum LookRules {
    /// `text.truncated`: an estimate with much room for error.
    static func truncated(_ scene: LintScene, _ found: inout LintCollector) {
        for index in scene.tree.indices {
            guard let cut = cut(index, to: scene.tree.bounds(of: index).size, scene) else { continue }
            found.add("text.truncated", index, "\(scene.name(index)) \(cut): probably its end is cut.")
        }
    }

    /// How a label's text does not fit into a size, by an estimate with much room for error; nil where it does, or where
    /// too little is known: `is about 120 points long and has a line of 80 points`.
    /// - Parameter texts: What is assumed of the text.
    static func cut(
        _ index: Int,
        to size: Size,
        _ scene: LintScene,
        _ texts: TextAssumptions = TextAssumptions()
    ) -> String? {
        let words = scene.tree.id(at: index).flatMap { texts.words[$0]?.text }
        guard scene.drawing.roles[index] == .label, scene.isShown[index], !scene.isSystem[index],
            !scene.isElement(index), let text = words ?? scene.tree.text(of: index), text.count > 3,
            !text.hasSuffix("…"), !text.hasSuffix("..."), let font = scene.font(of: index), size.isFinite,
            size.width > 1, size.height > 1, !shrinks(index, scene)
        else { return nil }
        let fitting = max(
            1,
            Int((min(size.height, 100_000) / (font.size * SystemFont.lineHeight) + 0.2).rounded(.down))
        )
        let said = scene.drawing.number(.numberOfLines, of: index).map { Int(min(max($0, 0), 1_000)) } ?? 1
        let lines = said == 0 ? fitting : min(said, fitting)
        let shown = String(text.prefix(2_000)).trimmingCharacters(in: .whitespacesAndNewlines)
        let widen = font.weight >= 600 ? 1.045 : 1
        let grown = 1 + texts.growth
        let room = size.width / font.size / widen / grown * 1.15
        guard SystemFont.wrap(shown, room: room, lines: lines).last?.hasSuffix("…") ?? false else { return nil }
        let width = SystemFont.width(of: shown, isBold: font.weight >= 600) * font.size * grown
        guard shown.contains("\n") || width > size.width * Double(lines) + 6 else { return nil }
        let place = lines == 1 ? "a line of" : "\(lines) lines of"
        return "is about \(NumberText.short(width.rounded())) points long and has \(place) "
            + "\(NumberText.short(size.width)) points"
    }

    /// Whether a label makes its text fit by itself.
    private static func shrinks(_ index: Int, _ scene: LintScene) -> Bool {
        scene.tree.attributes(of: index).contains {
            $0.name.hasPrefix("adjustsFontSize")
                && ["yes", "true", "1"].contains($0.value.lowercased())
        }
    }

    /// `opaque.transparent`: where the dump said that the view is opaque.
    static func opaque(_ scene: LintScene, _ found: inout LintCollector) {
        for index in scene.tree.indices where scene.isShown[index] && !scene.isSystem[index] {
            guard scene.tree.flags(of: index).contains(.opaque), scene.says("opaque", of: index) else { continue }
            let alpha = scene.tree.alpha(of: index)
            let fill = scene.drawing.color(.backgroundColor, of: index)
            if alpha < 0.999 {
                found.add(
                    "opaque.transparent",
                    index,
                    likeness: "alpha",
                    "\(scene.name(index)) is opaque and has alpha \(NumberText.short(alpha))."
                )
            } else if let fill, !fill.isOpaque, fill.light.alpha > 0 {
                found.add(
                    "opaque.transparent",
                    index,
                    likeness: "fill",
                    "\(scene.name(index)) is opaque, and its background is not: alpha \(NumberText.short(fill.light.alpha))."
                )
            }
        }
    }

    /// `drawing.overdraw`: the outermost views that paint everything and of which nothing is seen.
    static func overdraw(_ scene: LintScene, _ found: inout LintCollector) {
        guard found.isWanted("drawing.overdraw"), !scene.tree.hasScenes else { return }
        let covers = VisibleScene(scene.tree, scene.geometry)
        var end = 0
        for index in scene.tree.indices where index >= end && scene.visible.fraction(of: index) == 0 {
            guard scene.visible.isExact(index), scene.geometry.isVisible(index), !scene.isSystem[index],
                covers.isCover(index)
            else { continue }
            end = scene.tree.subtree(of: index).upperBound
            found.add("drawing.overdraw", index, likeness: "", message(index, covers, scene))
        }
    }

    private static func message(_ index: Int, _ covers: VisibleScene, _ scene: LintScene) -> String {
        // Looking for what covers a view takes a look at all views.
        let cover = scene.tree.count < 5_000 ? covers.coveredBy(of: index) : nil
        let words =
            cover.map { "\(scene.name($0)) (view \(scene.tree.id(at: $0) ?? $0)) covers" } ?? "opaque views cover"
        return "\(scene.name(index)) draws something hidden: \(words) all of it."
    }

    /// How many views a hidden subtree may have before it is worth a word.
    private static let largeSubtree = 50

    /// `hidden.large`: the outermost hidden views.
    static func hidden(_ scene: LintScene, _ found: inout LintCollector) {
        var end = 0
        for index in scene.tree.indices where index >= end && !scene.isShown[index] {
            let flags = scene.tree.flags(of: index)
            guard flags.contains(.hidden) || scene.tree.alpha(of: index) <= 0 else { continue }
            let subtree = scene.tree.subtree(of: index)
            end = subtree.upperBound
            guard !scene.isSystem[index], subtree.count >= largeSubtree else { continue }
            let state = flags.contains(.hidden) ? "hidden" : "transparent"
            found.add(
                "hidden.large",
                index,
                "\(scene.name(index)) is \(state), with the \(subtree.count - 1) views in it."
            )
        }
    }
}
