import Diagnostics
import Drawing
import ViewHierarchy

/// Rules about touches.
enum TouchRules {
    /// The least side of a touch target, in points (Human Interface Guidelines).
    static let leastSide = 44.0
    /// A view that covers so much of its window is a screen or a sheet of its own: what is behind it waits.
    private static let shareOfSheet = 0.4
    /// A view that covers so much of its window is all that is on the screen.
    private static let shareOfScreen = 0.9
    /// Views below this alpha get no touches (`hitTest(_:with:)`).
    private static let leastAlpha = 0.01

    /// `touch.small`.
    static func small(_ scene: LintScene, _ found: inout LintCollector) {
        for index in scene.tree.indices {
            guard let role = scene.controls[index], scene.isShown[index], role == .button || role == .plain,
                scene.tree.flags(of: index).contains(.userInteractionEnabled), scene.isEnabled(index),
                !isInBar(index, scene), let frame = scene.geometry.windowFrame(of: index), !frame.isEmpty,
                scene.geometry.visibleFrame(of: index) != nil || scene.isInScrollView(index)
            else { continue }
            // A link in a text cannot be larger than its line, and a row takes the touch for what fills it.
            if scene.isElement(index), scene.tree.className(of: index).hasSuffix("Link") { continue }
            let size = frame.size
            guard size.width < leastSide - 0.5 || size.height < leastSide - 0.5 else { continue }
            found.add(
                "touch.small",
                index,
                likeness: "",
                "\(scene.name(index)) is \(scene.words(size)) points; fingers need 44 × 44."
            )
        }
    }

    /// What stands in a bar has the height of the bar's touches.
    private static func isInBar(_ index: Int, _ scene: LintScene) -> Bool {
        var next = scene.tree.superview(of: index)
        for _ in 0..<6 {
            guard let view = next else { return false }
            switch scene.drawing.roles[view] {
            case .navigationBar, .tabBar, .toolbar, .searchBar, .keyboard: return true
            default: next = scene.tree.superview(of: view)
            }
        }
        return false
    }

    /// `touch.unreachable`, `touch.cut`: the controls that hit testing does not find, or not all of.
    static func reach(_ scene: LintScene, _ found: inout LintCollector) {
        var obstacles: TouchObstacles?
        var isUnknown = false
        for index in scene.tree.indices where scene.controls[index] != nil && scene.isShown[index] {
            guard scene.isPlaced[index], scene.says("userInteractionEnabled", of: index), !scene.isElement(index),
                scene.tree.flags(of: index).contains(.userInteractionEnabled), scene.isEnabled(index),
                scene.geometry.visibleFrame(of: index) != nil, let fraction = scene.touchable.fraction(of: index),
                fraction < 0.95, scene.touchable.isExact(index), let root = scene.tree.root(of: index)
            else { continue }
            guard let whole = scene.geometry.windowFrame(of: index) else { continue }
            let outside = shareOutside(index, whole, scene)
            if fraction <= 0.001 {
                let search = obstacles ?? scene.sweep.map(TouchObstacles.init) ?? TouchObstacles(scene.tree)
                obstacles = search
                switch obstacle(to: index, root, outside?.share ?? 0, scene, search) {
                case .obstacle(let obstacle):
                    found.add(
                        "touch.unreachable",
                        index,
                        likeness: obstacle.kind.rawValue,
                        "\(scene.name(index)) gets no touches. \(obstacle.message)"
                    )
                case .nothing: continue
                case .unknown: isUnknown = true
                }
            } else if let outside, outside.share > 0.05 {
                found.add(
                    "touch.cut",
                    index,
                    likeness: "",
                    "\(scene.name(index)) reaches out of \(scene.name(outside.superview)): on "
                        + "\(Int((outside.share * 100).rounded())) % of it no touch gets to it."
                )
            }
        }
        for index in scene.tree.indices where scene.controls[index] != nil && !scene.isShown[index] {
            guard scene.isEnabled(index), let faded = faded(index, scene) else { continue }
            let words =
                "Its alpha\(faded == index ? "" : ", of \(scene.name(faded)),") is "
                + "\(NumberText.told(scene.tree.alpha(of: faded))), and below 0.01 UIKit gives a view no touches."
            found.add("touch.unreachable", index, likeness: "faded", "\(scene.name(index)) gets no touches. \(words)")
        }
        if isUnknown {
            found.add("touch.unreachable", nil, "Not all controls were checked: too many views cover them.")
        }
    }

