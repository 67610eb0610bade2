import Checks
import Diagnostics
import Services
import Shapes
import ViewHierarchy
import Web

/// A scene before and after, or both screens of a dump that has none.
struct DiffScreens: PageModel {
    /// So many findings are listed.
    private static let maximumFindings = 20

    private let scene: TreeDiff.SceneDifference?
    private let pictures: [DiffPicture]

    /// Whether there are two pictures of different sizes.
    let hasSizes: Bool

    init(scene: TreeDiff.SceneDifference? = nil, pictures: [DiffPicture?], isToScale: Bool) {
        let pictures = pictures.compactMap { $0 }
        let sizes = Set(pictures.map(\.size))
        hasSizes = sizes.count > 1
        let widest = sizes.map(\.width).max() ?? 0
        self.scene = scene
        self.pictures = pictures.map { picture in
            guard sizes.count > 1 else { return picture }
            var picture = picture
            picture.share = isToScale && widest > 0 ? picture.size.width / widest : 1
            return picture
        }
    }

    private var findings: [String] {
        let (new, gone) = (scene?.new ?? [], scene?.gone ?? [])
        let all = new.map { "New: \($0.message)" } + gone.map { "Gone: \($0.message)" }
        let more = all.count - Self.maximumFindings
        return all.prefix(Self.maximumFindings) + (more > 0 ? ["\(more.counted("more finding"))"] : [])
    }

    static let members: Members<Self> = [
        "name": .text { $0.scene?.name }, "hasSizes": .flag { $0.hasSizes }, "pictures": .list { $0.pictures },
        "findings": .texts { $0.findings },
        "moves": .text { screens in
            screens.scene.flatMap { $0.moves.isEmpty ? nil : "\($0.moves.count.counted("view")) laid out elsewhere" }
        },
    ]
}

/// A constraint, or an object of an interface file, in a list of changes.
struct DiffOther: PageModel {
    private let kind: TreeDiff.ConstraintDifference.Kind
    private let name: String
    private let lines: [DiffLine]
    private let isConstraint: Bool
    private var (key, href, inspector): (String?, String?, String?) = (nil, nil, nil)
    private var isChosen = false

    /// - Parameters:
    ///   - key: What addresses call the constraint.
    ///   - href: The page with its views marked.
    ///   - inspector: The inspector, with it shown.
    init(
        constraint: TreeDiff.ConstraintDifference,
        key: String,
        href: String,
        isChosen: Bool,
        inspector: String?
    ) {
        (kind, name, lines, isConstraint) = (constraint.kind, constraint.text, [], true)
        (self.key, self.href, self.inspector, self.isChosen) = (key, href, inspector, isChosen)
    }

    init(object: TreeDiff.ObjectDifference) {
        (kind, name, isConstraint) = (object.kind, object.name, false)
        lines = DiffWords.lines(of: object).map { DiffLine(words: $0) }
    }

    static let members: Members<Self> = [
        "name": .text { $0.name }, "kind": .text { $0.kind.rawValue }, "isConstraint": .flag { $0.isConstraint },
        "isGone": .flag { $0.kind == .removed }, "lines": .list { $0.lines }, "key": .text { $0.key },
        "href": .text { $0.href }, "inspector": .text { $0.inspector }, "chosen": .flag { $0.isChosen },
    ]
}

/// A view in a list of changes: one that is not the same, or one that holds such.
struct DiffRow: PageModel {
    /// What is said of a view that is not the same.
    struct Change {
        /// What addresses call it.
        let key: String
        let href: String
        let isChosen: Bool
        let kinds: [DiffCount]
        /// What is not the same; nil where only more or less of it is seen.
        let difference: TreeDiff.Change?
    }

    /// Deeper views are not indented further.
    private static let maximumIndent = 12

    private let node: MergedTree.Node
    private let change: Change?
    private let tree: ViewTree
    private let index: Int

    init(_ node: MergedTree.Node, in diff: TreeDiff, _ change: Change?) {
        (self.node, self.change) = (node, change)
        (tree, index) = node.after.map { (diff.new, $0) } ?? (diff.former, node.before ?? 0)
    }

    private var name: ClassName { tree.classTitle(of: index) }
    private var words: String? {
        ViewRow.short(tree.text(of: index) ?? tree.label(of: index) ?? tree.identifier(of: index))
    }
    private var lines: [DiffLine] {
        (change?.difference.map { DiffWords.lines(of: $0) } ?? []).map { DiffLine(words: $0) }
    }

    static let members: Members<Self> = [
        "depth": .number { min($0.node.depth, maximumIndent) },
        "icon": .text { ViewKind(className: $0.name.readable).icon },
        "class": .text { $0.name.shown }, "text": .text { $0.words }, "isContext": .flag { $0.change == nil },
        "key": .text { $0.change?.key }, "href": .text { $0.change?.href },
        "chosen": .flag { $0.change?.isChosen ?? false },
        "kinds": .list { $0.change?.kinds ?? [] }, "lines": .list { $0.lines },
        "isGone": .flag { $0.change != nil && $0.node.after == nil },
        "isNew": .flag { $0.change != nil && $0.node.before == nil },
    ]
}
