import AutoLayout
import Diagnostics
public import ViewHierarchy

extension TreeDiff {
    /// An object of an interface file of which more differs than its view, or a constraint, tells: a controller, a segue, an
    /// image, the canvas.
    public struct ObjectDifference: Sendable, Hashable {
        /// What became of it.
        public let kind: ConstraintDifference.Kind
        /// Its id in the file, or the name of a resource; empty for the document and the canvas.
        public let id: String
        /// What it is called: `UIButton “Lap” (a1B-2c-D3e)`.
        public let name: String
        /// The id in the file of the view that it is or belongs to.
        public let view: String?
        /// What differs of one that is in both.
        public let properties: [PropertyChange]
    }
}

/// Compares what interface files say beside their views and constraints: what differs there, unless the view to which it
/// belongs tells it, and what Interface Builder has only written in another way.
struct InterfaceComparison {
    private(set) var differences: [TreeDiff.ObjectDifference] = []
    /// What means nothing to the app, in words: `toolsVersion 21701 → 22505`.
    private(set) var rewritten: [String] = []

    /// What of the views has changed, by their ids; nothing of those that have come or gone.
    private let told: [String: Set<String>]
    /// The attributes of views that have changed.
    private let toldNames: Set<String>
    /// The guides of which constraints tell.
    private let toldGuides: Set<Guide>
    /// Whether both files are archives of Interface Builder 3, in which paths begin with the attributes of views.
    private let isArchive: Bool

    /// A layout guide of a view, by the id of that in the file.
    private struct Guide: Hashable {
        let view: String?
        let name: String
    }

    /// What readers keep of elements inside views as attributes of these: what a view tells when it has changed. The last words of
    /// paths; all of them for `*`.
    private static let kept: [String: Set<String>] = [
        "color": ["*"], "accessibility": ["*"], "userDefinedRuntimeAttributes": ["*"], "segments": ["*"],
        "textInputTraits": ["*"], "preferredSymbolConfiguration": ["*"], "collectionViewFlowLayout": ["*"],
        "point": ["*"], "size": ["*"], "inset": ["*"], "blurEffect": ["*"], "vibrancyEffect": ["*"], "rect": ["*"],
        "dataDetectorType": ["*"], "imageReference": ["*"], "edgeInsets": ["*"], "directionalEdgeInsets": ["*"],
        "fontDescription": ["style", "name", "type", "pointSize", "size", "weight"],
        "state": [
            "title", "image", "backgroundImage", "catalog", "red", "green", "blue", "white", "alpha", "systemColor",
        ],
        "buttonConfiguration": ["style", "title", "subtitle", "image", "catalog"], "key": ["*"],
    ]
    /// The same of objects that views or the roots of scenes have as attributes.
    private static let keptObjects: [String: Set<String>] = [
        "action": ["*"], "outlet": ["*"], "outletCollection": ["*"],
        "segue": ["destination", "kind", "relationship", "identifier", "customClass", "unwindAction"],
        "barButtonItem": ["title", "systemItem", "image", "key"],
        "navigationItem": ["title", "prompt", "largeTitleDisplayMode"],
        "tabBarItem": ["title", "systemItem", "image"], "tableViewSection": ["headerTitle", "footerTitle"],
        "image": ["*"], "namedColor": ["*"], "viewLayoutGuide": ["*"], "viewControllerLayoutGuide": ["*"],
        "layoutGuide": ["*"], "keyboardLayoutGuide": ["*"],
        "collectionViewFlowLayout": ["*"], "tableViewCellContentView": ["*"],
    ]
    private static let ofControllers: Set = [
        "storyboardIdentifier", "title", "restorationIdentifier", "modalPresentationStyle", "customClass",
        "customModule",
    ]

    init(
        _ former: Dump,
        _ new: Dump,
        _ changes: [TreeDiff.Change],
        _ constraints: [TreeDiff.ConstraintDifference]
    ) {
        var told: [String: Set<String>] = [:]
        var names: Set<String> = []
        for change in changes where change.kinds.contains(where: { [.added, .removed, .changed].contains($0) }) {
            let properties = Set(change.properties.map(\.name))
            for (tree, index) in [(former.tree, change.before), (new.tree, change.after)] {
                index.flatMap { tree.attribute(ViewTree.objectIDAttribute, of: $0) }.map { told[$0] = properties }
            }
            names.formUnion(properties)
        }
        let guides = constraints.filter(\.tellsSides).flatMap { difference in
            Self.guides(difference.before, former.tree) + Self.guides(difference.after, new.tree)
        }
        let (olds, nows) = (former.readObjects(), new.readObjects())
        (self.told, toldNames, toldGuides) = (told, names, Set(guides))
        isArchive = olds.first?.kind == "archive" && nows.first?.kind == "archive"
        compareCanvas(former.tree.layoutCanvas, new.tree.layoutCanvas)
        guard !olds.isEmpty, !nows.isEmpty else { return }
        compare(olds, nows)
    }

