import Diagnostics
import Drawing
import Foundation
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
    /// too little is known: `is about 120 points long, 40 points too wide for a line of 80 points`.
    /// - Parameter texts: What is assumed of the text.
    static func cut(
        _ index: Int,
        to size: Size,
        _ scene: LintScene,
        _ texts: TextAssumptions = TextAssumptions()
    ) -> String? {
        let words = texts.words(for: index, in: scene.tree)?.text
        let isOther = scene.saysOtherTexts || !texts.isEmpty
        let isButton = scene.drawing.roles[index] == .button && isOther && scene.tree.isInterface
        guard scene.drawing.roles[index] == .label || isButton, scene.isShown[index], !scene.isSystem[index],
            !scene.isElement(index), let text = words ?? scene.tree.text(of: index), text.count > 3,
            !text.hasSuffix("…"), !text.hasSuffix("..."), size.isFinite, size.width > 1, size.height > 1,
            !shrinks(index, scene)
        else { return nil }
        let scaled = texts.textSize.flatMap { scene.tree.scaledFont(of: index, at: $0) }
        var size = size
        let usual = isButton ? TextFont(size: scene.tree.buttonTitleSize(of: index)) : nil
        guard let font = scaled.flatMap({ TextFont($0) }) ?? scene.font(of: index) ?? usual else {
            return cut(text, to: size)
        }
        let styled = scene.tree.styledText(of: index, saying: words, at: texts.textSize)
        if isButton { size.width = max(size.width - scene.tree.buttonFixedWidth(of: index), 1) }
        let highest = styled?.largestFont ?? font
        if size.height < highest.lineHeight * leastShareOfLine {
            let line = highest.lineHeight.rounded()
            return "has lines of about \(NumberText.told(line)) points, \(excess(line - size.height)) too high for "
                + "its \(NumberText.told(size.height)) points"
        }
        let fitting = max(1, Int((highest.lines(in: min(size.height, 100_000)) + 0.2).rounded(.down)))
        let said = scene.drawing.number(.numberOfLines, of: index).map { Int(min(max($0, 0), 1_000)) } ?? 1
        let lines = said == 0 ? fitting : min(said, fitting)
        let shown = seen(text)
        let grown = 1 + texts.growth
        // A frame that was made for a text tells that it fits, whatever is estimated; of other words nothing does.
        let isReckoned =
            font.family == .system
            && (words != nil || scaled != nil || texts.growth != 0 || scene.tree.reworded.contains(index))
        let room = size.width / grown * (isReckoned ? 1 : 1.15)
        /// The widths of the lines, and whether the last one ends with an ellipsis.
        func broken(_ most: Int) -> (widths: [Double], isCut: Bool) {
            if let styled {
                let lines = styled.lines(room: room, most: most)
                return (lines.map { $0.reduce(0) { $0 + $1.width } }, lines.last?.last?.text.hasSuffix("…") ?? false)
            }
            let lines = font.wrap(shown, room: room, lines: most)
            return (lines.map(font.width), lines.last?.hasSuffix("…") ?? false)
        }
        guard broken(lines).isCut else { return nil }
        let width = (styled?.width ?? font.width(of: shown)) * grown
        guard isReckoned || shown.contains("\n") || width > size.width * Double(lines) + 6 else { return nil }
        let place = lines == 1 ? "a line of" : "\(lines) lines of"
        // Lines that are written as such may be too many, and each short enough.
        var missing = width - size.width * Double(lines)
        if isReckoned, missing < 1 { missing = broken(1_000).widths.dropFirst(lines).reduce(0, +) * grown }
        guard missing > 0 else {
            let count = shown.split(separator: "\n", omittingEmptySubsequences: false).count
            return "has \(count) lines, \(count - lines) too many for \(place) \(NumberText.told(size.width)) points"
        }
        return "is about \(NumberText.told(width.rounded())) points long, \(excess(missing)) too wide for \(place) "
            + "\(NumberText.told(size.width)) points"
    }

    /// What is looked at of a text: its beginning, without the blanks around it, which few texts have.
    private static func seen(_ text: String) -> String {
        let start = text.utf8.count > 2_000 ? String(text.prefix(2_000)) : text
        guard start.first?.isWhitespace == true || start.last?.isWhitespace == true else { return start }
        return start.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// By how much something fails: `9 points`.
    private static func excess(_ length: Double) -> String {
        let points = max(length.rounded(), 1)
        return "\(NumberText.told(points)) point\(points == 1 ? "" : "s")"
    }

    /// A line of which less is left is cut: ascenders and descenders take about this much.
    private static let leastShareOfLine = 0.7
    /// Where the dump names no font, a text does not fit if it does not fit in this size, the smallest that people read.
    private static let smallestFont = TextFont(size: 9)

    /// How a text of an unknown font does not fit into a size.
    private static func cut(_ text: String, to size: Size) -> String? {
        let font = smallestFont
        let lines = max(Int((min(size.height, 100_000) / font.lineHeight + 0.02).rounded(.down)), 1)
        let shown = seen(text)
        let isCut = font.wrap(shown, room: size.width * 1.15, lines: lines).last?.hasSuffix("…") ?? false
        let width = font.width(of: shown)
        guard isCut, shown.contains("\n") || width > size.width * Double(lines) * 1.15 else { return nil }
        let missing = max(width - size.width * Double(lines), 1)
        return "is about \(NumberText.told(width.rounded())) points long even in a font of "
            + "\(NumberText.told(font.size)) points, \(excess(missing)) too wide for "
            + "\(NumberText.told(size.width)) × \(NumberText.told(size.height)) points"
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
                    "\(scene.name(index)) is opaque and has alpha \(NumberText.told(alpha))."
                )
            } else if let fill, !fill.isOpaque, fill.light.alpha > 0 {
                found.add(
                    "opaque.transparent",
                    index,
                    likeness: "fill",
                    "\(scene.name(index)) is opaque, and its background is not: alpha \(NumberText.told(fill.light.alpha))."
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

/// `contrast.low`: the contrast of WCAG 2.2 between a text and what lies behind it, as far as the dump tells both.
extension LookRules {
    /// How many siblings behind a text, or behind a superview of it, are looked at; past that nothing is said.
    private static let maximumSiblings = 40
    /// How many views of a sibling are looked at.
    private static let maximumParts = 30
    /// How many steps all texts together take.
    private static let maximumSteps = 2_000_000

    static func contrast(_ scene: LintScene, _ found: inout LintCollector) {
        guard scene.drawing.namesBackgrounds, found.isWanted("contrast.low") else { return }
        var steps = 0
        for index in scene.tree.indices where steps < maximumSteps {
            switch scene.drawing.roles[index] {
            case .label, .textView, .textField: break
            default: continue
            }
            guard scene.isShown[index], !scene.isSystem[index], !scene.isElement(index), scene.isEnabled(index),
                !(scene.tree.text(of: index) ?? "").isEmpty,
                let color = scene.drawing.color(.textColor, of: index),
                let ground = Ground(behind: index, scene, &steps)
            else { continue }
            let font = scene.font(of: index)
            let isLarge = font.map { $0.size >= 18 || $0.size >= 14 && $0.weight >= 700 }
            // Without a font a contrast that even large text may not have is low for sure.
            let least = isLarge == false ? 4.5 : 3
            let appearances: [(String, KeyPath<DynamicColor, RGBA>)] = [("light", \.light), ("dark", \.dark)]
            var failures: [(name: String, ratio: Double)] = []
            for (name, path) in appearances {
                if let only = scene.drawing.appearance, "\(only)" != name { continue }
                let behind = ground.color(path)
                let text = color[keyPath: path]
                let ratio = contrast(blend(text.withAlpha(text.alpha * ground.opacity), over: behind), behind)
                // What cannot be seen at all is meant.
                if ratio < least - 0.05, text.alpha > 0.05 { failures.append((name, ratio)) }
            }
            guard let worst = failures.min(by: { $0.ratio < $1.ratio }) else { continue }
            let isBoth = ground.isFixed && color.light == color.dark || scene.drawing.appearance != nil
            let when = isBoth ? "" : failures.count == 2 ? " in both appearances" : " in the \(worst.name) appearance"
            let ratio = NumberText.told((worst.ratio * 10).rounded(.down) / 10)
            found.add(
                "contrast.low",
                index,
                likeness: "\(color.light.hexadecimal) \(ground.color(\.light).hexadecimal)",
                "\(scene.name(index)) has a contrast of \(ratio) to 1\(when); \(NumberText.told(least)) to 1 is the least"
                    + (font == nil ? " for text of any size." : ".")
            )
        }
    }

    /// The colours behind a text, from the first one that nothing shines through.
    private struct Ground {
        /// From the text out.
        private var layers: [(color: DynamicColor, opacity: Double)] = []
        /// The product of the alphas between the text and its ground.
        private(set) var opacity = 1.0

        /// Whether it is the same in every appearance.
        var isFixed: Bool { layers.allSatisfy { $0.color.light == $0.color.dark } }

        /// Nil where something behind the text is not known, or nothing is opaque.
        init?(behind index: Int, _ scene: LintScene, _ steps: inout Int) {
            guard let frame = scene.geometry.windowFrame(of: index) else { return nil }
            var next: Int? = index
            while let view = next {
                steps += 1
                guard Ground.isPlain(view, isText: view == index, scene) else { return nil }
                if let said = scene.drawing.text(.backgroundColor, of: view) {
                    guard let color = ColorText(said).color ?? scene.drawing.color(.backgroundColor, of: view) else {
                        return nil
                    }
                    layers.append((color, 1))
                    if color.isOpaque {
                        if view != index { opacity *= 1 }
                        return
                    }
                }
                opacity *= scene.tree.alpha(of: view)
                guard let parent = scene.tree.superview(of: view),
                    Ground.isBare(behind: view, in: parent, frame, scene, &steps)
                else { return nil }
                next = parent
            }
            return nil
        }

        /// Whether a view draws nothing but its background.
        private static func isPlain(_ view: Int, isText: Bool, _ scene: LintScene) -> Bool {
            if isText { return true }
            switch scene.drawing.roles[view] {
            case .plain, .window, .table, .cell, .cellContent, .headerFooter, .label, .alert: break
            default: return false
            }
            let layer = scene.tree.attributes(of: view).first { $0.name == "layer" }?.value ?? ""
            return !layer.contains("Gradient") && !layer.contains("Shape")
        }

        /// Whether no sibling behind a view shows anything where the text is.
        private static func isBare(
            behind view: Int,
            in parent: Int,
            _ frame: Rect,
            _ scene: LintScene,
            _ steps: inout Int
        ) -> Bool {
            var sibling = parent + 1
            var looked = 0
            while sibling < view {
                let subtree = scene.tree.subtree(of: sibling)
                looked += 1
                steps += 1
                guard looked <= maximumSiblings else { return false }
                if scene.isShown[sibling], subtree.count > maximumParts {
                    guard scene.geometry.windowFrame(of: sibling)?.intersection(frame) == nil else { return false }
                } else {
                    for part in subtree where scene.isShown[part] {
                        steps += 1
                        guard scene.geometry.windowFrame(of: part)?.intersection(frame) != nil else { continue }
                        if paints(part, scene) { return false }
                    }
                }
                sibling = subtree.upperBound
            }
            return true
        }

        private static func paints(_ view: Int, _ scene: LintScene) -> Bool {
            switch scene.drawing.roles[view] {
            case .plain, .label, .cell, .cellContent, .headerFooter, .window:
                guard let said = scene.drawing.text(.backgroundColor, of: view) else { return false }
                return ColorText(said).color.map { !$0.isClear } ?? true
            default: return true
            }
        }

        /// What is seen behind the text in an appearance.
        func color(_ path: KeyPath<DynamicColor, RGBA>) -> RGBA {
            guard let last = layers.last else { return RGBA(1, 1, 1) }
            return layers.dropLast().reversed().reduce(last.color[keyPath: path]) {
                LookRules.blend($1.color[keyPath: path], over: $0)
            }
        }
    }

    /// A colour upon another one that nothing shines through.
    private static func blend(_ color: RGBA, over ground: RGBA) -> RGBA {
        func mix(_ a: Double, _ b: Double) -> Double { a * color.alpha + b * (1 - color.alpha) }
        return RGBA(mix(color.red, ground.red), mix(color.green, ground.green), mix(color.blue, ground.blue))
    }

    /// WCAG 2.2, “contrast ratio”.
    static func contrast(_ a: RGBA, _ b: RGBA) -> Double {
        let (first, second) = (luminance(a), luminance(b))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// WCAG 2.2, “relative luminance”.
    private static func luminance(_ color: RGBA) -> Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
}
