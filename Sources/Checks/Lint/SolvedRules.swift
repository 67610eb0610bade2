import Drawing
import Diagnostics
import AutoLayout
import ViewHierarchy

/// Rules about other devices where the dump says constraints: each screen of it is laid out on each device and compared
/// with what the constraints make of it on the canvas.
enum SolvedRules {
    private static let compared: Set = ["layout.offScreen", "layout.newlyClipped", "layout.newOverlap"]

    /// Groups by view what breaks on each screen, by the layouts of every root on each of them.
    /// - Parameter isAsked: Whether somebody named the screens, who then hears what is not known of them too.
    static func check(
        _ scene: LintScene,
        _ layout: LaidOutInterface,
        isAsked: Bool,
        _ found: inout LintCollector
    ) {
        let assumptions = layout.assumptions
        // What estimates break with the dump's own texts is no news of others.
        let own =
            assumptions.isEmpty ? nil : DeviceMatrix(layout.stored, screens: layout.screens, namesContents: false)
        guard let matrix = layout.matrix, !matrix.isGivenUp, own?.isGivenUp != true else { return }
        let rows = matrix.rows.filter { !$0.layouts.isEmpty }
        let conflicting = rows.map { Set(ConstraintRules.conflicts(of: $0.canvas, scene).map(\.view)) }
        var breakages = DeviceBreakages()
        // By row.
        var unfit = Array(repeating: Set<HeldDevice>(), count: rows.count)
        for (place, row) in rows.enumerated() where !Task.isCancelled {
            check(row, scene, assumptions.texts, without: conflicting[place], found, &unfit[place], &breakages)
        }
        compare(rows, with: own, scene, layout, &unfit, &breakages, &found)
        // Other texts may break what fits on every width.
        for (place, row) in rows.enumerated() where conflicting[place].isEmpty && assumptions.texts.isEmpty {
            guard let words = fixedWidth(row, unfit[place]) else { continue }
            breakages.add("layout.fixedWidth", row.root, on: words.screens, "\(scene.name(row.root)) \(words.text)")
        }
        breakages.tell(&found)
        guard isAsked else { return }
        if rows.isEmpty, matrix.omissions.isEmpty {
            found.add("layout.unknown", nil, "No root in the dump is a screen, so none is laid out on other screens.")
        }
        for omission in matrix.omissions { found.add("layout.unknown", nil, omission) }
    }

    /// What one root shows by itself: conflicts, and views that have no room left.
    private static func check(
        _ row: DeviceMatrix.Row,
        _ scene: LintScene,
        _ texts: TextAssumptions,
        without known: Set<Int>,
        _ told: LintCollector,
        _ unfit: inout Set<HeldDevice>,
        _ breakages: inout DeviceBreakages
    ) {
        for layout in row.layouts {
            func add(_ rule: String, _ view: Int, _ message: String) {
                breakages.add(rule, view, on: [layout.screen], message)
            }
            for conflict in ConstraintRules.conflicts(of: layout.result, scene) where !known.contains(conflict.view) {
                if !told.hasTold("layout.conflict", of: conflict.view) {
                    add("layout.conflict", conflict.view, conflict.sentence)
                }
                if conflict.isHorizontal { unfit.insert(layout.screen) }
            }
            // Which constraint gives way is UIKit's choice, and with it where the views lie.
            guard layout.result.conflicts.isEmpty else { continue }
            for (view, message) in collapsed(row.canvas, layout.result, scene) {
                add("layout.collapsed", view, message)
            }
            for (view, message) in cut(row.canvas, layout.result, scene, texts)
            where !told.hasTold("text.truncated", of: view) { add("layout.cut", view, message) }
        }
    }