    /// The guides that a constraint names.
    private static func guides(_ place: Int?, _ tree: ViewTree) -> [Guide] {
        (place.flatMap(tree.constraint)?.anchors ?? []).compactMap { anchor in
            guard let guide = anchor.item.guide, let view = anchor.item.view.flatMap(tree.index) else { return nil }
            return Guide(view: tree.attribute(ViewTree.objectIDAttribute, of: view), name: guide.name)
        }
    }

    private mutating func compareCanvas(_ former: LayoutCanvas?, _ new: LayoutCanvas?) {
        guard let former, let new else { return }
        func words(_ canvas: LayoutCanvas) -> [(String, String?)] {
            let isSaid = canvas.device != nil
            return [
                ("device", canvas.device.map { Device(id: $0)?.name ?? $0 }),
                ("orientation", isSaid ? canvas.isLandscape ? "landscape" : "portrait" : nil),
            ]
        }
        let properties = zip(words(former), words(new)).filter { $0.1 != $1.1 }.map { Self.change($0.0, $0.1, $1.1) }
        guard !properties.isEmpty else { return }
        differences.append(.init(kind: .changed, id: "", name: "The canvas", view: nil, properties: properties))
    }

    private mutating func compare(_ former: [InterfaceObject], _ new: [InterfaceObject]) {
        var olds = Dictionary(former.map { ("\($0.kind) \($0.id)", $0) }) { first, _ in first }
        var added: [InterfaceObject] = []
        var reordered = 0
        for object in new {
            guard let old = olds.removeValue(forKey: "\(object.kind) \(object.id)") else {
                added.append(object)
                continue
            }
            let isGuide = isTold(old) || isTold(object)
            let properties = Self.changes(old.facts, object.facts).filter { !isGuide && !isTold($0.name, of: object) }
            if !properties.isEmpty {
                differences.append(
                    .init(kind: .changed, id: object.id, name: object.name, view: object.view, properties: properties)
                )
            }
            rewritten += Self.changes(old.notes, object.notes).map(Self.words)
            if old.order != object.order, old.attributes == object.attributes { reordered += 1 }
        }
        var gone = former.filter { olds["\($0.kind) \($0.id)"] != nil }
        // An id is only a name: what says the same in the same object is the same one.
        var nameless = Dictionary(grouping: gone.filter { $0.id != $0.view }, by: \.nameless)
        var renamed: Set<String> = []
        added.removeAll { object in
            guard let old = nameless[object.nameless]?.popLast() else { return false }
            rewritten.append("id \(old.id) → \(object.id)")
            renamed.insert("\(old.kind) \(old.id)")
            return true
        }
        gone.removeAll { renamed.contains("\($0.kind) \($0.id)") }
        for (kind, objects) in [(TreeDiff.ConstraintDifference.Kind.added, added), (.removed, gone)] {
            for object in objects where object.id != object.view && object.kind != "constraint" {
                let isKept = Self.keptObjects[object.kind] != nil || object.kind.hasSuffix("ontroller")
                // Each scene has a first responder.
                let isUsual = object.facts["placeholderIdentifier"] == "IBFirstResponder"
                guard !isUsual, !isTold(object), !isKept && !isArchive || !isTold("", of: object) else { continue }
                differences.append(
                    .init(kind: kind, id: object.id, name: object.name, view: object.view, properties: [])
                )
            }
        }
        var seen: Set<String> = []
        rewritten.removeAll { !seen.insert($0).inserted }
        if reordered > 0 { rewritten.append("the order of attributes in \(reordered.counted("object"))") }
    }

    /// Whether it is a layout guide of which constraints tell.
    private func isTold(_ object: InterfaceObject) -> Bool {
        let name: String?
        switch object.kind {
        case "layoutGuide", "viewLayoutGuide": name = object.facts["key"] ?? object.id
        case "keyboardLayoutGuide": name = LayoutGuideKind.keyboard.name
        case "viewControllerLayoutGuide":
            name = (object.facts["type"] == "bottom" ? LayoutGuideKind.bottom : .top).name
        default: name = nil
        }
        return name.map { toldGuides.contains(Guide(view: object.view, name: $0)) } ?? false
    }

