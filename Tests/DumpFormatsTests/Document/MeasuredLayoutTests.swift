import Diagnostics
import Testing
import TestSupport
import AutoLayout
import ViewHierarchy

@testable import DumpFormats

@Suite("Layouts of what running apps and canvases said")
struct MeasuredLayoutTests {
    private func live() throws -> ViewTree { try DumpReader.read(Fixtures.bytes("dumps/live.json")).tree }

    private func isClose(_ frame: Rect?, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
        guard let frame else { return false }
        return abs(frame.origin.x - x) < 0.01 && abs(frame.origin.y - y) < 0.01 && abs(frame.size.width - width) < 0.01
            && abs(frame.size.height - height) < 0.01
    }

    @Test("on its own screen an app lies where it was, its guides and contents as it said them")
    func canvas() throws {
        let tree = try live()
        let result = tree.autoLayout(of: 0)
        for index in tree.indices {
            let frame = tree.frame(of: index)
            let (x, y) = (frame.origin.x, frame.origin.y)
            #expect(isClose(result.frame(of: index), x, y, frame.size.width, frame.size.height))
        }
        #expect(result.conflicts.isEmpty && result.safeArea == EdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
        #expect(result.constraints.prefix(2).allSatisfy { $0.state == .inactive && $0.reason == .madeByUIKit })
    }

    @Test("another screen has safe areas of its own under the bars that the app had, and texts in one line are certain")
    func device() throws {
        let tree = try live()
        let safeArea = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
        let target = LayoutTarget(size: Size(width: 428, height: 700), safeArea: safeArea, scale: 2)
        let result = tree.autoLayout(of: 0, for: target)
        #expect(result.conflicts.isEmpty)
        #expect(result.frame(of: 1)?.size == Size(width: 428, height: 700))
        // 20 of the screen and 44 of the bar; a wide screen has 20 points at the sides.
        #expect(isClose(result.frame(of: 2), 20, 76, 80, 20.5))
        #expect(result.certainty(of: 2) == .certain && result.certainty(of: 3) == .certain)
        #expect(result.frame(of: 3)?.size == Size(width: 44, height: 24))
        #expect(result.frame(of: 4)?.size.width == 388 && result.frame(of: 4)?.maxY == 680)
        #expect(result.certainty(of: 4) != .certain)
    }

    @Test("a storyboard that became Vitrine JSON is laid out as before, with its safe areas, bars and size classes")
    func convertedCanvas() throws {
        let tree = try DumpReader.read(Fixtures.bytes("dumps/kitchen.storyboard")).tree
        let again = try DumpReader.read(DumpWriter.vitrineJSON(tree)).tree
        let canvas = try #require(tree.layoutCanvas)
        #expect(again.layoutCanvas == canvas && canvas.device != nil)
        for root in tree.roots {
            #expect(tree.autoLayout(of: root).frames == again.autoLayout(of: root).frames)
            #expect(tree.autoLayout(of: root).safeArea == again.autoLayout(of: root).safeArea)
        }
    }

    @Test("a canvas that cannot be understood is told and left out, as far as it cannot")
    func oddCanvas() throws {
        let document = #"""
            {"vitrine":1,"canvas":{"device":"retina4_7","width":-1,"height":1e999,"scale":1e300,"build":"x","bars":[{"view":7},5],
             "widthClass":"wide"},"windows":[{"class":"UIView","frame":[0,0,9,9]}]}
            """#
        let dump = try DumpReader.read(Array(document.utf8))
        #expect(dump.tree.layoutCanvas?.device == "retina4_7" && dump.tree.layoutCanvas?.size == nil)
        #expect(dump.tree.layoutCanvas?.bars.isEmpty == true && dump.tree.layoutCanvas?.scale == nil)
        #expect(dump.findings.filter { $0.code == "document.layout" }.count >= 4)
        let wrong = #"{"vitrine":1,"canvas":5,"windows":[{"class":"A","frame":[0,0,9,9]}]}"#
        let none = try DumpReader.read(Array(wrong.utf8))
        #expect(none.tree.layoutCanvas == nil && none.findings.map(\.code).contains("document.layout"))
    }
}
