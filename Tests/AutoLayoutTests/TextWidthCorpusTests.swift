import DumpFormats
import Foundation
import TestSupport
import Testing

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Widths of texts in real interface files", .enabled(if: Corpus.root != nil))
struct TextWidthCorpusTests {
    /// How far the estimates of labels in one line are off, in points: of those whose width follows their text alone, as a
    /// layout with longer texts shows.
    private static func errors(in tree: ViewTree) -> [Double] {
        var longer = LayoutAssumptions()
        longer.texts.growth = 0.5
        return tree.roots.flatMap { root -> [Double] in
            let layout = tree.autoLayout(of: root, for: LayoutTarget(nil, of: tree, assuming: longer))
            return tree.subtree(of: root).compactMap { index in
                let stored = tree.frame(of: index).size
                guard tree.className(of: index) == "UILabel", let text = tree.text(of: index), text.count > 2,
                    !text.contains("\n"), tree.attribute("numberOfLines", of: index) ?? "1" == "1",
                    let font = TextFont(tree.attribute("font", of: index) ?? "17"), font.family == .system,
                    stored.height < 1.7 * font.lineHeight, let frame = layout.frame(of: index),
                    abs(frame.size.width - 1.5 * stored.width) < 0.6
                else { return nil }
                // UIKit rounds up to a pixel. What is a quarter off is the frame of another text.
                let error = (font.width(of: text) * 2).rounded(.up) / 2 - stored.width
                return abs(error) < 0.25 * stored.width ? error : nil
            }
        }
    }

    @Test("half of the labels of the system font are as wide as they are reckoned to half a point, nearly all to three")
    func labels() throws {
        var errors: [Double] = []
        for file in Corpus.files("interfaces") where ["xib", "storyboard"].contains(file.pathExtension) {
            guard let tree = try? DumpReader.read(Array(Data(contentsOf: file))).tree else { continue }
            errors += Self.errors(in: tree)
        }
        let sizes = errors.map(\.magnitude).sorted()
        try #require(sizes.count > 30)
        let median = sizes[sizes.count / 2]
        let most = sizes[sizes.count * 95 / 100]
        print("\(sizes.count) labels: \(median) points off in the median, 95th percentile \(most)")
        #expect(median <= 0.5 && most <= 3)
    }
}