    /// Whether what differs of an object of an archive is among what its view tells, or all views where it is of none.
    private func isToldOfArchive(_ path: String, of object: InterfaceObject) -> Bool {
        let names = object.view.map { told[$0] ?? [] } ?? toldNames
        if path.isEmpty, object.view.map({ told[$0]?.isEmpty ?? false }) ?? false { return true }
        let heads = [path.prefix { $0 != "." }].map(String.init) + [object.facts["key"]].compactMap { $0 }
        if heads.contains("data"), path.contains(".outlet.") {
            return !toldNames.isDisjoint(with: ["outlet", "outletTo", "action", "controller", "class"])
        }
        return heads.contains(where: names.contains)
    }

    /// Whether what differs of an object is among what its view tells.
    private func isTold(_ path: String, of object: InterfaceObject) -> Bool {
        if path == "initialViewController" { return toldNames.contains(path) }
        if ["image", "namedColor"].contains(object.kind) { return !toldNames.isEmpty }
        if isArchive { return isToldOfArchive(path, of: object) }
        let views = [object.view, object.facts["destination"]].compactMap { $0 }
        guard views.contains(where: { told[$0] != nil }) else { return false }
        guard !path.isEmpty else { return true }
        let last = path.split(separator: ".").last.map(String.init) ?? path
        let head = String(path.prefix { $0 != "." && $0 != "[" })
        let kept = object.id == object.view ? Self.kept[head] : Self.keptObjects[object.kind] ?? Self.ofControllers
        return kept.map { $0.contains("*") || $0.contains(last) } ?? false
    }

    /// `toolsVersion 21701 → 22505`; of what is inside something only what it is called.
    private static func words(_ note: TreeDiff.PropertyChange) -> String {
        let parts = note.name.split(separator: ".")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return DiffWords(note).text }
        return first == "dependencies"
            ? String(first) : note.name.contains("[canvasLocation]") ? "canvasLocation" : String(last)
    }

    private static func changes(_ one: [String: String], _ other: [String: String]) -> [TreeDiff.PropertyChange] {
        guard one != other else { return [] }
        return Set(one.keys).union(other.keys).sorted().filter { one[$0] != other[$0] }.map {
            change($0, one[$0], other[$0])
        }
    }

    private static func change(_ name: String, _ one: String?, _ other: String?) -> TreeDiff.PropertyChange {
        .init(name: name, isAttribute: true, before: one.map { .text($0) }, after: other.map { .text($0) })
    }
}

extension InterfaceObject {
    /// The object as it is without its id and its name, and what only Interface Builder sees.
    fileprivate var nameless: InterfaceObject {
        var object = InterfaceObject(kind: kind, id: "")
        (object.parent, object.facts) = (parent, facts)
        return object
    }
}

extension TreeDiff {
    /// A scene of an interface file, or another root, in both files or in one of them.
    public struct SceneDifference: Sendable {
        /// A view that the layout puts elsewhere.
        public struct Move: Sendable {
            /// The view in the former tree and in the new one.
            public let view: (before: Int, after: Int)
            /// Its frames in the superview, as constraints lay both files out on their canvas.
            public let frames: (before: Rect, after: Rect)
        }

        /// The index of its root in the former tree; nil for a new scene.
        public let before: Int?
        /// The index of its root in the new tree; nil for one that is gone.
        public let after: Int?
        /// What it is called: its controller, else its root.
        public let name: String
        /// Whether a view, a constraint or an object of it differs.
        public fileprivate(set) var isChanged: Bool
        /// The views that lie elsewhere.
        public fileprivate(set) var moves: [Move] = []
        /// What a check finds in the new file only.
        public fileprivate(set) var new: [ReportedFinding] = []
        /// What it finds in the former file only.
        public fileprivate(set) var gone: [ReportedFinding] = []
    }

    /// The scenes of interface files, in the order of the merged tree; none for other dumps.
    ///
    /// - Parameters:
    ///   - dumps: The dumps that were compared.
    ///   - outcomes: What a check finds in them.
    public func scenes(
        of dumps: (former: Dump, new: Dump),
        finding outcomes: (former: LintOutcome, new: LintOutcome)
    ) -> [SceneDifference] {
        guard former.isInterface, new.isInterface else { return [] }
        var scenes = SceneComparison(self)
        scenes.addChanges()
        scenes.addMoves()
        scenes.addFindings(outcomes.former.findings, outcomes.new.findings)
        return scenes.scenes
    }
}

/// Sorts what differs by the scenes in which it does.
private struct SceneComparison {
    /// What a check finds, by the place of its view in the merged tree.
    private struct Told: Hashable {
        let rule: String
        let place: Int
    }

