import Drawing
import ViewHierarchy

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
        guard scene.saysAnywhere("label") || scene.tree.indices.contains(where: { scene.tree.label(of: $0) != nil })
        else { return }
        for index in scene.tree.indices where scene.isShown[index] && !scene.isSystem[index] {
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

    /// Whether the format gives one name only, which may be identifier or label.
    private static func namesByLabel(_ scene: LintScene) -> Bool {
        scene.dump.format == .detox || scene.dump.format == .uiautomator
    }

    /// Whether the dump says that VoiceOver stops at a view.
    private static func isAccessible(_ index: Int, _ scene: LintScene) -> Bool {
        scene.tree.attributes(of: index).contains {
            attributesOfElements.contains($0.name) && ["true", "1", "yes"].contains($0.value.lowercased())
        }
    }

    private static let attributesOfElements: Set = ["accessible", "isAccessibilityElement", "isAccessible"]
}
