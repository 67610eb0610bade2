import Diagnostics
import Drawing
import ViewHierarchy

/// Rules about sizes and places.
enum PlaceRules {
    /// Differences up to this are rounding, in points.
    static let tolerance = 0.01

    /// `size.zero`, `size.negative`.
    static func sizes(_ scene: LintScene, _ found: inout LintCollector) {
        for index in scene.tree.indices where scene.isShown[index] && !scene.isSystem[index] {
            let size = scene.tree.bounds(of: index).size
            guard size.isFinite, scene.isPlaced[index] else { continue }
            if size.width < 0 || size.height < 0 {
                found.add("size.negative", index, "\(scene.name(index)) has the size \(scene.words(size)).")
                continue
            }
            guard size.width == 0 || size.height == 0, !scene.isElement(index), scene.hasContent[index],
                scene.tree.superview(of: index).map({ !scene.tree.bounds(of: $0).isEmpty }) ?? true
            else { continue }
            if scene.drawing.roles[index] == .image || scene.drawing.roles[index] == .label {
                // A picture that is not loaded yet and a text that is empty may well take no room.
                guard !(scene.drawing.ownText(of: index) ?? "").isEmpty else { continue }
            } else if scene.controls[index] == nil {
                guard hasSizedControl(below: index, scene) else { continue }
            }
            found.add(
                "size.zero",
                index,
                likeness: scene.words(size),
                "\(scene.name(index)) is \(scene.words(size)) points and shows something."
            )
        }
    }

    /// Whether a control below a view has an area, which cannot be touched then.
    private static func hasSizedControl(below index: Int, _ scene: LintScene) -> Bool {
        scene.tree.subtree(of: index).prefix(200).contains {
            scene.controls[$0] != nil && scene.isShown[$0] && !scene.tree.bounds(of: $0).isEmpty
        }
    }

    /// `place.nonFinite`, only for the outermost view of those that have no place because of it.
    static func places(_ scene: LintScene, _ found: inout LintCollector) {
        var end = 0
        for index in scene.tree.indices where index >= end && scene.tree.flags(of: index).contains(.nonFinite) {
            end = scene.tree.subtree(of: index).upperBound
            let inside = end - index - 1
            let others = inside == 0 ? "" : ", and with it the \(inside) views in it"
            found.add("place.nonFinite", index, "\(scene.name(index)) is at an infinite position\(others).")
        }
    }

    /// `place.clipped`, `place.offScreen`: the outermost views of which nothing is left, where that shows something.
    static func lostContent(_ scene: LintScene, _ found: inout LintCollector) {
        var end = 0
        var steps = maximumSteps
        for index in scene.tree.indices where index >= end {
            guard scene.hasContent[index], scene.isPlaced[index], let parent = scene.tree.superview(of: index),
                let frame = scene.geometry.windowFrame(of: index), !frame.isEmpty,
                scene.geometry.visibleFrame(of: index) == nil
            else { continue }
            end = scene.tree.subtree(of: index).upperBound
            guard !scene.isInScrollView(index), let root = scene.tree.root(of: index),
                let window = scene.geometry.windowFrame(of: root), scene.geometry.visibleFrame(of: parent) != nil
            else { continue }
            if frame.intersection(window) != nil {
                // Elements do not say what clips.
                guard !scene.isElement(index), let clip = clip(of: index, frame, scene, &steps) else { continue }
                found.add(
                    "place.clipped",
                    index,
                    likeness: "",
                    "\(scene.name(index)) is entirely outside \(scene.name(clip)), which clips it."
                )
            } else if scene.isWindow(root) {
                let place = scene.tree.isInterface ? "screen" : "window"
                found.add("place.offScreen", index, likeness: "", "\(scene.name(index)) is outside the \(place).")
            }
        }
        if steps <= 0 {
            found.add("place.clipped", nil, "Not all views were checked: there are too many, nested too deeply.")
        }
    }

    /// How many superviews are asked, for all views together.
    private static let maximumSteps = 2_000_000

    /// The nearest superview that clips all of a view.
    private static func clip(of index: Int, _ frame: Rect, _ scene: LintScene, _ steps: inout Int) -> Int? {
        var next = scene.tree.superview(of: index)
        while let view = next, steps > 0 {
            steps -= 1
            if scene.tree.flags(of: view).contains(.clipsToBounds), let area = scene.geometry.windowFrame(of: view),
                frame.intersection(area) == nil
            {
                return scene.scrolls[view] ? nil : view
            }
            next = scene.tree.superview(of: view)
        }
        return nil
    }

