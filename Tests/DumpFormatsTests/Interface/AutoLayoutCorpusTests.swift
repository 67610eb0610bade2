import Foundation
import Testing
import TestSupport

@testable import DumpFormats
@testable import AutoLayout
@testable import ViewHierarchy

/// What the solver makes of real interface files, against the frames that Interface Builder stored in them.
@Suite("Auto Layout of real interface files", .enabled(if: Corpus.root != nil, "VITRINE_CORPUS names no folder"))
struct AutoLayoutCorpusTests {
    private static let folders = ["interfaces", "dumps/xib", "dumps/storyboard"]

    private static func dumps() -> [(name: String, dump: Dump)] {
        folders.flatMap { Corpus.files($0) }.filter { ["xib", "storyboard"].contains($0.pathExtension) }
            .compactMap { file in
                guard let data = try? Data(contentsOf: file), let dump = try? DumpReader.read([UInt8](data)) else {
                    return nil
                }
                return (file.lastPathComponent, dump)
            }
    }

    @Test("nearly all views whose files do not contradict themselves lie where Interface Builder has them")
    func agreement() throws {
        var agreement = LayoutAgreement()
        for (name, dump) in Self.dumps() { agreement.add(dump, named: name) }
        print(agreement.table)
        for (group, difference) in agreement.differences {
            func words(_ rect: Rect) -> String {
                [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map { "\(($0 * 10).rounded() / 10)" }
                    .joined(separator: ", ")
            }
            let cause =
                (difference.cause.isEmpty ? "" : " – \(difference.cause)")
                + (difference.isCertain ? " – called certain" : "")
            print(
                "\(group.rawValue): \(difference.place): file \(words(difference.stored)); "
                    + "solved \(words(difference.solved)), shown \(difference.shown.map(words) ?? "there")\(cause)"
            )
        }
        let main = try #require(agreement.counts[.main])
        #expect(main.views > 1_200)
        #expect(LayoutAgreement.Count.share(main.one, of: main.views) >= 97.5)
        #expect(LayoutAgreement.Count.share(main.half, of: main.views) >= 96.5)
        #expect(main.certain > 500)
        #expect(LayoutAgreement.Count.share(main.certainElsewhere, of: main.certain) <= 2)
        #expect(main.strict > 2_000)
        #expect(LayoutAgreement.Count.share(main.strictOne, of: main.strict) >= 99)
    }

    @Test("what is called certain stays where it is, whatever size contents have")
    func certainty() {
        for (name, dump) in Self.dumps() {
            for root in dump.tree.roots.prefix(6) {
                let result = dump.tree.autoLayout(of: root)
                var target = LayoutTarget.canvas
                target.findsCertainty = false
                target.leaf = { $1.source == .known ? $1.points : 1.13 * $1.points + 3 }
                let other = dump.tree.autoLayout(of: root, for: target)
                for view in result.views where result.certainty(of: view) == .certain {
                    guard let old = result.frame(of: view), let new = other.frame(of: view) else { continue }
                    let off = max(
                        abs(old.minX - new.minX),
                        abs(old.minY - new.minY),
                        abs(old.maxX - new.maxX),
                        abs(old.maxY - new.maxY)
                    )
                    #expect(off < 0.02, "\(name), view \(view)")
                }
            }
        }
    }

    @Test("on other screens every frame is finite, and the root has the screen's size")
    func sweep() {
        for (name, dump) in Self.dumps() {
            for root in dump.tree.roots.prefix(4) where dump.tree.frame(of: root).size.width >= 320 {
                for size in [Size(width: 320, height: 568), Size(width: 834, height: 1_194)] {
                    var target = LayoutTarget(size: size, scale: 2)
                    target.findsCertainty = false
                    let result = dump.tree.autoLayout(of: root, for: target)
                    let areFrames = result.frames.allSatisfy {
                        $0.isFinite && $0.size.width >= 0 && $0.size.height >= 0
                    }
                    #expect(areFrames, "\(name)")
                    #expect(result.frames.first?.size == size, "\(name)")
                }
            }
        }
    }

    @Test("a layout that goes on from another screen is as one that begins anew")
    func goingOn() {
        var layouts = 0
        for (name, dump) in Self.dumps() {
            for root in dump.tree.roots.prefix(3) where dump.tree.isScreen(root) {
                var former: AutoLayoutSolver?
                for size in [
                    Size(width: 375, height: 667), Size(width: 320, height: 568), Size(width: 430, height: 932),
                ] {
                    var target = LayoutTarget(size: size, safeArea: EdgeInsets(top: 20, left: 0, bottom: 0, right: 0))
                    (target.scale, target.namesContents) = (2, false)
                    let next = AutoLayoutSolver(dump.tree, root: root, target: target, after: former)
                    let own = LayoutReport(next).result()
                    let alone = dump.tree.autoLayout(of: root, for: target)
                    let others = zip(own.frames, alone.frames).filter { $0.isOther(than: $1, by: 0.51) }.count
                    #expect(others == 0, "\(name), root \(root), \(size)")
                    #expect(
                        own.certainties.map(\.certainty) == alone.certainties.map(\.certainty),
                        "\(name), root \(root)"
                    )
                    #expect(own.ambiguous == alone.ambiguous && own.conflicts.count == alone.conflicts.count, "\(name)")
                    layouts += 1
                    former = next
                }
            }
        }
        #expect(layouts > 200)
    }
}