    /// The view that makes a control all but transparent, itself or a superview; nil where nothing does, and where something
    /// hides it for good: an alpha of 0 is meant.
    private static func faded(_ index: Int, _ scene: LintScene) -> Int? {
        var faded: Int?
        for view in [index] + scene.tree.superviews(of: index) {
            let alpha = scene.tree.alpha(of: view)
            guard !scene.tree.flags(of: view).contains(.hidden), alpha > 0, !scene.drawing.isUnseen(view) else {
                return nil
            }
            if alpha < leastAlpha { faded = faded ?? view }
        }
        return faded
    }

    /// The first thing that keeps touches away for good; nothing for a reason that passes: what is scrolled away or
    /// behind a sheet is out of reach for the time being.
    private static func obstacle(
        to index: Int,
        _ root: Int,
        _ outside: Double,
        _ scene: LintScene,
        _ obstacles: TouchObstacles
    ) -> TouchObstacles.Answer {
        let window = scene.geometry.windowFrame(of: root)?.size ?? .zero
        let isOutside = outside > 0.99
        return obstacles.first(of: index, skipsCuts: !isOutside) { kind, culprit in
            switch kind {
            case .interactionDisabled:
                // A whole screen that takes no touches is in the middle of a transition; of a file it is what it is.
                culprit != index && (scene.tree.isInterface || !isLarge(culprit, window, scene, share: shareOfScreen))
                    ? .take : .stop
            case .outsideSuperview: isOutside ? isScrolledAway(index, by: culprit, scene) ? .stop : .take : .pass
            case .covered where isLarge(culprit, window, scene): .stop
            // Scenes of an interface file are shown one at a time; of several covers none is to blame alone.
            case .covered: scene.tree.root(of: culprit) == root && covers(culprit, index, scene) ? .take : .pass
            case .hidden, .transparent, .passThrough, .zeroSize, .notPlaced: .stop
            }
        }
    }

    private static func covers(_ culprit: Int, _ index: Int, _ scene: LintScene) -> Bool {
        guard let front = scene.geometry.windowFrame(of: culprit), let seen = scene.geometry.visibleFrame(of: index)
        else {
            return false
        }
        return front.union(seen).size.width <= front.size.width + 0.5
            && front.union(seen).size.height <= front.size.height + 0.5
    }

    private static func isLarge(
        _ index: Int,
        _ window: Size,
        _ scene: LintScene,
        share: Double = shareOfSheet
    ) -> Bool {
        guard let frame = scene.geometry.windowFrame(of: index) else { return true }
        return frame.size.width * frame.size.height >= share * window.width * window.height
    }

    private static func isScrolledAway(_ index: Int, by culprit: Int, _ scene: LintScene) -> Bool {
        scene.scrolls[culprit] || scene.scrollers[index] >= culprit && scene.isInScrollView(index)
            || scene.tree.flags(of: culprit).contains(.clipsToBounds)
    }

    /// How much of a control lies outside the bounds of its nearest superview that it leaves; nil where it scrolls there.
    private static func shareOutside(
        _ index: Int,
        _ whole: Rect,
        _ scene: LintScene
    ) -> (share: Double, superview: Int)? {
        let area = whole.size.width * whole.size.height
        var next = scene.tree.superview(of: index)
        for _ in 0..<4 {
            guard let view = next, area > 0, let bounds = scene.geometry.windowFrame(of: view) else { return nil }
            // Past a view that clips, or scrolls, only what is seen counts.
            guard !scene.scrolls[view], !scene.tree.flags(of: view).contains(.clipsToBounds),
                scene.tree.superview(of: view) != nil
            else { return nil }
            let inside = whole.intersection(bounds).map { $0.size.width * $0.size.height } ?? 0
            if inside < area * 0.95 { return (1 - inside / area, view) }
            next = scene.tree.superview(of: view)
        }
        return nil
    }
}

extension TouchRules {
    /// How many nodes of the tree of frames are looked at.
    private static let maximumSteps = 10_000_000
    /// How many overlaps are gathered.
    private static let maximumOverlaps = 10_000

