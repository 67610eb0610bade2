import Diagnostics
import ViewHierarchy

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

    /// The ids of the views that have changed, come or gone.
    private let told: Set<String>
    /// The attributes of views that have changed.
    private let toldNames: Set<String>

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
        "collectionViewFlowLayout": ["*"], "tableViewCellContentView": ["*"],
    ]
    private static let ofControllers: Set = [
        "storyboardIdentifier", "title", "restorationIdentifier", "modalPresentationStyle", "customClass",
        "customModule",
    ]

    /// - Parameter isSame: Whether views and constraints do not differ.
    init(_ former: Dump, _ new: Dump, _ changes: [TreeDiff.Change], isSame: Bool) {
        var told: Set<String> = []
        var names: Set<String> = []
        for change in changes where change.kinds.contains(where: { [.added, .removed, .changed].contains($0) }) {
            for (tree, index) in [(former.tree, change.before), (new.tree, change.after)] {
                index.flatMap { tree.attribute(ViewTree.objectIDAttribute, of: $0) }.map { _ = told.insert($0) }
            }
            names.formUnion(change.properties.map(\.name))
        }
        (self.told, toldNames) = (told, names)
        compareCanvas(former.tree.layoutCanvas, new.tree.layoutCanvas)
        // An archive is flat: what of it is told of a view nobody can say.
        let (olds, nows) = (former.readObjects(), new.readObjects())
        let isArchive = olds.first?.kind == "archive"
        guard !olds.isEmpty, !nows.isEmpty, !isArchive || isSame else { return }
        compare(olds, nows)
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
            let properties = Self.changes(old.facts, object.facts).filter { !isTold($0.name, of: object) }
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
                guard !isUsual, !isKept || !isTold("", of: object) else { continue }
                differences.append(
                    .init(kind: kind, id: object.id, name: object.name, view: object.view, properties: [])
                )
            }
        }
        var seen: Set<String> = []
        rewritten.removeAll { !seen.insert($0).inserted }
        if reordered > 0 { rewritten.append("the order of attributes in \(reordered.counted("object"))") }
    }

    /// Whether what differs of an object is among what its view tells.
    private func isTold(_ path: String, of object: InterfaceObject) -> Bool {
        if path == "initialViewController" { return toldNames.contains(path) }
        if ["image", "namedColor"].contains(object.kind) { return !toldNames.isEmpty }
        let views = [object.view, object.facts["destination"]].compactMap { $0 }
        guard views.contains(where: told.contains) else { return false }
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