    /// Compares all roots on each screen with their canvas together, as each comparison looks at the whole tree.
    ///
    /// - Parameter own: The same with the dump's own texts, where others are assumed.
    private static func compare(
        _ rows: [DeviceMatrix.Row],
        with own: DeviceMatrix?,
        _ scene: LintScene,
        _ layout: LaidOutInterface,
        _ unfit: inout [Set<HeldDevice>],
        _ breakages: inout DeviceBreakages,
        _ told: inout LintCollector
    ) {
        let tree = layout.stored
        let canvas = tree.laidOut(rows.map(\.canvas)).tree
        let counted = counted(rows, WindowGeometry(canvas), scene)
        let places = Dictionary(rows.enumerated().map { ($1.root, $0) }) { first, _ in first }
        for screen in screens(of: rows) where !Task.isCancelled {
            // Which constraint gives way is UIKit's choice, and with it where the views lie.
            let results = results(on: screen, of: rows).filter(\.conflicts.isEmpty)
            guard !results.isEmpty else { continue }
            var isLaidOut = Array(repeating: false, count: tree.count)
            for result in results { for index in result.views { isLaidOut[index] = counted[index] } }
            let after = tree.laidOut(results)
            func notes(_ layout: LayoutResult) -> [Diagnostic] {
                layout.regressions(
                    from: canvas,
                    where: { isLaidOut[$0] },
                    withEstimates: true,
                    ofRoots: results.count
                )
            }
            let geometry = after.windowGeometry
            /// Whether no estimate can be why.
            func isSure(_ note: Diagnostic) -> Bool {
                guard let index = note.view.flatMap({ tree.index(ofID: $0) }) else { return false }
                if after.certainty(of: index).isKnown { return true }
                guard note.code != "layout.newOverlap", let frame = geometry.windowFrame(of: index),
                    let window = tree.root(of: index).flatMap(geometry.windowFrame)
                else { return false }
                return LaidOutInterface.isFarOut(frame, of: window)
            }
            let all = notes(after)
            var found = all.filter(isSure)
            if let own {
                // Where other texts are asked for, so is what they push aside, by an estimate.
                let known = notes(tree.laidOut(Self.results(on: screen, of: own.rows)))
                let told = Set((known + found).map(Place.init))
                found += all.filter { !told.contains(Place($0)) }
            }
            let areCertain = { (index: Int) in results.contains { $0.certainty(of: index) == .certain } }
            check(after, on: screen, scene, layout, where: areCertain, &told, &breakages)
            for note in found where compared.contains(note.code) {
                guard let index = note.view.flatMap({ tree.index(ofID: $0) }), let root = tree.root(of: index),
                    let place = places[root]
                else { continue }
                breakages.add(note.code, index, on: [screen], note.message)
                if note.code != "layout.newOverlap", isBeyondSides(index, of: root, geometry) {
                    unfit[place].insert(screen)
                }
            }
        }
    }

    /// The rules about single views that other screens may break where the canvas keeps them.
    private static let single: Set = ["place.unsafeArea", "touch.small"]

    /// Judges the views on a screen as those of the canvas are, where their frames are certain.
    private static func check(
        _ after: LayoutResult,
        on screen: HeldDevice,
        _ scene: LintScene,
        _ layout: LaidOutInterface,
        where counts: (Int) -> Bool,
        _ told: inout LintCollector,
        _ breakages: inout DeviceBreakages
    ) {
        guard after.tree.isInterface, layout.assumptions.isEmpty else { return }
        let there = scene.laidOut(after)
        var found = told.emptied(for: there)
        PlaceRules.unsafeArea(there, &found)
        TouchRules.small(there, &found)
        for (rule, view, message) in found.single where single.contains(rule) && counts(view) {
            guard !told.hasTold(rule, of: view) else { continue }
            breakages.add(rule, view, on: [screen], message)
        }
    }

    /// The screens on which any root was laid out, in the order of the devices.
    private static func screens(of rows: [DeviceMatrix.Row]) -> [HeldDevice] {
        var seen = Set<HeldDevice>()
        return rows.flatMap { $0.layouts.map(\.screen) }.filter { seen.insert($0).inserted }
    }

    /// The layouts on a screen.
    private static func results(on screen: HeldDevice, of rows: [DeviceMatrix.Row]) -> [AutoLayoutResult] {
        rows.compactMap { row in row.layouts.first { $0.screen == screen }?.result }
    }

    /// What is told of which view.
    private struct Place: Hashable {
        let code: String
        let view: Int?

        init(_ note: Diagnostic) { (code, view) = (note.code, note.view) }
    }