    /// `touch.overlap`: controls that lie beside each other are never compared.
    static func overlaps(_ scene: LintScene, _ found: inout LintCollector) {
        var boxes: [(index: Int, frame: Rect)] = []
        for index in scene.tree.indices where scene.controls[index] != nil && scene.isShown[index] {
            guard scene.tree.flags(of: index).contains(.userInteractionEnabled), scene.isEnabled(index),
                let frame = scene.geometry.visibleFrame(of: index), !frame.isEmpty,
                scene.geometry.toWindow(of: index)?.keepsUpright ?? false,
                scene.isElement(index) || scene.touchable.fraction(of: index) ?? 0 > 0
            else { continue }
            boxes.append((index, frame))
        }
        var steps = maximumSteps
        var overlaps: [(front: Int, back: Int, shared: Rect)] = []
        let isDone = RectTree(of: boxes.map(\.frame)).forEachPair(steps: &steps) { front, back in
            guard let shared = overlap(boxes[front], boxes[back], scene) else { return true }
            overlaps.append((boxes[front].index, boxes[back].index, shared))
            return overlaps.count < maximumOverlaps
        }
        if !isDone {
            found.add("touch.overlap", nil, "Not all controls were compared: too many overlap.")
        }
        for overlap in overlaps.sorted(by: { ($0.front, $0.back) < ($1.front, $1.back) }) {
            let back = "\(scene.name(overlap.back)) (view \(scene.tree.id(at: overlap.back) ?? overlap.back))"
            found.add(
                "touch.overlap",
                overlap.front,
                likeness: scene.words(overlap.shared.size),
                "\(scene.name(overlap.front)) overlaps \(back) by \(scene.words(overlap.shared.size)) points."
            )
        }
    }

    /// What two controls share that do not hold one another: a small one upon a large one is meant.
    private static func overlap(
        _ a: (index: Int, frame: Rect),
        _ b: (index: Int, frame: Rect),
        _ scene: LintScene
    ) -> Rect? {
        guard let shared = a.frame.intersection(b.frame), shared.size.width > 4, shared.size.height > 4,
            !scene.tree.subtree(of: a.index).contains(b.index), !scene.tree.subtree(of: b.index).contains(a.index),
            scene.tree.root(of: a.index) == scene.tree.root(of: b.index)
        else { return nil }
        func area(_ rect: Rect) -> Double { rect.size.width * rect.size.height }
        return area(shared) < 0.95 * min(area(a.frame), area(b.frame)) ? shared : nil
    }
}

/// Rules about accessibility.
enum AccessibilityRules {
    /// `identifier.missing`: in dumps that tell identifiers of some views.
    static func identifiers(_ scene: LintScene, _ found: inout LintCollector) {
        let named = scene.tree.indices.contains { index in
            let identifier = scene.tree.identifier(of: index) ?? ""
            return !identifier.isEmpty && identifier != scene.tree.label(of: index)
        }
        guard named else { return }
        for index in scene.tree.indices where scene.controls[index] != nil && scene.isShown[index] {
            guard (scene.tree.identifier(of: index) ?? "").isEmpty, !isRepeated(index, scene) else { continue }
            // A button around a control has the identifier for both.
            let parent = scene.tree.superview(of: index)
            if let parent, scene.controls[parent] != nil { continue }
            found.add(
                "identifier.missing",
                index,
                likeness: "",
                "\(scene.name(index)) has no accessibility identifier."
            )
        }
    }

    /// What a list makes once for each row.
    private static func isRepeated(_ index: Int, _ scene: LintScene) -> Bool { scene.isInCell[index] }

    /// `identifier.duplicate`: once for each identifier, at the second view that has it.
    static func duplicates(_ scene: LintScene, _ found: inout LintCollector) {
        var holders: [Name: [Int]] = [:]
        for index in scene.tree.indices where scene.isShown[index] && !scene.isSystem[index] {
            guard let identifier = scene.tree.identifier(of: index), !identifier.isEmpty, !scene.isInCell[index],
                scene.drawing.roles[index] != .cell,
                // Tools call an element by its label where it has no identifier.
                identifier != scene.tree.label(of: index), identifier != scene.tree.text(of: index),
                identifier != scene.tree.value(of: index), isOwn(identifier, index, scene)
            else { continue }
            holders[Name(root: scene.tree.root(of: index), identifier: identifier), default: []].append(index)
        }
        for (name, views) in holders.sorted(by: { ($0.value.first ?? 0) < ($1.value.first ?? 0) }) {
            // Wrappers pass their identifier on to what they wrap.
            var apart: [Int] = []
            for view in views where !apart.contains(where: { scene.tree.subtree(of: $0).contains(view) }) {
                apart.append(view)
                if apart.count > 100 { break }
            }
            guard let first = apart.first, let second = apart.dropFirst().first else { continue }
            let ids = apart.compactMap { scene.tree.id(at: $0) }
            found.add(
                "identifier.duplicate",
                second,
                details: [.init("alike", .numbers(Array(ids.prefix(100))))],
                "“\(name.identifier.prefix(60))” is the identifier of \(apart.count > 100 ? "more than 100" : "\(apart.count)") "
                    + "views; a test finds \(scene.name(first)) (view \(ids.first ?? first))."
            )
        }
    }

