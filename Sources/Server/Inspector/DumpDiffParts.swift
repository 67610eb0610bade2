import Catalog
import DumpFormats
import Inspection
import ViewHierarchy

/// A view in the list of changes: one that is not the same, or one that holds such.
struct DiffRow: PageModel {
    /// Deeper views are not indented further.
    private static let maximumIndent = 12

    private let node: MergedTree.Node
    private let change: TreeDiff.Change?
    private let page: DumpDiffPage
    private let tree: ViewTree
    private let index: Int

    init(_ node: MergedTree.Node, _ change: TreeDiff.Change?, _ page: DumpDiffPage) {
        (self.node, self.change, self.page) = (node, change, page)
        if let after = node.after {
            (tree, index) = (page.diff.views.new, after)
        } else {
            (tree, index) = (page.diff.views.former, node.before ?? 0)
        }
    }

    private var key: String? { change.map { page.key($0) } }
    private var className: String { tree.className(of: index) }
    private var words: String? {
        ViewRow.short(tree.text(of: index) ?? tree.label(of: index) ?? tree.identifier(of: index))
    }

    static let members: Members<Self> = [
        "depth": .number { min($0.node.depth, maximumIndent) },
        "icon": .text { ViewKind(className: $0.className).icon },
        "class": .text { $0.className }, "text": .text { $0.words }, "isContext": .flag { $0.change == nil },
        "key": .text { $0.key },
        "href": .text { row in row.key.map { row.page.address(change: $0, after: row.page.after) } },
        "chosen": .flag { $0.key != nil && $0.key == $0.page.chosen },
        "kinds": .list { ($0.change?.kinds ?? []).map { DiffCount(kind: $0, count: 1) } },
        "lines": .list { ($0.change.map { DiffWords.lines(of: $0) } ?? []).map { Line(words: $0) } },
        "isGone": .flag { $0.change?.kinds == [.removed] }, "isNew": .flag { $0.change?.kinds == [.added] },
    ]

    /// What a property was and is.
    private struct Line: PageModel {
        let words: DiffWords

        static let members: Members<Self> = [
            "name": .text { $0.words.name }, "before": .text { $0.words.before }, "after": .text { $0.words.after },
        ]
    }
}

/// One of the two screens, with the views marked that are not the same.
struct DiffPicture: PageModel {
    /// A view on the screen that is not the same.
    private struct Mark: PageModel {
        let rect: Rect
        let kind: TreeDiff.Kind
        let key: String
        let href: String
        let isChosen: Bool
        let name: String

        static let members: Members<Self> = [
            "x": .text { NumberText.short($0.rect.origin.x) }, "y": .text { NumberText.short($0.rect.origin.y) },
            "width": .text { NumberText.short($0.rect.size.width) },
            "height": .text { NumberText.short($0.rect.size.height) }, "kind": .text { $0.kind.rawValue },
            "key": .text { $0.key }, "href": .text { $0.href }, "chosen": .flag { $0.isChosen },
            "name": .text { $0.name },
        ]
    }

    private let summary: DumpSummary
    private let title: String
    private let box: Rect
    private let showsPixels: Bool
    private let marks: [Mark]

    init(of tree: ViewTree, _ summary: DumpSummary, isFormer: Bool, on page: DumpDiffPage, _ range: Range<Int>) {
        self.summary = summary
        title = isFormer ? "Before" : "After"
        // Of scenes one is drawn.
        let scene = tree.firstScene
        showsPixels = summary.hasScreenshot && scene == nil
        let geometry = WindowGeometry(tree, root: scene)
        let frames = (scene.map { [$0] } ?? tree.roots).compactMap { geometry.windowFrame(of: $0) }.filter {
            !$0.isEmpty
        }
        box = frames.dropFirst().reduce(frames.first ?? Rect(x: 0, y: 0, width: 1, height: 1)) { $0.union($1) }
        marks = page.diff.views.changes[range].compactMap { change in
            guard let index = isFormer ? change.before : change.after, geometry.range.contains(index),
                let rect = geometry.visibleFrame(of: index) ?? geometry.windowFrame(of: index), rect.isFinite,
                let kind = change.kinds.first
            else { return nil }
            let key = page.key(change)
            return Mark(
                rect: rect,
                kind: kind,
                key: key,
                href: page.address(change: key, after: page.after),
                isChosen: key == page.chosen,
                name: "\(kind.label): \(tree.name(of: index))"
            )
        }
    }

    static let members: Members<Self> = [
        "title": .text { $0.title }, "name": .text { $0.summary.name },
        "address": .text { "/dumps/\($0.summary.id.pathSegment)" },
        "picture": .text {
            "/api/v1/dumps/\($0.summary.id.pathSegment)/wireframe.svg" + ($0.showsPixels ? "?screenshot=true" : "")
        },
        "width": .text { NumberText.short($0.box.size.width) },
        "height": .text { NumberText.short($0.box.size.height) },
        "box": .text {
            [$0.box.minX, $0.box.minY, $0.box.size.width, $0.box.size.height].map(NumberText.short)
                .joined(separator: " ")
        },
        "marks": .list { $0.marks },
    ]
}