    /// `place.halfPixel`: where a view leaves the grid that its superview still keeps to.
    static func pixels(_ scene: LintScene, _ found: inout LintCollector) {
        guard let scale = scene.scale, found.isWanted("place.halfPixel") else { return }
        func isOff(_ value: Double) -> Bool { abs(value * scale - (value * scale).rounded()) > 0.02 * scale }
        for index in scene.tree.indices where scene.isShown[index] && !scene.isSystem[index] {
            guard let parent = scene.tree.superview(of: index), !scene.isElement(index), paints(index, scene),
                let transform = scene.geometry.toWindow(of: index), transform.isTranslation,
                let frame = scene.geometry.visibleFrame(of: index) != nil ? scene.geometry.windowFrame(of: index) : nil,
                let above = scene.geometry.windowFrame(of: parent), max(abs(frame.minX), abs(frame.minY)) < 10_000
            else { continue }
            let isOffX = isOff(frame.minX) && !isOff(above.minX)
            let isOffY = isOff(frame.minY) && !isOff(above.minY)
            guard isOffX || isOffY else { continue }
            let place = "(\(NumberText.told(frame.minX)), \(NumberText.told(frame.minY)))"
            found.add(
                "place.halfPixel",
                index,
                likeness: "\(isOffX)\(isOffY)",
                "\(scene.name(index)) begins at \(place) in the window, which is no whole pixel at @\(Int(scale))x."
            )
        }
    }

    /// Whether smoothed edges of a view show: it has a text, a picture or a colour.
    private static func paints(_ index: Int, _ scene: LintScene) -> Bool {
        switch scene.drawing.roles[index] {
        case .label, .image, .button: scene.hasContent[index]
        default: scene.drawing.color(.backgroundColor, of: index).map { !$0.isClear } ?? false
        }
    }

    /// `place.unsafeArea`, on devices that are known by the size of the window.
    static func unsafeArea(_ scene: LintScene, _ found: inout LintCollector) {
        for root in scene.tree.roots {
            guard let device = scene.device(of: root), device.housingName != nil,
                let screen = SystemScreen(Situation().surroundings(of: scene.tree.bounds(of: root).size))
            else { continue }
            let names = Device.names(ofSize: scene.tree.bounds(of: root).size, scale: scene.dump.device?.scale)
            for (index, part) in unsafe(scene, scene.geometry, root, on: screen) {
                found.add(
                    "place.unsafeArea",
                    index,
                    "\(scene.name(index)) is entirely under the \(part) of \(names ?? device.name)."
                )
            }
        }
    }

    /// The controls, and at the top and the sides the texts, that lie wholly where a screen has parts of the system's own,
    /// with the name of the part.
    ///
    /// - Parameter geometry: Where the views lie on that screen.
    static func unsafe(
        _ scene: LintScene,
        _ geometry: WindowGeometry,
        _ root: Int,
        on screen: SystemScreen
    ) -> [(view: Int, part: String)] {
        scene.tree.subtree(of: root).compactMap { index in
            let isControl = scene.controls[index] != nil
            guard scene.isShown[index], isControl || isText(index, scene), !scene.isInScrollView(index),
                let frame = geometry.windowFrame(of: index), !frame.isEmpty, geometry.visibleFrame(of: index) != nil,
                frame.size.width < screen.size.width, let cover = screen.cover(of: frame),
                screen.holds(frame, at: cover.edge), isControl || cover.edge != .bottom,
                !isParked(index, at: cover.edge, screen.size, scene, geometry)
            else { return nil }
            return (index, cover.name)
        }
    }

    /// Whether something that holds a view reaches out of the screen: it waits there for its turn.
    private static func isParked(
        _ index: Int,
        at edge: ScreenEdge,
        _ size: Size,
        _ scene: LintScene,
        _ geometry: WindowGeometry
    ) -> Bool {
        scene.tree.superviews(of: index).contains { view in
            guard scene.tree.superview(of: view) != nil, let frame = geometry.windowFrame(of: view) else {
                return false
            }
            switch edge {
            case .top: return frame.minY < -1
            case .bottom: return frame.maxY > size.height + 1
            case .left: return frame.minX < -1
            case .right: return frame.maxX > size.width + 1
            }
        }
    }

    /// Whether a view is a text that an app shows; elements may be texts of the status bar.
    private static func isText(_ index: Int, _ scene: LintScene) -> Bool {
        scene.drawing.roles[index] == .label && scene.hasContent[index] && !scene.isElement(index)
    }
}
