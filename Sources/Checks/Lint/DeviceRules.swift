import AutoLayout
import Diagnostics
import ViewHierarchy

/// Rules about other devices: what autoresizing and the system's own parts break there, as far as that is known.
enum DeviceRules {
    private static let codes: Set = [
        "layout.offScreen", "layout.newlyClipped", "layout.newOverlap", "layout.negativeSize",
    ]
    /// How many views, over all screens, are laid out; a larger dump is laid out on fewer screens.
    static let maximumViews = 6_000_000

    /// Lays the dump out on each screen, and groups what breaks by view.
    /// - Parameter isAsked: Whether somebody named the screens, who then hears what is not known of them too.
    static func check(
        _ scene: LintScene,
        _ layout: LaidOutInterface,
        isAsked: Bool,
        _ found: inout LintCollector
    ) {
        guard !layout.screens.isEmpty, !Task.isCancelled else { return }
        let tree = scene.tree
        if let words = tree.untoldTextSize(layout.assumptions.texts) { found.add("layout.unknown", nil, words) }
        guard layout.matrix == nil else { return SolvedRules.check(scene, layout, isAsked: isAsked, &found) }
        func note(_ words: String) { if isAsked { found.add("layout.unknown", nil, words) } }
        guard let root = tree.firstScene ?? tree.roots.first, tree.isScreen(root) else {
            return note("The outermost view is not a screen, so it was not tried on others.")
        }
        let saysMasks = tree.indices.contains { tree.says(.autoresizingMask, of: $0) }
        if !saysMasks {
            note("The dump has no autoresizing masks, so of other screens little more than bars is known.")
        }
        let groups = Dictionary(grouping: layout.screens) { $0.device.screen($0.orientation) }
        let most = max(1, maximumViews / max(tree.count, 1))
        var breakages = DeviceBreakages()
        var uncertain = 0
        let ordered = groups.values.sorted {
            ($0[0].size.width, $0[0].size.height, $0[0].id) < ($1[0].size.width, $1[0].size.height, $1[0].id)
        }
        for screens in ordered.prefix(most) where !Task.isCancelled {
            let surroundings = screens[0].situation.surroundings(of: tree.bounds(of: root).size)
            let result = tree.laidOut(root, in: surroundings)
            unsafe(result, root, surroundings, on: screens, scene, found, &breakages)
            guard saysMasks else { continue }
            uncertain = max(uncertain, result.uncertain.count)
            for note in result.regressions(from: tree) + result.warnings where codes.contains(note.code) {
                guard let id = note.view, let index = tree.index(ofID: id), result.certainty(of: index) == .masks,
                    !scene.isSystem[index], isPlacedByMask(index, scene),
                    note.code == "layout.negativeSize" || !scene.isInScrollView(index)
                else { continue }
                breakages.add(note.code, index, on: screens, note.message)
            }
        }
        breakages.tell(&found)
        if uncertain > 0 {
            note(
                "Constraints place \(uncertain) of \(tree.count) views, or may: nothing is known of these on other screens."
            )
        }
        if ordered.count > most { note("The dump is large, so \(ordered.count - most) screens were left out.") }
    }

    /// What lies under the system's own parts on a screen, and did not in the dump. A view that nothing known moves stays where
    /// it was, and the finding says so.
    private static func unsafe(
        _ result: LayoutResult,
        _ root: Int,
        _ surroundings: Surroundings,
        on screens: [HeldDevice],
        _ scene: LintScene,
        _ found: LintCollector,
        _ breakages: inout DeviceBreakages
    ) {
        guard let screen = SystemScreen(surroundings) else { return }
        let own = SystemScreen(Situation().surroundings(of: scene.tree.bounds(of: root).size))
        let known = Set(own.map { PlaceRules.unsafe(scene, scene.geometry, root, on: $0).map(\.view) } ?? [])
        for (index, part) in PlaceRules.unsafe(scene, result.windowGeometry, root, on: screen)
        where !known.contains(index) && !found.hasTold("place.unsafeArea", of: index) {
            let isKnown = result.certainty(of: index).isKnown
            let doubt = isKnown ? "" : ", if it stays there: the dump does not say whether the safe area moves it"
            let message = "\(scene.name(index)) is entirely under the \(part)\(doubt)."
            breakages.add("place.unsafeArea", index, on: screens, message)
        }
    }

    /// Whether the mask is what places a view. In dumps of running apps a view without one may as well be placed by
    /// constraints or by code; interface files say which it is.
    private static func isPlacedByMask(_ index: Int, _ scene: LintScene) -> Bool {
        let isFile = [.xib, .storyboard, .nib, .vitrineJSON].contains(scene.dump.format)
        let mask = scene.tree.autoresizingMask(of: index)
        return isFile || !mask.isSubset(of: [.flexibleRightMargin, .flexibleBottomMargin])
    }
}

/// What breaks on which screens: one finding for each rule and view, however many screens it breaks on.
struct DeviceBreakages {
    private struct Breakage {
        let rule: String
        let view: Int
        let message: String
        var screens: [HeldDevice]
    }

    /// The rules about whole screens, of which no two findings are alike.
    private static let ofScreens: Set = ["layout.conflict", "layout.fixedWidth"]

    private var breakages: [Breakage] = []
    private var places: [String: Int] = [:]

    /// Notes that a rule is broken by a view on screens; the words of the first of them are told.
    mutating func add(_ rule: String, _ view: Int, on screens: [HeldDevice], _ message: String) {
        let key = "\(rule) \(view)"
        if let place = places[key] {
            for screen in screens where breakages[place].screens.last != screen {
                breakages[place].screens.append(screen)
            }
        } else {
            places[key] = breakages.count
            breakages.append(Breakage(rule: rule, view: view, message: message, screens: screens))
        }
    }

