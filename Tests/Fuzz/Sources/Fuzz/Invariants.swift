import Diagnostics
import DumpFormats
import Markup
import Drawing
import Shapes
import ViewHierarchy

/// What is true of every dump that was read, whatever its bytes were.
enum Invariants {
    /// The largest tree of which more is asked than that it is one.
    private static let smallTree = 60

    /// Ends the run: libFuzzer keeps the input.
    static func fail(_ message: String) -> Never { fatalError(message) }

    static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fail(message()) }
    }

    /// Checks a dump, what is made of it, and that it survives being written.
    static func check(_ dump: Dump) {
        let tree = dump.tree
        check(tree)
        require(!tree.indices.isEmpty, "a dump has views")
        for finding in dump.report {
            guard let view = finding.view else { continue }
            require(tree.index(ofID: view) != nil, "\(finding.code) is about view \(view), which is not there")
        }
        for view in dump.pictures.keys {
            require(tree.index(ofID: view) != nil, "a picture is of view \(view), which is not there")
        }
        require(dump.report.count <= DumpLimits.standard.maximumDiagnostics + 32, "\(dump.report.count) findings")
        guard tree.count <= smallTree else { return }
        checkWriting(dump)
        checkDrawing(dump)
        checkLayout(tree)
    }

    /// Checks that a tree is a tree.
    static func check(_ tree: ViewTree) {
        for index in tree.indices {
            let subtree = tree.subtree(of: index)
            require(subtree.lowerBound == index && subtree.upperBound <= tree.count, "view \(index) ends nowhere")
            require(tree.id(at: index).flatMap(tree.index(ofID:)) == index, "view \(index) has the id of another")
            if let superview = tree.superview(of: index) {
                require(superview < index, "view \(index) stands before its superview")
                require(subtree.upperBound <= tree.subtree(of: superview).upperBound, "view \(index) ends too late")
                require(tree.depth(of: index) == tree.depth(of: superview) + 1, "view \(index) has a wrong depth")
            } else {
                require(tree.depth(of: index) == 0, "root \(index) has a wrong depth")
            }
            guard tree.count <= smallTree, !tree.frame(of: index).isFinite else { continue }
            let isMarked = tree.diagnostics(of: index).contains { $0.code == "geometry.nonFinite" }
            require(isMarked, "nothing says that view \(index) has no place")
        }
    }

    /// Vitrine's own JSON says everything.
    private static func checkWriting(_ dump: Dump) {
        _ = DescriptionWriter.write(dump.tree)
        _ = try? DumpWriter.propertyList(dump)
        let written = DumpWriter.vitrineJSON(dump)
        let again: Dump
        do throws(DumpError) {
            again = try DumpReader.read(written, format: .vitrineJSON)
        } catch {
            // Documents nest less deep than views.
            guard error.code != .tooDeep else { return }
            fail("what was written cannot be read: \(error.message)")
        }
        let (old, new) = (dump.tree, again.tree)
        require(old.count == new.count, "\(old.count) views became \(new.count)")
        for index in old.indices {
            require(old.depth(of: index) == new.depth(of: index), "view \(index) went elsewhere")
            for property in [ViewTree.className, ViewTree.textOrNone, ViewTree.labelOrNone] {
                let (before, after) = (property(old)(index), property(new)(index))
                require(before == after, "view \(index): \(before.debugDescription) became \(after.debugDescription)")
            }
        }
    }

    /// Pictures are XML.
    private static func checkDrawing(_ dump: Dump) {
        for style in DrawingStyle.allCases {
            var options = WireframeOptions()
            options.style = style
            let picture = Wireframe.svg(of: dump.tree, options: options, drawing: dump.drawing(of: dump.tree))
            if let error = MarkupParser.parse(picture, handler: Nobody()) {
                fail("the picture is no XML in line \(error.line): \(error.message)")
            }
        }
    }

    /// Everything else that is asked of a tree.
    private static func checkLayout(_ tree: ViewTree) {
        for root in tree.roots.prefix(2) {
            let layout = tree.laidOut(resizing: root, to: Size(width: 812, height: 375))
            check(layout.tree)
        }
        _ = WindowGeometry(tree)
        _ = VisibleArea(tree)
        _ = TouchableArea(tree)
        _ = tree.hitTest(Point(x: 100, y: 100))
        _ = TreeText.text(of: tree)
        for index in tree.indices.prefix(8) { _ = Touchability(of: index, in: tree) }
    }

    private final class Nobody: MarkupHandler {
        func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool { true }
        func end(_ name: String) {}
    }
}

extension ViewTree {
    fileprivate func textOrNone(of index: Int) -> String { text(of: index) ?? "(none)" }
    fileprivate func labelOrNone(of index: Int) -> String { label(of: index) ?? "(none)" }
}