    /// An identifier in a window, or in a scene of an interface file.
    private struct Name: Hashable {
        let root: Int?
        let identifier: String
    }

    /// Whether an identifier is not one that a system makes: names of symbols, and what tools number for themselves.
    private static func isOwn(_ identifier: String, _ index: Int, _ scene: LintScene) -> Bool {
        guard !identifier.hasPrefix("detox_temp") else { return false }
        // A sentence is what VoiceOver reads, which tools also give for an identifier.
        if scene.isElement(index), identifier.contains(" ") { return false }
        // Pictures are identified by the names of their assets, and one asset may well be shown twice.
        return scene.drawing.roles[index] != .image && scene.drawing.roles[index] != .icon
    }

    /// `label.missing`, `label.pictureMissing`: where the dump tells labels.
    static func labels(_ scene: LintScene, _ found: inout LintCollector) {
        guard scene.saysLabels else { return }
        for index in scene.tree.indices where scene.isShown[index] && !scene.isSystem[index] {
            if scene.tree.isInterface, !scene.says("label", of: index) {
                if let (rule, message) = unnamedPicture(index, scene) {
                    found.add(rule, index, likeness: "", message)
                }
                continue
            }
            guard scene.isElement(index) || scene.says("label", of: index) else { continue }
            switch scene.controls[index] {
            case .button?, .toggle?, .slider?, .stepper?, .textField?, .searchField?:
                guard !scene.hasName(index), (scene.tree.identifier(of: index) ?? "").isEmpty || !namesByLabel(scene)
                else { continue }
                // A switch in a row is called by the row.
                if scene.isInCell[index], scene.controls[index] != .button { continue }
                found.add("label.missing", index, likeness: "", "\(scene.name(index)) has no accessibility label.")
            case nil where scene.drawing.roles[index] == .image && isAccessible(index, scene):
                guard !scene.hasName(index) else { continue }
                found.add(
                    "label.pictureMissing",
                    index,
                    likeness: "",
                    "\(scene.name(index)) has no accessibility label."
                )
            default: continue
            }
        }
    }

    /// What an interface file says of a button that shows a picture alone, or of a picture that is an element; whether code
    /// names others is not known.
    private static func unnamedPicture(_ index: Int, _ scene: LintScene) -> (rule: String, message: String)? {
        let isButton = scene.controls[index] == .button
        guard isButton || scene.drawing.roles[index] == .image,
            let image = scene.tree.attribute("image", of: index), !image.isEmpty,
            // A symbol has a name that VoiceOver reads.
            !image.hasPrefix("symbol "), !scene.hasName(index), isAccessible(index, scene, unlessSaid: isButton)
        else { return nil }
        let words = isButton ? "shows a picture and has" : "has"
        let rule = isButton ? "label.missing" : "label.pictureMissing"
        return (rule, "\(scene.name(index)) \(words) no accessibility label.")
    }

    /// Whether the format gives one name only, which may be identifier or label.
    private static func namesByLabel(_ scene: LintScene) -> Bool {
        scene.dump.format == .detox || scene.dump.format == .uiautomator
    }

    /// Whether the dump says that VoiceOver stops at a view.
    private static func isAccessible(_ index: Int, _ scene: LintScene, unlessSaid usual: Bool = false) -> Bool {
        let said = scene.tree.attributes(of: index).filter { attributesOfElements.contains($0.name) }
        return said.isEmpty ? usual : said.contains { ["true", "1", "yes"].contains($0.value.lowercased()) }
    }

    static let attributesOfElements: Set = [
        "accessible", "isAccessibilityElement", "isAccessible", "accessibility.isElement",
    ]
}
