import Diagnostics
import DumpFormats
import ViewHierarchy

/// Rules about other devices where the dump says constraints: each screen of it is laid out on each device and compared
/// with what the constraints make of it on the canvas.
enum SolvedRules {
    private static let compared: Set = ["layout.offScreen", "layout.newlyClipped", "layout.newOverlap"]

    /// Lays every screen of the dump out on each device, upright and sideways, and groups what breaks by view.
    static func check(_ scene: LintScene, _ devices: [Device], _ found: inout LintCollector) {
        let matrix = DeviceMatrix(
            scene.tree,
            screens: HeldDevice.all(devices),
            namesContents: false
        )
        var breakages = DeviceBreakages()
        for row in matrix.rows where !row.layouts.isEmpty { check(row, scene, &breakages) }
        breakages.tell(&found)
        if matrix.rows.allSatisfy(\.layouts.isEmpty), matrix.omissions.isEmpty {
            found.add("layout.unknown", nil, "No root of the dump is a screen, so none is laid out on other ones.")
        }
        for omission in matrix.omissions { found.add("layout.unknown", nil, omission) }
    }

    private static func check(_ row: DeviceMatrix.Row, _ scene: LintScene, _ breakages: inout DeviceBreakages) {
        let tree = scene.tree
        let canvas = tree.laidOut(row.canvas).tree
        let counted = counted(row, WindowGeometry(canvas), scene)
        let conflicting = Set(ConstraintRules.conflicts(of: row.canvas, scene).map(\.view))
        var unfit = Set<HeldDevice>()
        for layout in row.layouts {
            func add(_ rule: String, _ view: Int, _ message: String) {
                breakages.add(rule, view, on: [layout.screen], message)
            }
            for conflict in ConstraintRules.conflicts(of: layout.result, scene)
            where !conflicting.contains(conflict.view) {
                add("layout.conflict", conflict.view, conflict.sentence)
                if conflict.isHorizontal { unfit.insert(layout.screen) }
            }
            // Which constraint gives way is UIKit's choice, and with it where the views lie.
            guard layout.result.conflicts.isEmpty else { continue }
            let after = tree.laidOut(layout.result)
            let places = after.windowGeometry
            for note in after.regressions(from: canvas, where: { counted[$0] }) where compared.contains(note.code) {
                guard let index = note.view.flatMap({ tree.index(ofID: $0) }) else { continue }
                add(note.code, index, note.message)
                if note.code != "layout.newOverlap", isBeyondSides(index, of: row.root, places) {
                    unfit.insert(layout.screen)
                }
            }
            for (view, message) in collapsed(row.canvas, layout.result, scene) {
                add("layout.collapsed", view, message)
            }
            for (view, message) in cut(row.canvas, layout.result, scene) { add("layout.cut", view, message) }
        }
        guard conflicting.isEmpty, let words = fixedWidth(row, unfit) else { return }
        breakages.add("layout.fixedWidth", row.root, on: words.screens, "\(scene.name(row.root)) \(words.text)")
    }

    /// Whether each view is looked at: it shows something, what it leaves cannot be scrolled to, and it lies inside the
    /// root on the canvas, with all that holds it; panels that wait outside may wait elsewhere.
    private static func counted(_ row: DeviceMatrix.Row, _ places: WindowGeometry, _ scene: LintScene) -> [Bool] {
        var isInside = Array(repeating: false, count: scene.tree.count)
        let window = places.windowFrame(of: row.root)
        for index in row.canvas.views {
            guard let frame = places.windowFrame(of: index), let window else { continue }
            let fits =
                frame.minX > window.minX - 1 && frame.minY > window.minY - 1 && frame.maxX < window.maxX + 1
                && frame.maxY < window.maxY + 1
            isInside[index] =
                index == row.root || fits && (scene.tree.superview(of: index).map { isInside[$0] } ?? true)
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

    /// The labels of one line whose texts fit on the canvas, and by an estimate not on a device.
    private static func cut(
        _ canvas: AutoLayoutResult,
        _ device: AutoLayoutResult,
        _ scene: LintScene
    ) -> [(view: Int, message: String)] {
        zip(device.views, device.frames).compactMap { index, frame in
            guard let before = canvas.frame(of: index), frame.size.width < before.size.width - 0.5,
                (scene.drawing.number(.numberOfLines, of: index) ?? 1) == 1,
                scene.tree.text(of: index)?.contains("\n") == false,
                LookRules.cut(index, to: before.size, scene) == nil,
                let words = LookRules.cut(index, to: frame.size, scene)
            else { return nil }
            if case .undetermined? = device.certainty(of: index) { return nil }
            return (index, "\(scene.name(index)) \(words): probably its end is cut.")
        }
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
        return (others, "works on screens that are \(NumberText.short(size.width)) points wide, and on no other width.")
    }
}