    private let diff: TreeDiff
    private(set) var scenes: [TreeDiff.SceneDifference] = []
    /// The places of the views in the merged tree, by their indexes in both trees.
    private let places: (former: [Int: Int], new: [Int: Int])
    /// The scene of each place.
    private var sceneOfPlace: [Int] = []

    init(_ diff: TreeDiff) {
        self.diff = diff
        let nodes = diff.merged.nodes
        for node in nodes {
            guard let parent = node.parent else {
                let (tree, root) = node.after.map { (diff.new, $0) } ?? (diff.former, node.before ?? 0)
                sceneOfPlace.append(scenes.count)
                let isChanged = node.before == nil || node.after == nil
                let name = tree.screenName(of: root)
                scenes.append(.init(before: node.before, after: node.after, name: name, isChanged: isChanged))
                continue
            }
            sceneOfPlace.append(sceneOfPlace[parent])
        }
        func byIndex(_ index: (MergedTree.Node) -> Int?) -> [Int: Int] {
            let pairs = nodes.enumerated().compactMap { place, node in index(node).map { ($0, place) } }
            return Dictionary(pairs) { first, _ in first }
        }
        places = (byIndex(\.before), byIndex(\.after))
    }

    private func place(_ before: Int?, _ after: Int?) -> Int? {
        after.flatMap { places.new[$0] } ?? before.flatMap { places.former[$0] }
    }

    private mutating func noteChange(_ place: Int?) {
        if let place { scenes[sceneOfPlace[place]].isChanged = true }
    }

    mutating func addChanges() {
        for change in diff.changes { noteChange(place(change.before, change.after)) }
        for view in diff.constraints.flatMap(\.views) {
            noteChange(place(view.before.flatMap(diff.former.index), view.after.flatMap(diff.new.index)))
        }
        let objects = Set(diff.objects.compactMap(\.view))
        guard !objects.isEmpty else { return }
        for (tree, places) in [(diff.former, places.former), (diff.new, places.new)] {
            for index in tree.indices {
                let id = tree.attribute(ViewTree.objectIDAttribute, of: index)
                if id.map(objects.contains) ?? false { noteChange(places[index]) }
            }
        }
    }

    /// The frames that constraints decide on the canvas, the file's own of other views.
    private static func frames(_ tree: ViewTree) -> [Rect] {
        var frames = tree.indices.map { tree.frame(of: $0) }
        guard tree.saysConstraints else { return frames }
        let matrix = DeviceMatrix(
            tree,
            screens: [],
            maximumViews: LaidOutInterface.maximumViews,
            namesContents: false
        )
        for result in matrix.rows.map(\.canvas) where result.conflicts.isEmpty {
            for (index, frame) in zip(result.views, result.frames) where index != result.root {
                if result.certainty(of: index)?.certainty != .undetermined { frames[index] = frame }
            }
        }
        return frames
    }

    mutating func addMoves() {
        let (former, new) = (diff.former, diff.new)
        let (olds, nows) = (Self.frames(former), Self.frames(new))
        for (place, node) in diff.merged.nodes.enumerated() {
            guard let before = node.before, let after = node.after, former.says(.frame, of: before) else { continue }
            let above = former.superview(of: before).flatMap { places.former[$0] }
            guard above == new.superview(of: after).flatMap({ places.new[$0] }) else { continue }
            let frames = (before: olds[before], after: nows[after])
            guard frames.before.isOther(than: frames.after, by: diff.tolerance) else { continue }
            scenes[sceneOfPlace[place]].moves.append(.init(view: (before, after), frames: frames))
            noteChange(place)
        }
    }

    mutating func addFindings(_ former: [ReportedFinding], _ new: [ReportedFinding]) {
        func place(_ view: Int, isFormer: Bool) -> Int? {
            isFormer
                ? diff.former.index(ofID: view).flatMap { places.former[$0] }
                : diff.new.index(ofID: view).flatMap { places.new[$0] }
        }
        func told(_ findings: [ReportedFinding], isFormer: Bool) -> Set<Told> {
            let all = findings.flatMap { finding in
                finding.views.compactMap { view in
                    place(view, isFormer: isFormer).map { Told(rule: finding.rule, place: $0) }
                }
            }
            return Set(all)
        }
        let (before, after) = (told(former, isFormer: true), told(new, isFormer: false))
        for (findings, others, isFormer) in [(former, after, true), (new, before, false)] {
            for finding in findings {
                guard let place = finding.view.flatMap({ place($0, isFormer: isFormer) }),
                    !others.contains(Told(rule: finding.rule, place: place))
                else { continue }
                if isFormer {
                    scenes[sceneOfPlace[place]].gone.append(finding)
                } else {
                    scenes[sceneOfPlace[place]].new.append(finding)
                }
            }
        }
    }
}