    /// Tells all of it, by rules and views: `… (On iPhone 8; iPhone SE sideways and 4 more.)`
    func tell(_ found: inout LintCollector) {
        for breakage in breakages.sorted(by: { ($0.rule, $0.view) < ($1.rule, $1.view) }) {
            let names = breakage.screens.map(\.name)
            found.add(
                breakage.rule,
                breakage.view,
                likeness: Self.ofScreens.contains(breakage.rule) ? nil : names.joined(separator: ";"),
                details: [.init("devices", .texts(breakage.screens.map(\.id)))],
                "\(breakage.message) (On \(Self.words(names)).)"
            )
        }
    }

    private static func words(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: "; ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }
}

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

extension LaidOutInterface {
    /// What rules ask of the dump as it is laid out on a screen, and of which views it is known where they are there: those
    /// whose frames are certain, or those of the canvas. Nil for a dump of which nobody knows how it is laid out.
    func placed(of dump: Dump, on screen: HeldDevice) -> (scene: LintScene, isSure: (Int) -> Bool)? {
        let result: LayoutResult
        if let matrix {
            let solved = matrix.rows.compactMap { $0.layouts.first?.result }
            guard !solved.isEmpty else { return nil }
            result = stored.laidOut(solved, saying: assumptions.texts)
        } else {
            guard let root = stored.firstScene ?? stored.roots.first, stored.isScreen(root),
                stored.indices.contains(where: { stored.says(.autoresizingMask, of: $0) })
            else { return nil }
            result = stored.arranged(on: screen, assuming: assumptions)
        }
        var laidOut = dump
        laidOut.tree = result.tree
        laidOut.device?.scale = Double(screen.device.scale)
        var isSure = Array(repeating: true, count: stored.count)
        for index in stored.indices {
            // Of a running app nobody knows whether something makes room for other texts.
            let makesRoom = matrix == nil && !stored.isInterface && result.tree.reworded.contains(index)
            let isSettled = !makesRoom && (result.certainty(of: index).isKnown || !result.isChanged(index))
            isSure[index] = isSettled && (stored.superview(of: index).map { isSure[$0] } ?? true)
        }
        let scene = LintScene(laidOut, LintParts(laidOut))
        scene.saysOtherTexts = !assumptions.texts.isEmpty
        return (scene, { isSure[$0] })
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

/// The rules about what constraints and masks make of a dump, on its canvas and on other devices.
extension HierarchyLint {
    /// What is checked by solving the constraints that a dump says.
    static let constraintRules = DeclaredRules(
        """
        error layout.conflict constraints
        Required constraints hold together
        Solved on the canvas, or on the devices that are named, required constraints of the file leave no solution; UIKit \
        breaks one of them, another one in the next version. Left out are cells, and what depends on texts, pictures and \
        baselines.
        Take away one of the constraints, or lower its priority below 1000.

        warning layout.ambiguous constraints
        Constraints leave no choice
        More than one layout fulfils the constraints of the file equally well, so the view may lie elsewhere from one run to \
        the next. Of views that share the choice with their superview only the outermost is named.
        Add constraints until position and size are decided on both axes, or give contents different hugging and \
        compression priorities.

        info layout.stale interface constraints
        Frames of interface files follow from their constraints
        The file's own constraints, by numbers that depend on no text or picture, put the view elsewhere than the file has \
        it: it was edited or merged by hand, and Interface Builder shows another place than the app will. Of views that lie \
        in each other only the outermost is named.
        Choose “Update Frames” in Interface Builder, or correct the constraint if the frame was meant.
        """
    )

    /// What is checked on other devices.
    static let deviceRules = DeclaredRules(
        """
        warning layout.offScreen resizing
        What is on screen stays there on other devices
        Autoresizing or constraints move the view out of the window on these devices.
        Let the margin flex that should give way, or tie the view to the edge that it should keep to.

        warning layout.newlyClipped resizing
        What is whole stays whole on other devices
        The window, or a superview that clips, cuts the view on these devices.
        Let the size flex, or the margin on the other side; put what needs more room into a scroll view.

        warning layout.newOverlap resizing
        What lies apart stays apart on other devices
        Views that lie apart here lie over each other on these devices.
        Let one of the two follow the other, or the other's side.

        warning layout.negativeSize masks
        No view shrinks below nothing on other devices
        The mask takes more from the view than it has.
        Let the margins flex instead of the length, or both.

        warning layout.collapsed constraints
        What shows something keeps an area on other devices
        Constraints leave the view no width or no height on these devices, and it has both on the canvas.
        Give the view a least size, or let something else give way first.

        info layout.cut constraints
        Texts fit on other devices
        By an estimate the text fits its label of one line on the canvas, and is a good deal too long for it on these \
        devices. Checked where the file says the font.
        Let the label have more lines or shrink its text, or let its neighbours give way.

        warning layout.fixedWidth constraints
        A screen works on more than one width
        On every device held as the canvas is whose screen is narrower or wider, constraints of this screen conflict, or views \
        leave the window or are cut at its sides; on the width of the canvas nothing of that happens.
        Tie views to both sides or to the centre in place of fixed widths and places.

        info layout.unknown
        The dump says how views resize
        Only constraints and autoresizing masks that the dump says are followed; where it says none of both, or constraints \
        that it does not say place views, nothing is known about other devices.
        Dump with constraints or masks: an interface file, Vitrine's exporter or recursiveDescription.
        """
    )
}
