import Diagnostics
@testable import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("recursiveDescription, one whole dump")
struct RecursiveDescriptionTests {
    private let dump: Dump
    private var tree: ViewTree { dump.tree }

    init() throws {
        dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.txt"))
    }

    @Test("each description becomes a view at the depth of its bars")
    func outline() {
        #expect(
            dump.outline == [
                "UIWindow", ".UITransitionView", "..Kitchen.TimerView", "...UILabel", "...UIImageView",
                "..UIScrollView",
                "...UITextView", "...._UITextContainerView", "...UIView", "..UICollectionView",
            ]
        )
        #expect(tree.address(of: 2) == "0x7fa120")
    }

    @Test("every property that UIKit prints is read")
    func properties() throws {
        let view = try #require(tree.description(of: 2))
        #expect(view.frame == Rect(x: 16, y: 100, width: 358, height: 120))
        #expect(view.clipsToBounds)
        #expect(view.alpha == 0.75)
        #expect(view.isHidden)
        #expect(!view.isOpaque)
        #expect(view.autoresizingMask.rawValue == 63)
        #expect(!view.autoresizesSubviews)
        #expect(!view.isUserInteractionEnabled)
        #expect(view.tag == -7)
        #expect(view.attributes.map(\.name) == ["baseClass", "layer"])
        #expect(tree.attribute("baseClass", of: 2) == "UIControl")
    }

    @Test("what is not printed has UIKit's default")
    func defaults() throws {
        let view = try #require(tree.description(of: 0))
        #expect(view.alpha == 1 && !view.isHidden && view.isOpaque && !view.clipsToBounds)
        #expect(view.isUserInteractionEnabled && view.autoresizesSubviews && view.autoresizingMask.isEmpty)
        #expect(view.tag == 0 && view.contentMode == .scaleToFill && view.text == nil)
    }

    @Test("a text ends where the next attribute begins, whatever is in it")
    func text() {
        #expect(tree.text(of: 3) == #"Chef's; "own" > all"#)
        #expect(tree.attribute("backgroundColor", of: 3) == "UIExtendedGrayColorSpace 0 0")
    }

    @Test("a text may go over several lines, even ones that look indented")
    func textOverLines() {
        #expect(tree.text(of: 6) == "Whisk the eggs,\n| fold in <sugar>\n   and wait.")
    }

    @Test("separators and brackets inside a value belong to the value")
    func nestedValues() {
        #expect(tree.attribute("image", of: 4) == #"<UIImage:0x7fa141 symbol "timer; <small>"; (20 19)@3{2}>"#)
        #expect(
            tree.attribute("animations", of: 5)
                == "{ position=<CASpringAnimation: 0x7fa151>; bounds.origin-2=<CABasicAnimation: 0x7fa152>; }"
        )
    }

    @Test("the numbers of a scroll view are read, and its offset is the origin of its bounds")
    func scrollView() {
        #expect(tree.contentOffset(of: 5) == Point(x: 0, y: -47.5))
        #expect(tree.contentSize(of: 5) == Size(width: 390, height: 1200.25))
        #expect(tree.attribute("adjustedContentInset", of: 5) == "{47.5, 0, 34, 0}")
        #expect(tree.bounds(of: 5) == Rect(x: 0, y: -47.5, width: 390, height: 500))
    }

    @Test("a description inside a description is one view with the attributes of both")
    func doubleAngles() {
        #expect(tree.className(of: 7) == "_UITextContainerView")
        #expect(tree.attributes(of: 7).map(\.name) == ["layer", "minSize", "textContainer", "lineBreakMode"])
        #expect(
            tree.attribute("textContainer", of: 7)
                == "<NSTextContainer: 0x7fa172 size = (390.000000,inf); widthTracksTextView = YES>"
        )
    }

    @Test("under a transform the frame is kept as the bounding box that it is")
    func transform() {
        #expect(tree.transform(of: 8).b == 0.49999999999999994)
        #expect(tree.frame(of: 8).size.width == 136.603)
        #expect(abs(tree.bounds(of: 8).size.width - 100) < 0.01)
    }

    @Test("what follows the description on its line is kept")
    func trailer() {
        #expect(tree.attribute("collection view layout", of: 9) == "<UICollectionViewFlowLayout: 0x7fa192>")
    }

    @Test("bare layers are no views; their own view keeps them")
    func layers() {
        let layers = tree.attributes(of: 4).filter { $0.name.hasPrefix("sublayer") }
        #expect(layers == [.init("sublayer", "<CAShapeLayer: 0x7fa143>"), .init("sublayer.2", "<CALayer: 0x7fa144>")])
        #expect(dump.codes == ["kept.layers"])
    }

    @Test("a text of React Native ends at the last frame before the layer, whatever is in it")
    func reactNative() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/orchard-react.txt"))
        #expect(dump.codes.isEmpty && dump.outline == ["RCTRootView"] + Array(repeating: ".RCTTextView", count: 4))
        #expect(
            (1...4).map { Array(dump.tree.facts(of: $0).dropLast()) } == [
                ["frame 16 20 120 30", "alpha 0.5", "opaque No", "text Cox; 'Gala'", "reactTag=3"],
                ["frame 16 60 0 0", "opaque No", "text ", "reactTag=5"],
                ["frame 16 70 90 20", "opaque No", "text The frame = (1 2; 3 4); hidden = YES", "reactTag=7"],
                ["frame 16 99 90 40", "opaque No", "text First\nsecond, or more...", "reactTag=9"],
            ]
        )
        #expect(!dump.report.contains { $0.code == "lost.text" })
    }

    @Test("of pviews --short the tree is read, and where its views are is not known")
    func short() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/orchard-short.txt"))
        #expect(dump.outline == ["UIWindow", ".UIView", "..Orchard.TreeView", "...UILabel", ".UITransitionView"])
        #expect(dump.codes.isEmpty && dump.tree.address(of: 1) == "0x7fe71" && dump.tree.address(of: 2) == nil)
        #expect(dump.report.contains { $0.code == "lost.frames" })
        #expect(dump.tree.indices.allSatisfy { !dump.tree.says(.frame, of: $0) })
        let half = try Dump.reading("<A: 0x1; frame = (0 0; 9 9)>", "   | <B 0x2>", "   |    | <C 0x3>", "   | <D 0x4>")
        #expect(half.outline == ["A", ".B", "..C", ".D"] && half.codes.isEmpty)
        #expect(half.tree.indices.map { half.tree.says(.frame, of: $0) } == [true, false, false, false])
        // A tag around a dump is no view.
        let tagged = try Dump.reading("<Code>", "<A: 0x1; frame = (0 0; 9 9)>", "   | <B: 0x2; frame = (0 0; 1 1)>")
        #expect(tagged.outline == ["A", ".B"])
    }

    @Test("the report has one entry for each thing that the format cannot say")
    func losses() {
        let lost = dump.report.filter { $0.code.hasPrefix("lost.") }
        #expect(
            Set(lost.map(\.code)) == [
                "lost.bounds", "lost.contentMode", "lost.identifiers", "lost.roundedFrames", "lost.touches",
                "lost.device", "lost.controllers",
            ]
        )
        #expect(lost.allSatisfy { $0.severity == .info && $0.view == nil })
    }
}
