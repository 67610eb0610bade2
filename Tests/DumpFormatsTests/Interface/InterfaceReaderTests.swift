import Diagnostics
import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

@Suite("Interface files")
struct InterfaceReaderTests {
    private static func dump(_ name: String) throws -> Dump { try DumpReader.read(try Fixtures.bytes("dumps/\(name)")) }

    private func index(_ id: String, in tree: ViewTree) throws -> Int {
        try #require(tree.indices.first { tree.attribute("objectID", of: $0) == id })
    }

    @Test("a storyboard's scenes are roots, with the controller's class, its titles and its segues")
    func scenes() throws {
        let dump = try Self.dump("kitchen.storyboard")
        #expect(dump.format == .storyboard)
        #expect(
            dump.outline == [
                "UINavigationBar", "UIView", ".UILabel", ".UIStackView", "..RoundButton", "..UISwitch", ".UIImageView",
                ".UIView", "UITableView", ".UITableViewCell", "..UITableViewCellContentView",
            ]
        )
        let tree = dump.tree
        #expect(
            tree.roots.map { tree.controller(of: $0) } == [
                "UINavigationController", "Kitchen.TimerController", "UITableViewController",
            ]
        )
        #expect(tree.attribute("initialViewController", of: 0) == "YES")
        #expect(tree.attribute("navigationItem.title", of: 1) == "Timer")
        #expect(tree.attribute("navigationItem.rightBarButtonItem", of: 1) == "add")
        #expect(tree.attribute("controller.segue", of: 0)?.hasPrefix("rootViewController → TimerController") == true)
        #expect(tree.attribute("section", of: try index("tab-00-001", in: tree)) == "header “Sounds”, 1 cells")
        #expect(tree.firstScene == 1)
        #expect(tree.scene(of: 9) == 8)
        #expect(dump.codes == ["interface.sceneWithoutView"])
        #expect(dump.report.contains { $0.code == "lost.sizeClasses" })
        #expect(dump.device?.width == 375)
    }

    @Test("views have their frames, texts, fonts, colours, images and connections")
    func views() throws {
        let tree = try Self.dump("kitchen.storyboard").tree
        let label = try index("lab-00-001", in: tree)
        #expect(tree.frame(of: label) == Rect(x: 16, y: 80, width: 343, height: 20.5))
        #expect(tree.text(of: label) == "Eggs")
        #expect(tree.identifier(of: label) == "title")
        #expect(tree.label(of: label) == "What is cooked")
        #expect(tree.attribute("font", of: label) == "system bold 17")
        #expect(tree.attribute("textColor", of: label) == "labelColor")
        #expect(tree.attribute("outlet", of: label) == "TimerController.titleLabel")
        #expect(!tree.flags(of: label).contains(.userInteractionEnabled))
        let button = try index("but-00-001", in: tree)
        #expect(tree.text(of: button) == "Start")
        #expect(tree.attribute("baseClass", of: button) == "UIButton")
        #expect(tree.attribute("image", of: button) == "symbol \"play.fill\"")
        #expect(tree.attribute("tintColor", of: button) == "UIExtendedSRGBColorSpace 1 0.5 0.0 1")
        #expect(tree.attribute("action", of: button)?.hasPrefix("start: of TimerController") == true)
        #expect(tree.attribute("segue", of: button)?.contains("identifier “begin”") == true)
        #expect(tree.attribute("imageSize", of: try index("ima-00-001", in: tree)) == "160 x 90")
    }

    @Test("constraints have their items, guides, ratios, priorities and size classes")
    func constraints() throws {
        let tree = try Self.dump("kitchen.storyboard").tree
        #expect(tree.allConstraints.count == 11)
        let (root, label) = (try index("roo-00-001", in: tree), try index("lab-00-001", in: tree))
        let (stack, image) = (try index("sta-00-001", in: tree), try index("ima-00-001", in: tree))
        let byName = Dictionary(tree.allConstraints.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        #expect(byName["con-aa-001"]?.second == LayoutAnchor(.guide(.safeArea, of: root), .leading))
        #expect(byName["con-aa-003"]?.second == LayoutAnchor(.guide(.top, of: root), .bottom))
        #expect(byName["con-aa-006"]?.first == LayoutAnchor(.view(root), .trailingMargin))
        #expect(byName["rat-00-001"]?.ratio == "16:9")
        #expect(abs((byName["rat-00-001"]?.multiplier ?? 0) - 16 / 9) < 1e-12)
        #expect(byName["con-aa-008"]?.relation == .greaterThanOrEqual)
        #expect(byName["con-aa-008"]?.priority == 750)
        #expect(byName["con-aa-008"]?.constant == 28)
        #expect(byName["con-aa-008"]?.variations.first?.constant == 8)
        #expect(byName["con-aa-009"]?.isActive == false)
        #expect(byName["con-aa-007"]?.isActive == true)
        let words = tree.constraints(involving: label).map { ConstraintWords($0, of: label, in: tree).text }
        #expect(
            words == [
                "leading = superview.safeArea.leading + 16", "trailing = superview.safeArea.trailing − 16",
                "top = superview.topLayoutGuide.bottom + 16", "bottom = UIStackView.top − 19.5",
            ]
        )
        #expect(tree.layoutTraits(of: label)?.hugging == LayoutTraits.AxisPair(horizontal: 251, vertical: 251))
        #expect(
            tree.layoutTraits(of: stack)?.stack?.words
                == "vertical, distribution fillEqually, alignment center, spacing 12"
        )
        #expect(tree.isPlacedByConstraints(image) == true)
        #expect(tree.isPlacedByConstraints(try index("fix-00-001", in: tree)) == false)
    }

    @Test("a xib without Auto Layout has masks, the owner's class, and a view of an element that nobody knows")
    func xib() throws {
        let dump = try Self.dump("kitchen.xib")
        #expect(dump.format == .xib)
        #expect(dump.outline == ["UIView", ".UITextField", ".UISegmentedControl", ".UISparkleView"])
        #expect(dump.codes == ["interface.unknownElement"])
        let tree = dump.tree
        #expect(tree.controller(of: 0) == "PanelController")
        #expect(tree.autoresizingMask(of: 1) == [.flexibleWidth, .flexibleBottomMargin])
        #expect(tree.autoresizingMask(of: 2) == [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin])
        #expect(tree.attribute("placeholder", of: 1) == "Name")
        #expect(tree.attributes(of: 2).filter { $0.name == "segment" }.map(\.value) == ["Day", "Week"])
        #expect(tree.alpha(of: 3) == 0.5)
        #expect(tree.flags(of: 3).contains(.hidden))
        #expect(tree.tag(of: 3) == 7)
        #expect(tree.identifier(of: 3) == "sparkle")
        #expect(tree.attribute("layer.cornerRadius", of: 3) == "8")
        #expect(tree.isPlacedByConstraints(1) == nil)
        #expect(!tree.hasScenes)
    }

    @Test("the archive of Interface Builder 3 has its subviews in order, masks and the hidden bit of NSvFlags")
    func archive() throws {
        let dump = try Self.dump("kitchen-archive.xib")
        #expect(dump.format == .xib)
        #expect(dump.outline == ["UIView", ".RoundButton", ".UILabel", ".UIActivityIndicatorView"])
        #expect(dump.findings.isEmpty)
        let tree = dump.tree
        #expect(tree.frame(of: 0) == Rect(x: 0, y: 0, width: 320, height: 460))
        #expect(tree.autoresizingMask(of: 0) == [.flexibleWidth, .flexibleHeight])
        #expect(tree.autoresizingMask(of: 1) == [.flexibleRightMargin, .flexibleBottomMargin])
        #expect(tree.controller(of: 0) == "PanController")
        #expect(tree.text(of: 1) == "Cook")
        #expect(tree.tag(of: 1) == 3)
        #expect(tree.attribute("font", of: 1) == "Helvetica-Bold 18")
        #expect(tree.attribute("font", of: 2) == "Helvetica-Bold 18")
        #expect(tree.attribute("titleColor", of: 1) == "UIExtendedSRGBColorSpace 1 0.5 0 1")
        #expect(tree.attribute("backgroundColor", of: 0) == "UIExtendedGrayColorSpace 0.5 1")
        #expect(tree.attribute("action", of: 1) == "cook: of PanController on event 7")
        #expect(tree.flags(of: 3).contains(.hidden))
        #expect(!tree.flags(of: 2).contains(.hidden))
        #expect(tree.attribute("baseClass", of: 1) == "UIButton")
    }

    @Test("written as Vitrine JSON and read again, a storyboard keeps its constraints and all else about layout")
    func roundTrip() throws {
        let dump = try Self.dump("kitchen.storyboard")
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump))
        #expect(again.findings.isEmpty)
        #expect(again.tree.count == dump.tree.count)
        let order = { (tree: ViewTree) in tree.allConstraints.sorted { $0.name < $1.name } }
        #expect(order(again.tree) == order(dump.tree))
        for index in dump.tree.indices {
            #expect(again.tree.layoutTraits(of: index) == dump.tree.layoutTraits(of: index))
        }
        #expect(DumpWriter.vitrineJSON(again).count == DumpWriter.vitrineJSON(dump).count)
    }

    @Test("a table of another language takes the place of the texts that it has")
    func localized() throws {
        let table = """
            "lab-00-001.text" = "Eier"; "but-00-001.normalTitle" = "Los"; "nit-00-001.title" = "Uhr";
            "lab-00-001.accessibilityLabel" = "Was gekocht wird"; "sec-00-001.headerTitle" = "Klänge";
            """
        let tree = try LocalizedInterface.read(
            try Fixtures.bytes("dumps/kitchen.storyboard"),
            strings: Array(table.utf8)
        ).tree
        #expect(tree.text(of: try index("lab-00-001", in: tree)) == "Eier")
        #expect(tree.label(of: try index("lab-00-001", in: tree)) == "Was gekocht wird")
        #expect(tree.text(of: try index("but-00-001", in: tree)) == "Los")
        #expect(tree.attribute("navigationItem.title", of: 1) == "Uhr")
        #expect(tree.attribute("section", of: try index("tab-00-001", in: tree)) == "header “Klänge”, 1 cells")
        #expect(throws: DumpError.self) {
            try LocalizedInterface.read(try Fixtures.bytes("dumps/kitchen.xib"), strings: Array("\"a\" = ".utf8))
        }
    }
}
