import AutoLayout
import ViewHierarchy

/// A dump as its constraints lay it out: on its canvas, which is what interface files are judged by in place of the frames
/// that they store, and on other screens.
struct LaidOutInterface {
    /// So many views are laid out on the canvas alone; of larger dumps some roots are left out.
    static let maximumViews = 3_000
    /// Frames that are off by less are rounding, in points.
    private static let rounding = 1.0
    /// Frames that depend on the sizes of texts are off by more only where no text can be why, in points: in the file, in
    /// which the texts of a whole stack may have changed, and at the edges of a screen.
    private static let (storedError, screenError) = (100.0, 40.0)

    /// The tree with the frames of the dump.
    let stored: ViewTree
    /// The tree with the frames of the canvas where these are known for sure, the dump's elsewhere.
    private(set) var tree: ViewTree
    /// The screens besides the canvas.
    let screens: [HeldDevice]
    /// What is assumed on the screens.
    let assumptions: LayoutAssumptions
    /// What constraints make of the roots; nil where the dump says none.
    let matrix: DeviceMatrix?
    /// Whether some view is elsewhere than the dump has it.
    private var isMoved = false

    /// Solves the constraints of a dump; of one without any it only keeps the tree.
    init(_ dump: Dump, _ screens: [HeldDevice], _ assumptions: LayoutAssumptions) {
        (stored, tree, self.screens, self.assumptions) = (dump.tree, dump.tree, screens, assumptions)
        guard dump.tree.saysConstraints else {
            matrix = nil
            return
        }
        let isUsual = screens.count <= 2
        matrix = DeviceMatrix(
            dump.tree,
            screens: screens,
            assuming: assumptions,
            assumesOnCanvas: false,
            maximumViews: isUsual ? Self.maximumViews * (screens.count + 1) : DeviceMatrix.maximumViews,
            namesContents: false
        )
        guard dump.tree.isInterface, dump.tree.layoutCanvas != nil else { return }
        for row in matrix?.rows ?? [] where row.canvas.conflicts.isEmpty && row.canvas.omissions.isEmpty {
            // What contents need is known by stored frames: without some of them the others lie anywhere.
            guard row.canvas.views.allSatisfy({ $0 == row.root || dump.tree.says(.frame, of: $0) }) else { continue }
            settle(row.canvas)
        }
    }

    /// Takes the frames of a canvas, what is in a view that is elsewhere along with it. A view whose superview resized it by
    /// its mask goes back where the dump has it.
    private mutating func settle(_ canvas: AutoLayoutResult) {
        var taken = Set<Int>()
        for (index, frame) in zip(canvas.views, canvas.frames) where index != canvas.root {
            let isDecided = canvas.certainty(of: index)?.certainty != .undetermined
            let follows = stored.superview(of: index).map(taken.contains) ?? false
            let isTaken = follows && isDecided || isElsewhere(index, frame, in: canvas)
            if isTaken { taken.insert(index) }
            let place = isTaken ? frame : stored.frame(of: index)
            guard place.isFinite, tree.frame(of: index).isOther(than: place, by: 0.01) else { continue }
            tree.setFrame(place, at: index)
            tree.knowPlace(of: index)
            isMoved = true
        }
    }

    /// Whether constraints put a view elsewhere than the dump has it, however wrong an estimate may be.
    func isElsewhere(_ index: Int, _ frame: Rect, in result: AutoLayoutResult) -> Bool {
        let before = stored.frame(of: index)
        // What constraints hold of a symbol is inside its frame, by how much only the glyph knows.
        guard before.isFinite, !before.isEmpty || !frame.isEmpty,
            stored.attribute("image", of: index)?.hasPrefix("symbol ") != true
        else { return false }
        switch result.certainty(of: index) {
        case .certain?: return frame.isOther(than: before, by: Self.rounding)
        case .dependsOnText?:
            return frame.isOther(than: before, by: Self.storedError) && !isInCell(index)
        default: return false
        }
    }

    /// Whether a view is in a cell, whose size in the file is a guess.
    private func isInCell(_ index: Int) -> Bool {
        stored.superviews(of: index).contains {
            switch stored.layoutRole(of: $0) {
            case .tableCell, .collectionCell, .headerFooter: true
            default: false
            }
        }
    }

    /// Whether a view that depends on the size of a text reaches so far out of its root on a screen that no estimate is why.
    static func isFarOut(_ frame: Rect, of window: Rect) -> Bool {
        frame.minX < window.minX - screenError || frame.minY < window.minY - screenError
            || frame.maxX > window.maxX + screenError || frame.maxY > window.maxY + screenError
    }

    /// What rules ask of the dump as it is laid out on its canvas.
    ///
    /// - Parameter parts: What was worked out of the dump's own tree already.
    func scene(of dump: Dump, _ parts: LintParts?) -> LintScene {
        guard isMoved else { return LintScene(dump, parts ?? LintParts(dump)) }
        var dump = dump
        dump.tree = tree
        return LintScene(dump, LintParts(dump))
    }
}

extension LintScene {
    /// What rules about places ask of the same views laid out otherwise; what is seen and touched is that of the canvas.
    func laidOut(_ layout: LayoutResult) -> LintScene {
        var dump = dump
        dump.tree = layout.tree
        let geometry = layout.windowGeometry
        return LintScene(
            dump,
            LintParts(geometry: geometry, drawing: drawing, touchable: touchable, visible: visible)
        )
    }
}

extension HeldDevice {
    /// The smallest and the largest device for an interface file, held as its canvas is; none for other dumps.
    static func extremes(for tree: ViewTree) -> [HeldDevice] {
        guard tree.isInterface, let root = tree.firstScene ?? tree.roots.first, tree.isScreen(root) else { return [] }
        let size = tree.layoutCanvas?.size ?? tree.bounds(of: root).size
        let isPad = min(size.width, size.height) >= 700
        let ids = isPad ? ["ipad-9-7", "ipad-pro-13"] : ["iphone-5s", "iphone-17-pro-max"]
        return all(ids.compactMap { Device(id: $0) }, [Orientation(of: size) ?? .portrait])
    }
}