    /// Whether each view is looked at: it shows something, what it leaves cannot be scrolled to, and it lies inside its
    /// root on the canvas, with all that holds it; panels that wait outside may wait elsewhere.
    private static func counted(_ rows: [DeviceMatrix.Row], _ places: WindowGeometry, _ scene: LintScene) -> [Bool] {
        var isInside = Array(repeating: false, count: scene.tree.count)
        for row in rows {
            guard let window = places.windowFrame(of: row.root) else { continue }
            for index in row.canvas.views {
                guard let frame = places.windowFrame(of: index) else { continue }
                let fits =
                    frame.minX > window.minX - 1 && frame.minY > window.minY - 1 && frame.maxX < window.maxX + 1
                    && frame.maxY < window.maxY + 1
                isInside[index] =
                    index == row.root || fits && (scene.tree.superview(of: index).map { isInside[$0] } ?? true)
            }
        }
        return scene.tree.indices.map { index in
            isInside[index] && scene.hasContent[index] && !scene.isSystem[index] && !scene.isInScrollView(index)
        }
    }

    private static func isBeyondSides(_ index: Int, of root: Int, _ places: WindowGeometry) -> Bool {
        guard let frame = places.windowFrame(of: index), let window = places.windowFrame(of: root) else { return false }
        return frame.minX < window.minX - 0.5 || frame.maxX > window.maxX + 0.5
    }

    /// The outermost views that have an area on the canvas and none on a device.
    private static func collapsed(
        _ canvas: AutoLayoutResult,
        _ device: AutoLayoutResult,
        _ scene: LintScene
    ) -> [(view: Int, message: String)] {
        var found: [(view: Int, message: String)] = []
        var end = 0
        for (index, frame) in zip(device.views, device.frames) where index >= end && frame.isEmpty {
            guard scene.hasContent[index], !scene.isSystem[index], let before = canvas.frame(of: index),
                !before.isEmpty
            else { continue }
            guard case .certain? = device.certainty(of: index) else { continue }
            end = scene.tree.subtree(of: index).upperBound
            let words = "\(scene.words(before.size)) points on the canvas and \(scene.words(frame.size))"
            found.append((index, "\(scene.name(index)) is \(words) now."))
        }
        return found
    }

    /// The labels of one line whose texts fit on the canvas, and by an estimate not on a device. Of other texts all that do not
    /// fit, in buttons too.
    private static func cut(
        _ canvas: AutoLayoutResult,
        _ device: AutoLayoutResult,
        _ scene: LintScene,
        _ texts: TextAssumptions
    ) -> [(view: Int, message: String)] {
        zip(device.views, device.frames).compactMap { index, frame in
            guard let before = canvas.frame(of: index),
                !texts.isEmpty || narrows(index, from: before, to: frame, scene),
                let words = LookRules.cut(index, to: frame.size, scene, texts)
            else { return nil }
            if case .undetermined? = device.certainty(of: index) { return nil }
            return (index, "\(scene.name(index)) \(words): probably its end is cut.")
        }
    }

    /// Whether a label of one line is narrower than on the canvas, where its text fits.
    private static func narrows(_ index: Int, from before: Rect, to frame: Rect, _ scene: LintScene) -> Bool {
        frame.size.width < before.size.width - 0.5 && (scene.drawing.number(.numberOfLines, of: index) ?? 1) == 1
            && scene.tree.text(of: index)?.contains("\n") == false
            && LookRules.cut(index, to: before.size, scene) == nil
    }

    /// Whether a screen breaks on every other width than that of its canvas, among devices held as the canvas is.
    private static func fixedWidth(
        _ row: DeviceMatrix.Row,
        _ unfit: Set<HeldDevice>
    ) -> (screens: [HeldDevice], text: String)? {
        guard let size = row.canvas.frames.first?.size else { return nil }
        let held = row.layouts.map(\.screen).filter { $0.orientation == Orientation(of: size) }
        let others = held.filter { abs($0.size.width - size.width) > 0.5 }
        guard Set(others.map(\.size.width)).count > 1, others.allSatisfy(unfit.contains),
            held.allSatisfy({ others.contains($0) || !unfit.contains($0) })
        else { return nil }
        let width = NumberText.told(size.width)
        return (others, "works on screens that are \(width) points wide, and on no other width that was tried.")
    }
}
