import Catalog
import Checks
import Diagnostics
import DumpFormats
import Shapes
import ViewHierarchy
import Web

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

    private var className: String { tree.className(of: index) }
    private var words: String? {
        ViewRow.short(tree.text(of: index) ?? tree.label(of: index) ?? tree.identifier(of: index))
    }
    private var lines: [DiffLine] {
        (change?.difference.map { DiffWords.lines(of: $0) } ?? []).map { DiffLine(words: $0) }
    }

    static let members: Members<Self> = [
        "depth": .number { min($0.node.depth, maximumIndent) },
        "icon": .text { ViewKind(className: $0.className).icon },
        "class": .text { $0.className }, "text": .text { $0.words }, "isContext": .flag { $0.change == nil },
        "key": .text { $0.change?.key }, "href": .text { $0.change?.href },
        "chosen": .flag { $0.change?.isChosen ?? false },
        "kinds": .list { $0.change?.kinds ?? [] }, "lines": .list { $0.lines },
        "isGone": .flag { $0.change != nil && $0.node.after == nil },
        "isNew": .flag { $0.change != nil && $0.node.before == nil },
    ]
}

/// What a property was and is.
struct DiffLine: PageModel {
    let words: DiffWords

    static let members: Members<Self> = [
        "name": .text { $0.words.name }, "before": .text { $0.words.before }, "after": .text { $0.words.after },
    ]
}

/// How many views are of one kind.
struct DiffCount: PageModel {
    /// The kind as style sheets call it.
    let kind: String
    let label: String
    let count: Int

    init(_ kind: TreeDiff.Kind, _ count: Int = 1) { self.init(kind: kind.rawValue, label: kind.label, count: count) }

    init(_ kind: Timeline.Kind, _ count: Int = 1) { self.init(kind: kind.rawValue, label: kind.label, count: count) }

    init(kind: String, label: String, count: Int) {
        (self.kind, self.label, self.count) = (kind, label, count)
    }

    static let members: Members<Self> = [
        "kind": .text { $0.kind }, "count": .number { $0.count }, "label": .text { $0.label },
    ]
}

/// A screen with views marked on it that are not the same.
struct DiffPicture: PageModel {
    /// A view on the screen that is not the same.
    struct Mark: PageModel {
        let rect: Rect
        let kind: DiffCount
        let key: String
        let href: String
        let isChosen: Bool
        /// What the view is called.
        let view: String

        private var name: String { "\(kind.label): \(view)" }

        static let members: Members<Self> = [
            "x": .text { NumberText.short($0.rect.origin.x) }, "y": .text { NumberText.short($0.rect.origin.y) },
            "width": .text { NumberText.short($0.rect.size.width) },
            "height": .text { NumberText.short($0.rect.size.height) }, "kind": .text { $0.kind.kind },
            "key": .text { $0.key }, "href": .text { $0.href }, "chosen": .flag { $0.isChosen },
            "name": .text { $0.name },
        ]
    }

    private let summary: DumpSummary
    private let title: String
    private let href: String
    private let box: Rect
    private let showsPixels: Bool
    private let marks: [Mark]
    private let trail: Trail?

    /// - Parameters:
    ///   - title: What stands before the name of the dump.
    ///   - href: Where the name leads; the dump's own page where nothing is given.
    ///   - trail: Where a view was on other screens.
    ///   - marks: Makes the marks, of places on the part of the tree that is drawn.
    init(
        of tree: ViewTree,
        _ summary: DumpSummary,
        title: String,
        href: String? = nil,
        trail: Trail? = nil,
        _ marks: (WindowGeometry) -> [Mark]
    ) {
        self.summary = summary
        self.title = title
        self.href = href ?? "/dumps/\(summary.id.pathSegment)"
        self.trail = trail
        // Of scenes one is drawn.
        let scene = tree.firstScene
        showsPixels = summary.hasScreenshot && scene == nil
        let geometry = WindowGeometry(tree, root: scene)
        let frames = (scene.map { [$0] } ?? tree.roots).compactMap { geometry.windowFrame(of: $0) }.filter {
            !$0.isEmpty
        }
        box = frames.dropFirst().reduce(frames.first ?? Rect(x: 0, y: 0, width: 1, height: 1)) { $0.union($1) }
        self.marks = marks(geometry).filter(\.rect.isFinite)
    }

    static let members: Members<Self> = [
        "title": .text { $0.title }, "name": .text { $0.summary.name }, "address": .text { $0.href },
        "picture": .text { Self.address(of: $0.summary, showsPixels: $0.showsPixels) },
        "width": .text { NumberText.short($0.box.size.width) },
        "height": .text { NumberText.short($0.box.size.height) },
        "box": .text {
            [$0.box.minX, $0.box.minY, $0.box.size.width, $0.box.size.height].map(NumberText.short)
                .joined(separator: " ")
        },
        "marks": .list { $0.marks }, "trail": .part { $0.trail },
    ]

    /// The address of the picture of a dump.
    static func address(of dump: DumpSummary, showsPixels: Bool) -> String {
        "/api/v1/dumps/\(dump.id.pathSegment)/wireframe.svg" + (showsPixels ? "?screenshot=true" : "")
    }

    /// The way of a view over several screens, from middle to middle.
    struct Trail: PageModel {
        /// Where the view is in the steps that have it.
        struct Stop: PageModel {
            let number: Int
            let middle: Point
            let href: String
            let isCurrent: Bool

            static let members: Members<Self> = [
                "number": .number { $0.number }, "x": .text { NumberText.short($0.middle.x) },
                "y": .text { NumberText.short($0.middle.y) }, "href": .text { $0.href },
                "current": .flag { $0.isCurrent },
            ]
        }

        let stops: [Stop]

        static let members: Members<Self> = [
            "points": .text { trail in
                trail.stops.map { "\(NumberText.short($0.middle.x)),\(NumberText.short($0.middle.y))" }
                    .joined(separator: " ")
            },
            "stops": .list { $0.stops },
        ]
    }
}
