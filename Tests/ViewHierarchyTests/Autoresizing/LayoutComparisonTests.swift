import TreeTesting
import Diagnostics
import Testing

@testable import ViewHierarchy

@Suite("Layout regressions")
struct LayoutRegressionTests {
    private func codes(_ tree: ViewTree, _ width: Double, _ height: Double) -> [String] {
        let result = tree.laidOut(resizing: 0, to: Size(width: width, height: height))
        return result.regressions(from: tree).map { "\($0.code) \($0.view ?? -1)" }
    }

    @Test("a view that was on screen and is not any more is named, what is in it is not")
    func offScreen() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view("Box", 60, 0, 30, 30)),
            (2, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10)),
            (1, view(200, 0, 10, 10))
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 50, height: 100))
        let findings = result.regressions(from: tree)
        #expect(findings.map(\.code) == ["layout.offScreen"] && findings.first?.view == 1)
        #expect(findings.first?.message == "Box was on screen and is now entirely outside the window.")
        #expect(tree.laidOut(resizing: 0, to: Size(width: 100, height: 100)).regressions(from: tree).isEmpty)
    }

    @Test("a view that only touches the window's edge is outside; one without an area is not")
    func edge() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(60, 0, 30, 30)),
            (1, view(0, 60, 60, 10) { $0.autoresizingMask = .flexibleWidth })
        )
        #expect(codes(tree, 60, 100) == ["layout.offScreen 1"])
        #expect(codes(tree, 40, 100) == ["layout.offScreen 1"])
    }

    @Test("hidden views, and views hidden by a superview, are nobody's concern")
    func hidden() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(60, 0, 30, 30) { $0.isHidden = true }),
            (2, view(0, 0, 10, 10)),
            (1, view(60, 40, 30, 30) { $0.alpha = 0 })
        )
        #expect(codes(tree, 50, 100) == [])
    }

    @Test("a view that was whole and is cut now is named once, with what cuts it")
    func clipped() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (
                1,
                view("Card", 0, 0, 80, 100) {
                    $0.clipsToBounds = true
                    $0.autoresizingMask = .flexibleWidth
                }
            ),
            (2, view("UILabel", 40, 0, 30, 20) { $0.text = "Total" }),
            (3, view(0, 0, 30, 20)),
            (2, view(70, 0, 20, 20))
        )
        let findings = tree.laidOut(resizing: 0, to: Size(width: 75, height: 100)).regressions(from: tree)
        #expect(findings.map(\.code) == ["layout.newlyClipped"] && findings.first?.view == 2)
        #expect(findings.first?.message == "UILabel “Total” was fully visible and is now cut by Card: 15 points of it.")
        #expect(codes(tree, 90, 100) == [])
    }

    @Test("the window cuts too")
    func window() {
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(60, 0, 30, 30)))
        #expect(codes(tree, 80, 100) == ["layout.newlyClipped 1"])
    }

    @Test("what a scroll view cuts can be scrolled to")
    func scrolling() {
        let list: (inout ViewDescription) -> Void = {
            $0.clipsToBounds = true
            $0.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        }
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view("UITableView", 0, 0, 100, 100, list)),
            (2, view(0, 60, 100, 40)),
            (
                1,
                view("Own", 0, 0, 100, 100) {
                    list(&$0)
                    $0.contentSize = Size(width: 100, height: 500)
                }
            ),
            (2, view(0, 60, 100, 40))
        )
        #expect(codes(tree, 100, 80) == [])
    }

    @Test("siblings that come to lie over each other are named, the front one first")
    func overlap() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view("UILabel", 0, 0, 40, 20)),
            (1, view("UIButton", 50, 0, 40, 20) { $0.autoresizingMask = .flexibleLeftMargin }),
            (1, view(0, 0, 100, 100) { $0.autoresizingMask = [.flexibleWidth, .flexibleHeight] })
        )
        let findings = tree.laidOut(resizing: 0, to: Size(width: 70, height: 100)).regressions(from: tree)
        #expect(findings.map(\.code) == ["layout.newOverlap"] && findings.first?.view == 2)
        #expect(findings.first?.message == "UIButton now overlaps UILabel (view 1) by 20 points.")
    }

    @Test("less than half a point is rounding, not an overlap")
    func rounding() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 49.6, 20)),
            (1, view(50, 0, 49, 20) { $0.autoresizingMask = .flexibleLeftMargin })
        )
        #expect(codes(tree, 99.5, 100) == [])
        #expect(codes(tree, 99, 100) == ["layout.newOverlap 2"])
    }

    @Test("a hundred findings of a kind are listed and the rest counted")
    func manyFindings() {
        var builder = ViewTreeBuilder()
        builder.append(view(0, 0, 1000, 1000), depth: 0)
        for row in 0..<150 { builder.append(view(900, Double(row) * 2, 10, 1), depth: 1) }
        let tree = builder.build()
        let findings = tree.laidOut(resizing: 0, to: Size(width: 800, height: 1000)).regressions(from: tree)
        #expect(findings.count == 101 && findings.last?.code == "layout.moreWarnings")
        #expect(findings.last?.message.hasPrefix("50 ") == true)
    }

    @Test("30,000 siblings beside each other are swept, and as many on a heap are given up in time")
    func many() {
        for isHeap in [false, true] {
            var builder = ViewTreeBuilder()
            builder.append(view(0, 0, 100, 1_000_000), depth: 0)
            for row in 0..<30_000 {
                let y = isHeap ? 0 : Double(row) * 10
                builder.append(view(0, y, 100, 10) { $0.autoresizingMask = .flexibleWidth }, depth: 1)
            }
            let tree = builder.build()
            let findings = tree.laidOut(resizing: 0, to: Size(width: 90, height: 1_000_000)).regressions(from: tree)
            #expect(findings.map(\.code) == (isHeap ? ["layout.moreWarnings"] : []))
        }
    }
}
