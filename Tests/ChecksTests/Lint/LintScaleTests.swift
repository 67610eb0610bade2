@testable import Drawing
import DumpFormats
import TestSupport
import Testing
@testable import Checks
@testable import ViewHierarchy

@Suite("Lint of many views")
struct LintScaleTests {
    private struct Pair: Hashable {
        var front: Int
        var shared: String
    }

    /// What `touch.overlap` is said to find, by comparing all controls with all.
    private func pairs(in dump: Dump) -> [Pair] {
        let scene = LintScene(dump, LintParts(dump))
        let tree = dump.tree
        let boxes = tree.indices.compactMap { index -> (index: Int, frame: Rect)? in
            guard scene.controls[index] != nil, scene.isShown[index], scene.touchable.fraction(of: index) ?? 0 > 0,
                tree.flags(of: index).contains(.userInteractionEnabled),
                let frame = scene.geometry.visibleFrame(of: index)
            else { return nil }
            return (index, frame)
        }
        func area(_ rect: Rect) -> Double { rect.size.width * rect.size.height }
        var pairs: [Pair] = []
        for (place, front) in boxes.enumerated() {
            for back in boxes[..<place] where !tree.subtree(of: back.index).contains(front.index) {
                guard let shared = front.frame.intersection(back.frame), shared.size.width > 4, shared.size.height > 4,
                    area(shared) < 0.95 * min(area(front.frame), area(back.frame))
                else { continue }
                pairs.append(Pair(front: front.index, shared: scene.words(shared.size)))
            }
        }
        return pairs
    }

    /// Buttons and boxes anywhere in a window and in one another.
    private func tree(_ random: inout SeededGenerator) -> ViewTree {
        func whole(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        var builder = ViewTreeBuilder()
        builder.append(
            ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 375, height: 667)),
            depth: 0
        )
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let frame = Rect(x: whole(-20...360), y: whole(-20...650), width: whole(0...150), height: whole(0...150))
            var view = ViewDescription(className: random.once(in: 3) ? "UIView" : "UIButton", frame: frame)
            view.clipsToBounds = random.once(in: 4)
            view.isHidden = random.once(in: 20)
            builder.append(view, depth: random.once(in: 4) ? 2 : 1)
        }
        return builder.build()
    }

    @Test("overlaps are those that comparing all controls with all finds")
    func overlaps() throws {
        var random = SeededGenerator(seed: 5)
        var count = 0
        for _ in 0..<150 {
            let dump = Dump(format: .vitrineJSON, tree: tree(&random))
            let expected = pairs(in: dump)
            let found = try LintSubject.findings("touch.overlap", dump)
            let fronts = found.flatMap { finding -> [Int] in
                guard case .numbers(let others) = finding.details.first(where: { $0.name == "alike" })?.value else {
                    return [finding.view].compactMap { $0 }
                }
                return [finding.view].compactMap { $0 } + others
            }
            #expect(fronts.sorted() == expected.map(\.front).sorted())
            for finding in found {
                #expect(
                    expected.contains {
                        finding.view == $0.front && finding.message.hasSuffix("on \($0.shared) points.")
                    }
                        || finding.message.contains("The same goes for")
                )
            }
            count += expected.count
        }
        #expect(count > 100)
    }

    private func button(_ frame: Rect) -> ViewDescription { ViewDescription(className: "UIButton", frame: frame) }

    private func window(_ views: [(depth: Int, view: ViewDescription)]) -> Dump {
        var builder = ViewTreeBuilder()
        builder.append(
            ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 375, height: 667)),
            depth: 0
        )
        for (depth, view) in views { builder.append(view, depth: depth) }
        return Dump(format: .vitrineJSON, tree: builder.build())
    }

    @Test("of thousands of controls in one place all but the front-most are said to get no touches")
    func pile() throws {
        let frame = Rect(x: 100, y: 100, width: 80, height: 50)
        let dump = window(Array(repeating: (1, button(frame)), count: 4_000))
        let found = try LintSubject.findings("touch.unreachable", dump)
        #expect(found.count == 1)
        #expect(found.first?.message.contains("UIButton (id 4000) in front of the view takes the touches") == true)
        #expect(found.first?.message.hasSuffix("The same goes for 3998 other views like it.") == true)
    }

    @Test("thousands of controls one below the other are all compared")
    func column() throws {
        let dump = window((0..<4_000).map { (1, button(Rect(x: 0, y: Double($0) * 0.16, width: 90, height: 0.2))) })
        #expect(try LintSubject.findings("touch.overlap", dump).isEmpty)
    }

    @Test("what clips is looked for in so many superviews only, and the report says so")
    func deep() throws {
        var views: [(depth: Int, view: ViewDescription)] = []
        for depth in 1...2_000 {
            var box = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 300, height: 300))
            box.clipsToBounds = depth == 1
            box.frame.size.width = depth == 1 ? 100 : 300
            views.append((depth, box))
        }
        for _ in 0..<1_100 {
            var text = ViewDescription(className: "UILabel", frame: Rect(x: 120, y: 0, width: 40, height: 20))
            text.text = "Pay"
            views.append((2_001, text))
        }
        let found = try LintSubject.findings("place.clipped", window(views))
        #expect(found.contains { $0.view == nil && $0.message.hasPrefix("Not all views were checked") })
    }
}
